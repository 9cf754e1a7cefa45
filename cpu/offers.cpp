#include "cpu/offers.h"

#include <array>

#include "core/families/bands.h"
#include "core/families/halo.h"
#include "core/filter/memory.h"
#include "cpu/base/box_limits.h"

namespace sweep::cpu {

bool has_processor_for_bands() {
#if (defined(__x86_64__) || defined(__i386__)) && defined(__GNUC__)
    return __builtin_cpu_supports("avx2") && !__builtin_cpu_supports("avx512f");
#else
    return false;
#endif
}

namespace {

constexpr std::array all{
    Offer{Algorithm::alg4, max_order},
    Offer{Algorithm::alg5, max_order},
    Offer{Algorithm::alg6, max_order},
    Offer{Algorithm::rt, max_order},
    Offer{Algorithm::rt64, max_cascade_order},
    Offer{Algorithm::alg1, max_order},
    Offer{Algorithm::alg3, max_order},
    Offer{Algorithm::alg7, max_order},
    Offer{Algorithm::halo, max_order},
    Offer{Algorithm::parallel, max_order},
    Offer{Algorithm::bands, max_order},
    Offer{Algorithm::box_lines, 1},
    Offer{Algorithm::sat, 1},
    Offer{Algorithm::sat_one_pass, 1},
};

// A signal is one line, of which the blocks of 7 hold next to nothing: algorithm 3 is 8 to 50 times as fast and takes a
// twentieth of the memory.
bool is_signal(const DesignedProblem& asked) {
    return asked.problem.shape.width == 1 || asked.problem.shape.height == 1;
}

// Whether `halo` is faster than 7: its time grows with the number of taps, that of 7 with the order. Bytes are looked
// up once by `halo`, and twice by 7 (bench/results/2026-11-30-cpu-taps.md).
bool halo_pays(const DesignedProblem& asked) {
    const auto& [p, filter] = asked;
    if (!halo_refusal(filter, p.passes).empty()) return false;  // then its taps are many
    const HaloTaps taps = halo_taps(filter, p.passes);
    const int each = p.input == Sample::u8 ? 18 : 13;
    return int(taps.columns.weights.size() + taps.rows.weights.size()) <= each * filter.order();
}

// Whether `bands` is faster than 7 and as exact: the processor is one for it, the image has bytes, or rows alone are
// filtered, which it reads once; there are bands enough for the threads, the caches hold one for each, and the filter
// forgets in time.
bool bands_pay(const DesignedProblem& asked) {
    const auto& [p, filter] = asked;
    constexpr int fewest_rows = 512, fewest_columns = 64, most_samples = 16384;
    return (has_processor_for_bands() || p.input == Sample::u8 || filter.columns.is_identity()) &&
           p.shape.height >= fewest_rows && p.shape.width >= fewest_columns &&
           std::int64_t(p.shape.width) * p.shape.channels <= most_samples &&
           memory(filter, p.passes, longest_band_memory + 1) <= longest_band_memory;
}

// Whether a box runs along both axes at once, which reads an image once and writes it once, where a table would not.
bool running_boxes_pay(const DesignedProblem& asked) {
    return has_running_boxes(asked.problem);
}

// Where 7 has no closed form or loses digits, the next algorithm that is exact takes its place. The times are in
// bench/results/notes.md.
constexpr std::array preferences{Preference{Algorithm::alg3, is_signal},
                                 Preference{Algorithm::halo, halo_pays},
                                 Preference{Algorithm::box_lines, running_boxes_pay},
                                 Preference{Algorithm::bands, bands_pay},
                                 Preference{Algorithm::alg7},
                                 Preference{Algorithm::alg4},
                                 Preference{Algorithm::parallel}};

}  // namespace

constinit const EngineOffers offers{.engine = EngineKind::cpu, .offers = all, .preferences = preferences};

}  // namespace sweep::cpu
