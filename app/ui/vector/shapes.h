// The shapes of a frame of Dear ImGui: its triangles as areas, lines, letters and pictures again, for files that are
// drawn at any size.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <imgui.h>

namespace sweep::app {

struct DrawnShape {
    enum class Kind { area, line, letter, picture, gradient };
    Kind kind = Kind::area;
    ImU32 colour = 0, right_colour = 0;  // a gradient goes from left to right
    ImVec4 clip{};                       // x, y of the left upper corner, and of the right lower one
    // The outlines of an area, which is inside where they wind around it; the points of a line; otherwise the left
    // upper and the right lower corner.
    std::vector<std::vector<ImVec2>> points;
    float width = 0;  // of a line
    bool closed = false;
    const ImFont* font = nullptr;  // of a letter, which stands on the baseline at `at`
    ImVec2 at{};
    float size =
        0;  // of the font, as Dear ImGui has it: from the top of the tallest letter to the lowest one's end
    unsigned codepoint = 0;
    ImTextureID texture{};
    ImVec2 uv0{}, uv1{1, 1};
};

// The shapes of the last frame, which has ended, of the windows of these names and of what is in them, in their order.
// Shapes are exact where the frame was drawn without smoothed edges: ExactEdges. `under` is the name of what lies
// under all windows.
inline constexpr const char* under_windows = "##Background";
std::vector<DrawnShape> shapes_of(std::span<const std::string> windows);
// Whether the last frame had a window of this name.
bool has_window(const std::string& name);

// The part of the frame that the shapes fill: left upper and right lower corner; all 0: there are none.
ImVec4 extent_of(std::span<const DrawnShape> shapes);

// While there is one, frames that begin are drawn without smoothed edges, which would be shapes of their own.
class ExactEdges {
  public:
    ExactEdges();
    ~ExactEdges();
    ExactEdges(const ExactEdges&) = delete;
    ExactEdges& operator=(const ExactEdges&) = delete;

  private:
    bool lines_, textured_, fill_;
};

}  // namespace sweep::app
