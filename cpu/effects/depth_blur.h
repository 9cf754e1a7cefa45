// Depth of field from a summed-area table in the memory of the CPU. It does what shaders/focus/*.comp do on a
// GPU, step for step and with the same rounding, so that neither the image nor its table has to pass through
// OpenGL.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/image.h"
#include "cpu/effects/lens.h"

namespace sweep::cpu {

// A box of a bokeh: half its width and height, in radii, and its weight.
struct WeightedBox {
    float half_width, half_height, weight;
};

// The shape into which a point of light is blurred, a weighted sum of boxes. A weight multiplies the sum over
// its box, or the mean.
struct Bokeh {
    std::span<const WeightedBox> boxes;
    bool weights_are_of_sums = false;
};

// The table of what prepare() returned.
struct BlurTable {
    ConstImageView sums;       // four channels of uint32 or float; layers lie one above the other
    float fixed_point = 1;     // the number that stands for 1 in the table
    std::vector<double> mean;  // the number taken off every sample of a channel; may be empty
};

// First prepare(), then a table of its result by whichever engine, unless the method needs none, then draw().
class DepthBlur {
  public:
    // In pixels: the side of a tile, the largest radius (as in app/work/request/focus_settings.h), and the radius
    // from which on radii are rounded to whole pixels (cpu/effects/lens.h).
    static constexpr int tile = circle_tile, largest_box = 127, whole_from = whole_radii_from;

    // 0 threads: one per core.
    explicit DepthBlur(int threads = 0) : threads_(threads) {}

    // Finds the circle of confusion of each pixel, and makes the image of which a table is needed:
    //
    //     gather   `sharp` itself
    //     layers   three layers one above the other: near, far, and between them
    //     spread   two layers, near and the rest, in which each pixel adds the four entries of its own box:
    //              the table of these is the blurred image
    //     diffusion   `sharp` itself; draw() needs no table
    //
    // `sharp` has four floats a pixel. `depth` has one, or no data: then lens.constant_radius counts, or 0.
    // `fixed_point` is the number that stands for 1 in a table of integers, 0 for a table of floats;
    // `entry_scale` is the number that stands for 1 among the entries of boxes. The result belongs to this
    // object, or is `sharp`. Throws Error(failed) when the layers do not fit into memory, and for a bokeh of
    // more than seven boxes.
    ConstImageView prepare(ConstImageView sharp, ConstImageView depth, const Lens& lens, Blur method,
                           const Bokeh& bokeh, float fixed_point, float entry_scale);
    // Draws the blurred image from `first_column` on into `out`, which is like `sharp`; `sharp` and `bokeh`
    // are those of prepare().
    void draw(ConstImageView sharp, const BlurTable& table, const Bokeh& bokeh, int first_column,
              ImageView out);

    // The radius of each pixel's circle in the last prepare(), in pixels; negative in front of what is sharp.
    std::span<const float> circles() const { return circles_; }

  private:
    void diffuse(ConstImageView sharp, int first_column, ImageView out);
    void find_reach(int width, int height);
    void reach_row(int y, int width, int height, float* near, float* middle) const;
    void scatter(const Bokeh& bokeh, int width, int height, float scale);

    // The circles that reach a tile, of a layer: the sums of them times their weights, and of the weights.
    struct Circles {
        float sum = 0, weight = 0;
        float mean() const { return weight > 0 ? sum / weight : 0; }
    };
    struct Reach {
        Circles near, middle;
    };

    int threads_;
    Blur method_ = Blur::gather;
    float split_ = 0;
    std::vector<float> circles_;  // of each pixel
    std::vector<Reach> reach_;    // of each tile
    Image layers_, entries_;
};

}  // namespace sweep::cpu
