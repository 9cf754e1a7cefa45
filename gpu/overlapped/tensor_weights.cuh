// The weights of one line for gpu/overlapped/tensor_dots.cuh: those of eight functionals at a time as high
// and low halves, in the layout that products of matrices take, and those of the last two of ten functionals
// (order 5) as they are, for multiply-adds.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "core/blocks/block_algebra.h"

namespace sweep::gpu {

// The words of a lane, which are every `lanes`-th from its own on, in device memory or in shared memory.
template <class Word, int lanes, bool in_shared>
class LaneWords {
  public:
    LaneWords() = default;
    __device__ explicit LaneWords(const float* from)
        : words(reinterpret_cast<const Word*>(from) + threadIdx.x % lanes) {}
    __device__ Word operator()(int i) const {
        return in_shared ? words[i * lanes] : __ldg(words + i * lanes);
    }

  private:
    const Word* words;
};

template <int R, int T>
struct TensorWeights {
    static constexpr int steps = T / 8, K = 2 * R;
    static constexpr int rest = K == 10 ? 2 : 0;       // the last functionals, by multiply-adds
    static constexpr int groups = (K - rest + 7) / 8;  // of 8 functionals, by products
    static constexpr bool folded = K <= 4;  // functional k + 4 of a product has the low halves of k's weights

    // The weights of the products are [steps][groups][lane] of Word: for functional g positions 8 k + 2 q and
    // the next, high halves and then, unless folded, low ones. Those of the rest follow, [steps][q][rest][2],
    // for positions 8 k + 2 q and the next.
    using Word = std::conditional_t<folded, uint2, uint4>;
    static constexpr int product_floats = steps * groups * 32 * int(sizeof(Word) / 4),
                         rest_floats = steps * 4 * rest * 2, floats = product_floats + rest_floats;

    // Writes the weights of a line of `length` samples to `to`, `floats` zeros.
    static void put(const BlockWeights<double, R>& weights, int length, float* to) {
        for (int i = 0; i < length; ++i)
            for (int f = 0; f < K; ++f) {
                const double weight = weights[std::size_t(i)][f];
                const int k = i / 8, q = i % 8 / 2, lane = f % 8 * 4 + q, width = sizeof(Word) / 4;
                if (f >= 8 * groups) {
                    to[product_floats + ((k * 4 + q) * rest + f % 8) * 2 + i % 2] = float(weight);
                    continue;
                }
                const std::uint32_t bits = std::bit_cast<std::uint32_t>(float(weight));
                const float high = std::bit_cast<float>((bits + 0x1000) & 0xffffe000u);
                float* pair = to + ((k * groups + f / 8) * 32 + lane) * width + i % 2;
                pair[0] = high, pair[folded ? 16 * width : 2] = float(weight - double(high));
            }
    }

    // The words of a lane: number k groups + j of the products, step k of the rest.
    template <bool in_shared>
    using OfProducts = LaneWords<Word, 32, in_shared>;
    template <bool in_shared>
    using OfRest = LaneWords<float4, 4, in_shared>;
    static_assert(rest == 0 || rest == 2, "a float4 holds two positions of two functionals");
    __host__ __device__ static const float* rest_of(const float* set) { return set + product_floats; }
};

}  // namespace sweep::gpu
