// The three reads of an iteration of the edge filter (ARCHITECTURE.md, "Weights that follow a guide"):
//
//     edge_columns_kernel  per tile: the columns' segments (r, Y, Z, W, U, H)
//     edge_rows_kernel     per tile: columns down and up from P, E, which it writes; the rows' segments
//     edge_output_kernel   per tile: rows right and left of what it reads of these, from P^T, E^T; the result
//
// Thread block b has tile b, row after row of tiles, in blocks of 32 threads a channel (gpu/edge/tile.cuh): a warp a
// channel, whose lane owns a column, with all its samples in registers, and then a row.
#pragma once

#include "gpu/device/launch.cuh"
#include "gpu/edge/tile.cuh"

namespace sweep::gpu {

// As many warps as fill a multiprocessor's registers with the two lines of 32 numbers that a thread has.
template <EdgePixels pixels>
inline constexpr int edge_threads = pixels == EdgePixels::one ? 32 : 128;
template <EdgePixels pixels>
inline constexpr int edge_column_blocks = pixels == EdgePixels::one ? 32 : 5;
template <EdgePixels pixels>
inline constexpr int edge_row_blocks = pixels == EdgePixels::one ? 20 : 5;
template <EdgePixels pixels>
inline constexpr int edge_output_blocks = pixels == EdgePixels::one ? 20 : 5;

// Keeps the segment of the lane's line, of samples in shared memory, and the last of them where the line ends here.
__device__ inline void keep_edge_segment(const EdgeAxis& axis, int block, std::size_t line, const float* x,
                                         int x_step, const float* c, int c_step) {
    axis.lines.keep(block, line, edge_segment(x, x_step, c, c_step));
    if (block == axis.lines.blocks - 1) axis.lines.last[line] = x[31 * x_step];
    if (axis.is_mirrored())
        axis.reversed().keep(block, line, edge_segment(x + 31 * x_step, -x_step, c + 32 * c_step, -c_step));
}

template <EdgePixels pixels>
__global__ __launch_bounds__(edge_threads<pixels>, edge_column_blocks<pixels>) void edge_columns_kernel(
    const __grid_constant__ EdgeImages images, const __grid_constant__ Tiling p,
    const __grid_constant__ EdgeAxis columns, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) float shared[];
    wait_for_predecessor();
    launch_dependents();
    on_edge_tile<pixels>(images, p, [&](const auto& tile, float(&x)[32], float(&)[33]) {
        tile.load(x);
        float* const down = tile.plane(shared, tile.channels);
        tile.template make_weights<true, false>(down, nullptr);
        tile.put(shared, x);
        if (tile.has_column())
            keep_edge_segment(columns, tile.m(), tile.column_line(), tile.samples(shared) + tile.lane,
                              tile.pitch, down + tile.lane, tile.side);
    });
}

template <EdgePixels pixels>
__global__ __launch_bounds__(edge_threads<pixels>, edge_row_blocks<pixels>) void edge_rows_kernel(
    const __grid_constant__ EdgeImages images, const __grid_constant__ Tiling p,
    const __grid_constant__ EdgeAxis columns, const __grid_constant__ EdgeAxis rows,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) float shared[];
    wait_for_predecessor();
    launch_dependents();
    on_edge_tile<pixels>(images, p, [&](const auto& tile, float(&x)[32], float(&c)[33]) {
        tile.load(x);
        float* const along = tile.plane(shared, tile.channels);
        const float P = columns.lines.at(EdgeLines::P, tile.m(), tile.column_line()),
                    E = columns.lines.at(EdgeLines::E, tile.m(), tile.column_line());
        tile.template make_weights<true, true>(shared, along);
        tile.take_weights(shared, c);
        tile.take_columns(shared, x);
        edge_passes(x, c, P, E);
        tile.put_columns(shared, x);
        tile.store(shared);
        if (tile.has_row())
            keep_edge_segment(rows, tile.n(), tile.row_line(), tile.samples(shared) + tile.lane * tile.pitch,
                              1, along + tile.lane * tile.pitch, 1);
    });
}

template <EdgePixels pixels>
__global__ __launch_bounds__(edge_threads<pixels>, edge_output_blocks<pixels>) void edge_output_kernel(
    const __grid_constant__ EdgeImages images, const __grid_constant__ Tiling p,
    const __grid_constant__ EdgeAxis rows, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) float shared[];
    wait_for_predecessor();
    launch_dependents();
    on_edge_tile<pixels>(images, p, [&](const auto& tile, float(&x)[32], float(&c)[33]) {
        tile.load(x);
        // Of a row that the image does not have nothing is used.
        const float P = tile.has_row() ? rows.lines.at(EdgeLines::P, tile.n(), tile.row_line()) : 0,
                    E = tile.has_row() ? rows.lines.at(EdgeLines::E, tile.n(), tile.row_line()) : 0;
        float* const along = tile.plane(shared, tile.channels);
        tile.template make_weights<false, true>(nullptr, along);
        tile.put(shared, x);
        float* const sample = tile.samples(shared) + tile.lane * tile.pitch;
        const float* const coefficient = along + tile.lane * tile.pitch;
#pragma unroll
        for (int j = 0; j < 32; ++j) x[j] = sample[j];
#pragma unroll
        for (int j = 0; j <= 32; ++j) c[j] = coefficient[j];
        edge_passes(x, c, P, E);
#pragma unroll
        for (int j = 0; j < 32; ++j) sample[j] = x[j];
        tile.store(shared);
    });
}

}  // namespace sweep::gpu
