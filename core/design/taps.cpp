#include "core/design/taps.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/filter/dispatch.h"
#include "core/filter/memory.h"

namespace sweep {
namespace {

using Complex = std::complex<double>;

// The share of the sum of magnitudes that may be left out at either end. core/design/taps.h promises it.
constexpr double left_out = 5e-9;

// The first n samples of the impulse response of one pass.
std::vector<double> causal_response(const PassDesign& pass, int n) {
    std::vector<double> h(std::size_t(n), 0.0);
    h[0] = 1;
    dispatch_any_order(pass.order(), [&]<int R>() {
        const auto filter = make_recurrence<double, R, Realisation::pole_zero>(pass);
        Vec<double, R> state{};
        for (double& x : h) x = pass.gain * filter.step(state, x);
    });
    return h;
}

// The number of samples from `begin` on whose magnitudes add up to no more than `allowed`; one sample is
// always kept.
template <class Iterator>
int negligible(Iterator begin, Iterator end, double allowed) {
    int count = 0;
    for (double rest = 0; begin + 1 != end && (rest += std::abs(*begin)) <= allowed; ++begin) ++count;
    return count;
}

// The number of samples until all states of the passes have died away, to so little that repeated poles have, too.
double reach_of(const AxisDesign& axis, bool both) {
    constexpr double nepers = 40;
    return (both ? decay_length(axis, nepers) : decay_length(axis.causal, nepers)) + 16;
}

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

}  // namespace

std::string taps_refusal(const AxisDesign& axis, bool both, int taps) {
    const double length = reach_of(axis, both) * (both ? 2 : 1);
    if ((taps == 0 ? length : std::min(length, double(taps))) <= most_taps) return "";
    return "the response of this filter may be longer than the " + std::to_string(most_taps) +
           " taps of algorithm conv, unless --taps cuts it off";
}

Taps taps_of(const AxisDesign& axis, bool both, int taps) {
    if (const std::string reason = taps_refusal(axis, both, taps); !reason.empty())
        throw Error(ExitCode::usage, reason);
    const int n = int(std::min(reach_of(axis, both), double(most_taps)));

    // The response h_i for i from `from` to `to`.
    const std::vector<double> h = both ? impulse_response(axis, n - 1) : causal_response(axis.causal, n);
    int from = both ? 1 - n : 0, to = n - 1;
    const double allowed = left_out * std::accumulate(h.begin(), h.end(), 0.0,
                                                      [](double sum, double x) { return sum + std::abs(x); });
    const int centre = -from;
    to -= negligible(h.rbegin(), h.rend(), allowed);
    if (both) from += negligible(h.begin(), h.end(), allowed);
    // The two ends may meet, when the response lies on one side or is zero.
    from = std::min(from, 0);
    to = std::max(to, 0);

    Taps result;
    result.response = axis.causal.response() * axis.causal.gain;
    if (both) result.response *= axis.anticausal.response() * axis.anticausal.gain;
    const int half = taps / 2;
    const bool cut = taps > 0 && (to > half || -from > half);
    if (cut) {
        from = std::max(from, -half);
        to = std::min(to, half);
    }
    for (int i = to; i >= from; --i) result.weights.push_back(h[std::size_t(centre + i)]);
    if (cut) result.response = std::accumulate(result.weights.begin(), result.weights.end(), 0.0);
    result.first = -to;
    return result;
}

std::vector<Exponential> exponentials_of(const PassDesign& pass, const PassDesign& other) {
    std::vector<Exponential> all;
    for (const Complex& p : pass.poles)
        all.push_back({p, p == 0.0 ? 0.0 : transfer(pass, 1.0 / p, &p) * transfer(other, p)});
    return all;
}

}  // namespace sweep
