// How carries go from piece to piece of a line, within a thread block and through the thread blocks of a cluster
// (filter_piece() in gpu/resident/piece_line.cuh says what each function does).
#pragma once

#include "gpu/resident/line_tiles.cuh"

namespace sweep::gpu {

// Shared memory of a thread block. All of it but the samples has the lanes side by side,
// so that no two of a warp touch one bank.
template <int R>
struct LinesShared {
    // What leaves a thread block in direction 0 and 1 when nothing but constants enters it, with the datums of its
    // first and last piece; every thread block of a cluster has those of all.
    struct Total {
        float states[2][R][32], datums[2];
    };

    float* samples;            // LineTile's
    float (*sums)[2][R][32];   // of each piece: Pbar and Qbar
    float* datums;             // of each piece
    float (*entering)[R][32];  // what enters the line from constants, before and behind
    float (*edges)[32];        // the line's first and last sample, less their datums
    Total* totals;

    static std::size_t bytes(const ChipLines& p) {
        return sizeof(float) * (std::size_t(p.tile_floats()) + std::size_t(p.pieces) * (2 * R * 32) +
                                most_line_pieces + 2 * R * 32 + 2 * 32) +
               sizeof(Total) * std::size_t(p.blocks);
    }
    __device__ LinesShared(unsigned char* raw, const ChipLines& p) {
        samples = reinterpret_cast<float*>(raw);
        sums = reinterpret_cast<float(*)[2][R][32]>(samples + p.tile_floats());
        entering = reinterpret_cast<float(*)[R][32]>(sums + p.pieces);
        edges = reinterpret_cast<float(*)[32]>(entering + 2);
        datums = reinterpret_cast<float*>(edges + 2);
        totals = reinterpret_cast<Total*>(datums + most_line_pieces);
    }
    __device__ float datum(const LineTile& tile) const { return datums[tile.piece]; }
};

template <PieceEnds line_ends, class Filter>
struct LinePieces {
    static constexpr PieceEnds ends = line_ends;
    static constexpr int R = Filter::order;
    using State = Vec<float, R>;
    const PieceLine<Filter>& line;
    const LinesShared<R>& shared;
    const LineTile& tile;
    float outside;
    const float origin = shared.datum(tile);
    const int outer = tile.piece == 0 ? 0 : 1;

    __device__ bool at_line_end() const {
        return tile.piece == 0 ? tile.rank == 0 : tile.piece == last_piece() && tile.rank == last_block();
    }
    __device__ int rest() const { return tile.rest(); }
    __device__ void take(float (&x)[piece_samples]) const { tile.take(x); }
    __device__ void through_own(State& s, const State& local) const { through(0, tile.piece, s, local); }

    __device__ void exchange(const State& Pbar, const State& Qbar, const State& entering, State& P, State& Q,
                             int directions) const {
        // The sums of a first round have been read, and all thread blocks of a cluster have started.
        sync();
        if (directions & 1) put(shared.sums[tile.piece][0], Pbar);
        if (directions & 2) put(shared.sums[tile.piece][1], Qbar);
        if (ends == PieceEnds::constant && at_line_end()) put(shared.entering[outer], entering);
        if (ends == PieceEnds::exact) put_edges();
        __syncthreads();
        if (tile.p.blocks > 1 || ends == PieceEnds::exact) {
            for (int d = 0; d < 2; ++d) {
                if (tile.piece != (d == 0 ? last_piece() : 0)) continue;
                if (directions >> d & 1) put_total(d);
                put_datum(1 - d);
            }
            sync();
        }
        State before{}, behind{};
        if constexpr (ends == PieceEnds::exact)
            if (!line.adds_heads) enter_from_whole_line(before, behind);
        if (directions & 1) P = enter_piece(0, before);
        if (directions & 2) Q = enter_piece(1, behind);
    }

  private:
    // Of the thread blocks that hold the line.
    __device__ void sync() const { tile.p.blocks > 1 ? sync_cluster() : __syncthreads(); }
    __device__ int last_piece() const { return tile.p.pieces - 1; }
    __device__ int last_block() const { return tile.p.blocks - 1; }
    // Takes s through a piece of this thread block in direction d.
    __device__ void through(int d, int piece, State& s, const State& local) const {
        through_piece<ends>(line, d, piece, line.blocks - 1 - tile.rank * tile.p.pieces, s, local);
    }
    __device__ void put(float (&to)[R][32], const State& s) const {
#pragma unroll
        for (int k = 0; k < R; ++k) to[k][tile.lane] = s[k];
    }
    __device__ State get(const float (&from)[R][32]) const {
        State s;
#pragma unroll
        for (int k = 0; k < R; ++k) s[k] = from[k][tile.lane];
        return s;
    }

    // Takes s, which enters the thread block in direction d, through its pieces up to `end`, which it then enters.
    // Beyond the last one it is what leaves, relative to the datum of that. Pieces behind the line's end change
    // nothing but the datum, and the last of them has that of the end.
    __device__ State go(int d, State s, int end) const {
        const int step = d == 0 ? 1 : -1;
#pragma unroll 1
        for (int i = d == 0 ? 0 : last_piece(); i != end; i += step) {
            through(d, i, s, get(shared.sums[i][d]));
            if (const int next = i + step; next >= 0 && next <= last_piece())
                line.step_datum(d, shared.datums[i] - shared.datums[next], s);
        }
        return s;
    }

    // What enters the thread block from constants, if the line begins with it in direction d.
    __device__ State from_constants(int d) const {
        if (ends == PieceEnds::constant && tile.rank == (d == 0 ? 0 : last_block()))
            return get(shared.entering[d]);
        return {};
    }
    __device__ void put_total(int d) const {
        const State s = go(d, from_constants(d), d == 0 ? tile.p.pieces : -1);
        auto& total = shared.totals[tile.rank];
        for (int rank = 0; rank < tile.p.blocks; ++rank)
#pragma unroll
            for (int k = 0; k < R; ++k) store_in_cluster(&total.states[d][k][tile.lane], rank, s[k]);
    }
    // Tells all thread blocks of the line the datum of this thread's piece, the first or the last of its own.
    __device__ void put_datum(int which) const {
        if (tile.lane < tile.p.blocks)
            store_in_cluster(&shared.totals[tile.rank].datums[which], tile.lane, origin);
    }

    // Takes s, which enters thread block `from` of the line in direction d, through the blocks up to `end`, which it
    // then enters; beyond the line's last one it is what leaves.
    __device__ State go_through_blocks(int d, State s, int from, int end) const {
        const int step = d == 0 ? 1 : -1;
#pragma unroll 1
        for (int i = from; i != end; i += step) {
            const bool is_shorter = ends == PieceEnds::exact && i == last_block();
            advance(line.pass[d].kept, is_shorter ? line.pass[d].last_segment : line.pass[d].segment, s,
                    get(shared.totals[i].states[d]));
            if (const int next = i + step; next >= 0 && next <= last_block())
                line.step_datum(d, shared.totals[i].datums[1 - d] - shared.totals[next].datums[d], s);
        }
        return s;
    }
    // What enters the thread block in direction d; `first` enters the line, if no constants do, whose share is in the
    // total of the line's first block in this direction.
    __device__ State enter_block(int d, const State& first) const {
        const int begin = d == 0 ? 0 : last_block();
        if (tile.rank == begin) return ends == PieceEnds::constant ? from_constants(d) : first;
        return go_through_blocks(d, first, begin, tile.rank);
    }
    __device__ State enter_piece(int d, const State& first) const {
        return go(d, enter_block(d, first), tile.piece);
    }

    // Tells all thread blocks of the line its first and last sample, which reflect101 reads, less the datums of the
    // line's ends.
    __device__ void put_edges() const {
        if (tile.rank == 0 && tile.piece == 0) put_edge(0, tile.sample(0) - shared.datums[0]);
        if (const int rest = tile.rest(); rest > 0 && rest <= piece_samples)
            put_edge(1, tile.sample(rest - 1) - shared.datums[last_piece()]);
    }
    __device__ void put_edge(int which, float x) const {
        if (tile.p.blocks == 1) {
            shared.edges[which][tile.lane] = x;
            return;
        }
        for (int rank = 0; rank < tile.p.blocks; ++rank)
            store_in_cluster(&shared.edges[which][tile.lane], rank, x);
    }
    // Finds what enters a line that no constants continue, before and behind it.
    __device__ void enter_from_whole_line(State& before, State& behind) const {
        State s = go_through_blocks(0, {}, 0, tile.p.blocks), q = go_through_blocks(1, {}, last_block(), -1);
        const float first = shared.totals[0].datums[0], last = shared.totals[last_block()].datums[1];
        if (tile.p.wraps) line.step_datum(0, last - first, s), line.step_datum(1, first - last, q);
        enter_line(line, s, q, shared.edges[0][tile.lane], shared.edges[1][tile.lane], before, behind);
    }
};

}  // namespace sweep::gpu
