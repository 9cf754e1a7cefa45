// Algorithm 8: the image is read once, stays on the chip, and is written once, by one kernel. That moves 2 h w samples,
// [N11]'s lower bound, and the perimeters of tiles.
//
//     8.1   the perimeters of each tile's columns: Pbar, Qbar (gpu/scan/segment_algebra.cuh), to memory
//     8.2   P and Q that enter the tile, summed over those of the tiles above and below that the filter remembers;
//           Z = R(F(X)) from P and E = H P + Q, exact at both ends of the column
//     8.3   the same along the rows of Z, [N16] (24) and (25) without a scan
//     8.4   V = R(F(Z)) from the states that enter the rows
//
// Each tile has a datum of its own, c_mn. A state that goes from a tile to the next changes its datum: with p, the
// state P of a line of ones, and q, its Q,
//
//     P_{m+1} - p c_{m+1} = A_F^b (P_m - p c_m) + (Pbar_m - p' c_m) + p (c_m - c_{m+1}),    p' = p - A_F^b p,
//     Q_{m-1} - q c_{m-1} = A_R^b (Q_m - q c_m) + (Qbar_m - q' c_m) + q (c_m - c_{m-1}),    q' = q - A_R^b q,
//
// where Pbar_m - p' c_m is the perimeter of the samples less c_m. So a tile adds its last term to what it hands on. The
// ends of a line change nothing, but where it is continued by its other end.
//
// A tile is 64 x 128 samples of one channel. Thread block (t, c) owns tile t, by rows of tiles, of channel c, and all
// are alive at once: the launch is cooperative. A thread owns 32 samples of a column in 8.1 and 8.2, and 32 of a row
// in 8.3 and 8.4, in registers; a warp owns 32 columns side by side, then 8 rows. In between the tile goes through
// shared memory once. A tile waits for its neighbours once for each axis (twice under `none`), for words that say by
// themselves whether they are there (gpu/resident/perimeter_words.cuh).
#pragma once

#include "gpu/device/launch.cuh"
#include "gpu/image/datum.cuh"
#include "gpu/image/tiles.cuh"
#include "gpu/resident/pieces.cuh"

namespace sweep::gpu {

// Filter: the passes, a ThreadFilter or a ZerosFilter.
template <class Filter>
struct ResidentFilter {
    TileLine<Filter> columns, rows;
    float scale, response, response_of_columns;
    int passes;
};

// The four passes over one tile.
template <class Filter>
class ResidentTile {
  public:
    static constexpr int R = Filter::order;
    const ResidentImage& p;
    const ResidentFilter<Filter>& f;
    ResidentShared<R>& shared;
    PerimeterWord* const perimeters;
    const unsigned run;
    const PartDatum& datum;
    const int t = int(threadIdx.x), m = int(blockIdx.x) / p.tiles_across,
              n = int(blockIdx.x) % p.tiles_across, channel = int(blockIdx.y);

    // Filters the tile in shared memory, and leaves it there as it will be stored. There are barriers inside.
    template <PieceEnds ends>
    __device__ void filter() const {
        filter_column<ends>();
        __syncthreads();
        if (f.passes > 2) filter_row<ends>();
        __syncwarp();  // a warp stores the rows that it has filtered
    }
    // The same where the lines end exactly. It is a call, so that what is rare takes no registers from
    // what usually runs, and static, because `this` would lie in memory.
    [[gnu::noinline]] __device__ static void filter_exactly(const ResidentImage& p,
                                                            const ResidentFilter<Filter>& f,
                                                            ResidentShared<R>& shared,
                                                            PerimeterWord* perimeters, unsigned run,
                                                            const PartDatum& datum) {
        const ResidentTile tile{p, f, shared, perimeters, run, datum};
        tile.template filter<PieceEnds::exact>();
    }

    template <PieceEnds ends>
    __device__ ColumnPieces<ends, Filter> columns() const {
        const int column = t % tile_columns;
        const LineWords words{words_at(0, n) + column, p.tiles_across * words_of_tile<R>, tile_columns, run};
        return {f.columns,         shared,   words, m, t / tile_columns, column, p.height,
                shared.datums.own, outside()};
    }
    // The constant that continues the channel, less the datum.
    __device__ float outside() const { return datum.outside(channel, shared.datums.own); }
    __device__ float* own_column() const {
        return shared.tile.samples + TileSamples::at(t / tile_columns * piece_samples, t % tile_columns);
    }
    __device__ void put_column(const float (&x)[piece_samples], float scale, float shift) const {
#pragma unroll
        for (int i = 0; i < piece_samples; ++i) own_column()[i * TileSamples::row] = fmaf(x[i], scale, shift);
    }

  private:
    __device__ float shift(float level) const {
        return (level + shared.datums.own * f.response) * f.scale;
    }

    // The words of tile (row, column) of this channel.
    __device__ PerimeterWord* words_at(int row, int column) const {
        return perimeters +
               std::size_t((channel * p.tiles_down + row) * p.tiles_across + column) * words_of_tile<R>;
    }

    // ---- 8.1, 8.2 -------------------------------------------------------------------------------------------

    template <PieceEnds ends>
    __device__ void filter_column() const {
        float x[piece_samples];
        const float level = filter_piece(f.columns, columns<ends>(), x, f.passes > 1);
        if (f.passes > 2)
            put_column(x, 1, level);
        else
            put_column(x, f.scale, shift(level));
    }

    // ---- 8.3, 8.4 -------------------------------------------------------------------------------------------

    template <PieceEnds ends>
    __device__ void filter_row() const {
        float x[piece_samples];
        const int row = t / pieces_of_row, piece = t % pieces_of_row;
        float* const own = shared.tile.samples + row * TileSamples::row + piece * TileSamples::piece;
        const LineWords words{words_at(m, 0) + 2 * words_of_state<R> * tile_columns + row, words_of_tile<R>,
                              tile_rows, run};
        const RowPieces<ends, Filter> pieces{f.rows,
                                             own,
                                             shared.datums,
                                             words,
                                             n,
                                             piece,
                                             piece / (pieces_of_row / 2),
                                             p.width,
                                             outside() * f.response_of_columns,
                                             f.response_of_columns};
        const float after = shift(filter_piece(f.rows, pieces, x, f.passes == all_passes));
#pragma unroll
        for (int i = 0; i < piece_samples; i += 4)
            *reinterpret_cast<float4*>(own + i) =
                float4{fmaf(x[i], f.scale, after), fmaf(x[i + 1], f.scale, after),
                       fmaf(x[i + 2], f.scale, after), fmaf(x[i + 3], f.scale, after)};
    }
};

// Parameters come from a cache that is empty for the first to ask. So the warps ask for a cache line each while the
// image is on its way.
template <class Parameters>
__device__ inline void touch(const Parameters& parameters) {
#ifdef __CUDA_ARCH__
    const float* words = reinterpret_cast<const float*>(&parameters);
    for (int i = threadIdx.x / 32 * 16; i < int(sizeof(Parameters) / sizeof(float));
         i += blockDim.x / 32 * 16)
        asm volatile("" ::"f"(words[i]));
#endif
}

// Loads the tile, and finds its datum. What lies beyond the image's edges is the sample at the edge under clamp, and
// otherwise the constant outside. There are barriers inside.
template <class Filter>
__device__ inline void load(const PixelSource& in, const ResidentTile<Filter>& tile) {
    const ResidentImage& p = tile.p;
    const PartDatum& datum = tile.datum;
    const int t = tile.t, m = tile.m, n = tile.n;
    auto& [samples, leaving, entering, datums] = tile.shared;
    // The first warps find a datum each, of this tile and of its neighbours. What they need for that is among the first
    // parameters, as those of the filter would delay the loads.
    const int asks_for = t / 32, lane = t % 32;
    const bool asks = asks_for < 5;
    const auto ask = [&](const auto& source) {
        const int m_asked = m + (asks_for == 2) - (asks_for == 1),
                  n_asked = n + (asks_for == 4) - (asks_for == 3),
                  y0 = tile_rows * neighbouring_part(m_asked, p.tiles_down, p.wraps),
                  x0 = tile_columns * neighbouring_part(n_asked, p.tiles_across, p.wraps);
        return datum.ask_by_halves(source, {x0, y0, tile_columns, tile_rows}, p.width, p.height, tile.channel,
                                   lane);
    };
    const auto settle = [&](float candidate) {
        const float c = datum.settle_by_halves(candidate, lane);
        if (lane == 0) (asks_for == 0 ? datums.own : datums.neighbours[asks_for - 1]) = c;
    };
    if (in.format != PixelFormat::f32 || p.channels > 1) {
        if (asks) settle(ask(in));
        read_samples(in, p, m, n, samples);
    } else {
        const auto* image = static_cast<const float*>(in.data);
        if (p.width % 4 == 0)
            copy_rows<4>(image, p, m, n, samples);
        else
            copy_rows<1>(image, p, m, n, samples);
        const float candidate = asks ? ask(FloatPlane{image, p.width}) : 0.f;
        touch(tile.f);
        if (asks) settle(candidate);
        __pipeline_wait_prior(0);
    }
    __syncthreads();
    const float beyond = datums.own + tile.outside();
    float* const own = tile.own_column();
    const int rows = p.height - m * tile_rows, columns = p.width - n * tile_columns;
    if (rows < tile_rows || columns < tile_columns) {
        const int column = t % tile_columns, y0 = t / tile_columns * piece_samples;
#pragma unroll 1
        for (int i = column < columns ? max(0, rows - y0) : 0; i < piece_samples; ++i)
            own[i * TileSamples::row] =
                tile.f.columns.clamp
                    ? samples.samples[TileSamples::at(min(y0 + i, rows - 1), min(column, columns - 1))]
                    : beyond;
    }
}

template <class Filter>
__device__ inline void store(const PixelSink& out, const ResidentTile<Filter>& tile) {
    const ResidentImage& p = tile.p;
    if (out.format != PixelFormat::f32 || p.channels > 1)
        write_samples(out, p, tile.m, tile.n, tile.shared.tile);
    else if (p.width % 4 == 0)
        store_rows<4>(static_cast<float*>(out.data), p, tile.m, tile.n, tile.shared.tile);
    else
        store_rows<1>(static_cast<float*>(out.data), p, tile.m, tile.n, tile.shared.tile);
}

template <class Filter>
__global__ __launch_bounds__(resident_threads, tuning::Resident::tiles) void resident_kernel(
    const __grid_constant__ PixelSource in, const __grid_constant__ PixelSink out,
    const __grid_constant__ ResidentImage image, const __grid_constant__ PartDatum datum,
    const __grid_constant__ ResidentFilter<Filter> filter, PerimeterWord* words, unsigned run,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) unsigned char raw[];
    const ResidentTile<Filter> tile{image, filter, *reinterpret_cast<ResidentShared<Filter::order>*>(raw),
                                    words, run,    datum};
    load(in, tile);
    if (filter.columns.ends() == PieceEnds::constant)
        tile.template filter<PieceEnds::constant>();
    else
        ResidentTile<Filter>::filter_exactly(image, filter, tile.shared, words, run, datum);
    store(out, tile);
}

}  // namespace sweep::gpu
