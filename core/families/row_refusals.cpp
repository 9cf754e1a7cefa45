#include "core/families/row_refusals.h"

#include <cmath>
#include <complex>
#include <utility>

#include "core/design/transfer.h"

namespace sweep {
namespace {

// The least feedforward at a mirrored pole (least_mirrored()): a digit is lost to its inverse.
constexpr double least_feedforward = 0.1;

}  // namespace

std::string subject_of(const Problem& p) {
    return "algorithm " + algorithm_name(p);
}

std::string boundary_refusal(const DesignedProblem& asked) {
    const Problem& p = asked.problem;
    const AlgorithmInfo& a = info(p.method.algorithm);
    if (p.has_two_boundaries() && !a.by_axis) return subject_of(p) + " has one boundary for rows and columns";
    if (!a.boundaries.has(p.boundary.kind) || !a.boundaries.has(p.boundary_of_columns().kind))
        return subject_of(p) + " has the boundaries " +
               list_of_boundaries([&](BoundaryKind kind) { return a.boundaries.has(kind); });
    return "";
}

std::string form_refusal(const DesignedProblem& asked) {
    const auto& [p, filter] = asked;
    const AlgorithmInfo& a = info(p.method.algorithm);
    const std::string name = subject_of(p);
    if (p.method.realisation == Realisation::direct && (!a.direct || filter.order() > max_direct_order))
        return name + (a.direct ? " has direct feedback up to order " + std::to_string(max_direct_order)
                                : " has the delta realisation only");
    if (filter.feeds_forward() && (!a.feeds_forward || p.method.realisation == Realisation::direct))
        return name + (a.feeds_forward ? " feeds forward in the delta realisation only"
                                       : " has no feedforward: filters with poles alone");
    if (p.passes % a.pass_step != 0)
        return name + (a.pass_step == 2 ? " does down and up together: --passes down,up or all four"
                                        : " does all four passes together");
    if (a.lines && p.shape.width > 1 && p.shape.height > 1)
        return name + " is one-dimensional: it filters images of one row or one column";
    return "";
}

std::string row_refusal(const DesignedProblem& asked) {
    const std::string reason = boundary_refusal(asked);
    return reason.empty() ? form_refusal(asked) : reason;
}

std::string mirror_refusal(const DesignedProblem& asked) {
    const auto& [p, filter] = asked;
    for (const auto& [axis, boundary] :
         {std::pair{&filter.columns, p.boundary_of_columns().kind}, {&filter.rows, p.boundary.kind}}) {
        if (!runs_back(boundary) || axis->is_identity()) continue;
        const std::string where = " for the boundary " + std::string(info(boundary).word);
        if (axis->causal.d != axis->anticausal.d)
            return subject_of(p) + " needs the same causal and anticausal feedback" + where;
        // A^-1 takes back a sample (core/blocks/extension.h), and would leave what float32 holds.
        constexpr double least_pole = 1e-3;
        if (turns_on_sample(boundary))
            for (const std::complex<double>& pole : axis->causal.poles)
                if (std::abs(pole) < least_pole)
                    return subject_of(p) + " needs poles of magnitude 1e-3 or more" + where;
        // The summed decomposition has no zeros that a mirrored line would meet.
        if (p.method.algorithm == Algorithm::parallel) continue;
        if (axis->causal.numerator != axis->anticausal.numerator)
            return subject_of(p) + " needs the same causal and anticausal feedforward" + where;
        if (least_mirrored(axis->causal) < least_feedforward)
            return subject_of(p) + " needs zeros that are no reciprocals of poles" + where;
    }
    return "";
}

std::string usual_refusal(const DesignedProblem& asked) {
    const std::string reason = row_refusal(asked);
    return reason.empty() ? mirror_refusal(asked) : reason;
}

}  // namespace sweep
