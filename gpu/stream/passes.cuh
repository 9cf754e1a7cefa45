// The passes over a tile's lines, a line a thread, and the states that enter them, from the words of the tiles around.
#pragma once

#include "gpu/stream/line.cuh"
#include "gpu/stream/tile.cuh"

namespace sweep::gpu {

// By how much the datums of the tiles around are larger than a tile's own, one a lane: lane 8 k + j - 1 has that of
// the tile j above (k = 0), below (1), on the left (2) or on the right (3).
struct StreamSteps {
    float step = 0;

    __device__ float of(int k, int j) const { return __shfl_sync(~0u, step, 8 * k + j - 1); }
};

// Waits until the datums of all tiles are there whose words tile (m, n), whose own is c, will ask for. Those of the
// rows are times `response`, as which datums come out of the columns.
template <class Filter>
__device__ inline StreamSteps ask_datums(const StreamWalk& walk, const Filter& filter, int m, int n,
                                         float c) {
    const int lane = threadIdx.x % 32, k = lane / 8, j = lane % 8 + 1, by = k % 2 == 0 ? -j : j,
              row = k < 2 ? m + by : m, column = k < 2 ? n : n + by;
    const bool asks = j <= (k < 2 ? filter.columns.reach : filter.rows.reach) && row >= 0 &&
                      row < walk.tiling.M && column >= 0 && column < walk.tiling.N;
    DatumWord word{};
    for (;;) {
        if (asks) word = walk.ask_datum(row, column);
        if (__all_sync(~0u, !asks || word.tag == walk.tag(row))) break;
        __nanosleep(20);
    }
    return {asks ? (word.datum - c) * (k < 2 ? 1.f : filter.response_of_columns) : 0.f};
}

// s = A s + the numbers of the word of a tile whose datum is larger by `step`.
template <int R>
__device__ inline void through_tile(const StreamPass<R>& pass, float step, Vec<float, R>& s,
                                    const PerimeterWord& word) {
    Vec<float, R> left;
#pragma unroll
    for (int k = 0; k < R; ++k) left[k] = fmaf(pass.of_samples[k], step, word.numbers[k]);
    add_product(pass.A, s, left);
    s = left;
}

// Adds to what enters a line at its end what the edge there makes of it.
template <int R, StreamEnds kind>
__device__ inline void add_edge(const StreamLine<R, kind>& line, int d, float edge, Vec<float, R>& s) {
#pragma unroll
    for (int k = 0; k < R; ++k) s[k] = fmaf(line.of_edge[d][k], edge, s[k]);
}

// The words of the lines that the threads own, around a tile: those that the tile `by` before it, or behind, leaves
// in direction d, at before(d, by) and behind(d, by), of the tags `tag` -+ by `tag_step`; and, at lane 8 k on of
// `steps`, by how much the datums there are larger.
template <class Before, class Behind>
struct StreamWords {
    Before before;
    Behind behind;
    unsigned tag, tag_step;
    const StreamSteps& steps;
    int k;

    __device__ float step(int by) const {
        return by == 0 ? 0.f : by < 0 ? steps.of(k, -by) : steps.of(k + 1, by);
    }
    // The word of the tile `by` further, when it is there for the whole warp.
    __device__ PerimeterWord wait_for(int d, int by) const {
        const PerimeterWord* const at = by < 0 ? before(d, -by) : behind(d, by);
        PerimeterWord word = peek(at);
        while (!__all_sync(~0u, word.run == tag + unsigned(by) * tag_step)) {
            __nanosleep(20);
            word = peek(at);
        }
        return word;
    }
};

// P that enters a mirrored line in front, d = 0, or Q that enters it from behind: what the other pass leaves at that
// end, and runs back to. `tile`: whose words these are.
template <int R, StreamEnds kind, class Words>
__device__ inline Vec<float, R> enter_mirrored_line(const StreamLine<R, kind>& line, int tile, int d,
                                                    const Words& words) {
    const StreamFold<R>& fold = line.fold[1 - d];
    Vec<float, R> leaves{}, enters{};
#pragma unroll 1
    for (int i = fold.tiles - 1; i >= 0; --i) {
        const int by = (d == 0 ? i : line.tiles - 1 - i) - tile;
        through_tile(i > 0 ? line.pass[1 - d] : fold.pass, words.step(by), leaves, words.wait_for(1 - d, by));
    }
    add_product(fold.runs_back, leaves, enters);
    return enters;
}

// P and Q that enter tile `tile` of a line: Horner's scheme over the words of as many tiles before and behind it as
// the filter remembers. Words are relative to the datums of their tiles, and P_m to that of tile m, c_m: with p, the
// P of a line of ones,
//
//     P_m - p c_m = sum over j of A_F^(b (j - 1)) (Pbar_{m-j} - p' c_{m-j} + p' (c_{m-j} - c_m)),    p' = p - A_F^b p,
//
// and p (c_0 - c_m) enters the line. Where constants continue it, edge(d) is that of its front or its end, less the
// datum of the tile there. The whole warp waits until the words that it asks for at once are there: threads that
// leave a loop one by one stay apart.
template <int R, StreamEnds kind, class Words, class Edge>
__device__ inline void enter_tile_of_stream(const StreamLine<R, kind>& line, int tile, const Words& words,
                                            const Edge& edge, Vec<float, R>& P, Vec<float, R>& Q) {
    constexpr int most = tuning::Stream::asked_at_once;
    const int rest = line.tiles - 1 - tile;
    P = {}, Q = {};
    // The word of the tile at an edge tells of it relative to that tile's datum.
    if constexpr (StreamLine<R, kind>::mirrors) {
#pragma unroll 1
        for (int d = 0; d < 2; ++d) {  // the code is there once
            const int away = d == 0 ? tile : rest;
            if (away > line.reach) continue;
            (d == 0 ? P : Q) = enter_mirrored_line(line, tile, d, words);
        }
    } else {
        if (tile <= line.reach) add_edge(line, 0, tile == 0 ? edge(0) : words.step(-tile), P);
        if (rest <= line.reach) add_edge(line, 1, rest == 0 ? edge(1) : words.step(rest), Q);
    }
#pragma unroll 1
    for (int j = line.reach; j > 0; j -= most) {
        PerimeterWord p[most], q[most];
        const auto is_before = [&](int i) { return i < j && j - i <= tile; };
        const auto is_behind = [&](int i) { return i < j && j - i <= rest; };
        for (;;) {
            bool all = true;
#pragma unroll
            for (int i = 0; i < most; ++i) {
                if (is_before(i)) p[i] = peek(words.before(0, j - i));
                if (is_behind(i)) q[i] = peek(words.behind(1, j - i));
            }
#pragma unroll
            for (int i = 0; i < most; ++i) {
                if (is_before(i)) all &= p[i].run == words.tag - unsigned(j - i) * words.tag_step;
                if (is_behind(i)) all &= q[i].run == words.tag + unsigned(j - i) * words.tag_step;
            }
            if (__all_sync(~0u, all)) break;
            __nanosleep(20);
        }
#pragma unroll
        for (int i = 0; i < most; ++i) {
            if (is_before(i)) through_tile(line.pass[0], words.steps.of(words.k, j - i), P, p[i]);
            if (is_behind(i)) through_tile(line.pass[1], words.steps.of(words.k + 1, j - i), Q, q[i]);
        }
    }
}

// F and then R over a line of the tile, which stays in registers in between; P and Q enter. take(i) and leave(i,
// four) move samples i to i + 3. What F takes is less c; what R leaves is scaled and shifted where it
// `finishes`.
template <bool finishes, int R, StreamEnds kind, class Take, class Leave>
__device__ inline void filter_line_of_tile(const StreamLine<R, kind>& line, Vec<float, R>& P,
                                           Vec<float, R>& Q, float c, float scale, float shift, Take take,
                                           Leave leave) {
    float x[stream_side];
    auto forward = line.causal.look_ahead(P);
#pragma unroll
    for (int i = 0; i < stream_side; i += 4) {
        const float4 v = take(i);
        const float four[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int k = 0; k < 4; ++k)
            x[i + k] = line.causal.step(forward, four[k] - c, i + k) * line.causal.out_unit();
    }
    add_product(line.H, line.causal.state_of(forward), Q);
    auto back = line.anticausal.look_ahead(Q);
    const float gain = line.anticausal.out_unit() * (finishes ? scale : 1.f);
#pragma unroll
    for (int i = stream_side - 4; i >= 0; i -= 4) {
        float four[4];
#pragma unroll
        for (int k = 3; k >= 0; --k) {
            const float z = line.anticausal.step(back, x[i + k], i + k);
            four[k] = finishes ? fmaf(z, gain, shift) : z * gain;
        }
        leave(i, float4{four[0], four[1], four[2], four[3]});
    }
}

// F and R over a column of the tile, less the datum c; the result is scaled and shifted where that `finishes`.
template <bool finishes, int R, StreamEnds kind>
__device__ inline void filter_column_of_tile(float* samples, int column, const StreamLine<R, kind>& line,
                                             float c, Vec<float, R>& P, Vec<float, R>& Q, float scale,
                                             float shift) {
    constexpr int side = stream_side;
    filter_line_of_tile<finishes>(
        line, P, Q, c, scale, shift,
        [&](int i) {
            return float4{samples[at<side>(i, column)], samples[at<side>(i + 1, column)],
                          samples[at<side>(i + 2, column)], samples[at<side>(i + 3, column)]};
        },
        [&](int i, const float4& four) {
            samples[at<side>(i, column)] = four.x, samples[at<side>(i + 1, column)] = four.y;
            samples[at<side>(i + 2, column)] = four.z, samples[at<side>(i + 3, column)] = four.w;
        });
}

// F and R over a row of the tile, which is less the datum already; the result is scaled, and then shifted.
template <int R, StreamEnds kind>
__device__ inline void filter_row_of_tile(float* samples, int row, const StreamLine<R, kind>& line,
                                          Vec<float, R>& P, Vec<float, R>& Q, float scale, float shift) {
    constexpr int side = stream_side;
    filter_line_of_tile<true>(
        line, P, Q, 0, scale, shift,
        [&](int i) { return *reinterpret_cast<const float4*>(samples + at<side>(row, i)); },
        [&](int i, const float4& four) { *reinterpret_cast<float4*>(samples + at<side>(row, i)) = four; });
}

}  // namespace sweep::gpu
