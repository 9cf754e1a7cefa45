// All blocks whose pixels are in a number under the glass.
//
// A state is linear in the pixels. Along its own line the factor of a sample is what an impulse there leaves in the
// state; where the line was filtered by another pass before, that pass is transposed: a causal pass run backwards, an
// anticausal one forwards.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/lessons/glass/form.h"
#include "app/lessons/glass/glass.h"
#include "core/design/design.h"

namespace sweep::app {
namespace {

using Line = std::vector<double>;

// The factors of the samples of a line in number k of the state that passes over sample `from` - 1 or, of the second
// pass, over sample `from`.
template <int R, Realisation K>
Line factors_of_state(const AxisDesign& axis, bool anticausal, int k, int from, int length) {
    const auto F = make_recurrence<double, R, K>(axis.causal),
               Rv = make_recurrence<double, R, K>(axis.anticausal);
    Line factors(std::size_t(length), 0.0);
    Vec<double, R> state{}, none{};
    if (!anticausal) {
        for (int i = from - 1; i >= 0; --i) {
            F.step(state, i == from - 1 ? 1.0 : 0.0);
            factors[std::size_t(i)] = state[k];
        }
        return factors;
    }
    for (int i = from; i < length; ++i) {
        Rv.step(state, i == from ? 1.0 : 0.0);
        factors[std::size_t(i)] = state[k];
    }
    return run_pass(F, true, none, std::move(factors));
}

// Those in the sample `at` after both passes.
template <int R, Realisation K>
Line factors_of_sample(const AxisDesign& axis, int at, int length) {
    const auto F = make_recurrence<double, R, K>(axis.causal),
               Rv = make_recurrence<double, R, K>(axis.anticausal);
    Line factors(std::size_t(length), 0.0);
    factors[std::size_t(at)] = 1;
    Vec<double, R> up{}, down{};
    return run_pass(F, true, down, run_pass(Rv, false, up, std::move(factors)));
}

// The part of a line in which factors are seen.
std::pair<int, int> seen(const Line& factors) {
    constexpr double least = 1e-6;
    double largest = 0;
    for (const double factor : factors) largest = std::max(largest, std::abs(factor));
    const auto is_seen = [&](double factor) { return std::abs(factor) > least * largest; };
    const auto first = std::find_if(factors.begin(), factors.end(), is_seen);
    const auto last = std::find_if(factors.rbegin(), factors.rend(), is_seen);
    return first == factors.end() ? std::pair{0, 0}
                                  : std::pair{int(first - factors.begin()), int(factors.rend() - last)};
}

// From what each block adds, in the order of rows of blocks.
std::vector<GlassSource> shares_of_blocks(const std::vector<double>& parts, int block_columns) {
    constexpr double least = 1e-3;
    double all = 0;
    for (const double part : parts) all += std::abs(part);
    std::vector<GlassSource> sources;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (all > 0 && std::abs(parts[i]) > least * all)
            sources.push_back({int(i) / block_columns, int(i) % block_columns, std::abs(parts[i]) / all});
    std::stable_sort(sources.begin(), sources.end(),
                     [](const GlassSource& a, const GlassSource& b) { return a.share > b.share; });
    return sources;
}

}  // namespace

std::vector<GlassSource> BlockGlass::lineage(const GlassEdge& edge, int lane, int k) const {
    const bool rows = edge.from_m == edge.to_m;
    const int b = block();
    // Where the state enters its block: behind the sample before it, or before the sample after it.
    const int from = (rows ? edge.to_n : edge.to_m) * b + (edge.is_causal ? 0 : b);
    Line down, across;
    with_form(problem_, design_, [&]<int R, Realisation K>() {
        if (rows) {
            across = factors_of_state<R, K>(design_.rows, !edge.is_causal, k, from, width());
            down = factors_of_sample<R, K>(design_.columns, edge.to_m * b + lane, height());
        } else {
            across.assign(std::size_t(width()), 0.0);
            across[std::size_t(edge.to_n * b + lane)] = 1;
            down = factors_of_state<R, K>(design_.columns, !edge.is_causal, k, from, height());
        }
    });
    std::vector<double> parts(std::size_t(block_rows()) * std::size_t(block_columns()), 0.0);
    const auto [top, bottom] = seen(down);
    const auto [left, right] = seen(across);
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x)
            parts[std::size_t(y / b) * std::size_t(block_columns()) + std::size_t(x / b)] +=
                down[std::size_t(y)] * across[std::size_t(x)] * double(pixel(x, y));
    return shares_of_blocks(parts, block_columns());
}

std::vector<GlassSource> TableGlass::lineage(const GlassEdge& edge, int lane, int) const {
    // The columns [left, right) and the rows above `bottom` that the sum goes over.
    const int b = block();
    int left = edge.to_n * b, right = std::min(left + b, width()), bottom = edge.to_m * b;
    if (edge.side != EdgeSide::corner && edge.from_m == edge.to_m)
        right = left, left = 0, bottom += lane + 1;
    else if (edge.side != EdgeSide::corner)
        left += lane, right = left + 1;
    std::vector<double> parts(std::size_t(block_rows()) * std::size_t(block_columns()), 0.0);
    for (int m = 0; m * b < bottom; ++m)
        for (int n = left / b; n * b < right; ++n)
            parts[std::size_t(m) * std::size_t(block_columns()) + std::size_t(n)] = box(
                std::max(n * b, left), m * b, std::min((n + 1) * b, right), std::min((m + 1) * b, bottom));
    return shares_of_blocks(parts, block_columns());
}

}  // namespace sweep::app
