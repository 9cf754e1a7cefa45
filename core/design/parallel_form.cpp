#include "core/design/parallel_form.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/design/taps.h"

namespace sweep::detail {
namespace {

using Complex = std::complex<double>;

// The output coefficients C, with which the states of the sections, w and (y, v), make sum_i r_i / (1 - p_i
// t).
std::vector<double> row(const PassDesign& pass, const std::vector<Exponential>& residues) {
    auto of = [&](Complex p) {
        return std::find_if(residues.begin(), residues.end(),
                            [&](const Exponential& e) { return e.pole == p; })
            ->weight;
    };
    const SectionPoles poles = section_poles(pass);
    std::vector<double> C{0};
    if (poles.first) C.push_back((of(*poles.first) / (1.0 - *poles.first)).real());
    for (const auto& [p, q] : poles.pairs) {
        const double g = ((1.0 - p) * (1.0 - q)).real();
        const Complex r = of(p), s = of(q);
        const double at_0 = (r * (1.0 - q) + s * (1.0 - p)).real(), slope = -(r * q + s * p).real();
        C.push_back(at_0 / g);
        C.push_back(-slope / g);
    }
    return C;
}

}  // namespace

ParallelRows parallel_rows(const AxisDesign& filter) {
    if (const std::string reason = parallel_refusal(filter); !reason.empty())
        throw Error(ExitCode::usage, "algorithm par " + reason);
    const PassDesign &F = filter.causal, &R = filter.anticausal;
    const std::vector<Exponential> r = exponentials_of(F, R), s = exponentials_of(R, F);
    ParallelRows rows{row(F, r), row(R, s)};
    // D, from the response to a constant.
    Complex rest = F.response() * R.response();
    for (std::size_t i = 0; i < r.size(); ++i)
        rest -= r[i].weight / (1.0 - r[i].pole) + s[i].weight / (1.0 - s[i].pole);
    rows.F[0] = rest.real();
    return rows;
}

}  // namespace sweep::detail

namespace sweep {

std::string parallel_refusal(const AxisDesign& filter) {
    for (const PassDesign* pass : {&filter.causal, &filter.anticausal}) {
        const std::vector<std::complex<double>>& poles = pass->poles;
        const auto zero_poles = std::count(poles.begin(), poles.end(), std::complex<double>(0));
        if (zero_poles > 0 && int(pass->numerator.size()) > pass->order() - int(zero_poles) + 1)
            return "cannot feed forward further than the feedback reaches";
        for (std::size_t i = 0; i < poles.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (poles[i] != 0.0 && std::abs(poles[i] - poles[j]) < 1e-7 * std::abs(1.0 - poles[i]))
                    return "needs poles that differ, and this filter repeats one";
    }
    return "";
}

}  // namespace sweep
