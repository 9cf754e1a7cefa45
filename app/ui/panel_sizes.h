// Whether the panels have another size than a frame ago. Dear ImGui gives a panel the size of what it held in the
// frame before, so that a change of one is seen late.
#pragma once

#include <utility>
#include <vector>

#include <imgui_internal.h>

namespace sweep::app {

class PanelSizes {
  public:
    // To be called once a frame, after Gui::end().
    bool changed() {
        std::vector<float> sizes;
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->Active) sizes.insert(sizes.end(), {window->Size.x, window->Size.y});
        const bool changed = sizes != last_;
        last_ = std::move(sizes);
        return changed;
    }

  private:
    std::vector<float> last_;
};

}  // namespace sweep::app
