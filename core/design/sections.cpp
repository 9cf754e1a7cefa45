#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/design/design.h"

namespace sweep {

using Complex = std::complex<double>;

namespace detail {

SectionPoles section_poles(const PassDesign& pass) {
    SectionPoles s;
    std::vector<double> real;
    for (Complex p : pass.poles) {
        if (p.imag() == 0)
            real.push_back(p.real());
        else if (p.imag() > 0)
            s.pairs.push_back({p, std::conj(p)});
    }
    std::sort(real.begin(), real.end());
    if (real.size() % 2 == 1) {  // the slowest real pole stands alone
        s.first = real.back();
        real.pop_back();
    }
    for (std::size_t k = 0; k < real.size(); k += 2) s.pairs.push_back({real[k], real[k + 1]});
    return s;
}

Sections sections(const PassDesign& pass) {
    const SectionPoles poles = section_poles(pass);
    Sections s;
    if (poles.first) s.first = 1 - *poles.first;
    if (poles.first && *poles.first == 0 && pass.zeros.empty()) s.kept = 0;
    for (const auto& [p, q] : poles.pairs) {
        s.pair_a.push_back((p * q).real());
        s.pair_g.push_back(((1.0 - p) * (1.0 - q)).real());
    }
    return s;
}

Alternation alternation(const PassDesign& pass) {
    Alternation result;
    for (const auto& [p, q] : section_poles(pass).pairs) {
        const double from_minus_1 = ((1.0 + p) * (1.0 + q)).real(), from_1 = ((1.0 - p) * (1.0 - q)).real();
        const bool alternates = from_minus_1 < from_1 && from_minus_1 < 0.25,
                   has_memory = p != 0.0 || q != 0.0 || !pass.zeros.empty();
        result.sign.push_back(alternates ? -1 : has_memory ? 1 : 0);
        result.k.push_back(alternates ? -from_minus_1 / from_1 : has_memory ? 1 : 0);
    }
    return result;
}

namespace {

// Zeros that one section gets: one real, two real, or a conjugate pair.
struct Unit {
    std::vector<Complex> zeros;
    // Their polynomial in delta = 1 - z^-1, up to delta^2; 1 without zeros. For a section that alternates, in
    // powers of 1 + z^-1 = 2 - delta.
    std::array<double, 3> polynomial(bool alternates) const {
        auto root = [&](std::size_t k) { return alternates ? 2.0 - zeros[k] : zeros[k]; };
        const double slope = alternates ? -1 : 1;
        switch (zeros.size()) {
            case 0:
                return {1, 0, 0};
            case 1:
                return {-slope * root(0).real(), slope, 0};
            default:
                return {(root(0) * root(1)).real(), -(root(0) + root(1)).real(), 1};
        }
    }
    // The distance of the nearest zero, z = 1 / (1 - root), from the pole, relative to that zero.
    double distance(Complex pole) const {
        double least = std::numeric_limits<double>::infinity();
        for (Complex root : zeros) least = std::min(least, std::abs(pole * (1.0 - root) - 1.0));
        return least;
    }
};

// Takes the unit that is nearest to the pole out of the list; an empty unit where none is left.
Unit take_nearest(std::vector<Unit>& units, Complex pole) {
    if (units.empty()) return {};
    const auto nearest = std::min_element(units.begin(), units.end(), [&](const Unit& a, const Unit& b) {
        return a.distance(pole) < b.distance(pole);
    });
    Unit unit = *nearest;
    units.erase(nearest);
    return unit;
}

}  // namespace

// With delta = 1 - z^-1 and the section's poles in A,
//     first order    A = g + (1 - g) delta             w = g / A      e = delta / A
//     second order   A = g + (1 - a - g) delta + a delta^2
//                    y = g / A      v = g delta / A    e = (1 - a) delta / A + a delta^2 / A
// One step ago w, y and v are (1 - delta) times these. K, D and C follow from K y + D e + C v = n / A, power
// by power; at delta = 1, where the past has no part, D = n. Each n is scaled to K = 1, or to D = 1 where K
// is 0, and the last one so that the product is B. For a section that alternates all of this holds with -z in
// place of z.
PoleZeroSections pole_zero_sections(const PassDesign& pass) {
    const SectionPoles poles = section_poles(pass);
    const Sections s = sections(pass);
    const Alternation alternation = detail::alternation(pass);
    std::vector<Complex> real;
    std::vector<Unit> units;
    for (std::size_t k = 0; k < pass.zeros.size(); ++k) {
        if (pass.zeros[k].imag() == 0)
            real.push_back(pass.zeros[k]);
        else
            units.push_back({{pass.zeros[k], pass.zeros[++k]}});
    }
    std::sort(real.begin(), real.end(), [](Complex a, Complex b) { return a.real() < b.real(); });
    Unit lone;
    if (real.size() % 2 == 1) {
        auto chosen = real.end() - 1;
        if (poles.first)
            chosen = std::min_element(real.begin(), real.end(), [&](Complex a, Complex b) {
                return Unit{{a}}.distance(*poles.first) < Unit{{b}}.distance(*poles.first);
            });
        lone.zeros = {*chosen};
        real.erase(chosen);
        if (!poles.first) units.push_back(lone);
    }
    for (std::size_t k = 0; k < real.size(); k += 2) units.push_back({{real[k], real[k + 1]}});

    // The poles nearest to the unit circle choose first.
    std::vector<Unit> of_pair(poles.pairs.size());
    std::vector<std::size_t> by_magnitude(poles.pairs.size());
    std::iota(by_magnitude.begin(), by_magnitude.end(), std::size_t(0));
    auto magnitude = [&](std::size_t k) {
        return std::max(std::abs(poles.pairs[k].first), std::abs(poles.pairs[k].second));
    };
    std::stable_sort(by_magnitude.begin(), by_magnitude.end(),
                     [&](std::size_t a, std::size_t b) { return magnitude(a) > magnitude(b); });
    for (std::size_t k : by_magnitude) of_pair[k] = take_nearest(units, poles.pairs[k].first);

    PoleZeroSections out;
    // The factor that B still lacks.
    double all = pass.numerator.empty() ? pass.unit_gain : pass.numerator.back() * pass.unit_gain;
    auto scale = [&](std::array<double, 3> n, double g, bool last) {
        const double sum = n[0] + n[1] + n[2], factor = last        ? all
                                                        : n[0] != 0 ? g / n[0]
                                                        : sum != 0  ? 1 / sum
                                                                    : 1;
        all /= factor;
        return std::array{n[0] * factor, n[1] * factor, n[2] * factor};
    };
    double through = 1;  // the response of the sections so far to the constant 1
    if (poles.first) {
        const auto n = scale(lone.polynomial(false), s.first, poles.pairs.empty());
        const double K = s.kept * n[0] / s.first;
        out.first = s.first;
        out.kept = s.kept;
        out.K.push_back(K);
        out.D.push_back(n[0] + n[1]);
        out.held.push_back(through);
        through *= s.kept == 0 ? out.D.back() : K;
    }
    for (std::size_t k = 0; k < poles.pairs.size(); ++k) {
        const auto [p, q] = poles.pairs[k];
        const double sign = alternation.sign[k], a = s.pair_a[k],
                     g = sign < 0 ? ((1.0 + p) * (1.0 + q)).real() : s.pair_g[k];
        const auto n = scale(of_pair[k].polynomial(sign < 0), g, k + 1 == poles.pairs.size());
        const double D = n[0] + n[1] + n[2], K = sign * n[0] / g, C = sign * (D * a - n[2]) / g;
        out.K.push_back(K);
        out.D.push_back(D);
        out.C.push_back(C);
        out.a.push_back(sign * a);
        out.g.push_back(g);
        out.sign.push_back(sign);
        // The state that `through` leaves unchanged: y = sign y + v, v = g (through - sign y) + sign a v.
        const double y = sign < 0 ? g * through / (2 + 2 * a - g) : through, v = (1 - sign) * y;
        out.held.push_back(y);
        out.held.push_back(v);
        through = D * (through - sign * y) + C * v + K * y;
    }
    return out;
}

}  // namespace detail

bool alternates(const FilterDesign& filter) {
    for (int pass = 0; pass < 4; ++pass)
        for (const double sign : detail::alternation(filter.pass(pass)).sign)
            if (sign != 1) return true;
    return false;
}

}  // namespace sweep
