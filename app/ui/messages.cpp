#include "app/ui/messages.h"

#include <algorithm>
#include <ctime>

#include <fmt/format.h>

#include "app/base/lower_case.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "core/base/printable.h"

namespace sweep::app {
namespace {

bool holds(std::string_view text, std::string_view word) {
    return std::search(text.begin(), text.end(), word.begin(), word.end(),
                       [](char a, char b) { return lower_case(a) == lower_case(b); }) != text.end();
}

std::string line_of(const Message& message) {
    return message.count > 1 ? fmt::format("{} ({} times)", message.text, message.count) : message.text;
}

}  // namespace

void Messages::add(std::string text, bool trouble, double for_seconds, double now, std::string time) {
    text = bounded(text);
    const bool again = !all_.empty() && all_.back().text == text && all_.back().trouble == trouble;
    if (!again) {
        all_.push_back({std::move(time), std::move(text), trouble});
        if (all_.size() > most) all_.pop_front();
    } else if (now >= until_) {
        ++all_.back().count;
        all_.back().time = std::move(time);
    }
    until_ = now + for_seconds;
}

void Messages::keep(const std::string& text, double for_seconds, double now) {
    const auto same = [&, kept = bounded(text)](const Message& message) { return message.text == kept; };
    const auto added = std::find_if(all_.rbegin(), all_.rend(), same);
    if (added == all_.rend() || (shown(now) && added != all_.rbegin())) return;
    std::rotate(added.base() - 1, added.base(), all_.end());
    until_ = now + for_seconds;
}

const Message* Messages::shown(double now) const {
    return now < until_ && !all_.empty() ? &all_.back() : nullptr;
}

std::string time_of_day() {
    const std::time_t now = std::time(nullptr);
    char text[16] = "";
    if (const std::tm* local = std::localtime(&now)) std::strftime(text, sizeof text, "%H:%M:%S", local);
    return text;
}

bool is_found(const Message& message, std::string_view filter) {
    while (!filter.empty()) {
        const std::size_t end = std::min(filter.find(' '), filter.size());
        if (!holds(message.text, filter.substr(0, end)) && !holds(message.time, filter.substr(0, end)))
            return false;
        filter.remove_prefix(std::min(end + 1, filter.size()));
    }
    return true;
}

std::string lines_of(const Messages& messages, std::string_view filter) {
    std::string lines;
    for (const Message& message : messages.all()) {
        if (!is_found(message, filter)) continue;
        std::string line = line_of(message);
        std::replace(line.begin(), line.end(), '\n', ' ');
        lines += fmt::format("{}  {}\n", message.time, line);
    }
    return lines;
}

void MessagePanel::draw(Settings& settings, const Messages& messages) {
    if (!settings.messages) {
        open_ = false;
        return;
    }
    const float em = ImGui::GetFontSize();
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float width = std::min(44 * em, screen.x - 2 * em), height = std::min(22 * em, screen.y - 2 * em);
    ImGui::SetNextWindowPos({0.5f * (screen.x - width), std::min(4 * em, 0.5f * (screen.y - height))});
    ImGui::SetNextWindowSize({width, height});
    if (!open_) ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.5f * em);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::Begin("messages", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings);
    if (!open_) {
        filter_[0] = 0;
        copied_ = 0;
        open_ = true;
    }
    const float spacing = ImGui::GetStyle().ItemSpacing.x, padding = 2 * ImGui::GetStyle().FramePadding.x;
    const auto button_width = [&](const char* label) { return ImGui::CalcTextSize(label).x + padding; };
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button_width("Copy") - button_width("Close") -
                            2 * spacing);
    if (ImGui::InputTextWithHint("##filter", "Filter messages", filter_, sizeof filter_)) copied_ = 0;
    ImGui::SameLine();
    if (ImGui::Button("Copy")) {
        const std::string lines = lines_of(messages, filter_);
        ImGui::SetClipboardText(lines.c_str());
        copied_ = int(std::count(lines.begin(), lines.end(), '\n'));
    }
    hint("Copies these lines to the clipboard.");
    ImGui::SameLine();
    if (ImGui::Button("Close")) settings.messages = false;
    tip("messages");

    const auto& all = messages.all();
    const auto found =
        std::count_if(all.begin(), all.end(), [&](const Message& m) { return is_found(m, filter_); });
    if (copied_)
        ImGui::TextColored(colours::good, copied_ == 1 ? "1 line copied" : "%d lines copied", copied_);
    else if (all.empty())
        ImGui::TextDisabled("No messages yet.");
    else
        ImGui::TextDisabled("%d of %d, the newest first", int(found), int(all.size()));
    ImGui::BeginChild("lines");
    for (auto message = all.rbegin(); message != all.rend(); ++message) {
        if (!is_found(*message, filter_)) continue;
        ImGui::TextDisabled("%s", message->time.c_str());
        ImGui::SameLine(0, em);
        ImGui::PushStyleColor(ImGuiCol_Text, message->trouble ? colours::accent : colours::text);
        ImGui::PushTextWrapPos(0);
        ImGui::TextUnformatted(line_of(*message).c_str());
        ImGui::PopTextWrapPos();
        ImGui::PopStyleColor();
    }
    ImGui::EndChild();
    ImGui::End();
    ImGui::PopStyleVar(2);
}

}  // namespace sweep::app
