// One filtering problem: the question, and the method, which is how it is to be solved and which engines choose where
// it is left open.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/image.h"
#include "core/filter/recurrence.h"
#include "core/filter/spec.h"

namespace sweep {

// The algorithms; core/families/algorithms.h says who published each and what it can do.
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
    alg7,
    alg6b,  // 6b
    alg5v,  // 5v
    alg8,
    alg8a,  // 8a
    halo,
    bands,
    cascade,
    parallel,
    convolution,
    fft,
    box_lines,  // means over boxes
    // summed-area tables
    sat,
    sat_one_pass,
    sat_doubling,
    sat_multiwave,
    sat_multiwave_fused,
    sat_transpose,
    sat_ha
};

// One filter of a cascade ([N11] section 8): `4_2` is algorithm 4 with order 2.
struct CascadeTerm {
    int algorithm;  // 4 or 5
    int order;
    friend bool operator==(const CascadeTerm&, const CascadeTerm&) = default;
};

// The numbers in which a summed-area table adds up.
enum class Precision {
    automatic,  // table: uint32 for bytes, double for double, otherwise float; box blur: see table_sample()
    uint32,     // for bytes only: exact, with wrap-around
    f32,
    f32_less_mean,  // x minus the image's mean (per channel, rounded to float): smaller sums, smaller errors
    fixed_point,    // uint32 sums of round(x * 65536), or as Method::fixed_point says
    f64
};

// Who solves a problem: CUDA, the CPU, the reference, which follows the definition in double, or compute shaders of
// OpenGL. `automatic` is for requests: CUDA where it is usable, otherwise OpenGL where that is a GPU's,
// otherwise the CPU.
enum class EngineKind { automatic, cuda, cpu, reference, opengl };

// What an engine is called.
struct EngineName {
    EngineKind kind;
    std::string_view word, title;  // on the command line, and in sentences
};
// In the order of EngineKind.
inline constexpr std::array engine_names{
    EngineName{EngineKind::automatic, "auto", "auto"}, EngineName{EngineKind::cuda, "cuda", "CUDA"},
    EngineName{EngineKind::cpu, "cpu", "CPU"}, EngineName{EngineKind::reference, "reference", "Reference"},
    EngineName{EngineKind::opengl, "opengl", "OpenGL"}};
constexpr const EngineName& name_of(EngineKind kind) {
    return engine_names[std::size_t(kind)];
}

// The kernels that the CUDA engine takes where it has both: those for every GPU, or those that move blocks by
// Hopper's bulk tensor copies. Images that such copies cannot move (gpu/plan/plan.cuh) always take the
// portable ones.
enum class KernelPath { automatic, portable, hopper };

// The memory in which the CUDA engine keeps images that come from the host: linear memory, or textures, as
// those of a window are.
enum class Memory { linear, texture };

// The passes, in the order in which they run; a problem may stop after any number of them (Problem::passes).
inline constexpr int all_passes = 4;
inline constexpr std::array<std::string_view, all_passes> pass_names{"down", "up", "right", "left"};

// How a problem is to be solved. An engine chooses what is left open here.
struct Method {
    Algorithm algorithm = Algorithm::automatic;
    std::vector<CascadeTerm> cascade;  // for Algorithm::cascade: its terms, in the order in which they run
    int taps = 0;                      // conv: length of the response, odd; 0: to where it has died away
    // Side of a block, for 7, sat-1pass and sat-ha on the CUDA engine: 32, 64 or 128; for 8 the width of a
    // strip: 16. 0: what is fastest. The CPU engine has blocks of one size and ignores this.
    int block = 0;
    Precision precision = Precision::automatic;  // summed-area tables only
    // A table of float input in fixed point has uint32 sums, with wrap-around, of round(x * fixed_point), x
    // clamped to [0, 65535 / fixed_point]: exact for boxes of up to 65537 pixels. 0: no fixed point, unless
    // Precision::fixed_point asks for it: then 16.16, x clamped to [0, 32768), exact for boxes whose sum is
    // below 65536.
    double fixed_point = 0;
    Realisation realisation = Realisation::delta;
    KernelPath path = KernelPath::automatic;
    Memory memory = Memory::linear;
    // Rounds the result of a recursive filter on four channels to float16: half the bytes, for what is only
    // looked at.
    bool half_result = false;

    friend bool operator==(const Method&, const Method&) = default;
};

// A request to filter one image. validate() says what is allowed; an engine may support less (why_not()).
struct Problem {
    Shape shape;
    FilterSpec filter;
    Boundary boundary;                   // of the rows, and of the columns unless these have another
    std::optional<Boundary> boundary_y;  // of the columns, where it is another one
    int passes = all_passes;

    Sample input = Sample::f32;  // u8, f32, or f64 (not on the CUDA engine)
    // u8 input is decoded to [0, 1], from sRGB to linear light when `linear`, otherwise as x / 255. The last
    // of 2 or 4 channels is alpha, which is never sRGB. A table (`sat`) takes bytes as they are.
    bool linear = true;

    Method method;

    const Boundary& boundary_of_columns() const { return boundary_y ? *boundary_y : boundary; }
    bool has_two_boundaries() const { return boundary_of_columns() != boundary; }

    friend bool operator==(const Problem&, const Problem&) = default;
};

// True when the input has one channel of float32, and each row is a whole number of 16-byte words.
bool has_rows_of_words(const Problem& problem);

// The sample type of the result: for tables table_sample(), otherwise f64 for f64, f16 with half_result, and
// else f32.
Sample output_sample(const Problem& problem);

// The sample type of a summed-area table, as Precision says. With `automatic` a box blur of 8-bit input has a
// table of u32, the sums of round(x * box_scale), where a whole box fits into 32 bits; every other box blur
// has one of f64. The mean over a small box is a small difference of large sums, and float tables lose it (36
// of 255 levels at 4096^2, radius 1).
Sample table_sample(const Problem& problem);

// How samples become the integers of a table: round(x * scale), x clamped to [0, limit]. With scale 0 they do
// not: the table holds floats, or takes bytes as they are.
struct Quantisation {
    float scale = 0, limit = 0;
};
Quantisation quantisation(const Problem& problem);
// True when the sum over a whole box of integers up to `largest` stays below 2^32, so that a table of such sums, which
// wraps around, still gives each box.
bool box_fits(const Problem& problem, double largest);

// Throws Error(usage), one line, when the problem makes no sense to any engine: filter parameters, passes,
// boundary values, sample types, empty or too large shapes. require_support() asks whether one engine can
// solve it.
void validate(const Problem& problem);

// The integer that stands for 1.0 in a box blur's table of uint32.
inline constexpr std::uint32_t box_scale = 65535;

// Engines filter relative to a datum, a sample of the image. A sample beyond this, or NaN, is not taken, because
// differences from it might overflow.
inline constexpr float largest_datum = 1e30f;

// The value of each byte in [0, 1]: linear light, decoded from sRGB, or x / 255 when not `linear`.
std::array<float, 256> byte_to_float(bool linear);

// The transfer function of sRGB (IEC 61966-2-1) from [0, 1] to [0, 1], and its inverse.
double srgb_to_linear(double encoded);
double linear_to_srgb(double linear);

}  // namespace sweep
