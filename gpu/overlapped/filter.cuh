// Step 7.4: filter each block down, up, right and left with the carries that enter it, and write it.
//
//     B_mn(V) = R^T(F^T(P^T_{m,n-1}, R(F(P_{m-1,n}, B_mn(X)), E_{m+1,n})), E^T_{m,n+1})           [N16] 6.5
//
// Grid: a thread block a block, in the reverse of step 7.1's order, so that what that step read last is still
// in L2. T threads a channel; a thread owns a column, then a row. The block is in shared memory. A short line
// is in registers for both its passes (holds_lines); of a longer one 16 samples are at a time, so that loads
// overlap the recurrence's chain.
//
// In the delta realisation each pass of a slow filter runs relative to c, the level with which the line is
// entered. If f is the filter's response to the constant 1 (f is 1 where nothing is fed forward), then
//
//     F(P, x) = f c + F(P - steady_F c, x - c)
//
// and R likewise. A slow filter's output hardly leaves c within a block. So the rounding of y += v, which
// random-walks along the block, becomes that of numbers near zero (without a level the largest error is
// 3.0e-6 at sigma 340, blocks of 64, 2111 x 1801), and a constant image stays as it is to the last bit. The
// two passes of a line cannot share a level to save an addition: where lines are short for their filter, R
// leaves much less than F (errors of 1e-2 at 100 rows, sigma 1365, zeros around).
//
// What is derived of the result and of the image before is derived here (gpu/overlapped/derive_block.cuh).
//
// Side by side (Realisation::parallel) F and R both read the samples, and their outputs are added.
//
// The columns need nothing of step 7.3. So the thread blocks that find room while 7.3 still runs, those below
// `first_wave`, filter their columns first and then wait for it. They find the column carries complete: none
// of them starts before every thread block of 7.3 has called launch_dependents(), and each calls it after it
// has waited for the end of 7.2 (gpu/overlapped/rows.cuh). That order must stay. Later thread blocks ask for
// all carries at once.
#pragma once

#include "gpu/device/launch.cuh"
#include "gpu/image/half_tiles.cuh"
#include "gpu/overlapped/block_datums.cuh"
#include "gpu/overlapped/derive_block.cuh"
#include "gpu/overlapped/layout.cuh"
#include "gpu/scan/any_filter.cuh"
#include "gpu/scan/level.cuh"
#include "gpu/scan/thread_pass.cuh"
#include "gpu/scan/zeros_filter.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// True for tiles that are for images of four channels alone, and for those of them that store float16.
template <class Tiles>
inline constexpr bool has_four_channels = false;
template <bool of_bytes>
inline constexpr bool has_four_channels<RgbaTiles<of_bytes>> = true;
template <class Tiles>
inline constexpr bool gives_halves = false;
template <bool of_bytes>
inline constexpr bool has_four_channels<HalfTiles<of_bytes>> = true;
template <bool of_bytes>
inline constexpr bool gives_halves<HalfTiles<of_bytes>> = true;

// True if a thread holds a whole line in registers for both passes. Unrolled passes over whole lines are much
// code, 40 KB for lines of 64. Beside the code that moves pixels of every format it does not stay in the
// instruction cache from one run to the next, and the first blocks of a run wait for it.
template <int T, class Filter, class Tiles>
inline constexpr bool holds_lines =
    tuning::Filter::holds_lines<Filter::order, T, std::is_same_v<Tiles, PixelTiles>, has_zeros<Filter>>;

template <int T, class Filter, class Tiles>
inline constexpr int filter_registers =
    tuning::Filter::registers<Filter::order, T, has_four_channels<Tiles>, holds_lines<T, Filter, Tiles>,
                              has_zeros<Filter>>;

template <int T, class Filter, class Tiles>
__global__ __maxnreg__((filter_registers<T, Filter, Tiles>)) void filter_kernel(
    const __grid_constant__ Tiles tiles, Tiling p, Filter down, Filter up, Filter right, Filter left,
    const __grid_constant__ BlockDatums datums, const float* column_carries, const float* row_carries,
    int passes, float response, float scale, unsigned first_wave, const __grid_constant__ LastLine line,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int R = Filter::order;
    extern __shared__ __align__(1024) float tile[];  // [channels][T][T], twice if side by side
    __shared__ typename Tiles::Arrival arrival;
    const int channel = threadIdx.x / T, t = threadIdx.x % T;
    const CarryLayout<R, T> layout(p);
    float* plane = tile + channel * T * T;

    const auto block = p.block(gridDim.x - 1 - blockIdx.x);
    const int m = block.m, n = block.n;
    const auto coming = [&] {
        if constexpr (has_four_channels<Tiles>)
            return tiles.template fetch<T>(p, m, n);
        else
            return tiles.template load<T, T>(p, m, n, tile, arrival, Eviction::normal), 0;
    }();
    const bool is_early = blockIdx.x < first_wave;
    if (!is_early) wait_for_predecessor();
    Vec<float, R> P, E, PT{}, ET{};  // these are in flight while the block arrives
    const float *of_column = column_carries + layout.column(channel, m, n * T, 0) + t,
                *of_row = row_carries + layout.row(channel, m, n, 0) + t;
#pragma unroll
    for (int k = 0; k < R; ++k) {  // past L1, which may hold the perimeters that 7.2 has replaced
        P[k] = __ldcg(of_column + k * T);
        E[k] = __ldcg(of_column + (R + k) * T);
    }
    auto ask_for_row_carries = [&] {
#pragma unroll
        for (int k = 0; k < R; ++k) PT[k] = of_row[k * T], ET[k] = of_row[(R + k) * T];
    };
    if (!is_early && passes > 2) ask_for_row_carries();
    const float origin = datums.of(p, channel, m, n), end = origin * response;  // before and after all passes
    if constexpr (has_four_channels<Tiles>)
        tiles.template arrive<T>(p, m, n, coming, tile, arrival);
    else
        tiles.arrive(arrival);

    const ColumnOfTile<T> column(tile, t, channel * T * T);
    const RowOfTile<T> row(tile, t, channel * T * T);
    float* forward = plane + p.channels * T * T;  // side by side: the output of F
    auto forward_out = [&](int i) -> float& { return forward[at<T>(i, t)]; };
    auto filter_line = [&](const auto& F, const auto& Rv, float F_level, float R_level, Vec<float, R>& P_in,
                           Vec<float, R>& E_in, bool back, int valid, auto first, auto line, auto result,
                           Ends ends) {
        take_state(F, P_in);
        take_state(Rv, E_in);
        const float c = shift_by_level(F, F_level, P_in), y = c * F.response(),
                    c_back = back ? shift_by_level(Rv, R_level, E_in) : 0, y_back = c_back * Rv.response();
        auto P = ahead(F, P_in), E = ahead(Rv, E_in);
        auto get_plus = [](auto from, float unit, float shift) {
            return [from, unit, shift]<int N>(int i, float(&v)[N]) {
                from.get(i, v);
#pragma unroll
                for (int k = 0; k < N; ++k) v[k] = fmaf(v[k], unit, shift);
            };
        };
        auto put_plus = [line, ends](float unit, float level) {
            return [line, gain = unit * ends.gain, shift = fmaf(level, ends.gain, ends.after)]<int N>(
                       int i, float(&v)[N]) {
#pragma unroll
                for (int k = 0; k < N; ++k) v[k] = fmaf(v[k], gain, shift);
                line.put(i, v);
            };
        };
        if constexpr (realisation<std::decay_t<decltype(F)>> == Realisation::parallel) {
            pass_forward<T>(F, P, get_plus(first, 1, ends.before - c), [&](int i, const float(&v)[16]) {
#pragma unroll
                for (int k = 0; k < 16; ++k) forward_out(i + k) = v[k];
            });
            const auto put = put_plus(1, y + y_back);
            pass_backward<T>(Rv, E, valid, get_plus(first, 1, ends.before - c_back),
                             [&]<int N>(int i, float(&v)[N]) {
#pragma unroll
                                 for (int k = 0; k < N; ++k) v[k] += forward_out(i + k);
                                 put(i, v);
                             });
        } else if constexpr (holds_lines<T, Filter, Tiles>) {
            float v[T];
            first.get(0, v);
            const float before = ends.before - c;
#pragma unroll
            for (int k = 0; k < T; ++k) v[k] = step(F, P, v[k] + before, k);
            if (back && valid < T) {  // the image ends in this line
                line.put(0, v);
                pass_backward<T>(Rv, E, valid, get_plus(line, out_unit(F), y - c_back),
                                 put_plus(out_unit(Rv), y_back));
                return;
            }
            if (back) {
#pragma unroll
                for (int k = T - 1; k >= 0; --k) v[k] = step(Rv, E, fmaf(v[k], out_unit(F), y - c_back), k);
            }
            const float gain = ends.gain * out_unit(back ? Rv : F),
                        shift = fmaf(back ? y_back : y, ends.gain, ends.after);
#pragma unroll
            for (int k = 0; k < T; ++k) v[k] = fmaf(v[k], gain, shift);
            result.put(0, v);
        } else if (back) {
            pass_forward<T>(F, P, get_plus(first, 1, ends.before - c),
                            [line](int i, const float(&v)[16]) { line.put(i, v); });
            pass_backward<T>(Rv, E, valid, get_plus(line, out_unit(F), y - c_back),
                             put_plus(out_unit(Rv), y_back));
        } else {
            pass_forward<T>(F, P, get_plus(first, 1, ends.before - c), put_plus(out_unit(F), y));
        }
    };
    const Ends last{0, scale, end * scale};
    const auto samples = [&] {
        if constexpr (has_four_channels<Tiles>)
            return tiles.template column<T>(tile, t, channel, arrival);
        else
            return column;
    }();
    // Bytes that no table decodes are filtered down and up in units of 1 / 255, and leave in units of 1.
    bool is_unorm = false;
    if constexpr (has_four_channels<Tiles>) is_unorm = tiles.is_unorm(channel);
    const float per_one = is_unorm ? unorm_scale : 1, unit = is_unorm ? 1 / unorm_scale : 1;
#pragma unroll
    for (int k = 0; k < R; ++k) P[k] *= per_one, E[k] *= per_one;
    with_filter(down, up, [&](const auto& F, const auto& Rv) {
        filter_line(F, Rv, down.has_level, up.has_level, P, E, passes > 1, p.rows_of<T>(m), samples, column,
                    column,
                    {-origin * per_one, passes > 2 ? unit : last.gain * unit, passes > 2 ? 0 : last.after});
    });
    if (passes > 2) {
        if (is_early) {
            wait_for_predecessor();
            ask_for_row_carries();
        }
        __syncthreads();
        const auto result = [&] {
            if constexpr (gives_halves<Tiles>)
                return HalvesOfRow<T>(plane, t);
            else
                return row;
        }();
        with_filter(right, left, [&](const auto& F, const auto& Rv) {
            filter_line(F, Rv, right.has_level, left.has_level, PT, ET, passes > 3, p.columns_of<T>(n), row,
                        row, result, last);
        });
    }
    if constexpr (!gives_halves<Tiles>)
        if (line.is_there) derive_block<T>(line, p, m, n, tile);
    // A short row goes backward sample by sample, and is still floats.
    if constexpr (gives_halves<Tiles>)
        tiles.template store<T>(p, m, n, tile, passes == 3 || (passes > 3 && p.columns_of<T>(n) == T));
    else
        tiles.template store<T>(p, m, n, tile, Eviction::first);
}

}  // namespace sweep::gpu
