// One line through the tiles of algorithm 8: what enters a tile, from what the others publish.
#pragma once

#include "gpu/resident/perimeter_words.cuh"
#include "gpu/resident/piece_line.cuh"
#include "gpu/resident/tile_samples.cuh"

namespace sweep::gpu {

// The matrices of a line whose segments are tiles.
template <class Filter>
struct TileLine : PieceLine<Filter> {
    static constexpr int R = Filter::order;
    Mat<float, R> two_pieces[2];  // of F and of R, as those of a piece
    int reach;                    // the tiles that a filter remembers

    __device__ bool is_last(int tile) const { return tile == this->segments - 1; }
};

// What enters a line that no constants continue, in direction d, from what its first and last tiles publish.
template <class Line>
__device__ inline typename Line::State enter_line_of_tiles(const Line& line, const LineWords& words, int d) {
    const int tiles = line.segments, near = min(tiles, line.reach);
    typename Line::State s = words.gather(tiles - near, 0, near - 1, line.pass[0].kept, line.pass[0].segment,
                                          typename Line::State{}),
                         P, Q;
    s = words.gather(tiles - 1, 0, 1, line.pass[0].kept, line.pass[0].last_segment, s);
    const typename Line::State q =
        words.gather(near - 1, 1, near, line.pass[1].kept, line.pass[1].segment, typename Line::State{});
    enter_line(line, s, q, 0, 0, P, Q);
    return d == 0 ? P : Q;
}

// The state that enters tile `tile` of a line in direction d: s where the line begins with this tile. Each tile
// publishes what leaves it when nothing enters it but, at the line's ends, constants.
template <PieceEnds ends, class Line>
__device__ inline typename Line::State enter_tile(const Line& line, const LineWords& words, int tile, int d,
                                                  typename Line::State s) {
    const int before = d == 0 ? tile : line.segments - 1 - tile;
    int count = min(before, line.reach);
    if constexpr (ends == PieceEnds::exact) {
        if (!line.by_constants && before < line.reach) s = enter_line_of_tiles(line, words, d);
        if (d == 1 && count == before && count > 0) {  // the last tile may be shorter
            s = words.gather(line.segments - 1, d, 1, line.pass[d].kept, line.pass[d].last_segment, s);
            --count;
        }
    }
    return words.gather(d == 0 ? tile - count : tile + count, d, count, line.pass[d].kept,
                        line.pass[d].segment, s);
}

}  // namespace sweep::gpu
