#include "app/views/tune/poles.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/design/design.h"

namespace sweep::app {
namespace {

using Complex = std::complex<double>;

std::vector<Root> roots_from(const std::vector<Complex>& all) {
    std::vector<Root> roots;
    for (Complex z : all)
        if (z.imag() >= 0) roots.push_back({z, z.imag() > 0});
    return roots;
}

// The coefficients 1, c_1, .. of prod (1 - z_i z^-1).
std::vector<double> expand(const std::vector<Root>& roots) {
    std::vector<double> c{1};
    for (const Root& root : roots) {
        const double sum = root.pair ? 2 * root.place.real() : root.place.real(),
                     product = std::norm(root.place);
        const std::vector<double> factor =
            root.pair ? std::vector<double>{1, -sum, product} : std::vector<double>{1, -sum};
        std::vector<double> next(c.size() + factor.size() - 1, 0.0);
        for (std::size_t i = 0; i < c.size(); ++i)
            for (std::size_t k = 0; k < factor.size(); ++k) next[i + k] += c[i] * factor[k];
        c = std::move(next);
    }
    return c;
}

// prod (1 - z_i / z), as a product of factors, because the terms of the polynomial's sum would cancel.
Complex value(const std::vector<Root>& roots, Complex z) {
    Complex product = 1;
    for (const Root& root : roots) {
        product *= 1.0 - root.place / z;
        if (root.pair) product *= 1.0 - std::conj(root.place) / z;
    }
    return product;
}

double response(const PoleZero& all, Complex z) {
    return std::abs(value(all.zeros, z) / value(all.poles, z));
}

struct Level {
    Unit unit;
    double scale;  // the factor of B that makes the response 1 there
};

// At z = 1 and z = -1 the response is real, so that the scale keeps its sign.
Level level_of(const PoleZero& all) {
    constexpr int steps = 256;
    double peak = 0;
    for (int i = 0; i <= steps; ++i)
        peak = std::max(peak, response(all, std::polar(1.0, std::numbers::pi * i / steps)));
    const double constant = response(all, 1), stripes = response(all, -1);
    if (std::max(constant, stripes) < 1e-3 * peak) return {Unit::peak, 1 / peak};
    const Unit unit = constant >= stripes * (1 - 1e-9) ? Unit::constant : Unit::alternation;
    const Complex z = unit == Unit::constant ? 1 : -1;
    return {unit, (value(all.poles, z) / value(all.zeros, z)).real()};
}

int count(const std::vector<Root>& roots) {
    return std::accumulate(roots.begin(), roots.end(), 0,
                           [](int n, const Root& root) { return n + root.count(); });
}

Complex within(Complex place, double radius) {
    const double size = std::abs(place);
    return size <= radius ? place : place * (radius / size);
}

void drag(Root& root, Complex place, double most) {
    if (!std::isfinite(place.real()) || !std::isfinite(place.imag())) return;
    root.place =
        within(root.pair ? Complex(place.real(), std::abs(place.imag())) : Complex(place.real(), 0), most);
}

}  // namespace

int PoleZero::pole_count() const {
    return count(poles);
}

int PoleZero::zero_count() const {
    return count(zeros);
}

PoleZero pole_zero_of(FilterSpec filter) {
    filter.derivative_x = filter.derivative_y = 0;
    const PassDesign pass = design(filter).rows.causal;
    PoleZero all;
    all.poles = roots_from(pass.poles);
    std::vector<Complex> zeros;
    for (Complex u : pass.zeros) {  // given as values of 1 - z^-1
        if (std::abs(1.0 - u) < 1e-9)
            ++all.delay;
        else
            zeros.push_back(1.0 / (1.0 - u));
    }
    all.zeros = roots_from(zeros);
    // Poles at zero only pad a pass to the order of the other one; they are no handles.
    if (pass.order() > 1)
        std::erase_if(all.poles, [&](const Root& pole) { return pole.place == 0.0 && all.poles.size() > 1; });
    return all;
}

void drag_pole(Root& pole, Complex place, double most) {
    drag(pole, place, most);
}

void drag_zero(Root& zero, Complex place) {
    drag(zero, place, largest_zero);
}

bool add_pair(PoleZero& all) {
    if (all.pole_count() + 2 > most_poles) return false;
    // The pair goes near the others, so that the picture changes smoothly.
    double angle = 0.3, radius = 0;
    for (const Root& pole : all.poles) {
        radius += std::abs(pole.place) / double(all.poles.size());
        if (pole.pair) angle = std::max(angle, std::arg(pole.place));
    }
    all.poles.push_back({std::polar(0.8 * std::clamp(radius, 0.1, 0.95), std::min(1.35 * angle, 3.0)), true});
    return true;
}

bool remove_pole(PoleZero& all, std::optional<std::size_t> index) {
    if (all.poles.size() < 2) return false;
    const std::size_t which = std::min(index.value_or(all.poles.size() - 1), all.poles.size() - 1);
    all.poles.erase(all.poles.begin() + std::ptrdiff_t(which));
    return true;
}

FilterSpec filter_of(const PoleZero& all) {
    const Level level = level_of(all);
    FilterSpec filter;
    filter.kind = FilterKind::iir;
    filter.causal = expand(all.poles);
    filter.causal.erase(filter.causal.begin());
    if (!all.feeds_forward()) {
        // Without a gain the filter preserves constants.
        if (level.unit != Unit::constant) filter.feedforward = {level.scale};
        return filter;
    }
    filter.feedforward.assign(std::size_t(all.delay), 0.0);
    for (double b : expand(all.zeros)) filter.feedforward.push_back(level.scale * b);
    return filter;
}

Unit unit_of(const PoleZero& all) {
    return level_of(all).unit;
}

double radius_of(const PoleZero& all) {
    double largest = 0;
    for (const Root& pole : all.poles) largest = std::max(largest, std::abs(pole.place));
    return largest;
}

const PoleZero& PoleEditor::handles(const FilterSpec& filter) {
    if (shown_ != filter) {
        all_ = pole_zero_of(filter);
        shown_ = filter;
        design_.reset();
    }
    return all_;
}

void PoleEditor::change(FilterSpec& filter, const PoleZero& all) {
    if (shown_ != filter || !design_) design_ = filter;
    const FilterSpec made = filter_of(all);
    filter.kind = made.kind;
    filter.causal = made.causal;
    filter.feedforward = made.feedforward;
    filter.anticausal.clear();
    filter.anticausal_feedforward.clear();
    filter.causal_gain.reset();
    filter.anticausal_gain.reset();
    all_ = all;
    shown_ = filter;
}

const FilterSpec* PoleEditor::design_of(const FilterSpec& filter) const {
    return design_ && shown_ == filter ? &*design_ : nullptr;
}

void PoleEditor::reset(FilterSpec& filter) const {
    if (const FilterSpec* before = design_of(filter)) filter = FilterSpec(*before);
}

}  // namespace sweep::app
