#include "core/derived/derived.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <type_traits>

#include "core/base/error.h"
#include "core/derived/derived_formula.h"
#include "core/derived/local_statistics.h"
#include "core/design/designs.h"
#include "core/design/kinds.h"

namespace sweep {
namespace {

// Whether constants stay and fine detail goes. What coefficients of one's own do is left to their owner.
bool is_blur(const FilterSpec& filter) {
    if (info(filter.kind).spline_degree > 0 || only_converts(filter.kind)) return false;
    switch (filter.kind) {
        case FilterKind::gaussian:
            return filter.derivative_x == 0 && filter.derivative_y == 0;
        case FilterKind::sat:
            return false;
        default:
            return !reads(filter.kind, Parameter::band) || filter.band == Band::low;
    }
}

bool takes_any_blur(DerivedKind kind) {
    return kind == DerivedKind::unsharp || kind == DerivedKind::high_pass || info(kind).of_moments;
}

std::string text_of(double number) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "%g", number);
    return text.data();
}

Problem with_derivative(Problem problem, int order_x, int order_y) {
    problem.filter.derivative_x = order_x;
    problem.filter.derivative_y = order_y;
    return problem;
}

// Calls f(original, results, out, count) for each row, with pointers of the types of the samples.
template <class F>
void for_each_row(ConstImageView original, std::span<const ConstImageView> results, ImageView out, F&& f) {
    const int count = out.shape.width * out.shape.channels;
    const auto walk = [&](auto of_original, auto of_result) {
        using X = decltype(of_original);
        using T = decltype(of_result);
        for (int y = 0; y < out.shape.height; ++y) {
            std::array<const T*, 2> rows{results.front().row<T>(y), results.back().row<T>(y)};
            f(original.row<X>(y), rows, out.row<T>(y), count);
        }
    };
    const bool is_double = out.sample == Sample::f64;
    if (original.sample == Sample::f64)
        is_double ? walk(double(), double()) : walk(double(), float());
    else
        is_double ? walk(float(), double()) : walk(float(), float());
}

}  // namespace

std::span<const DerivedInfo> derived_kinds() {
    constexpr double any = std::numeric_limits<float>::max(), positive = 1e-30;
    static const std::vector<DerivedInfo> rows{
        {DerivedKind::none, "none", "nothing", 0, {}, false, true},
        {DerivedKind::unsharp,
         "unsharp",
         "unsharp mask",
         1,
         {{"amount", &Derived::amount, 0, 100}, {"threshold", &Derived::threshold, 0, any}},
         false,
         true},
        {DerivedKind::high_pass, "high-pass", "high-pass", 2, {}, true, true},
        {DerivedKind::dog,
         "dog",
         "difference of Gaussians",
         3,
         {{"ratio", &Derived::ratio, 1, max_sigma}},
         true,
         true},
        {DerivedKind::log,
         "log",
         "Laplacian of Gaussian",
         4,
         {{"gamma", &Derived::gamma, 0, 4}},
         true,
         false},
        {DerivedKind::gradient, "gradient", "gradient magnitude", 5, {}, false, false},
        {DerivedKind::deviation, "deviation", "local deviation", 6, {}, false, true, true},
        {DerivedKind::normalize,
         "normalize",
         "local normalisation",
         7,
         {{"least", &Derived::least, 0, any}},
         true,
         true,
         true},
        {DerivedKind::bradley,
         "bradley",
         "threshold of Bradley and Roth",
         8,
         {{"t", &Derived::t, -1, 1}},
         false,
         true,
         true},
        {DerivedKind::niblack,
         "niblack",
         "threshold of Niblack",
         9,
         {{"k", &Derived::niblack_k, -100, 100}},
         false,
         true,
         true},
        {DerivedKind::sauvola,
         "sauvola",
         "threshold of Sauvola",
         10,
         {{"k", &Derived::sauvola_k, -100, 100}, {"r", &Derived::sauvola_r, positive, any}},
         false,
         true,
         true},
        {DerivedKind::guided,
         "guided",
         "guided filter",
         11,
         {{"eps", &Derived::eps, positive, any}},
         false,
         false,
         true},
    };
    return rows;
}

const DerivedInfo& info(DerivedKind kind) {
    return derived_kinds()[std::size_t(kind)];
}

std::string why_not(const Derived& derived, const Problem& problem) {
    if (derived.is_none()) return "";
    const DerivedInfo& kind = info(derived.kind);
    const FilterSpec& filter = problem.filter;
    const std::string title(kind.title), word(info(filter.kind).word);
    for (const DerivedValue& value : kind.values) {
        const double number = derived.*value.member;
        if (!(number >= value.least && number <= value.most))
            return std::string(value.name) + " of the " + title + " is " +
                   (value.most < 1e6  ? text_of(value.least) + " to " + text_of(value.most)
                    : value.least > 0 ? "more than 0, and finite"
                                      : "0 or more, and finite") +
                   ", not " + text_of(number);
    }
    if (problem.passes != all_passes)
        return "the " + title + " is of the whole filter: all passes have to run";
    if (takes_any_blur(derived.kind)) {
        if (is_blur(filter)) return kind.of_moments ? why_no_moments(kind, problem) : "";
        return "the " + title + (kind.of_moments ? " is of the means of" : " is the difference from") +
               " a blur (gaussian, box, exponential, butterworth low, ..), and " + word +
               (filter.kind == FilterKind::gaussian ? " with a derivative" : "") +
               (!reads(filter.kind, Parameter::band) ? ""
                : filter.has_two_edges()             ? " of a band with two edges"
                                                     : " of the high band") +
               " is none";
    }
    if (filter.kind != FilterKind::gaussian)
        return "the " + title + " is of the filter gaussian, not of " + word;
    if (filter.derivative_x != 0 || filter.derivative_y != 0)
        return "the " + title + " is of the Gaussian itself: leave the derivative out";
    return "";
}

std::vector<DerivedRun> runs_of(const Derived& derived, const Problem& problem,
                                std::span<const double> datum) {
    if (const std::string reason = why_not(derived, problem); !reason.empty())
        throw Error(ExitCode::usage, reason);
    if (info(derived.kind).of_moments) return runs_of_moments(derived, problem, datum);
    switch (derived.kind) {
        case DerivedKind::dog: {
            Problem wider = problem;
            wider.filter.sigma *= derived.ratio;
            wider.filter.sigma_y *= derived.ratio;
            return {{problem}, {wider}};
        }
        case DerivedKind::log:
        case DerivedKind::gradient: {
            const int order = derived.kind == DerivedKind::log ? 2 : 1;
            std::vector<DerivedRun> runs;
            if (problem.filter.axes != Axes::y) runs.push_back({with_derivative(problem, order, 0)});
            if (problem.filter.axes != Axes::x) runs.push_back({with_derivative(problem, 0, order)});
            return runs;
        }
        default:
            return {{problem}};
    }
}

DerivedWeights weights_of(const Derived& derived, const FilterSpec& filter) {
    switch (derived.kind) {
        case DerivedKind::none:
            return {0, {1}};
        case DerivedKind::unsharp:
            return {1 + derived.amount, {derived.amount}};
        case DerivedKind::high_pass:
            return {1, {1}};
        case DerivedKind::dog:
            return {0, {1, 1}};
        case DerivedKind::log: {
            DerivedWeights weights;
            const auto add = [&](double sigma) {
                weights.runs.push_back(std::pow(sigma, 2 * derived.gamma));
            };
            if (filter.axes != Axes::y) add(filter.sigma);
            if (filter.axes != Axes::x) add(filter.sigma_of_columns());
            return weights;
        }
        case DerivedKind::gradient:
            return {0, std::vector<double>(filter.axes == Axes::both ? 2 : 1, 1.0)};
        default:
            return {};
    }
}

DerivedNumbers numbers_of(const Derived& derived, const FilterSpec& filter) {
    const std::vector<double> weights = weights_of(derived, filter).runs;
    return {derived.amount, derived.threshold, weights.front(), weights.size() > 1 ? weights[1] : 0};
}

void derive(const Derived& derived, const FilterSpec& filter, ConstImageView original,
            std::span<const ConstImageView> results, ImageView out, bool keeps_alpha,
            std::span<const double> datum) {
    if (info(derived.kind).of_moments)
        return derive_from_moments(derived, datum, original, results, out, keeps_alpha);
    const DerivedNumbers numbers = numbers_of(derived, filter);
    const int channels = out.shape.channels;
    with_derived_kind(derived.kind, [&](auto kind) {
        for_each_row(original, results, out, [&](const auto* x, const auto& r, auto* to, int count) {
            using T = std::remove_reference_t<decltype(*to)>;
            for (int i = 0; i < count; ++i) {
                const bool is_alpha = keeps_alpha && i % channels == channels - 1;
                to[i] = is_alpha ? T(x[i])
                                 : T(derived_sample<decltype(kind)::value>(numbers, x[i], r[0][i], r[1][i]));
            }
        });
    });
}

}  // namespace sweep
