#include "app/window/open/panel.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "platform/folders.h"

namespace sweep::app {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

std::string size_text(std::uintmax_t bytes) {
    const double size = double(bytes);
    return size < 1e3   ? fmt::format("{} B", bytes)
           : size < 1e6 ? fmt::format("{:.0f} kB", size / 1e3)
                        : fmt::format("{:.1f} MB", size / 1e6);
}

// Of the user's home, those that are there.
std::vector<fs::path> usual_places() {
    std::vector<fs::path> found;
    if (const auto home = platform::home_folder())
        for (const char* name : {"", "Pictures", "Downloads", "Desktop"})
            if (const fs::path place = *home / name; is_folder(place)) found.push_back(place);
    std::error_code error;
    const fs::path here = fs::current_path(error);
    const auto is_here = [&](const fs::path& place) {
        std::error_code unknown;
        return fs::equivalent(place, here, unknown);
    };
    if (!error && std::none_of(found.begin(), found.end(), is_here)) found.push_back(here);
    return found;
}

}  // namespace

fs::path first_folder(const fs::path& open_picture) {
    std::error_code error;
    if (!open_picture.empty()) return fs::absolute(open_picture, error).parent_path();
    if (const auto home = platform::home_folder(); home && is_folder(*home / "Pictures"))
        return *home / "Pictures";
    return fs::current_path(error);
}

void OpenPanel::show(const fs::path& folder) {
    is_open_ = is_new_ = true;
    pressed_.clear();
    go_to(list_.folder.empty() ? folder : list_.folder);
}

void OpenPanel::go_to(const fs::path& folder) {
    wanted_ = folder;
    typed_[0] = 0;
    ++field_;
    chosen_ = 0;
    scrolls_ = wants_keyboard_ = true;
    if (!listing_.running())
        listing_.start([folder](const std::stop_token& stop) { return list_folder(folder, stop); });
}

void OpenPanel::choose(const fs::path& path, bool folder, Requests& requests) {
    if (folder) return go_to(path);
    requests.picture = RecentPicture{path.string(), {}};
    close();
}

void OpenPanel::take_typed(Requests& requests) {
    const std::string text = typed_;
    if (text.find('/') == std::string::npos && text != "~" && text != "..") return;
    const fs::path path = typed_path(text, list_.folder);
    std::error_code error;
    if (fs::exists(path, error)) choose(path, is_folder(path), requests);
}

// The arrows move among `count` entries.
void OpenPanel::take_keys(int count) {
    constexpr int page = 12;
    const int before = chosen_;
    for (const Key key : pressed_) {
        if (key == Key::down) ++chosen_;
        if (key == Key::up) --chosen_;
        if (key == Key::page_down) chosen_ += page;
        if (key == Key::page_up) chosen_ -= page;
    }
    chosen_ = std::clamp(chosen_, 0, std::max(count - 1, 0));
    scrolls_ = scrolls_ || chosen_ != before;
}

void OpenPanel::places(const std::vector<RecentPicture>& recent, Requests& requests) {
    ImGui::TextColored(colours::accent, "PLACES");
    static const std::vector<fs::path> usual = usual_places();
    int id = 0;
    for (const fs::path& place : usual) {
        ImGui::PushID(id++);
        const std::string name = (place.has_filename() ? place : place.parent_path()).filename().string();
        if (ImGui::Selectable(shortened(name.empty() ? "/" : name, ImGui::GetContentRegionAvail().x).c_str()))
            go_to(place);
        hint(place.string().c_str());
        ImGui::PopID();
    }
    if (recent.empty()) return;
    heading("RECENT");
    const std::vector<std::string> names = names_of(recent);
    for (std::size_t i = 0; i < names.size(); ++i) {
        ImGui::PushID(id++);
        if (ImGui::Selectable(shortened(names[i], ImGui::GetContentRegionAvail().x).c_str())) {
            requests.picture = recent[i];
            close();
        }
        hint(recent[i].picture.c_str());
        ImGui::PopID();
    }
}

void OpenPanel::entries(Requests& requests) {
    const float em = ImGui::GetFontSize(), height = ImGui::GetTextLineHeight() + 0.35f * em;
    const std::string text = typed_;
    const bool is_path = text.find('/') != std::string::npos || text == "~" || text == "..";
    const std::vector<const FolderEntry*> found = matching(list_, is_path ? "" : text);
    take_keys(int(found.size()));
    const FolderEntry* done = nullptr;
    for (int i = 0; i < int(found.size()); ++i) {
        const FolderEntry& entry = *found[std::size_t(i)];
        ImGui::PushID(i);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float room = ImGui::GetContentRegionAvail().x;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        if (i == chosen_) {
            list.AddRectFilled(at, {at.x + room, at.y + height}, ImGui::GetColorU32(colours::hovered),
                               0.25f * em);
            if (std::exchange(scrolls_, false)) ImGui::SetScrollHereY();
        }
        if (ImGui::Selectable("##entry", false, 0, {room, height})) done = &entry;
        const std::string size = entry.is_folder ? "" : size_text(entry.size);
        const float wide = ImGui::CalcTextSize(size.c_str()).x;
        list.AddText({at.x + 0.5f * em, at.y + 0.15f * em},
                     ImGui::GetColorU32(entry.is_folder ? colours::accent : colours::text),
                     shortened(entry.name, room - wide - 2 * em).c_str());
        list.AddText({at.x + room - wide - 0.5f * em, at.y + 0.15f * em}, ImGui::GetColorU32(colours::faint),
                     size.c_str());
        ImGui::PopID();
    }
    if (found.empty() && !listing_.running())
        faint_line(!list_.trouble.empty() ? "This folder cannot be read: " + list_.trouble
                   : text.empty()         ? "No pictures and no folders are here."
                                          : "Nothing here has this name.");
    const bool entered = std::find(pressed_.begin(), pressed_.end(), Key::enter) != pressed_.end();
    const bool back = std::find(pressed_.begin(), pressed_.end(), Key::backspace) != pressed_.end();
    pressed_.clear();
    if (entered && is_path) return take_typed(requests);
    if (entered && !found.empty()) done = found[std::size_t(chosen_)];
    if (done) {
        const FolderEntry chosen = *done;
        return choose(chosen.path, chosen.is_folder, requests);
    }
    if (back && was_empty_) go_to(list_.folder.parent_path());
}

void OpenPanel::draw(const std::vector<RecentPicture>& recent, Requests& requests) {
    if (auto list = listing_.take()) {
        list_ = *std::move(list);
        if (list_.folder != wanted_) go_to(fs::path(wanted_));
    }
    if (!is_open_) return;
    const float em = ImGui::GetFontSize();
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float width = std::min(46 * em, screen.x - 2 * em), height = std::min(30 * em, screen.y - 2 * em);
    ImGui::SetNextWindowPos({0.5f * (screen.x - width), std::min(4 * em, 0.5f * (screen.y - height))});
    ImGui::SetNextWindowSize({width, height});
    if (is_new_) ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.5f * em);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::Begin("open a picture", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings);
    const float button = ImGui::CalcTextSize("Close").x + 2 * ImGui::GetStyle().FramePadding.x;
    const fs::path folder = list_.folder;
    ImGui::BeginDisabled(!folder.has_relative_path());
    if (ImGui::Button("Up")) go_to(folder.parent_path());
    hint("The folder that holds this one; also Backspace.");
    ImGui::EndDisabled();
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(
        shortened(folder.string(), ImGui::GetContentRegionAvail().x - button - em).c_str());
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - button);
    if (ImGui::Button("Close")) close();
    tip("close");
    // Enter and a click on the list take the keyboard away from the field.
    if (wants_keyboard_ || !ImGui::IsAnyItemActive()) ImGui::SetKeyboardFocusHere();
    is_new_ = wants_keyboard_ = false;
    was_empty_ = typed_[0] == 0;
    ImGui::SetNextItemWidth(-1);
    ImGui::PushID(field_);
    if (ImGui::InputTextWithHint("##typed", "Type letters of its name, or a path", typed_, sizeof typed_)) {
        chosen_ = 0;
        scrolls_ = true;
    }
    ImGui::PopID();
    const bool beside = width > 30 * em;
    if (beside) {
        ImGui::BeginChild("places", {12 * em, 0});
        places(recent, requests);
        ImGui::EndChild();
        ImGui::SameLine(0, em);
    }
    ImGui::BeginChild("entries");
    entries(requests);
    ImGui::EndChild();
    ImGui::End();
    ImGui::PopStyleVar(2);
}

}  // namespace sweep::app
