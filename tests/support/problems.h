// Problems for tests: filters by name, boundaries, and how a failure names its problem in one line.
#pragma once

#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "core/design/design.h"
#include "core/design/kinds.h"
#include "core/families/algorithms.h"
#include "tests/support/boundaries.h"

namespace sweep::test {

inline Problem problem(Shape shape, FilterSpec filter, BoundaryKind boundary = BoundaryKind::clamp) {
    Problem p;
    p.shape = shape;
    p.filter = std::move(filter);
    p.boundary.kind = boundary;
    if (boundary == BoundaryKind::constant) p.boundary.value = {0.75};
    return p;
}

inline FilterSpec gaussian(double sigma, int order = 3) {
    FilterSpec f;
    f.kind = FilterKind::gaussian;
    f.sigma = sigma;
    f.order = order;
    return f;
}

inline FilterSpec of_kind(FilterKind kind) {
    FilterSpec f;
    f.kind = kind;
    return f;
}

// The inverses of the sampled B-splines, of every degree.
inline std::vector<FilterSpec> splines() {
    std::vector<FilterSpec> all;
    for (const KindInfo& kind : filter_kinds())
        if (kind.spline_degree > 0) all.push_back(of_kind(kind.kind));
    return all;
}

// The kinds of filters that are designed by the edge of a band, of the analog plane.
inline std::vector<FilterKind> classics() {
    std::vector<FilterKind> kinds;
    for (const KindInfo& kind : filter_kinds())
        if (kind.parameters.has(Parameter::cutoff)) kinds.push_back(kind.kind);
    return kinds;
}

inline FilterSpec box(int radius) {
    FilterSpec f = of_kind(FilterKind::box);
    f.box_width = 2 * radius + 1;
    return f;
}

// A filter that the algorithm solves: this one, or where it is not recursive a box or a table.
inline FilterSpec filter_for(const AlgorithmInfo& algorithm, FilterSpec recursive) {
    if (!algorithm.makes_tables) return recursive;
    return algorithm.algorithm == Algorithm::box_lines ? box(3) : of_kind(FilterKind::sat);
}

// d_1..d_r of real poles and of conjugate pairs (given by the one above the axis).
inline std::vector<double> feedback(const std::vector<std::complex<double>>& poles) {
    std::vector<std::complex<double>> c{1};
    auto times = [&](std::complex<double> pole) {
        c.push_back(0);
        for (std::size_t k = c.size() - 1; k > 0; --k) c[k] -= pole * c[k - 1];
    };
    for (auto pole : poles) {
        times(pole);
        if (pole.imag() != 0) times(std::conj(pole));
    }
    std::vector<double> d;
    for (std::size_t k = 1; k < c.size(); ++k) d.push_back(c[k].real());
    return d;
}

// A causal and a different anticausal filter of the same order: nothing may rely on symmetric pairs. The
// poles are slow enough for blocks of 64 to leave something for the next block, and one pair rings.
inline FilterSpec unsymmetric(int order) {
    FilterSpec f = of_kind(FilterKind::iir);
    const std::complex<double> ringing = std::polar(0.9, 0.8), slow = std::polar(0.95, 0.05);
    switch (order) {
        case 1:
            f.causal = feedback({0.95});
            f.anticausal = feedback({-0.6});
            break;
        case 2:
            f.causal = feedback({ringing});
            f.anticausal = feedback({0.95, -0.3});
            break;
        case 3:
            f.causal = feedback({ringing, 0.8});
            f.anticausal = feedback({0.95, 0.7, -0.3});
            break;
        case 4:
            f.causal = feedback({ringing, slow});
            f.anticausal = feedback({0.9, 0.8, std::polar(0.5, 2.0)});
            break;
        case 5:
            f.causal = feedback({ringing, slow, 0.9});
            f.anticausal = feedback({std::polar(0.7, 1.0), std::polar(0.9, 0.1), -0.5});
            break;
        case 6:
            f.causal = feedback({ringing, slow, std::polar(0.8, 2.5)});
            f.anticausal = feedback({std::polar(0.7, 1.0), std::polar(0.9, 0.1), 0.6, -0.5});
            break;
        case 7:
            f.causal = feedback({ringing, slow, std::polar(0.8, 2.5), 0.7});
            f.anticausal = feedback({std::polar(0.7, 1.0), std::polar(0.9, 0.1), 0.6, -0.5, 0.3});
            break;
        default:
            f.causal = feedback({ringing, slow, std::polar(0.8, 2.5), std::polar(0.6, 1.5)});
            f.anticausal =
                feedback({std::polar(0.7, 1.0), std::polar(0.9, 0.1), std::polar(0.8, 2.2), 0.6, -0.5});
    }
    return f;
}

inline std::string text(const Problem& p) {
    auto word = [](BoundaryKind kind) { return std::string(info(kind).word); };
    static const char* const samples[] = {"u8", "u16", "u32", "f32", "f64"};
    std::string s = std::string(info(p.filter.kind).word) + " " + std::to_string(p.shape.width) + "x" +
                    std::to_string(p.shape.height) + "x" + std::to_string(p.shape.channels) + " " +
                    samples[int(p.input)] + " " + word(p.boundary.kind) +
                    (p.boundary_y ? "," + word(p.boundary_y->kind) : "");
    if (p.filter.kind == FilterKind::gaussian)
        s += " sigma " + std::to_string(p.filter.sigma) + " order " + std::to_string(p.filter.order);
    if (p.filter.kind >= FilterKind::butterworth && p.filter.kind <= FilterKind::elliptic)
        s += " band " + std::to_string(int(p.filter.band)) + " order " + std::to_string(p.filter.order) +
             " cutoff " + std::to_string(p.filter.cutoff) + " " + std::to_string(p.filter.cutoff_high);
    if (p.filter.derivative_x > 0 || p.filter.derivative_y > 0)
        s += " derivative " + std::to_string(p.filter.derivative_x) + "," +
             std::to_string(p.filter.derivative_y);
    if (!p.filter.feedforward.empty()) s += " feedforward";
    if (p.filter.kind == FilterKind::iir) s += " order " + std::to_string(p.filter.causal.size());
    if (p.filter.kind == FilterKind::box)
        for (const BoxExtent& box : {p.filter.box_along_rows(), p.filter.box_down_columns()})
            s += " box -" + std::to_string(box.before) + " +" + std::to_string(box.after);
    if (p.method.realisation == Realisation::direct) s += " direct";
    if (p.passes != all_passes) s += " passes " + std::to_string(p.passes);
    if (p.method.fixed_point > 0) s += " fixed point";
    static const char* const precisions[] = {"", " uint32", " float", " float-mean", " fixed", " double"};
    s += precisions[int(p.method.precision)];
    if (p.method.algorithm != Algorithm::automatic) s += " by " + algorithm_name(p);
    return s;
}

}  // namespace sweep::test
