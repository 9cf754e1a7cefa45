#include "app/menu.h"

#include "app/gui.h"
#include "app/widgets.h"

namespace sweep::app {

const Action* Menu::draw(const Layout& layout, Settings& settings, const std::vector<Action>& actions) {
    const Action* done = nullptr;
    if (layout.controls.width > 1) {
        const float em = ImGui::GetFontSize();
        // In a narrow window the corner has the button that closes the controls.
        const float right =
            float(layout.controls.x + layout.controls.width) - (layout.narrow ? 5.5f : 0.9f) * em;
        ImGui::SetNextWindowPos({right, float(layout.controls.y) + 0.75f * em}, ImGuiCond_Always, {1, 0});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
        ImGui::Begin("menu", nullptr,
                     ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                         ImGuiWindowFlags_NoBackground);
        if (ImGui::Button("Menu")) ImGui::OpenPopup("actions");
        tip("palette", "Everything that can be done. Also the right button on the picture.");
        ImGui::PopStyleVar();
        if (ImGui::BeginPopup("actions")) {
            done = items(settings, actions);
            ImGui::EndPopup();
        }
        ImGui::End();
    }
    // A drag with that button turns the camera.
    const ImVec2 dragged = ImGui::GetMouseDragDelta(ImGuiMouseButton_Right, 3);
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Right) && dragged.x == 0 && dragged.y == 0 &&
        !ImGui::IsWindowHovered(ImGuiHoveredFlags_AnyWindow))
        ImGui::OpenPopup("picture");
    if (ImGui::BeginPopup("picture")) {
        if (const Action* chosen = items(settings, actions)) done = chosen;
        ImGui::EndPopup();
    }
    return done;
}

const Action* Menu::items(Settings& settings, const std::vector<Action>& actions) {
    const Action* done = nullptr;
    for (std::string_view name : group::all) {
        if (!ImGui::BeginMenu(std::string(name).c_str())) continue;
        if (name == group::file) recent_items(settings);
        for (const Action& action : actions)
            if (action.group == name &&
                ImGui::MenuItem(std::string(action.what).c_str(), keys_of(action).c_str(),
                                action.is_on && action.is_on(), action.available()))
                done = &action;
        ImGui::EndMenu();
    }
    return done;
}

void Menu::recent_items(Settings& settings) {
    if (!ImGui::BeginMenu("Open again", !settings.recent.empty())) return;
    if (ImGui::IsWindowAppearing() || there_.size() != settings.recent.size()) {
        there_.clear();
        for (const RecentPicture& recent : settings.recent) there_.push_back(is_there(recent));
    }
    const std::vector<std::string> names = names_of(settings.recent);
    for (std::size_t i = 0; i < names.size(); ++i) {
        ImGui::PushID(int(i));
        if (ImGui::MenuItem(names[i].c_str(), there_[i] ? nullptr : "not there now", false, there_[i]))
            settings.open_next = settings.recent[i];
        hint(settings.recent[i].picture.c_str());
        ImGui::PopID();
    }
    ImGui::EndMenu();
}

}  // namespace sweep::app
