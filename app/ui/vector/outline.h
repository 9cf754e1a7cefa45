// The outline of triangles that are one area: the edges that two of them share are left out.
#pragma once

#include <vector>

#include <imgui.h>

namespace sweep::app {

class Outline {
  public:
    void add(ImVec2 a, ImVec2 b, ImVec2 c);
    bool empty() const { return edges_.empty(); }
    // Loops that wind around the area, all in one way; they may cross where triangles overlap. There are no
    // triangles afterwards.
    std::vector<std::vector<ImVec2>> take();

  private:
    // Corners meet where they are nearer than a 64th of a pixel.
    struct Corner {
        int x, y;
        friend bool operator==(const Corner&, const Corner&) = default;
        friend auto operator<=>(const Corner&, const Corner&) = default;
    };
    struct Edge {
        Corner from, to;
        friend auto operator<=>(const Edge&, const Edge&) = default;
    };
    static Corner corner(ImVec2 p);
    std::vector<Edge> edges_;
};

}  // namespace sweep::app
