// One axis of algorithm 8 beyond the chip: the filters, the matrices that take states from tile to tile, and the weights of
// the dots as products of matrices take them.
#pragma once

#include <bit>
#include <cstdint>

#include "gpu/resident/perimeter_words.cuh"
#include "gpu/scan/segment_algebra.cuh"
#include "gpu/scan/thread_axis.cuh"
#include "gpu/tuning/stream_fits.h"

namespace sweep::gpu {

// What continues a line at its ends: constants, the line itself, or the line itself without the sample on which it turns
// (reflect101).
enum class StreamEnds { constants, mirror, turns };

constexpr StreamEnds stream_ends(BoundaryKind boundary) {
    return !runs_back(boundary)        ? StreamEnds::constants
           : turns_on_sample(boundary) ? StreamEnds::turns
                                       : StreamEnds::mirror;
}

// The filter forgets within a tile (Transition::kept is 0), so that a pass needs no level (gpu/scan/level.cuh).
template <int R, StreamEnds kind>
struct StreamLine {
    using State = Vec<float, R>;
    static_assert(words_of_state<R> == 1, "a state is one word");
    // Whether what tiles leave runs back into the line; and whether an edge counts apart from that, a constant that continues
    // the line or the sample on which it turns.
    static constexpr bool mirrors = kind != StreamEnds::constants, has_edges = kind != StreamEnds::mirror;

    ThreadFilter<R> causal, anticausal;
    Mat<float, R> A[2], H;       // A_F^b and A_R^b of a tile
    Mat<float, R> runs_back[2];  // P that enters a mirrored line, of what R leaves; and Q, of what F leaves
    State of_edge[2];            // what a 1 at the edge adds to the P or Q that enters the line
    State of_tile[2];            // what a tile of ones adds to those of a line of ones, of_ones - A of_ones
    int tiles, reach;            // of the line, and those that the filter remembers
    bool reads_edges;            // the edges are the first and the last sample; otherwise a given constant
    bool forgets;                // within a tile
    const uint4* weights;        // in device memory (StreamWeights)
    const float2* through;

    // Whether there is an edge at this tile's front, or at its end.
    __device__ bool begins(int tile) const { return tile == 0 && has_edges; }
    __device__ bool ends(int tile) const { return tile == tiles - 1 && has_edges; }
};

// The numbers that an axis has in device memory. Functional 4 d + k is number k of direction d, so that the dots by eight
// functionals are a word of P and one of Q.
//
//     weights   [step][lane]: the high halves of the weights of two positions, then the low ones. Lane 4 g + q has functional
//               g; step s positions 8 s + 2 q and the next of columns, and of rows 16 i + 4 q + 2 (s % 2) and the next,
//               i = s / 2, which lie in 16 bytes
//     through   [functional]: what a 1 at the line's edge adds, A (of_edge)
struct StreamWeights {
    static constexpr int steps = stream_side / 8, words = steps * 32, functionals = 8,
                         floats = 4 * words + functionals;

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

// Returns the line of n samples, and writes its numbers to `to`, StreamWeights::floats zeros, which will lie at `there`.
template <int R, StreamEnds kind>
StreamLine<R, kind> stream_line(const AxisDesign& design, BoundaryKind boundary, int n, bool of_rows,
                                float* to, const float* there) {
    StreamLine<R, kind> line{};
    line.tiles = (n + stream_side - 1) / stream_side;
    line.forgets = true;
    if (design.is_identity()) return line;
    const ThreadAxis<ThreadFilter<R>> axis(design);
    const LineMatrices<R> m = line_matrices<R>(axis, boundary, n, stream_side, 1);
    line.causal = make_thread_filter<R>(design.causal);
    line.anticausal = make_thread_filter<R>(design.anticausal);
    line.H = m.H;
    line.reach = stream_reach(design, n);
    line.reads_edges = reads_edge_samples(boundary);
    if (line.mirrors) line.runs_back[0] = m.from_head, line.runs_back[1] = m.behind;
    line.forgets = m.pass[0].kept == 0 && m.pass[1].kept == 0;
    StreamWeights::put<R>(stream_weights<R>(design, axis, n), of_rows, to);
    for (int d = 0; d < 2; ++d) {
        line.A[d] = m.pass[d].block;
        const Vec<float, R>& of_ones = m.pass[d].of_ones;
        line.of_edge[d] = !line.mirrors ? of_ones : d == 0 ? m.of_first : m.behind_last;
        Vec<float, R> ones_after{}, edge_after{};
        add_product(line.A[d], of_ones, ones_after);
        add_product(line.A[d], line.of_edge[d], edge_after);
        for (int k = 0; k < R; ++k) {
            to[4 * StreamWeights::words + 4 * d + k] = edge_after[k];
            line.of_tile[d][k] = of_ones[k] - ones_after[k];
        }
    }
    line.weights = reinterpret_cast<const uint4*>(there);
    line.through = reinterpret_cast<const float2*>(there + 4 * StreamWeights::words);
    return line;
}

}  // namespace sweep::gpu
