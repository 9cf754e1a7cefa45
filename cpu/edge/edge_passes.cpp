#include "cpu/edge/edge_passes.h"

#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/edge/edge_passes.cpp"
#include <hwy/foreach_target.h>

#include "cpu/base/exp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

template <class T>
HWY_INLINE Pack<T> magnitude(Pack<T> x) {
    return (Pack<T>)((Pack<Word<T>>)x & (~Word<T>(0) >> 1));
}

// The coefficient of the weight 2^-t. t is not a number beside a hole.
template <class T>
HWY_INLINE Pack<T> coefficient(Pack<T> t) {
    const auto counts = t < least_exponent<T>;
    t = counts ? t : splat(least_exponent<T>);
    const auto [power, p] = power_of_two<T>(t);
    const Pack<T> w = power + power * p, rest = (1 - power) - power * p;
    const Pack<T> c = t < T(1) ? rest : -w;
    return counts ? c : -Pack<T>{};
}

template <class T>
HWY_INLINE Pack<T> weight(Pack<T> c) {
    return (Pack<std::make_signed_t<Word<T>>>)c < 0 ? -c : 1 - c;
}
template <class T>
HWY_INLINE Pack<T> one_less_weight(Pack<T> c) {
    return (Pack<std::make_signed_t<Word<T>>>)c < 0 ? 1 + c : c;
}

// x + w (state - x).
template <class T>
HWY_INLINE Pack<T> step(Pack<T> c, Pack<T> x, Pack<T> state) {
    const Pack<T> difference = c == 0 ? Pack<T>{} : x - state;
    const Pack<T> from = (Pack<std::make_signed_t<Word<T>>>)c < 0 ? x : state;
    return from + c * difference;
}

template <class T>
void weights(EdgeExponent exponent, const T* guide, int channels, const T* before, const T* behind,
             int length, int lines, T* c, Ahead& ahead) {
    const T step = T(exponent.step), per_difference = T(exponent.per_difference);
    for (int i = 0; i <= length; ++i) {
        const bool is_edge = i == 0 ? !before : i == length && !behind;
        for (int j = 0; j < lines; j += lanes<T>) {
            ahead.next();
            Pack<T> difference{};
            for (int k = 0; k < channels; ++k) {
                const T* const plane = guide + k * tile_samples;
                // Beyond an edge it goes on as itself: the difference is 0, or none of a hole.
                const int edge = i == 0 ? 0 : length - 1;
                const T* const here = is_edge       ? plane + edge * block_size
                                      : i == length ? behind + k * block_size
                                                    : plane + i * block_size;
                const T* const last = is_edge  ? here
                                      : i == 0 ? before + k * block_size
                                               : plane + (i - 1) * block_size;
                difference += magnitude<T>(load(here + j) - load(last + j));
            }
            store(c + i * block_size + j, coefficient<T>(difference * per_difference + step));
        }
    }
}

template <class T>
void pass(T* samples, const T* c, std::ptrdiff_t length, int lines, T* states, bool back, Ahead& ahead) {
    for_each_group<T, 4>(lines, [&]<int Packs>(int line) {
        Pack<T> state[Packs];
        for (int p = 0; p < Packs; ++p) state[p] = load(states + line + p * lanes<T>);
        const std::ptrdiff_t forward = back ? -block_size : block_size;
        T* at = samples + line + (back ? (length - 1) * block_size : 0);
        const T* weight = c + line + (back ? length * block_size : 0);
        for (std::ptrdiff_t i = 0; i < length; ++i, at += forward, weight += forward)
            for (int p = 0; p < Packs; ++p) {
                state[p] = step<T>(load(weight + p * lanes<T>), load(at + p * lanes<T>), state[p]);
                ahead.next();
                store(at + p * lanes<T>, state[p]);
            }
        for (int p = 0; p < Packs; ++p) store(states + line + p * lanes<T>, state[p]);
    });
}

template <class T>
void segments(const T* samples, const T* c, int length, int lines, bool backwards, BlockSums<T>& sums,
              BlockWeights<T>& all, Ahead& ahead) {
    for_each_group<T, 2>(lines, [&]<int Packs>(int line) {
        const std::ptrdiff_t forward = backwards ? -block_size : block_size;
        const T* x = samples + line + (backwards ? (length - 1) * block_size : 0);
        const T* next = c + line + (backwards ? length * block_size : 0);  // of the weight before x
        Pack<T> r[Packs], y[Packs], Z[Packs], V[Packs], H[Packs], w[Packs];
        for (int p = 0; p < Packs; ++p) {
            r[p] = y[p] = load(x + p * lanes<T>);
            Z[p] = H[p] = Pack<T>{};
            V[p] = splat(T(1));  // the product of the weights behind the first sample
            w[p] = weight<T>(load(next + p * lanes<T>));
        }
        for (int i = 0; i < length; ++i, x += forward) {
            const T* const enters = next;
            next += forward;
            for (int p = 0; p < Packs; ++p) {
                y[p] = step<T>(load(enters + p * lanes<T>), load(x + p * lanes<T>), y[p]);
                ahead.next();
                const Pack<T> behind = load(next + p * lanes<T>), q = one_less_weight<T>(behind) * V[p];
                Z[p] += q == 0 ? Pack<T>{} : q * (y[p] - r[p]);
                H[p] += q * V[p];
                if (i + 1 < length) V[p] *= weight<T>(behind);
            }
        }
        for (int p = 0; p < Packs; ++p) {
            const int at = line + p * lanes<T>;
            store(sums.r + at, r[p]);
            store(sums.Y + at, y[p]);
            store(sums.Z + at, r[p] + Z[p]);
            store(all.W + at, w[p] * V[p]);
            store(all.H + at, w[p] * H[p]);
            store(all.U + at, V[p] * weight<T>(load(next + p * lanes<T>)));
        }
    });
}

// Highway exports functions, not templates.
#define SWEEP_FOR_SAMPLE(T, Name)                                                                   \
    void Weights##Name(EdgeExponent exponent, const T* guide, int channels, const T* before,        \
                       const T* behind, int length, int lines, T* c, Ahead& ahead) {                \
        weights(exponent, guide, channels, before, behind, length, lines, c, ahead);                \
    }                                                                                               \
    void Pass##Name(T* samples, const T* c, std::ptrdiff_t length, int lines, T* states, bool back, \
                    Ahead& ahead) {                                                                 \
        pass(samples, c, length, lines, states, back, ahead);                                       \
    }                                                                                               \
    void Segments##Name(const T* samples, const T* c, int length, int lines, bool backwards,        \
                        BlockSums<T>& sums, BlockWeights<T>& all, Ahead& ahead) {                   \
        segments(samples, c, length, lines, backwards, sums, all, ahead);                           \
    }
SWEEP_FOR_SAMPLE(float, Float)
SWEEP_FOR_SAMPLE(double, Double)
#undef SWEEP_FOR_SAMPLE

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sweep::cpu {

#define SWEEP_FOR_SAMPLE(T, Name)                                                                            \
    HWY_EXPORT(Weights##Name);                                                                               \
    HWY_EXPORT(Pass##Name);                                                                                  \
    HWY_EXPORT(Segments##Name);                                                                              \
    template <>                                                                                              \
    void edge_weights(EdgeExponent exponent, const T* guide, int channels, const T* before, const T* behind, \
                      int length, int lines, T* c, Ahead& ahead) {                                           \
        HWY_DYNAMIC_DISPATCH(Weights##Name)                                                                  \
        (exponent, guide, channels, before, behind, length, lines, c, ahead);                                \
    }                                                                                                        \
    template <>                                                                                              \
    void edge_pass(T* samples, const T* c, std::ptrdiff_t length, int lines, T* states, bool back,           \
                   Ahead& ahead) {                                                                           \
        HWY_DYNAMIC_DISPATCH(Pass##Name)(samples, c, length, lines, states, back, ahead);                    \
    }                                                                                                        \
    template <>                                                                                              \
    void edge_segments(const T* samples, const T* c, int length, int lines, bool backwards,                  \
                       BlockSums<T>& sums, BlockWeights<T>& weights, Ahead& ahead) {                         \
        HWY_DYNAMIC_DISPATCH(Segments##Name)                                                                 \
        (samples, c, length, lines, backwards, sums, weights, ahead);                                        \
    }
SWEEP_FOR_SAMPLE(float, Float)
SWEEP_FOR_SAMPLE(double, Double)
#undef SWEEP_FOR_SAMPLE

}  // namespace sweep::cpu
#endif
