// The dots of step 7.1 of four channels of bytes (RGBA8), as products of small matrices on tensor cores: 16
// functionals x 8 positions times 8 positions x 8 lines, in words. A word is two float16 (half_pair()), which
// together are as precise as float32:
//
//     x w = x_high w_high + x_low w_high + x_high w_low + x_low w_low
//
// A sample is the value of a byte, looked up as such a word, so that nothing is split on the way. A weight's
// word is its high half, or its low half, twice. Up to 8 functionals have their high halves in rows 0 to 7
// and their low ones in the 8 below, and one product does it all; more take one product for the high halves
// and one for the low ones. Powers of two scale samples and weights clear of float16's small numbers.
//
// Where bytes stand for b / 255 (gpu/overlapped/unorm_perimeters.cuh) a word is two samples instead,
// each one float16, in units of 1 / 255, and a weight's word the high or low halves of two (LeftOfPairs).
//
//                     positions                     lines                        lines
//                   q       q + 4                     g                       2 q   2 q + 1
//                 +--------------+                 +-----+                +-----------------+
//  functional g   |              |    position q   |     |   functional g |                 |
//                 |   weights    |  x              |     |  =             |      sums       |
//  g low or g + 8 |              |           q + 4 |     |                |                 |
//                 +--------------+                 +-----+                +-----------------+
//
// Lane 4 g + q of a warp owns these elements of a product. position() says which sample a position is.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/blocks/block_algebra.h"
#include "gpu/device/half.h"
#include "gpu/device/tensor_product.cuh"

namespace sweep::gpu {

template <int R, int T>
struct Rgba8Weights {
    static constexpr int steps = T / 8, K = 2 * R;
    static constexpr int products = K <= 8 ? 1 : 2;  // of high and low halves together, or of either
    static constexpr int words = steps * products * 32 * 2;
    // The weights are [steps][products][lane] of uint2: the halves of which a lane makes its words of a
    // product's left side. Then follows [16] the value of 1 in the sum of each functional.
    static constexpr int weight_floats = words + 16;
    static constexpr double largest_sample = 0x1p12, largest_weight = 0x1p11;  // after scaling

    // The sample at position q + 4 i of product k. A lane's samples of a row are neighbours, four for two
    // products.
    __host__ __device__ static constexpr int position(int k, int q, int i, bool of_rows) {
        return of_rows ? k / 2 * 16 + 4 * q + k % 2 * 2 + i : 8 * k + 2 * q + i;
    }

    // Writes the weights of a line to `to`, weight_floats zeros. Samples come in times `scale`.
    static void put(const BlockWeights<double, R>& weights, int length, bool of_rows, double scale,
                    float* to) {
        for (int f = 0; f < K; ++f) {
            double largest = 0;
            for (int x = 0; x < length; ++x)
                largest = std::max(largest, std::fabs(weights[std::size_t(x)][f]));
            const double own = largest > 0 ? std::exp2(std::floor(std::log2(largest_weight / largest))) : 1;
            to[words + f] = float(1 / (own * scale));
            for (int k = 0; k < steps; ++k)
                for (int q = 0; q < 4; ++q)
                    for (int i = 0; i < 2; ++i) {
                        const int x = position(k, q, i, of_rows);
                        if (x >= length) continue;
                        const double weight = own * weights[std::size_t(x)][f];
                        const std::uint16_t high = half_bits(float(weight)),
                                            low = half_bits(float(weight - double(half_value(high))));
                        auto put = [&](int product, int row, std::uint16_t half) {
                            float& word = to[((k * products + product) * 32 + f % 8 * 4 + q) * 2 + i];
                            word = std::bit_cast<float>(std::bit_cast<std::uint32_t>(word) |
                                                        std::uint32_t(half) << 16 * row);
                        };
                        put(0, f / 8, high);
                        put(products - 1, products == 1 ? 1 : f / 8, low);
                    }
        }
    }

    // A lane's elements of the left sides of product k, which has 8 positions.
    struct Left {
        std::uint32_t of[products][4];
        __device__ Left(const float* weights, int k) {
#pragma unroll
            for (int j = 0; j < products; ++j) {
                const uint2 halves = words_of(weights, k, j);
                of[j][0] = __byte_perm(halves.x, 0, 0x1010), of[j][1] = __byte_perm(halves.x, 0, 0x3232);
                of[j][2] = __byte_perm(halves.y, 0, 0x1010), of[j][3] = __byte_perm(halves.y, 0, 0x3232);
            }
        }
    };
    // The same of 16 positions, those of products 2 k and 2 k + 1: a word is the halves of two weights.
    struct LeftOfPairs {
        std::uint32_t of[products][4];
        __device__ LeftOfPairs(const float* weights, int k) {
#pragma unroll
            for (int j = 0; j < products; ++j)
#pragma unroll
                for (int i = 0; i < 2; ++i) {
                    const uint2 halves = words_of(weights, 2 * k + i, j);
                    of[j][2 * i] = __byte_perm(halves.x, halves.y, 0x5410);
                    of[j][2 * i + 1] = __byte_perm(halves.x, halves.y, 0x7632);
                }
        }
    };
    // A lane's elements of the sums of eight lines. Tensor cores cut off the digits that they do not keep, so
    // there are two chains in place of one.
    class Sums {
      public:
        template <class LeftSide>
        __device__ void add(int k, const LeftSide& w, std::uint32_t b0, std::uint32_t b1) {
#pragma unroll
            for (int j = 0; j < products; ++j) {
                if (k < 2)
                    set_half_product(d[j][k], w.of[j], b0, b1);
                else
                    add_half_product(d[j][k % 2], w.of[j], b0, b1);
            }
        }
        // The sums of functional g + 8 f, for lines 2 q and 2 q + 1, times `unit`.
        __device__ float2 of(int f, float unit) const {
            return {of_number(2 * f) * unit, of_number(2 * f + 1) * unit};
        }

      private:
        float d[products][2][4];

        __device__ float of_number(int i) const {
            constexpr int low = products - 1;
            const int j = products == 1 ? i + 2 : i;
            return (d[0][0][i] + d[0][1][i]) + (d[low][0][j] + d[low][1][j]);
        }
    };
    // The values of 1 in the sums of a lane's functionals.
    struct Units {
        float of[products];
        __device__ Units(const float* weights) {
#pragma unroll
            for (int f = 0; f < products; ++f) of[f] = __ldg(weights + words + 8 * f + threadIdx.x % 32 / 4);
        }
    };

  private:
    __device__ static uint2 words_of(const float* weights, int k, int product) {
        return __ldg(reinterpret_cast<const uint2*>(weights) + (k * products + product) * 32 +
                     threadIdx.x % 32);
    }
};

}  // namespace sweep::gpu
