// Algorithm 8 beyond the chip: the image streams through the chip, a row of tiles after the other, and is read once and
// written once. A tile of 64 x 64 samples stays in shared memory from its load to its store.
//
//     copies   a warp loads tile after tile, and stores what is in a slot before it loads the next one there
//     8.1      Pbar, Qbar of each column of a tile: words in memory                       gpu/stream/dots.cuh
//     8.2      P and Q that enter the tile, from the words of the K tiles above and below that the filter remembers,
//                  P_{m+1} = A_F^b P_m + Pbar_m,   Q_m = A_R^b Q_{m+1} + Qbar_m           gpu/scan/segment_algebra.cuh
//              Z = R(F(X)) from P and E = H P + Q; Pbar, Qbar of each row of Z: words
//     8.3      P and Q that enter from the K tiles on both sides
//     8.4      V = R(F(Z))
//
// A filter that forgets in K tiles needs no scan: sums over K tiles by Horner's scheme are enough. Each tile has a
// datum of its own, which it publishes beside its words; who takes these adds what the datums differ by
// (gpu/stream/passes.cuh).
//
// Where constants continue a line, its last tile is filled with them; a mirrored line fills its first and last tile
// from within (MirroredTiles in core/families/chip/resident.h).
//
// Thread block b, one a multiprocessor, has the tiles b, b + B, b + 2 B, .. of the image, by rows, and 13 of them at
// a time. Three warps take the dots of 8.1, a tile each by turns; six pairs of warps do the rest, a tile each by
// turns, whose threads own a column and then a row. Words and tags are those of gpu/resident/perimeter_words.cuh.
//
// No tile waits for ever. Loads wait for free slots alone, which come free in the order of their tiles, and 8.1 for
// the loads and, as words lie in rings, for strips that are more than all slots before. So every tile gets its words
// of 8.1 if the tiles from one to the last whose words it needs, K rows of them and K more, find room in all slots
// but one a thread block (stream_fits()); then the first tile that is not done goes on, because all that it needs are
// words of 8.1 and of tiles of its own row, which need no more. All thread blocks must be alive at once:
// the launch is cooperative.
#pragma once

#include "gpu/device/launch.cuh"
#include "gpu/device/tensor_map.cuh"
#include "gpu/overlapped/block_datums.cuh"
#include "gpu/stream/dots.cuh"
#include "gpu/stream/passes.cuh"

namespace sweep::gpu {

template <int R, StreamEnds kind>
struct StreamFilter {
    StreamLine<R, kind> columns, rows;
    float scale, response, response_of_columns;
    bool along_columns, along_rows;  // what runs

    // Whether the tile begins before the image, whose lines are mirrored.
    __device__ bool begins_before(int m, int n) const {
        return columns.mirrors && (columns.first_of(m) < 0 || rows.first_of(n) < 0);
    }
};

// What the roles of a thread block share; each is a warp's or a pair's, from the first tile to the last.
// `is_noted`: each tile's stay and its waits are for the record, for which there are kernels of their own, as these
// notes would cost all others 1 to 4 %.
template <int R, StreamEnds kind, bool is_noted>
struct StreamRoles {
    static constexpr int tiles = StreamShared::tiles, pairs = tuning::Stream::pairs,
                         dot_warps = tuning::Stream::dot_warps, side = stream_side;
    StreamShared& shared;
    const StreamWalk& walk;
    const StreamFilter<R, kind>& filter;
    const PartDatum& datum;
    const BlockTrace& trace;
    int lane;

    // ---- Loads and stores: one thread -------------------------------------------------------------------------

    // Until all slots have been stored for the last time.
    __device__ void load_and_store(const CUtensorMap& in, const CUtensorMap& out) const {
        const L2Policy policy = l2_policy(Eviction::first);
        const int all = walk.tiling.M * walk.tiling.N;
        int slot = 0, round = 0;
        for (int tile = int(blockIdx.x), ends = 0; ends < tiles; tile += int(gridDim.x)) {
            if (round > 0) store(out, slot, round - 1, policy);
            const bool is_there = tile < all;
            shared.tile[slot] = is_there ? tile : -1;
            if (is_there) {
                if constexpr (is_noted) trace.note_taken(tile);
                const Tiling::Block b = walk.tiling.block(unsigned(tile));
                arrive_expecting(shared.loaded[slot], side * side * 4);
#pragma unroll
                for (int box = 0; box < side / box_columns; ++box)
                    load_box(shared.samples[slot] + box * side * box_columns, in,
                             filter.rows.first_of(b.n) + box * box_columns, filter.columns.first_of(b.m),
                             shared.loaded[slot], policy);
            } else {
                arrive_at(shared.loaded[slot]);
                ++ends;
            }
            if (++slot == tiles) slot = 0, ++round;
        }
    }
    // Stores the tile that is in the slot, when all of its pair have filtered it and need no words,
    // and waits until it is out of it.
    __device__ void store(const CUtensorMap& out, int slot, int round, L2Policy policy) const {
        const int tile = shared.tile[slot];
        if (tile < 0) return;
        wait_for_copies(shared.filtered[slot], unsigned(round) & 1);
        const Tiling::Block b = walk.tiling.block(unsigned(tile));
        atomicAdd(walk.finished + b.m, 1u);
        if (!filter.begins_before(b.m, b.n)) {
#pragma unroll
            for (int box = 0; box < side / box_columns; ++box)
                store_box(out, filter.rows.first_of(b.n) + box * box_columns, filter.columns.first_of(b.m),
                          shared.samples[slot] + box * side * box_columns, policy);
            wait_for_stores();
        }
        if constexpr (is_noted) trace.note_given_back(tile);
    }

    // ---- 8.1: a warp ------------------------------------------------------------------------------------------

    __device__ void take_dots(int first) const {
        int slot = first, parity = 0;
        for (;;) {
            wait_for_copies(shared.loaded[slot], unsigned(parity));
            const int tile = shared.tile[slot];
            if (tile < 0) return;
            const Tiling::Block b = walk.tiling.block(unsigned(tile));
            const int m = b.m, n = b.n;
            float* const samples = shared.samples[slot];
            // The words whose place is taken have been read by the strips around strip m - column_strips.
            const int reader = m - walk.column_strips - filter.columns.reach + lane;
            const bool asks = lane <= 2 * filter.columns.reach && reader >= 0;
            unsigned finished = asks ? walk.ask_finished(reader) : walk.all_finished;
            if (is_at_end(filter.columns, m) || is_at_end(filter.rows, n)) fill_beyond(samples, m, n);
            const BlockInTile<side> in_tile{samples, 0, 0};
            const float c = datum.settle(datum.ask(in_tile, in_tile.part(), side, side, 0, lane)),
                        outside = datum.outside(0, c);
            while (!__all_sync(~0u, walk.is_finished(finished))) {
                __nanosleep(200);
                if (asks) finished = walk.ask_finished(reader);
            }
            if (lane == 0) {
                shared.datum[slot] = c;
                walk.publish_datum(m, n, c);
            }
            if (filter.along_columns) {
#pragma unroll 1
                for (int x = 0; x < side; x += 32)
                    leave_column_words(samples, walk, filter.columns, m, n, x, c, outside);
            } else {  // rows take samples less the datum, as columns leave them
#pragma unroll 4
                for (int i = lane; i < side * side; i += 32) samples[i] -= c;
            }
            arrive_at(shared.dotted[slot]);
            slot += dot_warps;
            if (slot >= tiles) slot -= tiles, parity ^= 1;
        }
    }

    // ---- 8.2 to 8.4: a pair of warps --------------------------------------------------------------------------

    __device__ void filter_tiles(int pair) const {
        const int t = int(threadIdx.x) % pair_threads;
        int slot = pair, parity = 0, syncs = 0;
        const auto together = [&] {
            arrive_at(shared.together[pair]);
            wait_for_copies(shared.together[pair], unsigned(syncs++) & 1);
        };
        for (;;) {
            wait_for_copies(shared.loaded[slot], unsigned(parity));
            const int tile = shared.tile[slot];
            if (tile < 0) break;
            const Tiling::Block b = walk.tiling.block(unsigned(tile));
            const int m = b.m, n = b.n;
            float* const samples = shared.samples[slot];
            // Those of strip m - row_strips have read the row words whose place is taken.
            const int reader = m - walk.row_strips;
            unsigned finished = reader >= 0 ? walk.ask_finished(reader) : walk.all_finished;
            wait_for_copies(shared.dotted[slot], unsigned(parity));
            const float c = shared.datum[slot], outside = datum.outside(0, c);
            StreamSteps steps;
            if (filter.along_columns) note(slot, t, WaitMark::columns_begin);
            if (datum.from_image) steps = ask_datums(walk, filter, m, n, c);
            if (filter.along_columns) {
                Vec<float, R> P, Q;
                enter_column(samples, m, n, t, c, outside, steps, P, Q);
                note(slot, t, WaitMark::columns_end);
                filter_column(samples, t, c, P, Q);
            }
            while (!__all_sync(~0u, walk.is_finished(finished))) {
                __nanosleep(200);
                finished = walk.ask_finished(reader);
            }
            if (filter.along_rows) {
                together();
                filter_row(samples, slot, m, n, t, c, outside * filter.response_of_columns, steps);
            }
            if (filter.begins_before(m, n)) {
                together();
                store_within(samples, m, n, t);
            }
            show_to_copies();
            arrive_at(shared.filtered[slot]);
            slot += pairs;
            if (slot >= tiles) slot -= tiles, parity ^= 1;
        }
    }

  private:
    // One thread of a pair notes the waits of its tile.
    __device__ void note(int slot, int t, WaitMark mark) const {
        if constexpr (is_noted)
            if (t == 0) trace.note(shared.tile[slot], mark);
    }

    // 8.2
    __device__ void enter_column(const float* samples, int m, int n, int t, float c, float outside,
                                 const StreamSteps& steps, Vec<float, R>& P, Vec<float, R>& Q) const {
        const StreamLine<R, kind>& line = filter.columns;
        const int place = m % walk.column_strips, x = n * side + t;
        const StreamWords words{
            [&](int d, int j) { return walk.of_column(walk.before(place, j, walk.column_strips), d, x); },
            [&](int d, int j) { return walk.of_column(walk.behind(place, j, walk.column_strips), d, x); },
            walk.tag(m),
            1,
            steps,
            0};
        const auto edge = [&](int d) {
            return line.reads_edges ? samples[at<side>(d == 0 ? 0 : side - 1, t)] - c : outside;
        };
        enter_tile_of_stream(line, m, words, edge, P, Q);
    }
    __device__ void filter_column(float* samples, int t, float c, Vec<float, R>& P, Vec<float, R>& Q) const {
        const StreamLine<R, kind>& line = filter.columns;
        if (filter.along_rows)
            filter_column_of_tile<false>(samples, t, line, c, P, Q, 1, 0);
        else
            filter_column_of_tile<true>(samples, t, line, c, P, Q, filter.scale, end(c));
    }
    // 8.3, 8.4; the constant `outside` continues the rows.
    __device__ void filter_row(float* samples, int slot, int m, int n, int t, float c, float outside,
                               const StreamSteps& steps) const {
        const StreamLine<R, kind>& line = filter.rows;
#pragma unroll 1
        for (int r = 0; r < 32; r += 16) leave_row_words(samples, walk, line, m, n, t / 32 * 32 + r, outside);
        __syncwarp();  // rows have been read by other lanes than those that filter them
        const int place = m % walk.row_strips;
        Vec<float, R> P, Q;
        const StreamWords words{[&](int d, int j) { return walk.of_row(place, n - j, d, t); },
                                [&](int d, int j) { return walk.of_row(place, n + j, d, t); },
                                walk.tag(m),
                                0,
                                steps,
                                2};
        const auto edge = [&](int d) {
            return line.reads_edges ? samples[at<side>(t, d == 0 ? 0 : side - 1)] : outside;
        };
        note(slot, t, WaitMark::rows_begin);
        enter_tile_of_stream(line, n, words, edge, P, Q);
        note(slot, t, WaitMark::rows_end);
        filter_row_of_tile(samples, t, line, P, Q, filter.scale, end(c));
    }
    // What is added to the filtered and scaled sample of a tile of datum c.
    __device__ float end(float c) const {
        return c * filter.response * filter.scale;
    }

    // Stores what a tile has of the image, a column by a thread: bulk stores may end beyond an image,
    // but not begin before it.
    __device__ void store_within(const float* samples, int m, int n, int t) const {
        const StreamSpan rows = filter.columns.span_of(m), columns = filter.rows.span_of(n);
        if (t < columns.first || t >= columns.end) return;
        float* const to = walk.result + filter.rows.first_of(n) + t;
#pragma unroll 1
        for (int r = rows.first; r < rows.end; ++r)
            to[std::size_t(filter.columns.first_of(m) + r) * walk.tiling.width] = samples[at<side>(r, t)];
    }

    __device__ static bool is_at_end(const StreamLine<R, kind>& line, int tile) {
        return line.begins(tile) || line.ends(tile);
    }
    // Continues the part of the image that a tile holds, first its rows and then its columns.
    __device__ void fill_beyond(float* samples, int m, int n) const {
        const StreamSpan rows = filter.columns.span_of(m), columns = filter.rows.span_of(n);
        const auto is_read = [](const auto& line) { return line.mirrors || line.reads_edges; };
        const float constant = datum.constant[0];
#pragma unroll 1
        for (int i = lane % 8; i < columns.missing(); i += 8) {
            const int x = columns.beyond(i), from = filter.rows.source_of(x, columns);
#pragma unroll 1
            for (int r = lane / 8; r < side; r += 16) {
                float four[4];  // read at once, as a store may be to what a later load reads
#pragma unroll
                for (int k = 0; k < 4; ++k)
                    four[k] = is_read(filter.rows) ? samples[at<side>(r + 4 * k, from)] : constant;
#pragma unroll
                for (int k = 0; k < 4; ++k) samples[at<side>(r + 4 * k, x)] = four[k];
            }
        }
        __syncwarp();
#pragma unroll 1
        for (int i = lane / 16; i < rows.missing(); i += 2) {
            const int r = rows.beyond(i), from = filter.columns.source_of(r, rows), x = lane % 16 * 4;
            quad(samples + at<side>(r, x)) = is_read(filter.columns)
                                                 ? quad(samples + at<side>(from, x))
                                                 : Quad<float>{constant, constant, constant, constant};
        }
        __syncwarp();
    }
};

template <int R, StreamEnds kind, bool is_noted>
__global__ __launch_bounds__(stream_threads, 1) void stream_kernel(
    const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out,
    const __grid_constant__ StreamWalk walk, const __grid_constant__ PartDatum datum,
    const __grid_constant__ StreamFilter<R, kind> filter, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(1024) unsigned char raw[];
    StreamShared& shared = *reinterpret_cast<StreamShared*>(raw);
    const int warp = int(threadIdx.x) / 32, lane = int(threadIdx.x) % 32;
    if (threadIdx.x == 0) {
        for (int i = 0; i < StreamShared::tiles; ++i) {
            init_barrier(shared.loaded[i], 1);
            init_barrier(shared.dotted[i], 32);
            init_barrier(shared.filtered[i], pair_threads);
        }
        for (CopyBarrier& barrier : shared.together) init_barrier(barrier, pair_threads);
        show_barriers();
    }
    __syncthreads();
    using Roles = StreamRoles<R, kind, is_noted>;
    const Roles roles{shared, walk, filter, datum, trace, lane};
    constexpr int filtering = 2 * Roles::pairs, dot_warps = Roles::dot_warps;
    if (warp < filtering)
        roles.filter_tiles(warp / 2);
    else if (warp < filtering + dot_warps)
        roles.take_dots(warp - filtering);
    else if (lane == 0)
        roles.load_and_store(in, out);
}

}  // namespace sweep::gpu
