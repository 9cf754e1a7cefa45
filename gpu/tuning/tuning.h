// The choices that depend on the size of an image, as rows of numbers: one row for each GPU that was measured
// and one for all others (rows.cpp), and rows that gpu/tuner.h measures where it runs. Code that chooses asks
// a row, and has no number of its own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/offers.h"
#include "gpu/tuning/device_limits.h"

namespace sweep::gpu {

// The fastest way for images of `from` pixels and more.
struct Choice {
    std::size_t from = 0;  // pixels
    // The algorithm that `auto` takes: alg7 or alg8, for tables sat_one_pass or sat.
    Algorithm algorithm = Algorithm::alg7;
    // The side of the blocks of sat-1pass or of algorithm 7, also where 8 is chosen and the chip does not
    // hold the image, or its boundary or memory speak against 8.
    int block = 64;
    KernelPath path = KernelPath::hopper;  // for problems that bulk copies can move
    friend bool operator==(const Choice&, const Choice&) = default;
};

// A class of problems that share their choices.
struct ProblemClass {
    int order =
        0;  // the filter's, 1 to most_tuned_order, which stands for higher ones; 0: summed-area tables
    int channels = 1;
    Sample samples = Sample::f32;  // u8 or f32
    bool in_bulk = false;          // bulk copies can move image and result
    friend bool operator==(const ProblemClass&, const ProblemClass&) = default;
};

// Filters of higher orders go by the choices of this one.
inline constexpr int most_tuned_order = 5;

struct ClassChoices {
    ProblemClass of;
    std::vector<Choice> choices;  // the first from 0 on
    // Algorithm 7: one thread block of step 7.3 does not hold rows of more than `wide` pixels in smaller blocks than
    // `wide_block`, which such images have, be they only a few rows; 0: they have no others.
    int wide = 0, wide_block = 0;
    friend bool operator==(const ClassChoices&, const ClassChoices&) = default;
};

// `auto` takes algorithm `halo` for a filter of this order whose halo has at most `halo` samples
// (core/families/halo.h), on images of fewer than `below` pixels.
struct ShortMemory {
    int order = 1, channels = 1;
    Sample samples = Sample::f32;
    int halo = 0;
    std::size_t below = 0;
    friend bool operator==(const ShortMemory&, const ShortMemory&) = default;
};
std::vector<ShortMemory> usual_short_memories();

struct Tuning {
    std::string gpu;     // its name in the driver; empty: any
    std::string origin;  // where the numbers come from, a line
    std::vector<ClassChoices> classes;
    std::vector<ShortMemory> short_memories = usual_short_memories();
};

// What the offers go by: what the GPU has room for, and what was measured there.
struct TunedDevice : Limits {
    TunedDevice(const DeviceLimits& its_limits, const Tuning& its_tuning)
        : limits(its_limits), tuning(its_tuning) {}
    const DeviceLimits& limits;
    const Tuning& tuning;
};
inline const TunedDevice& tuned(const Limits& limits) {
    return static_cast<const TunedDevice&>(limits);
}

// Returns the row of that GPU, or the row for GPUs that nobody has measured.
const Tuning& built_in_tuning(std::string_view gpu);
bool has_built_in_tuning(std::string_view gpu);

// `in_bulk` as in the class.
ProblemClass class_of(const DesignedProblem& asked, bool in_bulk);

// Returns the choices for problems of that class in `tuning` or, if there are none, in the built-in row for
// all GPUs; nullptr if there is nothing to choose.
const ClassChoices* choices_of(const Tuning& tuning, const ProblemClass& of);

// Returns the choice for an image of that shape.
Choice choice_for(const ClassChoices& of, const Shape& shape);

// True if the filter forgets so fast that `auto` takes algorithm `halo`.
bool has_short_memory(const Tuning& tuning, const DesignedProblem& asked);

// True if rows have blocks for the problem: algorithm 7 with blocks of several sizes (gpu/tuning/large_blocks.h), or a
// table that `auto` takes.
bool is_tuned(const DesignedProblem& asked);

}  // namespace sweep::gpu
