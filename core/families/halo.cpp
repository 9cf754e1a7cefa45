#include "core/families/halo.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
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

std::string refusal(const DesignedProblem& asked) {
    if (std::string reason = row_refusal(asked); !reason.empty()) return reason;
    const auto& [p, filter] = asked;
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

// Both passes over a line of noise, in blocks with halos; the error of the worst sample relative to the largest.
double error_of_line(const AxisDesign& axis, BoundaryKind boundary, int n, int halo) {
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
    const float scale =
        float(axis.causal.unit_gain * axis.causal.gain * axis.anticausal.unit_gain * axis.anticausal.gain);
    for (int first = 0; first < n; first += block) {
        std::vector<float> x;
        for (int i = first - halo; i < first + block + halo; ++i)
            x.push_back(float(extended_sample<double>(boundary, line, i, 0)));
        filter_pass(axis.causal, x.begin(), x.end());
        filter_pass(axis.anticausal, x.rbegin(), x.rend());
        for (int i = first; i < std::min(first + block, n); ++i) {
            const double off =
                std::abs(double(scale * x[std::size_t(i - first + halo)]) - truth[0][std::size_t(i)]);
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

int halo_of(const FilterDesign& filter, int passes) {
    return std::max(memory(filter, passes, most_halo(filter.order()) + 2) - 1, 0);
}

std::string halo_refusal(const FilterDesign& filter, int passes) {
    const int most = most_halo(filter.order());
    if (halo_of(filter, passes) <= most) return "";
    return "algorithm halo is for filters of order " + std::to_string(filter.order()) +
           " that forget within " + std::to_string(most + 1) + " samples, and this one remembers longer";
}

double halo_error(const DesignedProblem& asked, Trials& trials) {
    const auto& [p, filter] = asked;
    // Those kinds were measured, all of them that have so short a memory (tests/gpu/halo.cpp).
    if (info(p.filter.kind).is_accurate) return 0;
    if (trials.of_halo) return *trials.of_halo;
    // A longer line loses no more: no block sees more of it than its halo.
    constexpr int longest = 512;
    const int halo = halo_of(filter, p.passes);
    double error =
        error_of_line(filter.columns, p.boundary_of_columns().kind, std::min(p.shape.height, longest), halo);
    if (p.passes > 2)
        error += error_of_line(filter.rows, p.boundary.kind, std::min(p.shape.width, longest), halo);
    trials.of_halo = error;
    return error;
}

}  // namespace sweep
