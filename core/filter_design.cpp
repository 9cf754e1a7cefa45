#include "core/filter_design.h"

#include <algorithm>
#include <cmath>
#include <Eigen/Dense>
#include <locale>
#include <sstream>

#include "core/dispatch.h"
#include "core/error.h"

namespace sweep {
namespace {

using Complex = std::complex<double>;

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ExitCode::usage, what);
}

std::string text(double x) {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out << x;
    return out.str();
}

// d_1..d_r of prod (1 - p_i z^-1).
std::vector<double> expand(std::span<const Complex> poles) {
    std::vector<Complex> c{1};
    for (Complex p : poles) {
        c.push_back(0);
        for (std::size_t k = c.size() - 1; k > 0; --k) c[k] -= p * c[k - 1];
    }
    std::vector<double> d;
    for (std::size_t k = 1; k < c.size(); ++k) d.push_back(c[k].real());
    return d;
}

PassDesign pass_from_poles(std::vector<Complex> poles) {
    PassDesign pass;
    pass.d = expand(poles);
    Complex g = 1;
    for (Complex p : poles) g *= 1.0 - p;  // not 1 + sum d_k, which cancels for slow filters
    pass.unit_gain = g.real();
    pass.poles = std::move(poles);
    return pass;
}

// Poles of the L2 design of van Vliet, Young and Verbeek (1998), outside the unit circle, at scale q = 1; of
// a conjugate pair the one above the real axis.
std::vector<Complex> van_vliet_poles(int order) {
    switch (order) {
        case 3:
            return {{1.41650, 1.00829}, {1.86543, 0}};
        case 4:
            return {{1.13228, 1.28114}, {1.78534, 0.46763}};
        case 5:
            return {{0.86430, 1.45389}, {1.61433, 0.83134}, {1.87504, 0}};
        default:
            refuse("the Gaussian has order 3, 4 or 5, not " + std::to_string(order) + ": use --order 3");
    }
}

Complex scaled(Complex d, double q) {
    return std::polar(std::pow(std::abs(d), 1 / q), std::arg(d) / q);
}

// Variance of the causal-anticausal response: sum 2 d / (d - 1)^2 over all poles. With d = e^u the term is
// 1 / (2 sinh^2(u / 2)), which does not cancel when d is near 1.
double variance(std::span<const Complex> poles, double q) {
    double sum = 0;
    for (Complex d : poles) {
        const Complex half = std::log(d) / (2 * q), s = std::sinh(half), term = 1.0 / (2.0 * s * s);
        sum += d.imag() == 0 ? term.real() : 2 * term.real();
    }
    return sum;
}

FilterDesign symmetric(const PassDesign& pass) {
    return {{pass, pass}, {pass, pass}};
}

FilterDesign gaussian(const FilterSpec& spec) {
    const double q = gaussian_scale(spec.sigma, spec.order);
    std::vector<Complex> poles;
    for (Complex d : van_vliet_poles(spec.order)) {
        const Complex p = 1.0 / scaled(d, q);
        poles.push_back(p);
        if (d.imag() != 0) poles.push_back(std::conj(p));
    }
    return symmetric(pass_from_poles(std::move(poles)));
}

// Inverses of [1 4 1]/6 and [1 26 66 26 1]/120: the poles are the roots of the sampled spline inside the unit
// circle ([N11] section 1; closed forms).
FilterDesign bspline(int degree) {
    if (degree == 3) return symmetric(pass_from_poles({std::sqrt(3.0) - 2}));
    const double s = std::sqrt(105.0);
    auto inside = [](double sum) { return -(sum - std::sqrt(sum * sum - 4)) / 2; };  // of z^2 + sum z + 1
    return symmetric(pass_from_poles({inside(13 + s), inside(13 - s)}));
}

PassDesign given(const std::vector<double>& d, std::size_t order, const char* which) {
    for (double x : d)
        if (!std::isfinite(x)) refuse(std::string(which) + " coefficients must be finite numbers");
    std::vector<Complex> poles = roots(d);
    for (Complex p : poles)
        if (std::abs(p) >= 1 - 1e-12)
            refuse(std::string("the ") + which + " filter is not stable: pole " + text(p.real()) +
                   (p.imag() == 0 ? "" : (p.imag() < 0 ? " - " : " + ") + text(std::abs(p.imag())) + "i") +
                   ", magnitude " + text(std::abs(p)) + ", must lie inside the unit circle");
    poles.resize(order, 0.0);  // poles at zero do nothing: they make both passes the same order
    PassDesign pass = pass_from_poles(std::move(poles));
    for (std::size_t k = 0; k < d.size(); ++k) pass.d[k] = d[k];  // to the last bit as given
    return pass;
}

FilterDesign iir(const FilterSpec& spec) {
    const std::vector<double>& e = spec.anticausal.empty() ? spec.causal : spec.anticausal;
    const std::size_t order = std::max(spec.causal.size(), e.size());
    if (spec.causal.empty()) refuse("the filter iir needs its coefficients: --causal d1,d2,..");
    if (order > max_order)
        refuse("the filter iir has order " + std::to_string(order) + ": at most " +
               std::to_string(max_order));
    const AxisDesign axis{given(spec.causal, order, "causal"), given(e, order, "anticausal")};
    return {axis, axis};
}

}  // namespace

const PassDesign& FilterDesign::pass(int index) const {
    const AxisDesign& axis = index < 2 ? columns : rows;
    return index % 2 == 0 ? axis.causal : axis.anticausal;
}

double FilterDesign::gain_after(int passes) const {
    double gain = 1;
    for (int i = 0; i < passes; ++i) gain *= pass(i).gain;
    return gain;
}

double FilterDesign::response_after(int passes) const {
    double response = 1;
    for (int i = 0; i < passes; ++i) response *= pass(i).response();
    return response;
}

Realisation form_of(const FilterDesign& filter, Realisation asked) {
    return asked == Realisation::delta && filter.feeds_forward() ? Realisation::pole_zero : asked;
}

bool is_recursive(FilterKind kind) {
    return kind != FilterKind::box && kind != FilterKind::sat && kind != FilterKind::none;
}

double gaussian_scale(double sigma, int order) {
    const std::vector<Complex> poles = van_vliet_poles(order);
    // The variance grows with q roughly as q^2: bracket, then bisect in the logarithm to the last bit.
    double low = 1e-3, high = 4 * sigma + 1;
    for (int i = 0; i < 200; ++i) {
        const double q = std::sqrt(low * high);
        (variance(poles, q) < sigma * sigma ? low : high) = q;
    }
    return std::sqrt(low * high);
}

FilterDesign design(const FilterSpec& spec) {
    FilterDesign filter;
    switch (spec.kind) {
        case FilterKind::gaussian:
            if (!(spec.sigma > 0) || !std::isfinite(spec.sigma))
                refuse("sigma must be a positive number of pixels, not " + text(spec.sigma));
            if (spec.sigma > max_sigma)
                refuse("sigma " + text(spec.sigma) + " is beyond what float32 filters exactly: at most " +
                       text(max_sigma));
            if (spec.sigma < 0.1)
                refuse("sigma " + text(spec.sigma) + " does not blur: use 0.1 or more, or --filter none");
            filter = gaussian(spec);
            break;
        case FilterKind::bspline3:
            filter = bspline(3);
            break;
        case FilterKind::bspline5:
            filter = bspline(5);
            break;
        case FilterKind::iir:
            filter = iir(spec);
            break;
        default:
            refuse("this filter is not a recursive one: it has no poles");
    }
    // A given g is that of the recurrence y = g x - sum d y; what a constant becomes follows.
    for (AxisDesign* axis : {&filter.columns, &filter.rows}) {
        if (spec.causal_gain) axis->causal.gain = *spec.causal_gain / axis->causal.unit_gain;
        if (spec.anticausal_gain) axis->anticausal.gain = *spec.anticausal_gain / axis->anticausal.unit_gain;
        if (!std::isfinite(axis->causal.gain) || !std::isfinite(axis->anticausal.gain))
            refuse("the gain must be a finite number");
    }
    return filter;
}

std::vector<Complex> roots(std::span<const double> d) {
    std::size_t order = d.size();
    while (order > 0 && d[order - 1] == 0) --order;  // roots at zero, put back at the end
    const Eigen::Index n = Eigen::Index(order);
    Eigen::MatrixXd companion = Eigen::MatrixXd::Zero(n, n);
    for (Eigen::Index k = 0; k < n; ++k) {
        companion(0, k) = -d[std::size_t(k)];
        if (k > 0) companion(k, k - 1) = 1;
    }
    std::vector<Complex> real, pairs;
    if (n > 0) {
        const Eigen::VectorXcd values = companion.eigenvalues();
        for (Eigen::Index k = 0; k < n; ++k) {
            if (values[k].imag() < 0) continue;
            std::complex<long double> z = values[k];
            for (int newton = 0; newton < 4; ++newton) {  // a companion matrix alone loses digits near z = 1
                std::complex<long double> p = 1, dp = 0;
                for (std::size_t i = 0; i < order; ++i) {
                    dp = dp * z + p;
                    p = p * z + std::complex<long double>(d[i]);
                }
                if (std::abs(dp) < 1e-6L) break;  // a multiple root: Newton's step would not help
                z -= p / dp;
            }
            const Complex root(double(z.real()), double(z.imag()));
            if (values[k].imag() == 0)
                real.push_back(root.real());
            else
                pairs.insert(pairs.end(), {root, std::conj(root)});
        }
    }
    real.resize(real.size() + d.size() - order, 0.0);
    pairs.insert(pairs.end(), real.begin(), real.end());
    return pairs;
}

std::vector<double> impulse_response(const AxisDesign& filter, int half) {
    // The line goes on for four widths after the impulse, so that what the causal pass leaves there comes
    // back.
    const std::size_t n = std::size_t(2 * half + 1);
    std::vector<double> line(5 * n, 0.0);
    line[std::size_t(half)] = 1;
    dispatch_order(filter.order(), [&]<int R>() {
        const auto down = make_recurrence<double, R, Realisation::pole_zero>(filter.causal);
        const auto up = make_recurrence<double, R, Realisation::pole_zero>(filter.anticausal);
        Vec<double, R> s{}, e{};
        for (double& x : line) x = down.step(s, x);
        std::for_each(line.rbegin(), line.rend(), [&](double& x) { x = up.step(e, x); });
    });
    line.resize(n);
    for (double& x : line) x *= filter.causal.gain * filter.anticausal.gain;
    return line;
}

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
    for (const auto& [p, q] : poles.pairs) {
        s.pair_a.push_back((p * q).real());
        s.pair_g.push_back(((1.0 - p) * (1.0 - q)).real());
    }
    return s;
}

// With delta = 1 - z^-1, the sections' denominators are
//     first order    A = g + (1 - g) delta
//     second order   A = g + (1 - a - g) delta + a delta^2
// and, over the product of all of them, what a state makes of x is the product of the g up to its own section times
// the A of those behind it, times delta for a v. D (all A) + sum_k C_k (state k) = B (all g) is a linear system, almost
// triangular in powers of delta; columns are scaled to the same size.
std::vector<double> output_row(const PassDesign& pass, const Sections& sections) {
    const int r = pass.order();
    using Polynomial = Eigen::VectorXd;
    auto times = [r](const Polynomial& a, std::initializer_list<double> b) {
        Polynomial product = Polynomial::Zero(r + 1);
        Eigen::Index shift = 0;
        for (double factor : b) {
            for (Eigen::Index k = 0; k + shift <= r; ++k) product[k + shift] += factor * a[k];
            ++shift;
        }
        return product;
    };
    const bool odd = r % 2 == 1;
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(r + 1, r + 1);
    Polynomial behind = Polynomial::Zero(r + 1);  // product of the A behind, from the last section on
    behind[0] = 1;
    double gains = odd ? sections.first : 1;
    for (double g : sections.pair_g) gains *= g;
    double up_to = gains;
    for (std::size_t k = sections.pair_g.size(); k-- > 0;) {
        const double a = sections.pair_a[k], g = sections.pair_g[k];
        const Eigen::Index y = Eigen::Index(2 * k) + (odd ? 2 : 1);
        system.col(y) = up_to * behind;
        system.col(y + 1) = up_to * times(behind, {0, 1});
        behind = times(behind, {g, 1 - a - g, a});
        up_to /= g;
    }
    if (odd) {
        system.col(1) = up_to * behind;
        behind = times(behind, {sections.first, 1 - sections.first});
    }
    system.col(0) = behind;
    Polynomial want = Polynomial::Zero(r + 1);
    if (pass.numerator.empty()) want[0] = gains;
    for (std::size_t k = 0; k < pass.numerator.size() && Eigen::Index(k) <= r; ++k)
        want[Eigen::Index(k)] = gains * pass.numerator[k];
    const Eigen::VectorXd scale = system.colwise().norm().cwiseInverse().transpose();
    const Eigen::VectorXd row = scale.cwiseProduct((system * scale.asDiagonal()).fullPivLu().solve(want));
    return {row.data(), row.data() + row.size()};
}

}  // namespace detail
}  // namespace sweep
