// Depth of field from a summed-area table in the memory of the CPU: what shaders/dof*.comp do on a GPU, step for
// step and with the same rounding, so that neither the picture nor its table has to pass through OpenGL.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/image.h"

namespace sweep::cpu {

// The thin lens of shaders/dof_circle.comp.
struct Lens {
    float inverse_at_zero = 1, inverse_at_one = 1;  // 1 / distance where the depth is 0 and 1
    float inverse_focus = 1, inverse_range = 0;     // 1 / distance
    float aperture = 0;                             // pixels of radius for each 1 / metre
    float max_radius = 0;
    float constant_radius = -1;  // used when not negative
    float split = 0;             // circles from here on are far behind; 0: there is nothing between
};

// Half width and half height in radii.
struct WeightedBox {
    float half_width, half_height, weight;
};

// What a point of light becomes. Weights are of the sums over the boxes, or of their means.
struct Bokeh {
    std::span<const WeightedBox> boxes;
    bool weights_are_of_sums = false;
};

// In what the table is, and how.
struct BlurTable {
    ConstImageView sums;       // four channels of uint32 or float; layers: one above the other
    float fixed_point = 1;     // one, in the units of the table
    std::vector<double> mean;  // per channel, what was taken off every sample; may be empty
};

enum class Blur { gather, layers, spread };

class DepthBlur {
  public:
    static constexpr int tile = 16, largest_box = 127;
    // Radii from here on are taken as whole ones: the step between two of them is not seen, and costs as much again.
    static constexpr int whole_from = 24;

    // threads 0: one per core.
    explicit DepthBlur(int threads = 0) : threads_(threads) {}

    // Finds each pixel's circle, and makes what a table is to be made of: `sharp` itself, three layers above each other (near, far,
    // between them),
    // or the corners of every pixel's box. `sharp` has four floats a pixel, `depth` one, or no pixels at all: then the
    // lens must have a constant radius. `fixed_point` of a table of integers; 0 for one of floats. `corner_scale` is
    // what spread corners are counted in. The result belongs to this object.
    ConstImageView prepare(ConstImageView sharp, ConstImageView depth, const Lens& lens, Blur method,
                           float fixed_point, float corner_scale);
    // Behind prepare(), with the same `sharp`: the blurred picture, from `first_column` on, into `out` (like `sharp`).
    void draw(ConstImageView sharp, const BlurTable& table, const Bokeh& bokeh, int first_column,
              ImageView out);

    // Of the last prepare(): pixels, negative before what is sharp.
    std::span<const float> circles() const { return circles_; }

  private:
    static void find_reach(int width, int height, std::vector<float>& largest);
    void scatter(int width, int height, float scale);

    int threads_;
    Blur method_ = Blur::gather;
    float split_ = 0;
    std::vector<float> circles_, near_, middle_;  // the latter: of tiles
    Image layers_, corners_;
};

}  // namespace sweep::cpu
