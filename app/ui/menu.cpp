#include "app/ui/menu.h"

#include <utility>

#include <imgui_internal.h>

#include "app/ui/gui.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

constexpr float button_gap = 0.4f;  // between the buttons, in letters' heights
constexpr const char *open_label = "Open ..", *menu_label = "Menu";

// From the right edge of the controls. In a narrow window the button that closes them is in the corner.
float place_of(const Layout& layout) {
    return (layout.narrow ? 5.5f : 0.9f) * ImGui::GetFontSize();
}

}  // namespace

float menu_width(const Layout& layout) {
    return place_of(layout) + ImGui::CalcTextSize(open_label).x + ImGui::CalcTextSize(menu_label).x +
           4 * ImGui::GetStyle().FramePadding.x + button_gap * ImGui::GetFontSize();
}

void Menu::draw(const Layout& layout, const std::vector<RecentPicture>& recent,
                const std::vector<Action>& actions, Requests& requests) {
    if (layout.controls.width > 1) {
        const float em = ImGui::GetFontSize();
        const float right = float(layout.controls.x + layout.controls.width) - place_of(layout);
        // What is scrolled under the buttons is covered along the whole line.
        const ImGuiWindow* const under = ImGui::FindWindowByName("controls");
        const bool covers = under && under->Scroll.y > 0;
        const float above = 0.75f * em;
        ImGui::SetNextWindowPos({right, float(layout.controls.y) + above}, ImGuiCond_Always, {1, 0});
        if (covers) {
            const float x = float(layout.controls.x), y = float(layout.controls.y);
            ImGui::SetNextWindowPos({x, y});
            ImGui::SetNextWindowSize({float(layout.controls.width) - ImGui::GetStyle().ScrollbarSize,
                                      ImGui::GetFrameHeight() + 1.5f * above});
        }
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
        ImGui::Begin("menu", nullptr,
                     ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar |
                         (covers ? 0 : ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoBackground));
        ImGui::PopStyleVar();
        if (covers) ImGui::SetCursorPos({float(layout.controls.width) - menu_width(layout), above});
        if (ImGui::Button(open_label)) requests.actions.emplace_back("open");
        tip("open", "Or drop it onto the window.");
        ImGui::SameLine(0, button_gap * em);
        if (ImGui::Button(menu_label) || std::exchange(opens_, false)) ImGui::OpenPopup("actions");
        tip("palette", "All commands. Also a right click on the picture.");
        if (ImGui::BeginPopup("actions")) {
            items(recent, actions, requests);
            ImGui::EndPopup();
        }
        ImGui::End();
    }
    // A drag with the right button turns the camera and opens no menu.
    const ImVec2 dragged = ImGui::GetMouseDragDelta(ImGuiMouseButton_Right, 3);
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Right) && dragged.x == 0 && dragged.y == 0 &&
        !ImGui::IsWindowHovered(ImGuiHoveredFlags_AnyWindow))
        opens_ = true;
    if (std::exchange(opens_, false)) ImGui::OpenPopup("picture");
    if (ImGui::BeginPopup("picture")) {
        items(recent, actions, requests);
        ImGui::EndPopup();
    }
}

void Menu::items(const std::vector<RecentPicture>& recent, const std::vector<Action>& actions,
                 Requests& requests) {
    for (std::string_view name : group::all) {
        if (!ImGui::BeginMenu(std::string(name).c_str())) continue;
        if (name == group::file) recent_items(recent, requests);
        for (const Action& action : actions) {
            if (action.group != name) continue;
            const bool possible = action.available();
            if (ImGui::MenuItem(std::string(action.what).c_str(), keys_of(action).c_str(),
                                action.is_on && action.is_on(), possible))
                requests.actions.emplace_back(action.name);
            if (!possible && !action.needs.empty())
                hint(("Needs " + std::string(action.needs) + ".").c_str());
        }
        ImGui::EndMenu();
    }
}

void Menu::recent_items(const std::vector<RecentPicture>& recent, Requests& requests) {
    if (!ImGui::BeginMenu("Open recent", !recent.empty())) return;
    if (ImGui::IsWindowAppearing() || there_.size() != recent.size()) {
        there_.clear();
        for (const RecentPicture& picture : recent) there_.push_back(is_there(picture));
    }
    const std::vector<std::string> names = names_of(recent);
    for (std::size_t i = 0; i < names.size(); ++i) {
        ImGui::PushID(int(i));
        if (ImGui::MenuItem(names[i].c_str(), there_[i] ? nullptr : "not found", false, there_[i]))
            requests.picture = recent[i];
        hint(recent[i].picture.c_str());
        ImGui::PopID();
    }
    ImGui::EndMenu();
}

}  // namespace sweep::app
