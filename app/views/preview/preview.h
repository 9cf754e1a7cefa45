// A Gaussian of fewer pixels, which is shown while somebody changes its sigma where all pixels take too long to
// follow a hand.
#pragma once

#include <optional>
#include <vector>

#include "app/work/engines/texture_filter.h"

namespace sweep::app {

// Whether only sigma tells these apart, and both are Gaussians that a preview can stand for.
bool differ_in_sigma(const Problem& a, const Problem& b);

// How many pixels of the picture, along a side, one of the preview stands for: a power of 2, so large that neither the
// Gaussian nor the window, which has `zoom` pixels for one of the picture, leaves anything finer to be seen. 1: none.
int preview_reduction(const FilterSpec& gaussian, float zoom);

class Preview {
  public:
    // The result of `problem`, whose input is `source`, with one pixel for `reduction` of the picture along a side.
    // `changed`: the pixels of the source may differ from those of the last call.
    // Throws what TextureFilter::run() does.
    const Texture& run(const Texture& source, const Problem& problem, int reduction, bool changed);

  private:
    void reduce(const Texture& source, int reduction);

    // Previews are for engines in host memory, and one of them is the fastest.
    TextureFilter filter_{EngineKind::cpu};
    struct Level {
        Texture texture;
        Framebuffer target;
    };
    std::vector<Level> levels_;  // each has half the width and height of the one before
    GLuint source_ = 0;
    std::optional<Problem> made_;
};

}  // namespace sweep::app
