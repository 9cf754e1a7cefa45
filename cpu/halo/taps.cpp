#include "cpu/halo/taps.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/halo/taps.cpp"
#include <hwy/foreach_target.h>

#include "cpu/base/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

// A sample is loaded once for all rows that it counts in. The sums stay in registers.
void AddRows(const float* const* rows, const float* weights, int taps, int samples, float* to,
             std::ptrdiff_t pitch) {
    constexpr int N = lanes<float>, packs = 2, R = rows_at_once;
    static_assert(samples_at_once % (packs * N) == 0);
    for (int i = 0; i < samples; i += packs * N) {
        Pack<float> sum[R][packs] = {};
        // Row o has tap t - o of row t. Those of which only some have one are counted at compile time.
        const auto add = [&](int t, int first, int last) {
            Pack<float> x[packs];
            for (int p = 0; p < packs; ++p) x[p] = load(rows[t] + i + p * N);
#pragma GCC unroll 4
            for (int o = first; o <= last; ++o)
                for (int p = 0; p < packs; ++p) sum[o][p] += weights[t - o] * x[p];
        };
#pragma GCC unroll 4
        for (int t = 0; t < R - 1; ++t) add(t, 0, t);
        for (int t = R - 1; t < taps; ++t) add(t, 0, R - 1);
#pragma GCC unroll 4
        for (int t = 0; t < R - 1; ++t) add(taps + t, t + 1, R - 1);
        for (int o = 0; o < R; ++o)
            for (int p = 0; p < packs; ++p) store(to + o * pitch + i + p * N, sum[o][p]);
    }
}

template <int packs>
HWY_INLINE void sums_along(const float* from, const float* weights, int taps, int step, const float* offsets,
                           Pack<float> (&sum)[packs]) {
    constexpr int N = lanes<float>;
    for (int p = 0; p < packs; ++p) sum[p] = load(offsets + p * N);
    for (int t = 0; t < taps; ++t, from += step)
        for (int p = 0; p < packs; ++p) sum[p] += weights[t] * load(from + p * N);
}

template <bool past_caches>
void add_along(const float* from, const float* weights, int taps, int step, int samples, const float* offsets,
               float* to) {
    constexpr int N = lanes<float>, packs = 4;
    int i = 0;
    for (; i + packs * N <= samples; i += packs * N) {
        Pack<float> sum[packs];
        sums_along(from + i, weights, taps, step, offsets + i, sum);
        for (int p = 0; p < packs; ++p) {
            if constexpr (past_caches)
                stream(to + i + p * N, sum[p]);
            else
                store(to + i + p * N, sum[p]);
        }
    }
    for (; i < samples; i += N) {
        Pack<float> sum[1];
        sums_along(from + i, weights, taps, step, offsets + i, sum);
        __builtin_memcpy(to + i, sum, sizeof(float) * std::size_t(std::min(N, samples - i)));
    }
}

void AddAlong(const float* from, const float* weights, int taps, int step, int samples, const float* offsets,
              float* to, bool past_caches) {
    if (past_caches && is_aligned(to))
        add_along<true>(from, weights, taps, step, samples, offsets, to);
    else
        add_along<false>(from, weights, taps, step, samples, offsets, to);
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sweep::cpu {

HWY_EXPORT(AddRows);
HWY_EXPORT(AddAlong);

void add_rows(const float* const* rows, const float* weights, int taps, int samples, float* to,
              std::ptrdiff_t pitch) {
    HWY_DYNAMIC_DISPATCH(AddRows)(rows, weights, taps, samples, to, pitch);
}

void add_along(const float* from, const float* weights, int taps, int step, int samples, const float* offsets,
               float* to, bool past_caches) {
    HWY_DYNAMIC_DISPATCH(AddAlong)(from, weights, taps, step, samples, offsets, to, past_caches);
}

}  // namespace sweep::cpu
#endif
