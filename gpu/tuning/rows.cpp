// The rows of choices that are built in. A row is made of what `sweep tune` prints on a GPU; its times are in bench/results/.
#include <algorithm>
#include <array>

#include "gpu/tuning/tuning.h"

namespace sweep::gpu {
namespace {

constexpr std::size_t square(std::size_t side) {
    return side * side;
}
constexpr Choice by_7(std::size_t from, int block, Path path = Path::hopper) {
    return {from, Algorithm::overlapped7, block, path};
}
constexpr Choice by_8(std::size_t from, int block) {
    return {from, Algorithm::resident8, block, Path::hopper};
}
constexpr Choice in_one_pass(std::size_t from, int block, Path path = Path::hopper) {
    return {from, Algorithm::sat_one_pass, block, path};
}

constexpr Sample u8 = Sample::u8, f32 = Sample::f32;

// Blocks of 64 halve the carries, those of 128 once more, but smaller ones fill a GPU sooner.
std::vector<ClassChoices> h200_classes() {
    std::vector<ClassChoices> classes{
        // order, channels, samples, in bulk; from so many pixels on; rows wider than these have blocks of 128
        {{1, 1, f32, true},
         {by_7(0, 32), by_7(square(1030), 64), by_8(square(1950), 64), by_7(square(2048) + 1, 64),
          by_7(square(6000), 128)}},
        {{2, 1, f32, true}, {by_7(0, 32), by_7(square(900), 64), by_7(square(6000), 128)}},
        {{3, 1, f32, true}, {by_7(0, 32), by_7(square(900), 64), by_7(square(6000), 128)}, 6144, 128},
        {{4, 1, f32, true}, {by_7(0, 32), by_7(square(900), 64), by_7(square(6000), 128)}, 4096, 128},
        {{5, 1, f32, true}, {by_7(0, 32), by_7(square(900), 64), by_7(square(6000), 128)}, 4096, 128},
        {{1, 1, f32, false}, {by_7(0, 32), by_7(square(1030), 64)}},
        {{2, 1, f32, false}, {by_7(0, 32), by_7(square(900), 64), by_7(square(6000), 128)}},
        {{3, 1, f32, false}, {by_7(0, 32), by_7(square(900), 64), by_7(square(6000), 128)}, 6144, 128},
        {{4, 1, f32, false}, {by_7(0, 32), by_7(square(900), 64), by_7(square(6000), 128)}, 4096, 128},
        {{5, 1, f32, false}, {by_7(0, 32), by_7(square(900), 64), by_7(square(6000), 128)}, 4096, 128},
        {{1, 1, u8, false}, {by_7(0, 32), by_7(square(1500), 64)}},
        {{2, 1, u8, false}, {by_7(0, 32), by_7(square(1500), 64), by_7(square(6000), 128)}},
        {{3, 1, u8, false}, {by_7(0, 32), by_7(square(1500), 64), by_7(square(6000), 128)}, 6144, 128},
        {{4, 1, u8, false}, {by_7(0, 32), by_7(square(1500), 64), by_7(square(6000), 128)}, 4096, 128},
        {{5, 1, u8, false}, {by_7(0, 32), by_7(square(1500), 64), by_7(square(6000), 128)}, 4096, 128},
        {{0, 1, f32, true}, {in_one_pass(0, 64), in_one_pass(square(7000), 128, Path::portable)}},
        {{0, 1, f32, false}, {in_one_pass(0, 64), in_one_pass(square(5000), 128)}},
        {{0, 1, u8, false}, {in_one_pass(0, 64), in_one_pass(square(5000), 128)}},
    };
    for (const Sample samples : {f32, u8})
        for (int channels = 2; channels <= 4; ++channels) {
            for (int order = 1; order <= most_tuned_order; ++order)
                classes.push_back({{order, channels, samples, false}, {by_7(0, 64)}});
            classes.push_back(
                {{0, channels, samples, false}, {in_one_pass(0, 32), in_one_pass(square(900), 64)}});
        }
    return classes;
}

// Those of the H200 less what depends most on it: images that just fit on its chip, and clusters of thread blocks.
std::vector<ClassChoices> unmeasured_classes() {
    std::vector<ClassChoices> classes = h200_classes();
    for (ClassChoices& c : classes) {
        std::erase_if(c.choices, [](const Choice& choice) {
            return choice.algorithm == Algorithm::resident8 || choice.from == square(2048) + 1;
        });
        if (c.of.order > 3) c.wide_block = 0;
    }
    return classes;
}

const std::vector<Tuning>& measured_rows() {
    static const std::vector<Tuning> rows{
        {"NVIDIA H200", "driver 580.159.04, November 2026 (bench/results/notes.md)", h200_classes()},
    };
    return rows;
}

}  // namespace

bool has_built_in_tuning(std::string_view gpu) {
    const std::vector<Tuning>& rows = measured_rows();
    return std::any_of(rows.begin(), rows.end(), [&](const Tuning& row) { return row.gpu == gpu; });
}

const Tuning& built_in_tuning(std::string_view gpu) {
    static const Tuning unmeasured{"", "nobody has measured this GPU: as on an H200, with care",
                                   unmeasured_classes()};
    for (const Tuning& row : measured_rows())
        if (row.gpu == gpu) return row;
    return unmeasured;
}

}  // namespace sweep::gpu
