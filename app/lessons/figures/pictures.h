// Pictures on their way to a figure: filtered, extended, cut and shrunk. All are float32 with four channels.
#pragma once

#include <array>
#include <string>

#include "app/lessons/figures/figure.h"
#include "core/engine/engine.h"
#include "core/filter/spec.h"

namespace sweep::app {

// The boundaries that [N16] compares, in the order of its figure 2.
inline constexpr std::array<BoundaryKind, 5> compared_boundaries{
    BoundaryKind::none, BoundaryKind::zero, BoundaryKind::repeat, BoundaryKind::mirror, BoundaryKind::clamp};
std::string boundary_name(BoundaryKind kind);

// Why a filter of this kind has no boundaries, and with that no prologues; empty: it has.
std::string why_not_recursive(const Problem& problem);

// The picture filtered on the engine under this boundary along both axes, by the problem's algorithm or, where that
// does not have the boundary, by the fastest that has it.
Image filtered_under(Engine& engine, const Problem& problem, BoundaryKind boundary, const Image& picture);

// The response of the filter to a constant, through all passes.
double response_to_constants(const Problem& problem);

// The mean of red, green and blue.
double grey_at(const Image& image, int x, int y);

// The mean magnitude of the outermost pixels, in grey.
double edge_of(const Image& image);
// a / b; NaN where b is zero.
double ratio(double a, double b);

// The picture with `margin` pixels of its extension around it. Where the boundary assumes nothing, alpha is 0.
Image extended(const Image& picture, BoundaryKind boundary, int margin);

// factor * (a - b) + level in the three colours.
Image difference_around(const Image& a, const Image& b, float factor, float level);

// The same as pictures are shown that have both signs.
inline Image around_grey(const Image& a, const Image& b) {
    return difference_around(a, b, 0.5f, 0.2f);
}

// The middle of the picture, with sides of `most` pixels at most, and whole multiples of `multiple`.
Image middle_of(const Image& picture, int most, int multiple = 1);

// The means of boxes of equally many pixels, so many that no side is longer than `most`.
Image shrunk(const Image& picture, int most);

// A tile of this picture, which may be larger than a tile has to be.
FigureTile tile_of(std::string title, std::string text, const Image& picture, Region frame = {});

// The problem of a square of one channel, with the constants outside of the first.
Problem of_one_channel(Problem problem, int side);

// "CPU, algorithm 7, float32, 640 x 480 pixels"
std::string conditions_of(const Engine& engine);

}  // namespace sweep::app
