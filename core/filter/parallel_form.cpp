#include "core/filter/parallel_form.h"

#include <algorithm>

#include "core/base/error.h"

namespace sweep::detail {
namespace {

using Complex = std::complex<double>;

// B at z^-1 = t: sum_k numerator_k (1 - t)^k.
Complex numerator_at(const PassDesign& pass, Complex t) {
    if (pass.numerator.empty()) return 1;
    Complex sum = 0;
    for (std::size_t k = pass.numerator.size(); k-- > 0;) sum = sum * (1.0 - t) + pass.numerator[k];
    return sum;
}

// H at z^-1 = t, with the factor of the pole `without` left out (null: none).
Complex transfer(const PassDesign& pass, Complex t, const Complex* without = nullptr) {
    Complex h = numerator_at(pass, t) * pass.unit_gain;
    for (const Complex& p : pass.poles)
        if (&p != without) h /= 1.0 - p * t;
    return h;
}

std::vector<Complex> residues(const PassDesign& pass, const PassDesign& other) {
    std::vector<Complex> r;
    for (const Complex& p : pass.poles)
        r.push_back(p == 0.0 ? 0.0 : transfer(pass, 1.0 / p, &p) * transfer(other, p));
    return r;
}

// The output coefficients C, with which the states of the sections, w and (y, v), make sum_i r_i / (1 - p_i
// t).
std::vector<double> row(const PassDesign& pass, const std::vector<Complex>& residue) {
    auto of = [&](Complex p) {
        return residue[std::size_t(std::find(pass.poles.begin(), pass.poles.end(), p) - pass.poles.begin())];
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
    const std::vector<Complex> r = residues(F, R), s = residues(R, F);
    ParallelRows rows{row(F, r), row(R, s)};
    // D, from the response to a constant.
    Complex rest = F.response() * R.response();
    for (std::size_t i = 0; i < r.size(); ++i) rest -= r[i] / (1.0 - F.poles[i]) + s[i] / (1.0 - R.poles[i]);
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
