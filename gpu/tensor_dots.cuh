// The dot products of step 7.1 as products of small matrices on tensor cores: lines x positions times positions x
// functionals, 16 x 8 times 8 x 8 at a time, float32 as three products of its halves:
//
//     x w = x_high w_high + x_low w_high + x_high w_low      (x_low w_low, 2^-22 of it, is left out)
//
// Tensor cores cut off what they do not keep, so the long chains of additions are broken: the large products are
// accumulated in two chains, the small ones in two others, and the four are added outside.
//
// Of orders 1 and 2, with at most four functionals, the high and the low halves of the weights are the eight columns of one
// matrix: two products in place of three. Of order 5 the last two of ten functionals are found by multiply-adds, by the lanes that
// have the samples at hand for the products of the first eight: a second product would be three quarters empty.
//
// A warp owns 32 lines, two matrices of 16: the warps below T threads of a channel columns, the others rows. Or, where it is
// to be soon done with a block (owns_both), 16 columns and then 16 rows, so that all warps take the same time.
//
// The order of the positions within 8 is free: index q of the product stands for position 2 q, and q + 4 for 2 q + 1; and so is
// that of the lines: lines g and g + 8 of a product are columns 2 g and 2 g + 1. So reads of columns and of rows are of two neighbours, and touch every bank once.
#pragma once

#include <cstdint>

#include "gpu/perimeter_sink.cuh"
#include "gpu/tensor_product.cuh"
#include "gpu/tensor_weights.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// Called by the whole thread block, of 2 T threads a channel, as are its functions. `in_registers`: those of products are held
// there while the block is on its way, of a warp with both columns and rows those of its columns, which rows usually share;
// otherwise L1 holds them, as it does the others.
template <int R, int T, bool in_registers = false>
class TensorDots {
    using Weights = TensorWeights<R, T>;
    using Word = typename Weights::Word;
    static constexpr int steps = Weights::steps, K = Weights::K, LD = T + 4, groups = Weights::groups,
                         rest = Weights::rest;
    static constexpr bool folded = Weights::folded;

  public:
    static constexpr bool owns_both = in_registers && tuning::Perimeters::owns_both<T>;
    // Of a channel's: one that has the weights of the columns. (The first has copies and the datum to ask for.)
    static constexpr int corner_warp = owns_both ? 2 * T / 32 - 1 : 0;

    // For each channel: the block, and then, behind all blocks, the dots of its rows.
    static constexpr int row_dot_lines = 8 * groups + rest, row_dot_floats = row_dot_lines * LD,
                         shared_floats = T * T + row_dot_floats;
    struct Shared {};

    // Asks for the weights of the columns and the rows of this block: for all, or, for L1, for a word of each line.
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

    // Whether this thread's lines are rows.
    __device__ static bool for_rows() {
        return threadIdx.x % (2 * T) >= T;
    }

    // Of the channel's block at tile + channel T T, less c.
    __device__ void find(float* tile, int channels, int channel, float c, bool sweeps_rows,
                         const PerimeterSink<R, T>& to) {
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

    // Of the block at `plane`; the rows' dots go to `row_dots` too, before which `before_dots` is called. By 2 T threads;
    // rest_weight(k): of the rest, of this thread's lines.
    template <class RestWeight, class Before>
    __device__ void find_lines(const float* plane, float* row_dots, float c, bool sweeps_rows,
                               const PerimeterSink<R, T>& to, RestWeight rest_weight,
                               Before before_dots) const {
        const int first = threadIdx.x % T / 32 * 32;
        await_weights();
        if (!for_rows())
            find_columns<2>(plane, first, c, to, rest_weight);
        else if (sweeps_rows)
            find_rows<2>(
                plane, row_dots, first, c, to, [&](int i) { return weight(i); }, rest_weight, before_dots);
    }

    // By one warp, which has the weights of the columns.
    __device__ void find_corners(const float* row_dots, const PerimeterSink<R, T>& to) const {
        find_corners(
            row_dots, [&](int i) { return weight(i); }, rest_weights, to);
    }

    // Functionals of the dots of the rows, which are the lines now, along the columns. By one warp; weight(i) and rest_weight(k): of the
    // columns. `unrolled`, of more than 8 functionals: or else a small loop.
    template <bool unrolled = true, class Weight, class RestWeight>
    __device__ static void find_corners(const float* row_dots, Weight weight, RestWeight rest_weight,
                                        const PerimeterSink<R, T>& to) {
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
            const float* next = from + (g + 8 < row_dot_lines ? 8 * LD : 0);  // else of no line
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
    const float *of_columns, *of_rows;  // where a warp has both
    OfProducts weights;                 // this lane's
    OfRest rest_weights;
    Word held[in_registers ? steps * groups : 1];
    static constexpr int lines_touched = (Weights::floats + 1023) / 1024;  // of 128 bytes, by each lane
    float touched[in_registers ? 1 : lines_touched];

    __device__ Word weight(int i) const {
        if constexpr (in_registers)
            return held[i];
        else
            return weights(i);
    }

    // A sample as two words whose first 10 bits of mantissa say it all.
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
    // Whether this lane's two of group j are functionals: K is even.
    __device__ static bool is_functional(int j) {
        return functional(j, 0) < K;
    }
    // Of the rest a lane comes to have this functional of this line from the product's line g on.
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

    // Of `products` times 16 lines from `first` on, by a warp: of columns,
    template <int products, class RestWeight>
    __device__ void find_columns(const float* plane, int first, float c, const PerimeterSink<R, T>& to,
                                 RestWeight rest_weight) const {
        const int g = threadIdx.x % 32 / 4, q = threadIdx.x % 4;
        // Where columns 2 g and 2 g + 1 of the first product are, at positions 2 q and 2 q + 1:
        const float* pairs[2];
#pragma unroll
        for (int i = 0; i < 2; ++i) pairs[i] = plane + at<T>(2 * q + i, first + 2 * g);
        const int next =
            q < 2 ? 16 : -16;  // where, from there, those of the next are: chunks of a row are swizzled
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
    // or of rows.
    template <int products, class Weight, class RestWeight, class Before>
    __device__ void find_rows(const float* plane, float* row_dots, int first, float c,
                              const PerimeterSink<R, T>& to, Weight weight, RestWeight rest_weight,
                              Before before_dots) const {
        const int g = threadIdx.x % 32 / 4, q = threadIdx.x % 4;
        // Rows of one parity, whose words lie in different banks, to each half of the warp.
        const int y = first + (g < 4 ? 2 * g : 2 * g - 7);
        const float* words[4];  // where positions 8 k + 2 q of a row's box are
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
                const int k = 8 * j, line = 16 * f;  // from out's on
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

    // `products` products of 16 lines each, side by side where registers allow: they share the weights then.
    //   get(f, k, v)         samples 8 k + 2 q of lines g and g + 8 of product f, then the next of both
    //   put(f, j, sums)      sums[i]: functional(j, i) of line g + i / 2 * 8
    //   put_rest(f, sum)     after them: functional_of_rest() of line g + line_of_rest()
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
        float large[products][2][groups][4] = {}, small[products][2][groups][4] = {};  // zeros for a loop
        float of_lines[products][2][2] = {};  // lines g and g + 8, functionals of the rest
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
                    if constexpr (folded)  // functional k + 4 is two lanes further
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
    // Over the four lanes that have the positions of a line; each comes to have one of the four sums.
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
