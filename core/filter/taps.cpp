#include "core/filter/taps.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/filter/decay.h"
#include "core/filter/dispatch.h"

namespace sweep {
namespace {

// The share of the sum of magnitudes that may be left out at either end. core/filter/taps.h promises it.
constexpr double left_out = 5e-9;

// The number of samples until the powers of the slowest pole are down to e^-40. That is so little that
// repeated poles have died away, too.
double decay(const PassDesign& pass) {
    return decay_length(slowest_pole(pass), 40) + 16;
}

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

// The number of samples until all states of the passes have died away.
double reach_of(const AxisDesign& axis, bool both) {
    return both ? std::max(decay(axis.causal), decay(axis.anticausal)) : decay(axis.causal);
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

}  // namespace sweep
