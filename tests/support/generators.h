// Random filters, boundaries, shapes and problems for properties (tests/support/properties.h), all of them
// valid. They cover the whole range of every parameter, and lie most often where mistakes are likely.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include <rapidcheck.h>

#include "core/base/error.h"
#include "core/design/design.h"
#include "core/problem/problem.h"
#include "tests/support/problems.h"

namespace sweep {

// Prints the filter as a command line has it, with all digits: a failure that RapidCheck prints can be run.
inline void showValue(const FilterSpec& f, std::ostream& out) {
    std::ostringstream text;
    text.precision(17);
    const auto list = [&](const char* name, const std::vector<double>& values) {
        for (std::size_t i = 0; i < values.size(); ++i)
            text << (i ? "," : std::string(" --") + name + " ") << values[i];
    };
    text << "--filter " << info(f.kind).word;
    if (f.kind == FilterKind::gaussian)
        text << " --sigma " << f.sigma << " --order " << f.order << " --derivative " << f.derivative_x << ","
             << f.derivative_y;
    if (f.kind >= FilterKind::butterworth && f.kind <= FilterKind::elliptic)
        text << " --order " << f.order << " --cutoff " << f.cutoff << " --band "
             << (f.band == Band::low ? "low" : "high") << " --ripple " << f.ripple << " --attenuation "
             << f.attenuation;
    if (f.kind == FilterKind::exponential) text << " --alpha " << f.alpha;
    if (f.kind == FilterKind::box) text << " --box-size " << f.box_width << "," << f.box_height;
    list("causal", f.causal);
    list("anticausal", f.anticausal);
    list("feedforward", f.feedforward);
    list("anticausal-feedforward", f.anticausal_feedforward);
    if (f.causal_gain) text << " --gain " << *f.causal_gain;
    if (f.anticausal_gain) text << "," << *f.anticausal_gain;
    out << text.str();
}

inline void showValue(const Boundary& boundary, std::ostream& out) {
    std::ostringstream text;
    text.precision(17);
    text << "--boundary " << info(boundary.kind).word;
    for (std::size_t i = 0; i < boundary.value.size(); ++i) text << (i ? "," : ":") << boundary.value[i];
    out << text.str();
}

inline void showValue(const Shape& shape, std::ostream& out) {
    out << shape.width << " x " << shape.height << " x " << shape.channels;
}

inline void showValue(const Problem& problem, std::ostream& out) {
    out << test::text(problem) << ": ";
    showValue(problem.filter, out);
    out << " ";
    showValue(problem.boundary, out);
    if (problem.boundary_y) showValue(*problem.boundary_y, out << " columns ");
}

namespace test {

// ---------------------------------------------------------------------------------------------------------
// Numbers. RapidCheck's own ranges grow with the number of cases tried; these are whole from the first.

// Generates least to most, both included; shrinks towards least.
inline rc::Gen<int> integer(int least, int most) {
    return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(least, most + 1));
}

// Generates [low, high], ends included; shrinks towards low.
inline rc::Gen<double> number(double low, double high) {
    constexpr int steps = 1 << 20;
    return rc::gen::map(integer(0, steps), [=](int i) {
        return i == steps ? high : std::min(high, low + (high - low) * i / steps);
    });
}

// Generates [low, high], evenly in the logarithm.
inline rc::Gen<double> magnitude(double low, double high) {
    return rc::gen::map(number(0, 1), [=](double t) {
        return t == 0 ? low : t == 1 ? high : std::clamp(low * std::pow(high / low, t), low, high);
    });
}

// Gives the numbers either sign.
inline rc::Gen<double> either_sign(rc::Gen<double> numbers) {
    return rc::gen::apply([](bool negative, double x) { return negative ? -x : x; },
                          rc::gen::arbitrary<bool>(), std::move(numbers));
}

// ---------------------------------------------------------------------------------------------------------
// Poles

using Poles = std::vector<std::complex<double>>;

// Generates a real pole: anywhere, near 1, near -1, near 0, or 0 itself.
inline rc::Gen<double> real_poles() {
    const auto below_one = rc::gen::map(magnitude(1e-5, 0.1), [](double gap) { return 1 - gap; });
    return rc::gen::weightedOneOf<double>({{4, number(-0.95, 0.95)},
                                           {2, below_one},
                                           {2, rc::gen::map(below_one, [](double p) { return -p; })},
                                           {1, either_sign(magnitude(1e-17, 1e-2))},
                                           {1, rc::gen::just(0.0)}});
}

// Generates the pole above the axis of a conjugate pair: anywhere, or resonant up to a radius of 0.9995.
inline rc::Gen<std::complex<double>> complex_poles() {
    const auto resonant = rc::gen::map(magnitude(0.0005, 0.1), [](double gap) { return 1 - gap; });
    return rc::gen::apply([](double radius, double angle) { return std::polar(radius, angle); },
                          rc::gen::weightedOneOf<double>({{1, number(0.05, 0.95)}, {1, resonant}}),
                          number(0.01, std::numbers::pi - 0.01));
}

// Generates `order` poles, and of each pair the one above the axis, as feedback() takes them
// (tests/support/problems.h).
inline rc::Gen<Poles> poles(int order) {
    return rc::gen::mapcat(integer(0, order / 2), [=](int pairs) {
        return rc::gen::apply(
            [](const std::vector<double>& real, Poles all) {
                all.insert(all.end(), real.begin(), real.end());
                return all;
            },
            rc::gen::container<std::vector<double>>(std::size_t(order - 2 * pairs), real_poles()),
            rc::gen::container<Poles>(std::size_t(pairs), complex_poles()));
    });
}

// ---------------------------------------------------------------------------------------------------------
// Filters

inline bool can_be_designed(const FilterSpec& spec) {
    try {
        if (is_recursive(spec.kind)) design(spec);
        return true;
    } catch (const Error&) {
        return false;
    }
}

inline rc::Gen<FilterSpec> gaussians() {
    return rc::gen::build<FilterSpec>(rc::gen::set(&FilterSpec::sigma, magnitude(0.1, max_sigma)),
                                      rc::gen::set(&FilterSpec::order, integer(3, 5)),
                                      rc::gen::set(&FilterSpec::derivative_x, integer(0, 2)),
                                      rc::gen::set(&FilterSpec::derivative_y, integer(0, 2)));
}

// The edges of bands are of the whole range, slow, fast, and a quarter, where poles are at 0.
inline rc::Gen<double> cutoffs() {
    const auto slow = magnitude(min_cutoff, 0.1);
    return rc::gen::weightedOneOf<double>(
        {{4, number(min_cutoff, 0.5 - min_cutoff)},
         {2, slow},
         {1, rc::gen::map(slow, [](double cutoff) { return 0.5 - cutoff; })},
         {1, rc::gen::just(0.25)},
         {1, rc::gen::map(either_sign(magnitude(1e-15, 1e-2)), [](double d) { return 0.25 + d; })}});
}

// Butterworth, Chebyshev I and II, elliptic: all orders, both bands, each parameter over its range. A few
// combinations are too sharp to be stable.
inline rc::Gen<FilterSpec> classic_parameters() {
    return rc::gen::map(
        rc::gen::build<FilterSpec>(rc::gen::set(&FilterSpec::kind, rc::gen::elementOf(classics())),
                                   rc::gen::set(&FilterSpec::order, integer(1, max_order)),
                                   rc::gen::set(&FilterSpec::band, rc::gen::element(Band::low, Band::high)),
                                   rc::gen::set(&FilterSpec::cutoff, cutoffs()),
                                   rc::gen::set(&FilterSpec::ripple, magnitude(1e-4, 60)),
                                   rc::gen::set(&FilterSpec::attenuation, magnitude(0.1, 200))),
        [](FilterSpec f) {
            if (f.kind == FilterKind::elliptic) f.attenuation = std::max(f.attenuation, 1.02 * f.ripple);
            return f;
        });
}

inline rc::Gen<FilterSpec> classic_filters() {
    return rc::gen::suchThat(classic_parameters(), can_be_designed);
}

inline rc::Gen<FilterSpec> exponentials() {
    return rc::gen::map(magnitude(min_alpha, 1), [](double alpha) {
        FilterSpec f = of_kind(FilterKind::exponential);
        f.alpha = alpha;
        return f;
    });
}

// Coefficients of the user's own, symmetric or not, without feedforward (order 1 to 16) or with it (1 to 8).
inline rc::Gen<FilterSpec> iir_filters(int least_order = 1, int most_order = max_cascade_order) {
    const auto of_order = [=](int order) {
        const bool may_feed = order <= max_order;
        const auto own = rc::gen::map(poles(order), [](const Poles& p) { return feedback(p); });
        const auto others = rc::gen::weightedOneOf<std::vector<double>>(
            {{1, rc::gen::just(std::vector<double>())}, {1, own}});
        const auto forward = rc::gen::mapcat(
            integer(0, may_feed ? order + 1 : 0), [](int count) -> rc::Gen<std::vector<double>> {
                return rc::gen::container<std::vector<double>>(std::size_t(count), number(-2, 2));
            });
        const auto fed = rc::gen::weightedOneOf<std::vector<double>>(
            {{3, rc::gen::just(std::vector<double>())}, {1, forward}});
        return rc::gen::build(rc::gen::just(of_kind(FilterKind::iir)), rc::gen::set(&FilterSpec::causal, own),
                              rc::gen::set(&FilterSpec::anticausal, others),
                              rc::gen::set(&FilterSpec::feedforward, fed),
                              rc::gen::set(&FilterSpec::anticausal_feedforward, fed));
    };
    // Many poles that lie close together move when their coefficients are rounded, perhaps beyond 1.
    return rc::gen::suchThat(rc::gen::mapcat(integer(least_order, most_order), of_order), can_be_designed);
}

// Adds a gain now and then, of either sign; a filter without one keeps constants.
inline rc::Gen<FilterSpec> with_gain(rc::Gen<FilterSpec> filters) {
    return rc::gen::apply(
        [](FilterSpec f, int which, double causal, double anticausal) {
            if (which == 0) {
                f.causal_gain = causal;
                f.anticausal_gain = anticausal;
            }
            return f;
        },
        std::move(filters), integer(0, 7), either_sign(magnitude(1e-3, 10)),
        either_sign(magnitude(1e-3, 10)));
}

inline rc::Gen<FilterSpec> recursive_filters() {
    return with_gain(rc::gen::weightedOneOf<FilterSpec>({{3, gaussians()},
                                                         {1, rc::gen::elementOf(splines())},
                                                         {4, classic_filters()},
                                                         {1, exponentials()},
                                                         {4, iir_filters()}}));
}

inline rc::Gen<FilterSpec> boxes_and_tables() {
    const auto boxes =
        rc::gen::map(rc::gen::weightedOneOf<int>({{3, integer(0, 40)}, {1, integer(0, 30000)}}),
                     [](int r) { return box(r); });
    return rc::gen::weightedOneOf<FilterSpec>({{2, boxes},
                                               {1, rc::gen::just(of_kind(FilterKind::sat))},
                                               {1, rc::gen::just(of_kind(FilterKind::none))}});
}

inline rc::Gen<FilterSpec> filters() {
    return rc::gen::weightedOneOf<FilterSpec>({{5, recursive_filters()}, {1, boxes_and_tables()}});
}

// ---------------------------------------------------------------------------------------------------------
// What lies outside, how large it is, and all together

// A constant has one value, or one for each channel.
inline rc::Gen<Boundary> boundaries(int channels = 1) {
    const auto values =
        rc::gen::mapcat(rc::gen::element(1, channels), [](int count) -> rc::Gen<std::vector<double>> {
            return rc::gen::container<std::vector<double>>(std::size_t(count), number(-2, 2));
        });
    const auto kinds = rc::gen::elementOf(all_boundaries());
    return rc::gen::apply(
        [](BoundaryKind kind, std::vector<double> value) {
            return Boundary{kind, kind == BoundaryKind::constant ? std::move(value) : std::vector<double>()};
        },
        kinds, values);
}

// Generates a side: around the sizes of blocks, or anything up to `most`.
inline rc::Gen<int> sides(int most) {
    std::vector<int> near;
    for (int side : {1, 2, 3, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 257})
        if (side <= most) near.push_back(side);
    return rc::gen::weightedOneOf<int>({{1, rc::gen::elementOf(near)}, {1, integer(1, most)}});
}

inline rc::Gen<Shape> shapes(int most = 300, int most_channels = 4) {
    const auto any = rc::gen::construct<Shape>(sides(most), sides(most), integer(1, most_channels));
    const auto line =
        rc::gen::construct<Shape>(rc::gen::just(1), sides(10 * most), integer(1, most_channels));
    return rc::gen::weightedOneOf<Shape>(
        {{6, any}, {1, line}, {1, rc::gen::map(line, [](Shape s) {
                                   return Shape{s.height, s.width, s.channels};
                               })}});
}

// Generates problems of these filters that validate() accepts, by `auto`, with all passes.
inline rc::Gen<Problem> problems(rc::Gen<FilterSpec> filters, rc::Gen<Shape> shapes) {
    const auto with_boundary = [](const std::tuple<FilterSpec, Shape>& both) {
        const auto some = boundaries(std::get<1>(both).channels);
        return rc::gen::apply(
            [both](Boundary rows, Boundary columns, int which) {
                Problem p;
                std::tie(p.filter, p.shape) = both;
                if (which == 0 && columns != rows) p.boundary_y = std::move(columns);
                p.boundary = std::move(rows);
                return p;
            },
            some, some, integer(0, 3));
    };
    const auto is_valid = [](const Problem& p) {
        try {
            validate(p);
            return true;
        } catch (const Error&) {
            return false;
        }
    };
    return rc::gen::suchThat(
        rc::gen::mapcat(rc::gen::tuple(std::move(filters), std::move(shapes)), with_boundary), is_valid);
}

inline rc::Gen<Problem> problems() {
    return problems(filters(), shapes());
}

}  // namespace test
}  // namespace sweep
