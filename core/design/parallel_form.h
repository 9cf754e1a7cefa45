// The summed decomposition of a causal-anticausal pair ([N11] section 7, "independently and then added
// together"):
//
//     H_F(z) H_R(1/z) = D + sum_i r_i / (1 - p_i z^-1) + sum_j s_j / (1 - q_j z)
//
// The sections of F, of one or two of its poles p_i, run over the input forwards, those of R, with its poles
// q_j, backwards; both read the raw samples, and all outputs are added up. The poles of a pass must differ
// from each other.
#pragma once

#include <string>

#include "core/design/design.h"

namespace sweep {

template <class S, int R>
struct ParallelForm {
    Recurrence<S, R, Realisation::parallel> F, Rv;  // the constant D belongs to F
};

namespace detail {
struct ParallelRows {
    std::vector<double> F, Rv;  // D, C_1..C_r of each
};
ParallelRows parallel_rows(const AxisDesign& filter);
}  // namespace detail

// Why a filter has no such decomposition, as the rest of a sentence: a pass repeats a pole, or it feeds
// forward further than its feedback reaches. Empty: it has one.
std::string parallel_refusal(const AxisDesign& filter);

// The coefficients. Throws Error(usage) with parallel_refusal(), when there is one.
template <class S, int R>
ParallelForm<S, R> make_parallel(const AxisDesign& filter) {
    const detail::ParallelRows rows = detail::parallel_rows(filter);
    auto pass = [](const PassDesign& design, const std::vector<double>& row) {
        Recurrence<S, R, Realisation::parallel> recurrence{};
        recurrence.sections = detail::rounded<S, R>(detail::sections(design));
        recurrence.row.D = S(row[0]);
        double constant = row[0];
        const Vec<double, R> steady = Recurrence<double, R, Realisation::parallel>::steady();
        for (int k = 0; k < R; ++k) {
            recurrence.row.C[k] = S(row[std::size_t(k) + 1]);
            constant += row[std::size_t(k) + 1] * steady[k];
        }
        recurrence.row.constant = S(constant);
        return recurrence;
    };
    return {pass(filter.causal, rows.F), pass(filter.anticausal, rows.Rv)};
}

}  // namespace sweep
