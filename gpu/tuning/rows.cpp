// The built-in rows of choices.
#include <algorithm>

#include "gpu/tuning/row.h"

namespace sweep::gpu {
namespace {

constexpr std::size_t square(std::size_t side) {
    return side * side;
}

// The row for GPUs that nobody has measured. It changes where the rows of an H100 and an H200 change, and
// leaves out what depends most on the GPU: images that stay on its chip, choices that suit a few sizes
// alone, and clusters of thread blocks. Blocks of 64 have half the carries of blocks of 32, those of 128 a
// quarter, but smaller blocks fill a GPU sooner.
Tuning unmeasured() {
    Tuning row{"", "nobody has measured this GPU: as on an H200, with care", {}};
    const auto add = [&](const ProblemClass& of, std::vector<Choice> choices) {
        // One thread block of step 7.3 holds rows of up to 6144 pixels in blocks of 64 (order 3:
        // gpu/tuning/launch.h).
        const bool has_wide = of.order == 3 && of.channels == 1;
        row.classes.push_back({of, std::move(choices), has_wide ? 6144 : 0, has_wide ? 128 : 0});
    };
    for (int order = 1; order <= most_tuned_order; ++order) {
        const std::size_t of_floats = order == 1 ? square(1030) : square(900), many = square(6000);
        add({order, 1, f32, true}, {by_7(0, 32), by_7(of_floats, 64), by_7(many, 128)});
        if (order == 1) {
            add({order, 1, f32, false}, {by_7(0, 32), by_7(of_floats, 64)});
            add({order, 1, u8, false}, {by_7(0, 32), by_7(square(1500), 64)});
        } else {
            add({order, 1, f32, false}, {by_7(0, 32), by_7(of_floats, 64), by_7(many, 128)});
            add({order, 1, u8, false}, {by_7(0, 32), by_7(square(1500), 64), by_7(many, 128)});
        }
    }
    add({0, 1, f32, true}, {in_one_pass(0, 64), in_one_pass(square(7000), 128, KernelPath::portable)});
    add({0, 1, f32, false}, {in_one_pass(0, 64), in_one_pass(square(5000), 128)});
    add({0, 1, u8, false}, {in_one_pass(0, 64), in_one_pass(square(5000), 128)});
    for (const Sample samples : {f32, u8})
        for (int channels = 2; channels <= 4; ++channels) {
            for (int order = 1; order <= most_tuned_order; ++order)
                add({order, channels, samples, false},
                    {by_7(0, 32), by_7(channels == 4 ? square(360) : square(880), 64)});
            add({0, channels, samples, false}, {in_one_pass(0, 32), in_one_pass(square(900), 64)});
        }
    return row;
}

const std::vector<Tuning>& measured_rows() {
    static const std::vector<Tuning> rows{nvidia_h100(), nvidia_h200()};
    return rows;
}

}  // namespace

// (bench/results/notes.md, filters that forget fast)
std::vector<ShortMemory> usual_short_memories() {
    constexpr std::size_t any = ~std::size_t(0);
    return {{1, 1, f32, 12, any},          {1, 1, f32, 20, square(2500)}, {1, 1, f32, 28, square(1500)},
            {2, 1, f32, 20, any},          {2, 1, f32, 28, square(1500)}, {3, 1, f32, 16, any},
            {3, 1, f32, 20, square(2500)}, {1, 2, f32, 12, square(1200)}, {1, 3, f32, 12, any},
            {2, 3, f32, 20, any},          {3, 3, f32, 16, any},          {1, 4, f32, 12, any},
            {2, 4, f32, 20, any},          {3, 4, f32, 20, any},          {1, 3, u8, 12, any},
            {1, 4, u8, 12, any},           {2, 4, u8, 20, square(600)},   {3, 4, u8, 16, square(600)}};
}

bool has_built_in_tuning(std::string_view gpu) {
    const std::vector<Tuning>& rows = measured_rows();
    return std::any_of(rows.begin(), rows.end(), [&](const Tuning& row) { return row.gpu == gpu; });
}

const Tuning& built_in_tuning(std::string_view gpu) {
    static const Tuning others = unmeasured();
    for (const Tuning& row : measured_rows())
        if (row.gpu == gpu) return row;
    return others;
}

}  // namespace sweep::gpu
