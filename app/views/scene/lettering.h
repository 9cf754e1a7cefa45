// Text as a distance field, for the signs of the built-in scene.
//
// With a TrueType font of the system the letters are its outlines; without one they are dots of a built-in
// 5 x 7 matrix, as on an old destination board.
#pragma once

#include <string_view>
#include <vector>

namespace sweep::app {

// Signed distance to the edge of the letters in pixels, positive inside; row 0 is the top.
struct DistanceField {
    int width = 0, height = 0;
    std::vector<float> distance;

    float at(int x, int y) const { return distance[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
};

class Lettering {
  public:
    Lettering();
    // Draws ASCII text with capital letters that are `capital_height` pixels high. `stacked`: one letter
    // below the other, as on a vertical sign. `reach`: how far from the edge, in pixels, distances are
    // needed; 1 is fast, and enough to fill the letters.
    DistanceField draw(std::string_view text, float capital_height, bool stacked, int reach) const;

  private:
    std::vector<unsigned char> font_;  // the file; empty: use the dot matrix
};

}  // namespace sweep::app
