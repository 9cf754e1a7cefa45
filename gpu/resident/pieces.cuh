// How the pieces of a tile's columns, and then of its rows, lie among the threads, and how carries go from piece to
// piece and from tile to tile (filter_piece() in gpu/resident/tile_line.cuh says what each does).
#pragma once

#include "gpu/resident/tile_line.cuh"
#include "gpu/resident/tile_samples.cuh"

namespace sweep::gpu {

template <int R>
inline constexpr int words_of_tile = 2 * words_of_state<R>*(tile_columns + tile_rows);

// The datum of the tile, and those of the tiles above, below, on the left and on the right.
struct TileDatums {
    float own, neighbours[4];

    // By how much the tile's is larger than that of the next tile in direction d, along the columns or the rows.
    __device__ float step(bool along_rows, int d) const {
        return own - neighbours[(along_rows ? 2 : 0) + (d == 0 ? 1 : 0)];
    }
};

template <int R>
struct ResidentShared {
    TileSamples tile;
    // Between the upper and the lower piece of each column, of each direction: what leaves one for the other in this
    // tile, and what enters the tile there.
    float leaving[2][R][tile_columns], entering[2][R][tile_columns];
    TileDatums datums;
};

// The pieces of a tile's columns: thread t has the upper piece of column t, or the lower one of column t - 128.
template <PieceEnds line_ends, class Filter>
struct ColumnPieces {
    static constexpr PieceEnds ends = line_ends;
    static constexpr int R = Filter::order;
    using State = Vec<float, R>;
    const TileLine<Filter>& line;
    ResidentShared<R>& shared;
    LineWords words;
    int tile, outer, column, length;  // `outer` is also the number of the piece
    float origin, outside;

    __device__ bool at_line_end() const { return is_line_end(outer); }
    __device__ int rest() const { return length - (2 * tile + outer) * piece_samples; }
    __device__ void take(float (&x)[piece_samples]) const {
        const float* from = shared.tile.samples + TileSamples::at(outer * piece_samples, column);
#pragma unroll
        for (int i = 0; i < piece_samples; ++i) x[i] = from[i * TileSamples::row];
    }
    __device__ void through_own(State& s, const State& local) const {
        through(0, outer, s, local);
    }

    __device__ void exchange(const State& Pbar, const State& Qbar, const State& entering, State& P, State& Q,
                             int directions) const {
        const int inner = 1 - outer;
        State leaving = entering;
        through(outer, outer, leaving, outer == 0 ? Pbar : Qbar);
        put(shared.leaving[outer], leaving);
        __syncthreads();
        const State from_other = get(shared.leaving[inner]);
        leaving = from_other;
        through(inner, outer, leaving, inner == 0 ? Pbar : Qbar);
        if (directions >> inner & 1) {
            line.step_datum(inner, shared.datums.step(false, inner), leaving);
            words.publish_state(tile, inner, leaving);
        }
        State in = entering;
        if (directions >> outer & 1) in = enter_tile<ends>(line, words, tile, outer, in);
        put(shared.entering[outer], in);
        __syncthreads();
        // What enters a tile at its line's end is in what leaves the first piece already.
        State across{};
        if (!is_line_end(inner)) across = get(shared.entering[inner]);
        through(inner, inner, across, from_other);
        if (directions & 1) P = outer == 0 ? in : across;
        if (directions & 2) Q = outer == 0 ? across : in;
    }

  private:
    // Whether the tile's line begins with it in direction d, and constants are known to enter there.
    __device__ bool is_line_end(int d) const {
        return ends == PieceEnds::constant && (d == 0 ? tile == 0 : line.is_last(tile));
    }
    // Takes s through one of the two pieces in direction d.
    __device__ void through(int d, int which, State& s, const State& local) const {
        through_piece<ends>(line, d, which, line.blocks - 1 - 2 * tile, s, local);
    }
    __device__ void put(float (&to)[R][tile_columns], const State& s) const {
#pragma unroll
        for (int k = 0; k < R; ++k) to[k][column] = s[k];
    }
    __device__ State get(const float (&from)[R][tile_columns]) const {
        State s;
#pragma unroll
        for (int k = 0; k < R; ++k) s[k] = from[k][column];
        return s;
    }
};

// The pieces of a tile's rows: four neighbouring threads have those of a row. The first asks for what enters the tile
// in front, the last for what enters it from behind.
template <PieceEnds line_ends, class Filter>
struct RowPieces {
    static constexpr PieceEnds ends = line_ends;
    static constexpr int pieces = pieces_of_row, R = Filter::order;
    static constexpr float origin = 0;
    using State = Vec<float, R>;
    const TileLine<Filter>& line;
    const float* samples;  // of the piece, in shared memory
    const TileDatums& datums;
    LineWords words;
    int tile, piece, outer, length;
    float outside, response_of_columns;  // to the constant 1, as which datums come out of the columns

    __device__ void take(float (&x)[piece_samples]) const {
#pragma unroll
        for (int i = 0; i < piece_samples; i += 4)
            *reinterpret_cast<float4*>(x + i) = *reinterpret_cast<const float4*>(samples + i);
    }
    __device__ bool is_outermost() const {
        return piece == 0 || piece == pieces - 1;
    }
    __device__ bool at_line_end() const {
        return piece == 0 ? tile == 0 : is_outermost() && line.is_last(tile);
    }
    __device__ int rest() const {
        return length - (pieces * tile + piece) * piece_samples;
    }
    __device__ void through_own(State& s, const State& local) const {
        through_piece<ends>(line, 0, piece, last_of_line(), s, local);
    }

    __device__ void exchange(const State& Pbar, const State& Qbar, const State& entering, State& P, State& Q,
                             int directions) const {
        const State p = enter_piece<0>(Pbar, entering), q = enter_piece<1>(Qbar, entering);
        State leaving = p;
        through_own(leaving, Pbar);
        if (piece == min(pieces - 1, last_of_line()) && (directions & 1)) {
            line.step_datum(0, response_of_columns * datums.step(true, 0), leaving);
            words.publish_state(tile, 0, leaving);
        }
        leaving = q;
        advance(line.pass[1].kept, line.pass[1].block, leaving, Qbar);
        if (piece == 0 && (directions & 2)) {
            line.step_datum(1, response_of_columns * datums.step(true, 1), leaving);
            words.publish_state(tile, 1, leaving);
        }
        State in{};
        if (is_outermost() && (directions >> outer & 1)) in = enter_tile<ends>(line, words, tile, outer, in);
        __syncwarp();
        if (directions & 1) P = sum(p, go_on<0>(of_piece(in, 0), piece));
        if (directions & 2) Q = sum(q, behind(of_piece(in, pieces - 1)));
    }

  private:
    // The number of the line's last piece, counted from this tile's first.
    __device__ int last_of_line() const {
        return ends == PieceEnds::exact ? line.blocks - 1 - pieces * tile : pieces - 1;
    }
    // What enters the piece in direction d from those before it in the tile, which `entering` enters.
    template <int d>
    __device__ State enter_piece(const State& local, const State& entering) const {
        const int rank = d == 0 ? piece : pieces - 1 - piece;
        State s = before<d>(local, 1);
        if (rank == 0) s = entering;
        State more = before<d>(s, 1);
        advance(line.pass[d].kept, line.pass[d].block, more, s);
        if (rank >= 1) s = more;
        more = before<d>(s, 2);
        advance(line.pass[d].kept, line.two_pieces[d], more, s);
        if (rank >= 2) s = more;
        return s;
    }
    // Takes a state through 0 to 3 full pieces.
    template <int d>
    __device__ State go_on(State s, int steps) const {
        State more = s;
        advance(line.pass[d].kept, line.pass[d].block, more);
        if (steps & 1) s = more;
        more = s;
        advance(line.pass[d].kept, line.two_pieces[d], more);
        if (steps & 2) s = more;
        return s;
    }
    // Carries s, the state that enters the tile from behind, on to this piece. Where the line ends within the tile,
    // s enters at the line's end.
    __device__ State behind(State s) const {
        const int last = last_of_line();
        if (ends == PieceEnds::exact && last < pieces && piece < last) {
            advance(line.pass[1].kept, line.pass[1].last_block, s);
            return go_on<1>(s, last - 1 - piece);
        }
        return go_on<1>(s, max(0, min(pieces - 1, last) - piece));
    }
    template <int d>
    __device__ static State before(const State& s, int distance) {
        State other;
#pragma unroll
        for (int k = 0; k < R; ++k)
            other[k] = d == 0 ? __shfl_up_sync(~0u, s[k], distance, pieces)
                              : __shfl_down_sync(~0u, s[k], distance, pieces);
        return other;
    }
    __device__ static State of_piece(State s, int which) {
#pragma unroll
        for (int k = 0; k < R; ++k) s[k] = __shfl_sync(~0u, s[k], which, pieces);
        return s;
    }
    __device__ static State sum(State a, const State& b) {
#pragma unroll
        for (int k = 0; k < R; ++k) a[k] += b[k];
        return a;
    }
};

}  // namespace sweep::gpu
