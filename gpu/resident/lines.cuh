// Algorithm 8 along one axis: lines of any number stay on the chip while both passes filter them, so that the image
// is read once and written once, 2 h w samples, and no line waits for another.
//
//     8a.1  the perimeters of each piece of a line: Pbar, Qbar (gpu/scan/segment_algebra.cuh)
//     8a.2  P and Q that enter each piece, summed over those before and behind it, exact at both ends of the line;
//           V = R(F(X)) from P and E = H P + Q
//
// Each piece has a datum of its own, and states change theirs from piece to piece as in gpu/resident/resident.cuh.
//
// A thread block holds 32 neighbouring lines, up to 16 pieces of 32 samples of each: a thread owns a piece of a line,
// in registers while it filters and in shared memory while it waits, a warp the same piece of 32 lines. A line longer
// than that is held by the thread blocks of a cluster, which hand each other what leaves them. The channels of a
// pixel are lines beside each other. blockIdx.y is the image of a batch.
#pragma once

#include "gpu/device/launch.cuh"
#include "gpu/image/datum.cuh"
#include "gpu/image/tiles.cuh"
#include "gpu/resident/line_pieces.cuh"
#include "gpu/resident/line_tiles.cuh"

namespace sweep::gpu {

template <class Filter>
struct ChipLinesFilter {
    PieceLine<Filter> line;
    float scale, response;
};

// Finds the datum of the warp's part of the tile. Where the channels of an image of float32 are lines, they are
// columns of an image of one channel.
__device__ inline float find_datum(const PixelSource& in, const LineTile& tile, const PartDatum& datum) {
    const auto settle = [&](const auto& source, const ImagePart& part, int width, int channel) {
        return datum.settle_by_halves(
            datum.ask_by_halves(source, part, width, tile.p.height, channel, tile.lane), tile.lane);
    };
    const int first = tile.first_sample(), C = tile.p.channels;
    const ImagePart part = tile.p.along_rows
                               ? ImagePart{first, tile.first_line / C, piece_samples, max(1, 32 / C)}
                               : ImagePart{tile.first_line / C, first, max(1, 32 / C), piece_samples};
    if (in.format == PixelFormat::f32)
        return settle(FloatPlane{static_cast<const float*>(in.data), tile.p.width * C},
                      {part.x0 * C, part.y0, part.columns * C, part.rows}, tile.p.width * C, 0);
    return settle(in, part, tile.p.width, 0);
}

template <PieceEnds ends, class Filter>
__device__ inline void filter_lines(const ChipLinesFilter<Filter>& f, const LineTile& tile,
                                    const LinesShared<Filter::order>& shared, const PartDatum& datum,
                                    const PixelSink& results) {
    const LinePieces<ends, Filter> pieces{f.line, shared, tile,
                                          datum.outside(tile.channel(), shared.datum(tile))};
    float x[piece_samples];
    const float level = filter_piece(f.line, pieces, x, true),
                shift = (level + shared.datum(tile) * f.response) * f.scale;
#pragma unroll
    for (int i = 0; i < piece_samples; ++i) x[i] = fmaf(x[i], f.scale, shift);
    tile.store(tile.p.image(results, blockIdx.y), x);
}
// The same where the lines end exactly. It is a call, so that what is rare takes no registers from what usually runs,
// and makes its own LineTile, which would otherwise lie in memory.
template <class Filter>
[[gnu::noinline]] __device__ void filter_lines_exactly(const ChipLinesFilter<Filter>& f,
                                                       const ChipLines& lines, const PartDatum& datum,
                                                       unsigned char* raw, const PixelSink& results) {
    const LinesShared<Filter::order> shared(raw, lines);
    filter_lines<PieceEnds::exact>(f, LineTile(lines, shared.samples), shared, datum, results);
}

template <class Filter>
__global__ __launch_bounds__(most_line_threads, 2) void chip_lines_kernel(
    const __grid_constant__ PixelSource images, const __grid_constant__ PixelSink results,
    const __grid_constant__ ChipLines lines, const __grid_constant__ PartDatum datum,
    const __grid_constant__ ChipLinesFilter<Filter> filter, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) unsigned char raw[];
    const LinesShared<Filter::order> shared(raw, lines);
    const LineTile tile(lines, shared.samples);
    const PixelSource in = lines.image(images, blockIdx.y);
    tile.load(in);
    const float own = find_datum(in, tile, datum);
    if (tile.lane == 0) shared.datums[tile.piece] = own;
    __pipeline_wait_prior(0);
    __syncthreads();
    tile.fill(filter.line.clamp, own + datum.outside(tile.channel(), own));
    if (filter.line.ends() == PieceEnds::constant)
        filter_lines<PieceEnds::constant>(filter, tile, shared, datum, results);
    else
        filter_lines_exactly(filter, lines, datum, raw, results);
}

}  // namespace sweep::gpu
