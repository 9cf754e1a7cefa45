// One filtering problem: everything that an engine needs to know, and nothing of how it goes about it.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/filter_spec.h"
#include "core/image.h"
#include "core/recurrence.h"

namespace sweep {

// Whose they are and what they can do: core/algorithms.h.
enum class Algorithm {
    automatic,
    // recursive filters
    rt,
    rt64,
    alg1,
    alg2,
    alg3,
    alg4,
    alg5,
    alg6,
    overlapped7,
    padded6,   // 6b
    varying5,  // 5v
    resident8,
    cascade,
    parallel,
    convolution,
    fft,
    // summed-area tables
    sat,
    sat_one_pass,
    sat_doubling,
    sat_multiwave,
    sat_multiwave_fused,
    sat_transpose,
    sat_ha
};

// One filter of a cascade: `4_2` is algorithm 4 with order 2.
struct CascadeTerm {
    int algorithm;  // 4 or 5
    int order;
    friend bool operator==(const CascadeTerm&, const CascadeTerm&) = default;
};

// In what a summed-area table adds up.
enum class Precision {
    automatic,  // a table: uint32 of bytes, double of double, otherwise float; a box blur: table_sample()
    uint32,     // of bytes: exact, with wrap-around
    f32,
    f32_less_mean,  // of x minus the image's mean (per channel, rounded to float): smaller sums, smaller errors
    fixed_point,    // uint32 of round(x * 65536), or of Problem::fixed_point
    f64
};

// Which kernels the CUDA engine takes where it has both: those for every GPU, or those that copy by the bulk tensor
// copies of Hopper. Images that these cannot copy (gpu/plan.cuh) are filtered by the others.
enum class Path { automatic, portable, hopper };

// Where the CUDA engine has images that come from host memory: in linear memory, or in textures, as those of a window are.
enum class Memory { linear, texture };

// How many of down, up, right, left are done.
inline constexpr int all_passes = 4;
inline constexpr std::array<std::string_view, all_passes> pass_names{"down", "up", "right", "left"};

struct Problem {
    Shape shape;
    FilterSpec filter;
    Boundary boundary;
    Algorithm algorithm = Algorithm::automatic;
    std::vector<CascadeTerm> cascade;  // of Algorithm::cascade, in the order in which they run
    int taps = 0;                      // convolution: cuts the response off (odd); 0: where it has died away
    int block = 0;  // sat_ha, sat_one_pass, overlapped7: side of a block; 0: what is fastest
    Precision precision = Precision::automatic;  // of summed-area tables
    Realisation realisation = Realisation::delta;
    int passes = all_passes;
    Path path = Path::automatic;
    Memory memory = Memory::linear;

    Sample input = Sample::f32;  // u8, f32, or f64 (not on cuda)
    // u8 input of every filter but `sat` is decoded to [0, 1]: from sRGB to linear light, or as it is.
    // The last of 2 or 4 channels is alpha and never sRGB.
    bool linear = true;
    // What comes out of a filtered picture of four channels is rounded to float16: half the bytes, for the eye.
    bool half_result = false;
    // Summed-area table of float input in fixed point: uint32 sums, with wrap-around, of round(x *
    // fixed_point), x clamped to [0, 65535 / fixed_point]; exact for boxes of up to 65537 pixels. 0: none, or that of
    // Precision::fixed_point: 16.16, x clamped to [0, 32768), exact for boxes whose sum is below 65536.
    double fixed_point = 0;

    friend bool operator==(const Problem&, const Problem&) = default;
};

// Whether the input has one channel of float32 in rows of whole 16-byte words.
bool has_rows_of_words(const Problem& problem);

// The sample type that comes out: of tables what they add up in, otherwise f64 for f64, and f32 or, with half_result, f16.
Sample output_sample(const Problem& problem);

// What a summed-area table holds, as Precision says. `automatic` for a box blur: u32, of round(x * box_scale), when the
// input is 8-bit and a whole box fits into 32 bits, and f64 otherwise. A small box is the difference of large sums:
// float tables lose it (36 of 255 levels at 4096^2, radius 1).
Sample table_sample(const Problem& problem);

// How samples become the integers of a table: round(x * scale), x clamped to [0, limit]. Scale 0: they do not, either
// because the table holds other numbers, or because it takes bytes as they are.
struct Quantisation {
    float scale = 0, limit = 0;
};
Quantisation quantisation(const Problem& problem);

// The recurrences' form: what the filter and the algorithm ask for, then the user.
Realisation form_of(const Problem& problem);

// Throws Error(usage) with one clear line when the problem makes no sense: filter parameters, passes, boundary values,
// empty or too large shapes, sample types. Whether an engine has its algorithm: require_support().
void validate(const Problem& problem);

// What 1.0 becomes in a box blur's table of 32-bit integers.
inline constexpr std::uint32_t box_scale = 65535;

// Engines filter relative to a sample of the image; not to one so large that differences might overflow.
inline constexpr float largest_datum = 1e30f;

// What each of the 256 byte values becomes in linear light ([0, 1]), or x / 255 when not `linear`.
std::array<float, 256> byte_to_float(bool linear);

// The sRGB transfer function, [0, 1] to [0, 1], and back.
double srgb_to_linear(double encoded);
double linear_to_srgb(double linear);

}  // namespace sweep
