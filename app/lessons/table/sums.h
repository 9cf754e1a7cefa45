// Sums over boxes of a picture: from the four corners in a table, and by adding the pixels.
//
// A table V of X has V(x, y) = sum of X(i, j) over i <= x, j <= y (Crow 1984; [N11] section 6), and 0 left of the
// picture and above it. The tables here are those of the CPU engine; what they are compared with is the reference, in
// double.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "app/base/area.h"
#include "core/base/image.h"
#include "core/problem/problem.h"

namespace sweep::app {

inline constexpr std::array<Precision, 5> table_precisions{
    Precision::f32, Precision::f32_less_mean, Precision::fixed_point, Precision::uint32, Precision::f64};

// The picture that is added up: one channel.
struct GreyPicture {
    int width = 0, height = 0;
    std::vector<float> values;  // [y][x]
    bool bytes = false;         // the values are whole numbers from 0 to 255

    float at(int x, int y) const { return values[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
};

// The mean of red, green and blue of a float view with four channels. For Precision::uint32, which adds bytes, it is
// rounded to bytes, 1 being 255.
GreyPicture grey_picture(const ConstImageView& view, Precision precision);

// The tables of x and of x^2 in one kind of numbers.
struct BoxTable {
    Precision precision = Precision::f64;
    Image sums;                    // channel 0: x, 1: x^2; of bytes 1 and 2: x^2 / 256 and its remainder
    double scale = 1;              // the number that stands for 1
    std::array<double, 2> mean{};  // what was taken off x and x^2 before they were added up

    // V(x, y) of a channel as it is stored, an integer as a number from 0 to 2^32 - 1; x or y may be -1.
    double entry(int channel, int x, int y) const;
    // The sum over the box of x (power 1) or x^2 (power 2), from four entries in the table's own arithmetic. The box
    // lies in the picture and has a pixel.
    double sum(int power, const Region& box) const;
};

// The table that the CPU engine makes. Throws Error as the engine does.
BoxTable make_box_table(const GreyPicture& picture, Precision precision);
// The table of the reference, in double.
BoxTable exact_table(const GreyPicture& picture);

// Everything about one box. Corners: lower right (+), lower left (-), upper right (-), upper left (+), of the pixels
// that belong to them, x or y being -1 where there is no entry.
struct BoxSums {
    Region box;
    std::array<std::pair<int, int>, 4> corners;
    std::array<double, 4> entries{};
    double sum = 0, mean = 0, variance = 0;                 // from the table
    double true_sum = 0, true_mean = 0, true_variance = 0;  // by adding the pixels
    // Of a table of integers: what the entries would be without a limit, and the box's integer from the table and
    // by adding.
    std::array<std::uint64_t, 4> whole_entries{};
    std::uint32_t difference = 0;
    std::uint64_t whole = 0;
};
inline constexpr std::array<int, 4> corner_signs{1, -1, -1, 1};
BoxSums box_sums(const GreyPicture& picture, const BoxTable& table, const Region& box);

// The error of the table's means over the box of width x height at each place in the picture, in steps of an 8-bit
// screen (1 / 255). Row by row, of boxes by their upper left corner.
struct ErrorMap {
    int width = 0, height = 0;  // how many places there are
    std::vector<float> errors;  // their sizes
    double largest = 0;
    int x = 0, y = 0;  // where that is
};
ErrorMap error_map(const GreyPicture& picture, const BoxTable& table, const BoxTable& exact, int width,
                   int height);

}  // namespace sweep::app
