// One line on the chip, in pieces: the runs of F and R over a thread's piece of it, and the matrices that take states
// from piece to piece.
//
// A thread finds what its piece hands on by running over its samples twice and keeping nothing but the ends: F forward
// from zero ends in Pbar, R backward from zero over the same samples ends in what transfer() makes Qbar of
// (gpu/scan/thread_filter.cuh; P and Q are those of gpu/scan/segment_algebra.cuh). That takes no table of weights,
// which would come from a cold cache, and costs as much as the two runs in which F and R then filter the piece.
#pragma once

#include "gpu/scan/segment_algebra.cuh"
#include "gpu/scan/thread_axis.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

inline constexpr int piece_samples = tuning::Resident::piece;

// What lies beyond the ends of a line. Constants go on in the rest of its last tile. Where there are none, the last
// piece ends where the line does, and what enters the line becomes known later.
enum class PieceEnds { constant, exact };

// The matrices of a line whose blocks are pieces and whose segments are what a thread block holds of it.
template <class Filter_>
struct PieceLine : LineMatrices<Filter_::order> {
    using Filter = Filter_;
    static constexpr int R = Filter::order;
    using State = Vec<float, R>;

    Filter causal, anticausal;
    Mat<float, R> transfer;
    bool clamp;
    float response, inverse_response;  // of F to the constant 1; 0: a constant leaves nothing

    // Makes `leaving`, which leaves samples in direction d, relative to the datum of those that it enters, which is
    // less by `step` (gpu/resident/resident.cuh).
    __device__ void step_datum(int d, float step, State& leaving) const {
#pragma unroll
        for (int k = 0; k < R; ++k) leaving[k] = fmaf(this->pass[d].of_ones[k], step, leaving[k]);
    }
    __host__ __device__ PieceEnds ends() const {
        return this->by_constants && !this->adds_heads ? PieceEnds::constant : PieceEnds::exact;
    }
    bool is_slow() const {
        return this->pass[0].kept + this->pass[1].kept > 0;
    }
};

// Sets the matrices of a line of n samples, `each` pieces a segment.
template <class Filter>
void set_piece_line(PieceLine<Filter>& line, const AxisDesign& design, BoundaryKind boundary, int n,
                    int each) {
    constexpr int R = Filter::order;
    const ThreadAxis<Filter> axis(design);
    static_cast<LineMatrices<R>&>(line) = line_matrices<R>(axis, boundary, n, piece_samples, each);
    line.causal = make_filter_of_thread<Filter>(design.causal);
    line.anticausal = make_filter_of_thread<Filter>(design.anticausal);
    line.transfer = convert<float>(axis.transfer());
    line.clamp = continues_by_edge(boundary);
    line.response = float(design.causal.response());
    line.inverse_response = line.response == 0 ? 0.f : 1 / line.response;
}

// Takes s through piece `piece` of a segment in direction d; `last` is the number of the line's last piece.
template <PieceEnds ends, class Line>
__device__ inline void through_piece(const Line& line, int d, int piece, int last, typename Line::State& s,
                                     const typename Line::State& local = {}) {
    if (ends == PieceEnds::constant || piece < last)
        advance(line.pass[d].kept, line.pass[d].block, s, local);
    else if (piece == last)
        advance(line.pass[d].kept, line.pass[d].last_block, s, local);
}

// Calls step(i) for each sample i of a piece, forward or `back`; with `exact` for the first `rest` of them alone.
// Most pieces are whole, and ask for each sample whether it is there in vain.
template <bool exact, bool back, class Step>
__device__ inline void for_samples(int rest, Step step) {
    const auto for_all = [&](auto is_there) {
#pragma unroll
        for (int k = 0; k < piece_samples; ++k)
            if (const int i = back ? piece_samples - 1 - k : k; is_there(i)) step(i);
    };
    if (!exact || rest >= piece_samples)
        for_all([](int) { return true; });
    else
        for_all([rest](int i) { return i < rest; });
}

// The state in which a pass ends that begins with zero.
template <bool exact, bool back, class Filter>
__device__ inline auto end_of(const Filter& filter, const float (&x)[piece_samples], int rest) {
    auto state = ahead(filter, Vec<float, Filter::order>{});
    for_samples<exact, back>(rest, [&](int i) { step(filter, state, x[i], i); });
    return end_state(filter, state);
}
// Filters in place, from the state that enters: forward x less `level`, to which the state is relative, back x itself.
template <bool exact, bool back, class Filter>
__device__ inline void run(const Filter& filter, const Vec<float, Filter::order>& entering,
                           float (&x)[piece_samples], int rest, float level = 0) {
    auto state = ahead(filter, entering);
    for_samples<exact, back>(
        rest, [&](int i) { x[i] = step(filter, state, back ? x[i] : x[i] - level, i) * filter.out_unit(); });
}

// Makes both states relative to one level, which it returns: the smaller of the constants with which F and R enter.
// (With the larger one, the rest of an image that fades into zeros would be the difference of large numbers.) A
// filter that forgets within a piece has level 0, as in gpu/scan/level.cuh.
template <class Line>
__device__ inline float enter_at_level(const Line& line, typename Line::State& P, typename Line::State& E) {
    const float before = line.causal.level(P), behind = line.anticausal.level(E) * line.inverse_response,
                kept = line.pass[0].kept * line.pass[1].kept,
                level =
                    kept * (fabsf(before) < fabsf(behind) || line.inverse_response == 0 ? before : behind),
                left = level * line.response;
    const typename Line::State F_steady = line.causal.steady(), R_steady = line.anticausal.steady();
#pragma unroll
    for (int k = 0; k < Line::R; ++k) P[k] -= F_steady[k] * level, E[k] -= R_steady[k] * left;
    return level;
}

// Filters the thread's piece of a line into x and returns what this is relative to. Pieces has what differs
// between columns and rows, how the pieces of a tile lie among the threads:
//
//     ends                        PieceEnds
//     outer                       the direction in which the piece is one of the first in its tile
//     at_line_end()               whether it is the first of the line in this direction
//     outside                     the constant that continues the line, less the datum; clamp has none
//     rest()                      the samples of the line from the piece's first one on
//     take(x), origin             takes the piece, with `origin` in its samples, from shared memory: twice, as no
//                                 thread has registers for it while it waits for other tiles
//     through_own(s, local)       takes a state of F through the piece
//     exchange(Pbar, Qbar, entering, P, Q, directions)
//         finds P and Q that enter the piece, when constants let `entering` enter the line in direction `outer`; bit d
//         of `directions` asks for direction d, and the other stays as it is
//
// Under `none` nothing continues the line, not even zeros, and E is no sum H P + Q of what lies on both sides (see
// gpu/scan/segment_algebra.cuh): F runs first, and the ends of R over what it leaves are exchanged in a second round.
template <class Pieces, class Line>
__device__ inline float filter_piece(const Line& line, const Pieces& pieces, float (&x)[piece_samples],
                                     bool both_passes) {
    using State = typename Line::State;
    constexpr bool exact = Pieces::ends == PieceEnds::exact;
    const int rest = pieces.rest();
    pieces.take(x);
#pragma unroll
    for (int i = 0; i < piece_samples; ++i) x[i] -= pieces.origin;
    const State Pbar = end_of<exact, false>(line.causal, x, rest),
                end = end_of<exact, true>(line.anticausal, x, rest);
    State Qbar{}, P{}, Q{};
    add_product(line.transfer, end, Qbar);
    if constexpr (exact) {
        if (line.adds_heads) {
            pieces.exchange(Pbar, Qbar, State{}, P, Q, 1);
            run<exact, false>(line.causal, P, x, rest);
            pieces.exchange(Pbar, end_of<exact, true>(line.anticausal, x, rest), State{}, P, Q, 2);
            if (both_passes) run<exact, true>(line.anticausal, Q, x, rest);
            return 0;
        }
        pieces.exchange(Pbar, Qbar, State{}, P, Q, 3);
    } else {
        State entering{};
        if (pieces.at_line_end()) {
            const float edge = !line.clamp ? pieces.outside : pieces.outer == 0 ? x[0] : x[piece_samples - 1];
#pragma unroll
            for (int k = 0; k < Line::R; ++k) entering[k] = line.pass[pieces.outer].of_ones[k] * edge;
        }
        pieces.exchange(Pbar, Qbar, entering, P, Q, 3);
    }
    pieces.take(x);
    State leaving = P;
    pieces.through_own(leaving, Pbar);
    add_product(line.H, leaving, Q);
    const float level = enter_at_level(line, P, Q);
    run<exact, false>(line.causal, P, x, rest, level + pieces.origin);
    if (both_passes) run<exact, true>(line.anticausal, Q, x, rest);
    return level * line.response * (both_passes ? line.anticausal.response() : 1.f);
}

}  // namespace sweep::gpu
