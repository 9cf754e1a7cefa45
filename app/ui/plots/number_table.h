// A table of numbers and words in a panel, whose columns have the widths of what is in them now.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <imgui.h>

namespace sweep::app {

// The tables of Dear ImGui find their widths a frame late, and keep them: what comes later is cut, and a number that is
// cut is another number. Here every cell is known before the first is drawn. Where the room is too narrow all letters
// are smaller, and what is still too wide is left out, a column at a time.
class NumberTable {
  public:
    enum class Look { text, mono, formula };

    void row() { rows_.emplace_back(); }
    // A cell of the last row. `hint` explains it while the pointer rests on it.
    void cell(std::string text, const ImVec4& colour, Look look = Look::text, std::string hint = "");
    // A cell that draws itself at the cursor, and is so wide.
    void cell(float width, std::function<void()> draw);
    // A square of this colour; none where it is transparent.
    void swatch(const ImVec4& colour);
    void draw() const;

  private:
    struct Cell {
        std::string text, hint;
        ImVec4 colour{};
        Look look = Look::text;
        float width = 0;
        std::function<void()> paint{};
    };
    std::vector<float> widths() const;

    std::vector<std::vector<Cell>> rows_;
};

}  // namespace sweep::app
