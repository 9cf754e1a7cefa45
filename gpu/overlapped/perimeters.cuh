// Step 7.1: the perimeters of each block, from its raw samples, each block by itself.
//
//     Pbar_m,n = T(A_FB) X      Ebar_m,n = H(A_RB A_FB) X        2 r dots a column    ([N16] 6.1)
//     row dots: the same functionals on the raw rows             2 r dots a row
//     corners:  the column functionals of the row dots           (2 r)^2 dots
//
// The scans at once of steps 7.2 and 7.3 take Qbar in place of Ebar (gpu/scan/segment_algebra.cuh), by other
// weights. Row and column operators commute, so that the row dots need not wait for the columns: step 7.3
// filters the dots. No recurrence runs here, only products without a chain.
//
// Grid: a thread block a block, 2 T threads a channel: T for the columns and, at the same time, T for the
// rows. gpu/overlapped/thread_dots.cuh and gpu/overlapped/tensor_dots.cuh say what warps and threads own.
// Parameters arrive a line of constants at a time, so those that are needed first come first.
#pragma once

#include <type_traits>

#include "gpu/device/launch.cuh"
#include "gpu/image/tiles.cuh"
#include "gpu/overlapped/block_datums.cuh"
#include "gpu/overlapped/rgba8_dots.cuh"
#include "gpu/overlapped/tensor_dots.cuh"
#include "gpu/overlapped/thread_dots.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

template <int R>
inline constexpr bool pays_tensor_dots = R >= tuning::Perimeters::least_tensor_order;

// The weights tail_A_FB and head_A_RB_A_FB in device memory. There is a set of them for a line of the
// columns, one for a line of the rows, and one each for their last blocks, which may be shorter. Equal sets
// are there once; the members are the numbers of the sets.
struct WeightSets {
    const float* weights;
    int columns, last_columns, rows, last_rows;
};
// A set has the weights for threads, then those for tensor cores with samples that are floats and, last, with
// four channels of bytes (gpu/overlapped/rgba8_dots.cuh). These are where the latter two begin.
template <int R, int T>
struct LineWeights {
    static constexpr int of_floats = ThreadDots<R, T>::weight_floats,
                         of_rgba8 = of_floats + TensorWeights<R, T>::floats,
                         all = of_rgba8 + Rgba8Weights<R, T>::weight_floats;
    const float *columns, *rows;

    // The sets of block (m, n).
    __device__ LineWeights(const WeightSets& sets, const Tiling& p, int m, int n)
        : columns(sets.weights + (m == p.M - 1 ? sets.last_columns : sets.columns) * all),
          rows(sets.weights + (n == p.N - 1 ? sets.last_rows : sets.rows) * all) {}
};

template <int R, int T>
constexpr std::size_t perimeters_shared_bytes(int channels) {
    constexpr int by_threads = ThreadDots<R, T>::shared_floats, by_tensors = TensorDots<R, T>::shared_floats;
    return sizeof(float) * std::size_t(channels) *
           std::size_t(pays_tensor_dots<R> && by_tensors > by_threads ? by_tensors : by_threads);
}

// The weights of a line are held in registers where a thread block has one channel and they are not too many;
// otherwise they are read from L1 for each product.
template <int R, class Tiles>
inline constexpr bool holds_weights =
    pays_tensor_dots<R>&& Tiles::most_channels == 1 && R <= tuning::Perimeters::most_held_order;

template <int R, int T, class Tiles>
__global__ __maxnreg__((tuning::Perimeters::registers<R, T, holds_weights<R, Tiles>>)) void perimeters_kernel(
    Tiling p, WeightSets weights, float* column_carries, float* row_carries, bool sweeps_rows,
    const __grid_constant__ Tiles tiles, const __grid_constant__ BlockDatums datums,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr bool by_tensors = has_tensor_products && pays_tensor_dots<R>;
    using Dots = std::conditional_t<by_tensors, TensorDots<R, T, holds_weights<R, Tiles>>, ThreadDots<R, T>>;
    extern __shared__ __align__(1024) float tile[];
    __shared__ typename Dots::Shared shared;
    __shared__ float of_image[4];
    __shared__ typename Tiles::Arrival arrival;
    constexpr bool of_one = Tiles::most_channels == 1;
    const int channels = of_one ? 1 : p.channels, channel = of_one ? 0 : threadIdx.x / (2 * T);
    const auto [m, n] = tuning::Perimeters::divides<T>
                            ? Tiling::Block{int(blockIdx.x) / p.N, int(blockIdx.x) % p.N}
                            : p.block(blockIdx.x);

    tiles.template load<T, 2 * T>(p, m, n, tile, arrival, Eviction::first);
    // The warps behind the first, which has copies to ask for, find the datum that blocks share, of a channel each.
    const int asks_for = int(threadIdx.x / 32) - 1, lane = threadIdx.x % 32;
    if (datums.is_shared && asks_for >= 0 && asks_for < channels) {
        const float c = datums.find_in_image(tiles.in, p.width, p.height, asks_for, lane);
        if (lane == 0) of_image[asks_for] = c;
    }
    // The weights come through L1, where they stay for the next block: past it they would be, at 64 x 64, a
    // quarter of the image's traffic.
    const LineWeights<R, T> of_lines(weights, p, m, n);
    constexpr int from = by_tensors ? LineWeights<R, T>::of_floats : 0;
    Dots dots(shared, of_lines.columns + from, of_lines.rows + from);
    launch_dependents();
    tiles.arrive(arrival);
    // Each warp finds the datum for itself, as the block is at hand: samples that it asked for would be a sixteenth of
    // the image's traffic.
    const BlockInTile<T> block{tile, m, n};
    const float candidate = datums.ask(block, block.part(), p.width, p.height, channel, lane),
                datum = datums.settle(candidate, datums.is_shared ? of_image[channel] : 0);
    if (int(threadIdx.x) == channel * 2 * T) datums.keep(p, channel, m, n, datum);
    dots.find(tile, channels, channel, datum, sweeps_rows,
              PerimeterWriter<R, T>{p, channel, m, n, column_carries, row_carries, l2_policy(Tiles::keep)});
}

// Writes the weights of a line, all but those for bytes, to `to`, LineWeights<R, T>::all zeros.
template <int R, int T>
void put_weights(const BlockWeights<double, R>& weights, int length, float* to) {
    for (int i = 0; i < length; ++i)
        for (int k = 0; k < 2 * R; ++k) to[i * weight_stride<R> + k] = float(weights[std::size_t(i)][k]);
    TensorWeights<R, T>::put(weights, length, to + LineWeights<R, T>::of_floats);
}

}  // namespace sweep::gpu
