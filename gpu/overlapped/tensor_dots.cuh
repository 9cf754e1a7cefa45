// The dots of step 7.1 as products of small matrices on tensor cores: 16 lines x 8 positions times 8
// positions x 8 functionals. float32 takes three products of its halves:
//
//     x w = x_high w_high + x_low w_high + x_high w_low      (x_low w_low, 2^-22 of it, is left out)
//
// The 32 lanes of a warp are numbered 4 g + q, g < 8, q < 4. One product, with what lane (g, q) owns of it:
//
//                        positions                       functionals                     functionals
//                     q        q + 4                          g                         2 q   2 q + 1
//                 +-----------------+               +-----------------+           +-----------------+
//     line g      |   v[0]    v[2]  |   position q  |        w.x      |           |   d[0]    d[1]  |
//                 |                 | x             |                 |     =     |                 |
//     line g + 8  |   v[1]    v[3]  |         q + 4 |        w.y      |           |   d[2]    d[3]  |
//                 +-----------------+               +-----------------+           +-----------------+
//                   samples (rows)                   weights, high; w.z, w.w low         sums
//
// Product k of T / 8 takes positions 8 k to 8 k + 7 of the lines, so that a lane adds up, over all k,
// functionals 2 q and 2 q + 1 of lines g and g + 8. The order of positions and of lines in a product is free:
//
//     position q is sample 8 k + 2 q of the line, position q + 4 is sample 8 k + 2 q + 1
//     columns:   lines g, g + 8 are columns 2 g, 2 g + 1 from the product's first one on
//     rows:      line g is row 2 g for g < 4 and row 2 g - 7 for others, line g + 8 is 8 rows below
//
// So a lane reads pairs of neighbours, and a warp touches every bank once.
//
// A warp owns 32 lines, two products of 16 lines each: the first T threads of a channel own columns, the
// others rows. Where all warps are to be done with a block at the same time (owns_both), a warp owns 16
// columns and then 16 rows. One warp finds the corners: its lines are the 2 r row functionals, and their
// positions the rows of the block.
//
// Up to 8 functionals are the columns of one product; 12 to 16 take two, `groups` of 8. At orders 1 and 2,
// with at most 4 functionals, column k + 4 holds the low halves of functional k's weights (`folded`): two
// products in place of three. At order 5 the last two of ten functionals, the `rest`, are found by
// multiply-adds, by the lanes that have the samples at hand: each adds up over its own positions, and then
// the four lanes of a line add their sums.
//
// Tensor cores cut off the digits that they do not keep, so the long chains of additions are broken: the
// large products are accumulated in two chains, the small ones in two others, and the four are added outside.
#pragma once

#include <cstdint>

#include "gpu/device/tensor_product.cuh"
#include "gpu/overlapped/perimeter_writer.cuh"
#include "gpu/overlapped/tensor_weights.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// The whole thread block, of 2 T threads a channel, calls all functions that do not say otherwise. With
// `in_registers` each lane holds its weights of the products while the block is on its way; a warp that owns
// both columns and rows holds those of its columns, which the rows usually share. Otherwise, and for the
// rest, L1 holds the weights.
template <int R, int T, bool in_registers = false>
class TensorDots {
    using Weights = TensorWeights<R, T>;
    using Word = typename Weights::Word;
    static constexpr int steps = Weights::steps, K = Weights::K, LD = T + 4, groups = Weights::groups,
                         rest = Weights::rest;
    static constexpr bool folded = Weights::folded;

  public:
    static constexpr bool owns_both = in_registers && tuning::Perimeters::owns_both<T>;
    // The warp of a channel that finds the corners. It has the weights of the columns; where all have, it is
    // the last one, for the first have copies and the datum to ask for.
    static constexpr int corner_warp = owns_both ? 2 * T / 32 - 1 : 0;

    // Shared memory: the blocks of all channels, [T][T], then their row dots, [row_dot_lines][LD].
    static constexpr int row_dot_lines = 8 * groups + rest, row_dot_floats = row_dot_lines * LD,
                         shared_floats = T * T + row_dot_floats;
    struct Shared {};

    // Asks for the weights of columns and rows, for registers or, a word of each line, for L1.
    __device__ TensorDots(Shared&, const float* columns, const float* rows) { ask(columns, rows); }
    __device__ void ask(const float* columns, const float* rows) {
        const float* own = !owns_both && for_rows() ? rows : columns;
        if constexpr (owns_both) of_columns = columns, of_rows = rows;
        weights = OfProducts(own), rest_weights = OfRest(Weights::rest_of(own));
        if constexpr (in_registers) {
#pragma unroll
            for (int i = 0; i < steps * groups; ++i) held[i] = weights(i);
        } else {
#pragma unroll
            for (int i = 0; i < lines_touched; ++i)
                touched[i] = __ldg(own + (i * 1024 + threadIdx.x % 32 * 32) % Weights::floats);
        }
    }

    // True if this thread's lines are rows, false if they are columns. Not where warps own both.
    __device__ static bool for_rows() {
        return threadIdx.x % (2 * T) >= T;
    }

    // Finds all dots of the block at tile + channel T T, less the datum c.
    __device__ void find(float* tile, int channels, int channel, float c, bool sweeps_rows,
                         const PerimeterWriter<R, T>& to) {
        const int u = threadIdx.x - channel * 2 * T;
        float *plane = tile + channel * T * T, *row_dots = tile + channels * T * T + channel * row_dot_floats;
        if constexpr (owns_both) {
            const int first = u / 32 * 16;
            find_columns<1>(plane, first, c, to, rest_weights);
            if (!sweeps_rows) return;
            if (of_columns == of_rows)
                find_rows<1>(
                    plane, row_dots, first, c, to, [&](int i) { return held[i]; }, rest_weights, [] {});
            else
                find_rows<1>(plane, row_dots, first, c, to, OfProducts(of_rows),
                             OfRest(Weights::rest_of(of_rows)), [] {});
        } else {
            find_lines(plane, row_dots, c, sweeps_rows, to, rest_weights, [] {});
            if (!sweeps_rows) return;
        }
        __syncthreads();
        if (u / 32 == corner_warp) find_corners(row_dots, to);
    }

    // Finds the dots of the columns and rows of the block at `plane`, by 2 T threads. The row dots also go to
    // `row_dots`; before_dots() is called before the first of them. rest_weight(k) gives the weights of the
    // rest for this thread's lines.
    template <class RestWeight, class Before>
    __device__ void find_lines(const float* plane, float* row_dots, float c, bool sweeps_rows,
                               const PerimeterWriter<R, T>& to, RestWeight rest_weight,
                               Before before_dots) const {
        const int first = threadIdx.x % T / 32 * 32;
        await_weights();
        if (!for_rows())
            find_columns<2>(plane, first, c, to, rest_weight);
        else if (sweeps_rows)
            find_rows<2>(
                plane, row_dots, first, c, to, [&](int i) { return weight(i); }, rest_weight, before_dots);
    }

    // Finds the corners, by one warp, which has the weights of the columns.
    __device__ void find_corners(const float* row_dots, const PerimeterWriter<R, T>& to) const {
        find_corners(
            row_dots, [&](int i) { return weight(i); }, rest_weights, to);
    }

    // Finds the corners, by one warp: the lines are the row dots now, and weight(i), rest_weight(k) give the
    // weights of the columns. With more than 8 functionals `unrolled` false makes it a small loop.
    template <bool unrolled = true, class Weight, class RestWeight>
    __device__ static void find_corners(const float* row_dots, Weight weight, RestWeight rest_weight,
                                        const PerimeterWriter<R, T>& to) {
        const int g = threadIdx.x % 32 / 4, q = threadIdx.x % 4;
        const float* from = row_dots + g * LD + 2 * q;
        const auto put = [&](int k, int line, float sum) {
            if (k < K && line < K) to.corner(k, line, sum);
        };
        if constexpr (K <= 8) {
            // Lines 8 to 15 of a product are free for the low halves of lines 0 to 7.
            float by_high[2][4], by_low[2][4];
#pragma unroll
            for (int k = 0; k < steps; ++k) {
                const Word w = weight(k);
                const float2 v = *reinterpret_cast<const float2*>(from + 8 * k);
                const Halves a = halves_of(v.x), b = halves_of(v.y);
                const std::uint32_t halves[4] = {a.high, a.low, b.high, b.low};
                add_product(k < 2, by_high[k % 2], halves, w.x, w.y);
                if constexpr (!folded) add_product(k < 2, by_low[k % 2], halves, w.z, w.w);
            }
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                const float high = by_high[0][i] + by_high[1][i], low = by_high[0][i + 2] + by_high[1][i + 2];
                if constexpr (folded)
                    put(functional(0, i), g, high + (low + __shfl_xor_sync(~0u, high, 2)));
                else
                    put(functional(0, i), g, high + (low + (by_low[0][i] + by_low[1][i])));
            }
        } else {
            const float* next = from + (g + 8 < row_dot_lines ? 8 * LD : 0);  // beyond them any line does
            add_up_together<1, unrolled>(
                weight, rest_weight,
                [&](int, int k, float(&v)[4]) {
                    v[0] = from[8 * k], v[2] = from[8 * k + 1];
                    v[1] = next[8 * k], v[3] = next[8 * k + 1];
                },
                [&](int, int j, const float(&sums)[4]) {
#pragma unroll
                    for (int i = 0; i < 4; ++i) put(functional(j, i), g + i / 2 * 8, sums[i]);
                },
                [&](int, float sum) { put(functional_of_rest(), g + line_of_rest(), sum); });
        }
    }

  private:
    using OfProducts = typename Weights::template OfProducts<false>;
    using OfRest = typename Weights::template OfRest<false>;
    const float *of_columns, *of_rows;  // with owns_both: the sets of either
    OfProducts weights;                 // this lane's
    OfRest rest_weights;
    Word held[in_registers ? steps * groups : 1];
    static constexpr int lines_touched = (Weights::floats + 1023) / 1024;  // L1's, of 128 bytes, by each lane
    float touched[in_registers ? 1 : lines_touched];

    __device__ Word weight(int i) const {
        if constexpr (in_registers)
            return held[i];
        else
            return weights(i);
    }

    // A sample as the sum of two words; tensor cores read the first 10 bits of a word's mantissa.
    struct Halves {
        std::uint32_t high, low;
    };
    __device__ static Halves halves_of(float v) {
        const std::uint32_t high = __float_as_uint(v) & 0xffffe000u;
        return {high, __float_as_uint(v - __uint_as_float(high))};
    }

    __device__ static void add_product(bool is_first, float (&d)[4], const std::uint32_t (&a)[4],
                                       std::uint32_t b0, std::uint32_t b1) {
        if (is_first)
            set_tensor_product(d, a, b0, b1);
        else
            add_tensor_product(d, a, b0, b1);
    }

    __device__ static int functional(int j, int i) {
        return 8 * j + 2 * (threadIdx.x % 4) + i % 2;
    }
    // True if this lane's two columns of group j are functionals, and not beyond the last; K is even.
    __device__ static bool is_functional(int j) {
        return functional(j, 0) < K;
    }
    // add_up_lanes() leaves this functional of the rest for line g + line_of_rest() of the product.
    __device__ static int functional_of_rest() {
        return 8 * groups + threadIdx.x % 2;
    }
    __device__ static int line_of_rest() {
        return threadIdx.x % 4 / 2 * 8;
    }
    __device__ void await_weights() const {
#ifdef __CUDA_ARCH__
        if constexpr (!in_registers)
#pragma unroll
            for (float word : touched) asm volatile("" ::"f"(word));
#endif
    }

    // Finds the dots of `products` times 16 columns from `first` on, by a warp.
    template <int products, class RestWeight>
    __device__ void find_columns(const float* plane, int first, float c, const PerimeterWriter<R, T>& to,
                                 RestWeight rest_weight) const {
        const int g = threadIdx.x % 32 / 4, q = threadIdx.x % 4;
        // The places of columns 2 g and 2 g + 1 of the first product, in rows 2 q and 2 q + 1.
        const float* pairs[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) pairs[i] = plane + at<T>(2 * q + i, first + 2 * g);
        const int next =
            q < 2 ? 16 : -16;  // from there to those of the next product: the words of a row are swizzled
        float *out = to.column_at(2 * q, first + 2 * g),
              *rest_out = out + (functional_of_rest() - 2 * q) * T + line_of_rest() / 8;
        add_up<products>([&](int i) { return weight(i); }, rest_weight,
                         [&](int f, int k, float(&v)[4]) {
#pragma unroll
                             for (int i = 0; i < 2; ++i) {
                                 const float2 pair =
                                     *reinterpret_cast<const float2*>(pairs[i] + 8 * 32 * k + f * next);
                                 v[2 * i] = pair.x - c, v[2 * i + 1] = pair.y - c;
                             }
                         },
                         [&](int f, int j, const float(&sums)[4]) {
                             if (!is_functional(j)) return;
#pragma unroll
                             for (int i = 0; i < 2; ++i)
                                 to.store(out + (8 * j + i) * T + 16 * f, {sums[i], sums[i + 2]});
                         },
                         [&](int f, float sum) { to.store(rest_out + 16 * f, sum); });
    }
    // Finds the dots of `products` times 16 rows from `first` on, by a warp.
    template <int products, class Weight, class RestWeight, class Before>
    __device__ void find_rows(const float* plane, float* row_dots, int first, float c,
                              const PerimeterWriter<R, T>& to, Weight weight, RestWeight rest_weight,
                              Before before_dots) const {
        const int g = threadIdx.x % 32 / 4, q = threadIdx.x % 4;
        // Each half of the warp has rows of one parity, whose words lie in different banks.
        const int y = first + (g < 4 ? 2 * g : 2 * g - 7);
        const float* words[4];  // the places of samples 8 k + 2 q of 32 columns
#pragma unroll
        for (int k = 0; k < 4; ++k) words[k] = plane + at<T>(y, 8 * k + 2 * q);
        float *out = to.row_at(2 * q, y), *dots = row_dots + 2 * q * LD + y;
        const int rest_y = y + line_of_rest();
        float *rest_out = to.row_at(functional_of_rest(), rest_y),
              *rest_dots = row_dots + functional_of_rest() * LD + rest_y;
        bool are_first = true;
        add_up<products>(
            weight, rest_weight,
            [&](int f, int k, float(&v)[4]) {
                const float* from = words[k % 4] + k / 4 * (T * 32) + 16 * f * 32;
                const float2 a = *reinterpret_cast<const float2*>(from),
                             b = *reinterpret_cast<const float2*>(from + 8 * 32);
                v[0] = a.x - c, v[1] = b.x - c, v[2] = a.y - c, v[3] = b.y - c;
            },
            [&](int f, int j, const float(&sums)[4]) {
                if (are_first) before_dots();
                are_first = false;
                const int k = 8 * j, line = 16 * f;  // from those of `out` on
#pragma unroll
                for (int i = 0; i < 4; ++i) dots[(k + i % 2) * LD + line + i / 2 * 8] = sums[i];
                if (!is_functional(j)) return;
#pragma unroll
                for (int i = 0; i < 4; ++i) to.store(out + (k + i % 2) * T + line + i / 2 * 8, sums[i]);
            },
            [&](int f, float sum) {
                rest_dots[16 * f] = sum;
                to.store(rest_out + 16 * f, sum);
            });
    }

    // Adds up `products` products of 16 lines each, side by side where registers allow, so that they share
    // the weights.
    //   get(f, k, v)         samples 8 k + 2 q of lines g and g + 8 of product f, then the next of both
    //   put(f, j, sums)      takes sums[i], functional(j, i) of line g + i / 2 * 8
    //   put_rest(f, sum)     takes functional_of_rest() of line g + line_of_rest(), after the others
    template <int products, class Weight, class RestWeight, class Get, class Put, class PutRest>
    __device__ static void add_up(Weight weight, RestWeight rest_weight, Get get, Put put, PutRest put_rest) {
        if constexpr (products > 1 && !tuning::Perimeters::shares_weights<T>) {
#pragma unroll
            for (int f = 0; f < products; ++f)
                add_up_together<1, true>(
                    weight, rest_weight, [&](int, int k, float(&v)[4]) { get(f, k, v); },
                    [&](int, int j, const float(&sums)[4]) { put(f, j, sums); },
                    [&](int, float sum) { put_rest(f, sum); });
        } else {
            add_up_together<products, true>(weight, rest_weight, get, put, put_rest);
        }
    }
    template <int products, bool unrolled, class Weight, class RestWeight, class Get, class Put,
              class PutRest>
    __device__ static void add_up_together(Weight weight, RestWeight rest_weight, Get get, Put put,
                                           PutRest put_rest) {
        float large[products][2][groups][4] = {}, small[products][2][groups][4] = {};  // zeros: a loop
        float of_lines[products][2][2] = {};  // [product][line g, line g + 8][functional of the rest]
#pragma unroll(unrolled ? steps / 2 : 1)
        for (int k0 = 0; k0 < steps; k0 += 2)
#pragma unroll
            for (int k = k0; k < k0 + 2; ++k) {
                const int chain = k - k0;
                const bool is_first = unrolled && k0 == 0;
                Word w[groups];
#pragma unroll
                for (int j = 0; j < groups; ++j) w[j] = weight(k * groups + j);
                float4 of_rest{};
                if constexpr (rest > 0) of_rest = rest_weight(k);
#pragma unroll
                for (int f = 0; f < products; ++f) {
                    float v[4];
                    get(f, k, v);
                    std::uint32_t high[4], low[4];
#pragma unroll
                    for (int i = 0; i < 4; ++i) {
                        const Halves halves = halves_of(v[i]);
                        high[i] = halves.high, low[i] = halves.low;
                    }
#pragma unroll
                    for (int j = 0; j < groups; ++j) {
                        add_product(is_first, large[f][chain][j], high, w[j].x, w[j].y);
                        add_product(is_first && chain == 0, small[f][0][j], low, w[j].x, w[j].y);
                        if constexpr (!folded)
                            add_product(is_first && chain == 0, small[f][1][j], high, w[j].z, w[j].w);
                    }
                    if constexpr (rest > 0)
#pragma unroll
                        for (int i = 0; i < 2; ++i) {
                            float(&sums)[2] = of_lines[f][i];
                            sums[0] = fmaf(of_rest.y, v[i + 2], fmaf(of_rest.x, v[i], sums[0]));
                            sums[1] = fmaf(of_rest.w, v[i + 2], fmaf(of_rest.z, v[i], sums[1]));
                        }
                }
            }
#pragma unroll
        for (int f = 0; f < products; ++f)
#pragma unroll
            for (int j = 0; j < groups; ++j) {
                float sums[4];
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    const float sum = large[f][0][j][i] + large[f][1][j][i];
                    if constexpr (folded)  // functional k + 4 is two lanes further: k's sum by low halves
                        sums[i] = sum + (small[f][0][j][i] + __shfl_xor_sync(~0u, sum, 2));
                    else
                        sums[i] = sum + (small[f][0][j][i] + small[f][1][j][i]);
                }
                put(f, j, sums);
            }
        if constexpr (rest > 0)
#pragma unroll
            for (int f = 0; f < products; ++f) put_rest(f, add_up_lanes(of_lines[f]));
    }
    // Adds up over the four lanes that have two lines; each is left with one of the four sums.
    __device__ static float add_up_lanes(const float (&sums)[2][2]) {
        const bool is_second = threadIdx.x % 2, is_below = threadIdx.x % 4 / 2;
        float of_line[2];
#pragma unroll
        for (int i = 0; i < 2; ++i)
            of_line[i] = (is_second ? sums[i][1] : sums[i][0]) +
                         __shfl_xor_sync(~0u, is_second ? sums[i][0] : sums[i][1], 1);
        return (is_below ? of_line[1] : of_line[0]) +
               __shfl_xor_sync(~0u, is_below ? of_line[0] : of_line[1], 2);
    }
};

}  // namespace sweep::gpu
