// One axis of algorithm 8 beyond the chip: the filters, the matrices that take states from tile to tile, and the
// weights of the dots as products of matrices take them.
#pragma once

#include <bit>
#include <cstdint>

#include "gpu/resident/perimeter_words.cuh"
#include "gpu/scan/segment_algebra.cuh"
#include "gpu/scan/thread_axis.cuh"
#include "gpu/tuning/stream_fits.h"

namespace sweep::gpu {

// What continues a line at its ends: constants, or the line itself.
enum class StreamEnds { constants, mirror };

constexpr StreamEnds stream_ends(BoundaryKind boundary) {
    return runs_back(boundary) ? StreamEnds::mirror : StreamEnds::constants;
}

// The numbers that an axis has in device memory. Functional 4 d + k is number k of direction d, so that the dots by
// eight functionals are a word of P and one of Q.
//
//     weights   [which][step][lane]: the high halves of the weights of two positions, then the low ones. Lane 4 g + q
//               has functional g; step s positions 8 s + 2 q and the next of columns, and of rows
//               16 i + 4 q + 2 (s % 2) and the next, i = s / 2, which lie in 16 bytes.
//               Of a mirrored line, which has two tiles or more, there are three: of its first tile, whose Q goes
//               from front() on (MirroredTiles), of inner ones, and of its last one, whose P goes as far as back(),
//               as nothing else asks for these
//     through   [functional]: what a 1 at the line's edge adds, A (of_edge)
struct StreamWeights {
    static constexpr int steps = stream_side / 8, words = steps * 32, functionals = 8;

    static constexpr int tables(StreamEnds ends) { return ends == StreamEnds::mirror ? 3 : 1; }
    static constexpr int floats(StreamEnds ends) { return 4 * words * tables(ends) + functionals; }

    template <int R>
    static void put(const BlockWeights<double, R>& weights, bool of_rows, float* to) {
        for (int i = 0; i < stream_side; ++i)
            for (int f = 0; f < 2 * R; ++f) {
                const int functional = f / R * 4 + f % R, q = of_rows ? i % 16 / 4 : i % 8 / 2,
                          step = of_rows ? i / 16 * 2 + i % 4 / 2 : i / 8;
                const double weight = weights[std::size_t(i)][f];
                const std::uint32_t bits = std::bit_cast<std::uint32_t>(float(weight));
                const float high = std::bit_cast<float>((bits + 0x1000) & 0xffffe000u);
                float* pair = to + (step * 32 + functional * 4 + q) * 4 + i % 2;
                pair[0] = high, pair[2] = float(weight - double(high));
            }
    }
};

// A pass over a tile, or over a part of it, of a filter that forgets within a tile (Transition::kept is 0).
template <int R>
struct StreamPass {
    Mat<float, R> A;           // A_F^b or A_R^b
    Vec<float, R> of_samples;  // what b ones add to the state of a line of ones, of_ones - A of_ones
};

// An end of a mirrored line (MirroredTiles).
template <int R>
struct StreamFold {
    StreamPass<R> pass;  // F over the last tile as far as back(); R over the first one, from front() on
    // From what F leaves there to the Q that enters the last tile; from R's to the P that enters the first one.
    Mat<float, R> runs_back;
    int tiles;  // that are remembered of what leaves there
    int turn;   // sample i of the tile is its sample turn - i, if it lies beyond the line
};

// Samples first to end - 1 of a tile lie in the image.
struct StreamSpan {
    int first, end;

    // The samples that do not, by number.
    __device__ int missing() const { return stream_side - (end - first); }
    __device__ int beyond(int i) const { return i < first ? i : i + end - first; }
};

template <int R, StreamEnds kind>
struct StreamLine {
    using State = Vec<float, R>;
    static_assert(words_of_state<R> == 1, "a state is one word");
    static constexpr bool mirrors = kind == StreamEnds::mirror;

    ThreadFilter<R> causal, anticausal;
    StreamPass<R> pass[2];  // F, R
    StreamFold<R> fold[2];  // of a mirrored line, by the pass that leaves there: F's at its end, R's in front
    Mat<float, R> H;
    State of_edge[2];           // what a constant of 1 adds to the P or Q that enters the line
    int samples, tiles, reach;  // of the line, and the tiles that the filter remembers
    int samples_before;         // in the first tile
    bool reads_edges;           // the constants are the first and the last sample; otherwise a given one
    const uint4* weights;       // in device memory (StreamWeights)
    const float2* through;

    __device__ bool begins(int tile) const { return tile == 0; }
    __device__ bool ends(int tile) const { return tile == tiles - 1; }

    // The place in the image of a tile's first sample.
    __device__ int first_of(int tile) const { return tile * stream_side - (mirrors ? samples_before : 0); }
    __device__ StreamSpan span_of(int tile) const {
        const int at = first_of(tile);
        return {max(0, -at), min(stream_side, samples - at)};
    }
    // Of the sample that stands in place of sample i, which `span` does not have;
    // of an axis along which nothing runs, any.
    __device__ int source_of(int i, const StreamSpan& span) const {
        const int at = !mirrors ? span.end - 1 : fold[i < span.first].turn - i;
        return min(max(at, span.first), span.end - 1);
    }
    __device__ const uint4* weights_of(int tile) const {
        return mirrors ? weights + (min(tile, 1) + ends(tile)) * StreamWeights::words : weights;
    }
};

// The weights of Pbar and Qbar of a tile, in the units of the threads' states.
template <int R>
BlockWeights<double, R> stream_weights(const AxisDesign& design, const ThreadAxis<ThreadFilter<R>>& axis,
                                       int n) {
    const auto F = make_recurrence<double, R, Realisation::delta>(design.causal),
               Rv = make_recurrence<double, R, Realisation::delta>(design.anticausal);
    const Vec<double, R> f = units_of_sections(F), r = units_of_sections(Rv);
    BlockWeights<double, R> weights = block_weights(F, Rv, stream_side);
    for (Vec<double, 2 * R>& w : weights)
        for (int k = 0; k < R; ++k) w[k] /= f[k], w[R + k] /= r[k];
    add_share_of_P(weights, axis.extended(BoundaryKind::zero, n).H, axis.matrices(stream_side).head_A_RE);
    return weights;
}

// Those of a tile whose P goes as far as sample `back`, and whose Q goes from sample `front` on.
template <int R>
BlockWeights<double, R> between(const BlockWeights<double, R>& weights, int front, int back) {
    BlockWeights<double, R> part(weights.size());
    for (int i = 0; i < stream_side; ++i)
        for (int k = 0; k < R; ++k) {
            const int later = i + stream_side - back, earlier = i - front;
            part[std::size_t(i)][k] = later < stream_side ? weights[std::size_t(later)][k] : 0;
            part[std::size_t(i)][R + k] = earlier >= 0 ? weights[std::size_t(earlier)][R + k] : 0;
        }
    return part;
}

template <int R>
StreamPass<R> stream_pass(const Transition<double, R>& A, const Vec<float, R>& of_ones) {
    StreamPass<R> pass{convert<float>(whole(A)), of_ones};
    for (int k = 0; k < R; ++k)
        for (int j = 0; j < R; ++j) pass.of_samples[k] -= pass.A[k][j] * of_ones[j];
    return pass;
}

// Returns the line of n samples, and writes its numbers to `to`, StreamWeights::floats zeros,
// which will lie at `there`.
template <int R, StreamEnds kind>
StreamLine<R, kind> stream_line(const AxisDesign& design, BoundaryKind boundary, int n, bool of_rows,
                                float* to, const float* there) {
    StreamLine<R, kind> line{};
    line.samples = n;
    line.tiles = stream_tiles(n);
    if (design.is_identity()) return line;
    const ThreadAxis<ThreadFilter<R>> axis(design);
    const LineMatrices<R> m =
        line_matrices<R>(axis, line.mirrors ? BoundaryKind::mirror : boundary, n, stream_side, 1);
    line.causal = make_thread_filter<R>(design.causal);
    line.anticausal = make_thread_filter<R>(design.anticausal);
    line.H = m.H;
    line.reach = stream_reach(design, n);
    line.reads_edges = reads_edge_samples(boundary);
    const CarryMatrices<double, R> of_tile = axis.matrices(stream_side);
    line.pass[0] = stream_pass(of_tile.tail_A_FP, m.pass[0].of_ones);
    line.pass[1] = stream_pass(of_tile.head_A_RE, m.pass[1].of_ones);

    const BlockWeights<double, R> weights = stream_weights<R>(design, axis, n);
    float* const through = to + 4 * StreamWeights::words * StreamWeights::tables(kind);
    if constexpr (line.mirrors) {
        const MirroredTiles place = MirroredTiles::of(boundary, n);
        const int front = place.front(), back = place.back(), remembered = stream_memory(design, n);
        line.samples_before = place.before;
        line.fold[0] = {stream_pass(axis.matrices(back).tail_A_FP, m.pass[0].of_ones), m.behind,
                        stream_tiles(remembered + stream_side - back), back + stream_side - 1};
        line.fold[1] = {stream_pass(axis.matrices(stream_side - front).head_A_RE, m.pass[1].of_ones),
                        m.from_head, stream_tiles(remembered + front), front - 1};
        for (int which = 0; which < 3; ++which)
            StreamWeights::put<R>(
                between<R>(weights, which == 0 ? front : 0, which == 2 ? back : stream_side), of_rows,
                to + which * 4 * StreamWeights::words);
    } else {
        StreamWeights::put<R>(weights, of_rows, to);
        for (int d = 0; d < 2; ++d) {
            line.of_edge[d] = m.pass[d].of_ones;
            Vec<float, R> edge_after{};
            add_product(line.pass[d].A, line.of_edge[d], edge_after);
            for (int k = 0; k < R; ++k) through[4 * d + k] = edge_after[k];
        }
    }
    line.weights = reinterpret_cast<const uint4*>(there);
    line.through = reinterpret_cast<const float2*>(there + (through - to));
    return line;
}

}  // namespace sweep::gpu
