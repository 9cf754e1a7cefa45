// What a block is made of, as matrices: prologues and epilogues, and what multiplies what ([N11] section 4 and 5).
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/lessons/figures/pictures.h"
#include "core/blocks/block_algebra.h"
#include "core/design/design.h"
#include "core/filter/dispatch.h"

namespace sweep::app {
namespace {

constexpr int block = 8;  // so that numbers can be read in a small window

// The papers' state of the causal pass is its last r outputs in their order, P; the recurrence has the newest first.
template <int R, Realisation K>
constexpr int in_order(int k) {
    return K == Realisation::direct ? R - 1 - k : k;
}

FigureMatrix matrix_of(std::string name, int rows, int columns) {
    return {std::move(name), rows, columns, std::vector<double>(std::size_t(rows) * std::size_t(columns))};
}

double& entry(FigureMatrix& matrix, int i, int j) {
    return matrix.values[std::size_t(i * matrix.columns + j)];
}

// What F makes of a unit sample from zero, and of a unit state from samples of zero ([N11] (11)).
template <int R, Realisation K>
FigureEquation whole_block(const Recurrence<double, R, K>& F) {
    FigureMatrix A_FB = matrix_of("A_{FB}", block, block), A_FP = matrix_of("A_{FP}", block, R);
    for (int j = 0; j < block; ++j) {
        Vec<double, R> s{};
        for (int i = 0; i < block; ++i) entry(A_FB, i, j) = F.step(s, i == j ? 1.0 : 0.0);
    }
    for (int j = 0; j < R; ++j) {
        Vec<double, R> s{};
        s[in_order<R, K>(j)] = 1;
        for (int i = 0; i < block; ++i) entry(A_FP, i, j) = F.step(s, 0.0);
    }
    return {"the causal pass over a block, [N11] (16)",
            "B_{m}(y)",
            {{std::move(A_FB), "B_{m}(x)"}, {std::move(A_FP), "P_{m-1}(y)"}}};
}

template <int R, Realisation K>
std::vector<FigureEquation> equations_of(const AxisDesign& axis) {
    const auto F = make_recurrence<double, R, K>(axis.causal),
               Rv = make_recurrence<double, R, K>(axis.anticausal);
    const CarryMatrices<double, R> carries = carry_matrices(F, Rv, block);
    const Mat<double, R> T_A = whole(carries.tail_A_FP), H_A = whole(carries.head_A_RE);
    const BlockWeights<double, R> weights = block_weights(F, Rv, block);
    FigureMatrix T_FB = matrix_of("T(A_{FB})", R, block), T_FP = matrix_of("T(A_{FP})", R, R),
                 H_FB = matrix_of("H(A_{RB}A_{FB})", R, block), H_FP = matrix_of("H(A_{RB}A_{FP})", R, R),
                 H_RE = matrix_of("H(A_{RE})", R, R);
    for (int k = 0; k < R; ++k) {
        const int p = in_order<R, K>(k);
        for (int i = 0; i < block; ++i) {
            entry(T_FB, k, i) = weights[std::size_t(i)][p];
            entry(H_FB, k, i) = weights[std::size_t(i)][R + k];
        }
        for (int j = 0; j < R; ++j) {
            const int q = in_order<R, K>(j);
            entry(T_FP, k, j) = T_A[p][q];
            entry(H_FP, k, j) = carries.head_A_RB_A_FP[k][q];
            entry(H_RE, k, j) = H_A[k][j];
        }
    }
    return {
        whole_block<R, K>(F),
        {"its tail, the next prologue, [N11] (24)",
         "P_{m}(y)",
         {{std::move(T_FB), "B_{m}(x)"}, {std::move(T_FP), "P_{m-1}(y)"}}},
        {"the head after both, an epilogue, [N11] (34)",
         "E_{m}(z)",
         {{std::move(H_FB), "B_{m}(x)"}, {std::move(H_FP), "P_{m-1}(y)"}, {std::move(H_RE), "E_{m+1}(z)"}}}};
}

}  // namespace

void make_matrices(const FigureSubject& subject, FigureSink& sink, const std::stop_token&) {
    FigureContent content;
    content.why_not = why_not_recursive(subject.problem);
    if (!content.why_not.empty()) return sink.publish(std::move(content));
    const FilterDesign filter = design(subject.problem.filter);
    // Along one axis alone the filter of the other is none.
    const AxisDesign& axis = subject.problem.filter.axes == Axes::x ? filter.rows : filter.columns;
    if (axis.order() > max_order) {
        content.why_not =
            fmt::format("Blocks have states of up to {} numbers: choose a lower order.", max_order);
        return sink.publish(std::move(content));
    }
    content.equations = dispatch_order(axis.order(), [&]<int R>() {
        return axis.feeds_forward() ? equations_of<R, Realisation::pole_zero>(axis)
                                    : equations_of<R, Realisation::direct>(axis);
    });
    content.table = {"matrix", {{"rows", "{:.0f}"}, {"columns", "{:.0f}"}, {"largest", "{:.2g}"}}, {}};
    for (const FigureEquation& equation : content.equations)
        for (const FigureEquation::Term& term : equation.terms) {
            double largest = 0;
            for (double value : term.matrix.values) largest = std::max(largest, std::abs(value));
            content.table.rows.push_back(
                {term.matrix.name, {double(term.matrix.rows), double(term.matrix.columns), largest}});
        }
    content.note = fmt::format(
        "In double, blocks of {}, order {}, without the gain of the whole pass. Amber above zero, teal "
        "below, as strong as the root of the magnitude. {}",
        block, axis.order(),
        axis.feeds_forward()
            ? "The filter feeds forward: its state is that of the engine, and not its last outputs."
            : "The states are the papers': the last r outputs, in their order.");
    sink.publish(std::move(content));
}

}  // namespace sweep::app
