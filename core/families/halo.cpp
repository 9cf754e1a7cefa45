#include "core/families/halo.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "core/base/largest.h"
#include "core/families/row_refusals.h"
#include "core/families/traffic.h"
#include "core/filter/boundaries.h"
#include "core/filter/memory.h"
#include "core/problem/reference.h"

namespace sweep {
namespace {

constexpr std::array rows{
    AlgorithmInfo{
        .algorithm = Algorithm::halo,
        .name = "halo",
        .text = "filters that forget fast: read and written once, blocks with a halo, no carries (ours)",
        .boundaries = extending_boundaries_but_reflect101,
        .by_axis = true,
        .direct = true},
};

// The row names no zeros: where no accuracy is said, an engine has its own order of the Gaussian
// (core/plan/usual_accuracy.h).
std::string refusal(const DesignedProblem& asked) {
    const auto& [p, filter] = asked;
    const bool has_zeros = filter.feeds_forward();
    if (std::string reason = has_zeros ? boundary_refusal(asked) : row_refusal(asked); !reason.empty())
        return reason;
    if (has_zeros && p.method.realisation == Realisation::direct)
        return subject_of(p) + " filters with zeros in the delta realisation only";
    if (p.input == Sample::f64) return subject_of(p) + " filters images of bytes and float32, not float64";
    return halo_refusal(filter, p.passes);
}

// One launch, 2 h w. The halos of neighbouring blocks come from the cache: they are operands once.
std::vector<Stage> stages(const DesignedProblem& asked, int) {
    const ImageBytes image(asked.problem);
    return {{Step::halo, "blocks", "-", image.in, image.out}};
}

// One pass in float32, from zero, in direct feedback: y_i = x_i - sum_k d_k y_(i-k).
template <class Iterator>
void filter_pass(const PassDesign& pass, Iterator from, Iterator to) {
    std::vector<float> y(std::size_t(pass.order()), 0.f);
    for (; from != to; ++from) {
        float sum = *from;
        for (std::size_t k = y.size(); k-- > 0;) sum = std::fma(-float(pass.d[k]), y[k], sum);
        std::rotate(y.begin(), y.end() - 1, y.end());
        *from = y.front() = sum;
    }
}

// Both passes over the samples of a block and its halo.
void filter_passes(const AxisDesign& axis, std::vector<float>& x) {
    filter_pass(axis.causal, x.begin(), x.end());
    filter_pass(axis.anticausal, x.rbegin(), x.rend());
    const float scale =
        float(axis.causal.unit_gain * axis.causal.gain * axis.anticausal.unit_gain * axis.anticausal.gain);
    for (float& v : x) v *= scale;
}

// The same by taps, of the block's own samples, relative to the first of these.
void apply_taps(const Taps& taps, int halo, std::vector<float>& x) {
    const std::vector<float> from = x;
    const float origin = from[std::size_t(halo)], end = origin * float(taps.response);
    for (std::size_t i = std::size_t(halo); i + std::size_t(halo) < x.size(); ++i) {
        float sum = 0;
        for (std::size_t k = 0; k < taps.weights.size(); ++k)
            sum = std::fma(float(taps.weights[k]), from[std::size_t(int(i + k) + taps.first)] - origin, sum);
        x[i] = sum + end;
    }
}

// A line of noise, filtered by filter(x) in blocks with halos; the error of the worst sample relative to the largest.
template <class Filter>
double error_of_line(const AxisDesign& axis, BoundaryKind boundary, int n, int halo, const Filter& filter) {
    constexpr int block = 64;
    std::vector<std::vector<double>> truth(1);
    std::uint32_t bits = 1;
    for (int i = 0; i < n; ++i) {
        bits = bits * 1664525u + 1013904223u;
        truth[0].push_back(double(bits >> 8) * 0x1p-24 - 0.25);
    }
    const std::vector<double> line = truth[0];
    reference_lines(axis, boundary, truth);
    const double largest = largest_magnitude(truth[0]);
    double error = 0;
    for (int first = 0; first < n; first += block) {
        std::vector<float> x;
        for (int i = first - halo; i < first + block + halo; ++i)
            x.push_back(float(extended_sample<double>(boundary, line, i, 0)));
        filter(x);
        for (int i = first; i < std::min(first + block, n); ++i) {
            const double off = std::abs(double(x[std::size_t(i - first + halo)]) - truth[0][std::size_t(i)]);
            if (!(off <= std::numeric_limits<double>::max())) return std::numeric_limits<double>::infinity();
            error = std::max(error, off);
        }
    }
    return error == 0 ? 0 : largest > 0 ? error / largest : std::numeric_limits<double>::infinity();
}

}  // namespace

constinit const Family families::halo{.algorithms = rows,
                                      .refusal = refusal,
                                      .stages = stages,
                                      .expected_error = [](const DesignedProblem& asked, Trials& trials,
                                                           TrialLines) { return halo_error(asked, trials); }};

HaloTaps halo_taps(const FilterDesign& filter, int passes) {
    const auto of_axis = [passes](const AxisDesign& axis, int passes_before) {
        if (passes <= passes_before) return Taps{.weights = {1}};
        Taps taps = taps_of(axis, passes > passes_before + 1, 0);
        std::vector<double>& all = taps.weights;
        const auto sum = [](double total, double x) { return total + std::abs(x); };
        const double left_out = 0x1p-23 * std::accumulate(all.begin(), all.end(), 0.0, sum);
        // What counts at the first sample and at the last are the taps at the other end: weights are read backwards.
        double rest = 0;
        while (taps.first + int(all.size()) > 1 && (rest += std::abs(all.back())) <= left_out) all.pop_back();
        rest = 0;
        while (taps.first < 0 && (rest += std::abs(all.front())) <= left_out)
            all.erase(all.begin()), ++taps.first;
        return taps;
    };
    return {of_axis(filter.columns, 0), of_axis(filter.rows, 2)};
}

int reach_of(const Taps& taps) {
    return std::max(-taps.first, taps.first + int(taps.weights.size()) - 1);
}

int halo_of(const FilterDesign& filter, int passes) {
    if (filter.feeds_forward()) {
        // Poles that die away so slowly leave more than a halo, and many taps to count.
        if (decay_length(filter, 6) > most_taps_halo) return most_taps_halo + 1;
        const HaloTaps taps = halo_taps(filter, all_passes);
        return std::min(std::max(reach_of(taps.columns), reach_of(taps.rows)), most_taps_halo + 1);
    }
    return std::max(memory(filter, passes, most_halo(filter.order()) + 2) - 1, 0);
}

std::string halo_refusal(const FilterDesign& filter, int passes) {
    const bool has_zeros = filter.feeds_forward();
    if (!has_zeros && filter.order() > most_halo_order)
        return "algorithm halo has orders 1 to " + std::to_string(most_halo_order) + " without zeros";
    const int most = has_zeros ? most_taps_halo : most_halo(filter.order());
    if (halo_of(filter, passes) <= most) return "";
    return "algorithm halo is for filters of order " + std::to_string(filter.order()) +
           " that forget within " + std::to_string(most + 1) + " samples, and this one remembers longer";
}

double halo_error(const DesignedProblem& asked, Trials& trials) {
    const auto& [p, filter] = asked;
    const bool has_zeros = filter.feeds_forward();
    // Those kinds were measured, all of them that have so short a memory (tests/gpu/halo.cpp).
    if (info(p.filter.kind).is_accurate && !has_zeros) return 0;
    if (trials.of_halo) return *trials.of_halo;
    // A longer line loses no more: no block sees more of it than its halo.
    constexpr int longest = 512;
    const int halo = halo_of(filter, p.passes);
    const HaloTaps taps = has_zeros ? halo_taps(filter, all_passes) : HaloTaps{};
    const auto along = [&](const AxisDesign& axis, BoundaryKind boundary, int n, const Taps& of_axis) {
        return error_of_line(axis, boundary, std::min(n, longest), halo, [&](std::vector<float>& x) {
            has_zeros ? apply_taps(of_axis, halo, x) : filter_passes(axis, x);
        });
    };
    double error = along(filter.columns, p.boundary_of_columns().kind, p.shape.height, taps.columns);
    if (p.passes > 2) error += along(filter.rows, p.boundary.kind, p.shape.width, taps.rows);
    trials.of_halo = error;
    return error;
}

}  // namespace sweep
