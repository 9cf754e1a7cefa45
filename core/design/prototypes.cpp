#include "core/design/prototypes.h"

#include <cmath>
#include <numbers>

namespace sweep {
namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

// The e with which |H|^2 = 1 / (1 + e^2) is `decibels` below 1.
double epsilon(double decibels) {
    return std::sqrt(std::expm1(decibels * std::numbers::ln10 / 10));
}

// The angles of the poles above the real axis, measured from the negative real axis.
double angle(int k, int order) {
    return pi * (order - 1 - 2 * k) / (2 * order);
}

int half_up(int order) {
    return (order + 1) / 2;
}

bool is_real(int k, int order) {
    return 2 * k == order - 1;
}

// The poles of 1 / (1 + e^2 T_n^2), on their ellipse.
std::vector<Complex> chebyshev_poles(int order, double e) {
    const double mu = std::asinh(1 / e) / order;
    std::vector<Complex> poles;
    for (int k = 0; k < half_up(order); ++k) {
        const double a = angle(k, order);
        poles.push_back({-std::sinh(mu) * std::cos(a), is_real(k, order) ? 0 : std::cosh(mu) * std::sin(a)});
    }
    return poles;
}

// A modulus with its complement, k^2 + complement^2 = 1: near 1 neither can be computed from the other.
struct Modulus {
    double k, complement;
};

Modulus complement(const Modulus& m) {
    return {m.complement, m.k};
}

// The moduli of Landen's descending transformation, from the given one until they vanish.
std::vector<double> landen(Modulus m) {
    std::vector<double> moduli{m.k};
    while (m.k > 1e-20 && moduli.size() < 40) {
        const double next = (1 - m.complement) / (1 + m.complement), power = m.k / (1 + m.complement);
        m = {m.k < 0.5 ? power * power : next, 2 * std::sqrt(m.complement) / (1 + m.complement)};
        moduli.push_back(m.k);
    }
    return moduli;
}

// sn and cd at u quarter periods, ascending from the modulus 0, where they are sine and cosine.
Complex ascend(Complex w, const std::vector<double>& moduli) {
    for (std::size_t i = moduli.size(); i-- > 1;) w = (1 + moduli[i]) * w / (1.0 + moduli[i] * w * w);
    return w;
}
Complex sn(Complex u, const Modulus& m) {
    return ascend(std::sin(u * (pi / 2)), landen(m));
}
Complex cd(Complex u, const Modulus& m) {
    return ascend(std::cos(u * (pi / 2)), landen(m));
}

// The u with sn(u quarter periods) = i y.
double inverse_sn_imaginary(double y, const Modulus& m) {
    const std::vector<double> moduli = landen(m);
    for (std::size_t i = 1; i < moduli.size(); ++i)
        y = 2 * y / ((1 + moduli[i]) * (1 + std::abs(Complex(1, y * moduli[i - 1]))));
    return std::asinh(y) * 2 / pi;
}

// The modulus k with which an elliptic filter of that order goes from ripple to attenuation: the degree
// equation K'(k) / K(k) = n K'(k_1) / K(k_1), solved for k' in product form.
Modulus solve_degree(int order, const Modulus& k1) {
    const Modulus other = complement(k1);
    double product = 1;
    for (int i = 1; i <= order / 2; ++i) product *= sn((2.0 * i - 1) / order, other).real();
    const double complement = std::pow(other.k, order) * std::pow(product, 4);
    return {std::sqrt((1 - complement) * (1 + complement)), complement};
}

}  // namespace

Prototype butterworth_prototype(int order) {
    Prototype p;
    for (int k = 0; k < half_up(order); ++k)
        p.poles.push_back(is_real(k, order) ? Complex(-1) : -std::polar(1.0, -angle(k, order)));
    return p;
}

Prototype chebyshev1_prototype(int order, double ripple) {
    const double e = epsilon(ripple);
    return {chebyshev_poles(order, e), {}, order % 2 == 0 ? 1 / std::abs(Complex(1, e)) : 1};
}

// 1 / (1 + 1 / (e^2 T_n^2(1 / w))): the inverses of the poles of Chebyshev I, and zeros where T_n is zero.
Prototype chebyshev2_prototype(int order, double attenuation) {
    Prototype p;
    for (Complex pole : chebyshev_poles(order, 1 / epsilon(attenuation)))
        p.poles.push_back(pole.imag() == 0 ? 1.0 / pole.real() : std::conj(1.0 / pole));
    for (int k = 0; k < order / 2; ++k) p.zeros.push_back({0, 1 / std::sin(angle(k, order))});
    return p;
}

Prototype elliptic_prototype(int order, double ripple, double attenuation) {
    const double pass = epsilon(ripple), stop = epsilon(attenuation), k1 = pass / stop;
    const Modulus ratio{k1, std::sqrt((1 - k1) * (1 + k1))}, k = solve_degree(order, ratio);
    const double v = inverse_sn_imaginary(1 / pass, ratio) / order;
    const Complex i(0, 1);
    Prototype p;
    for (int j = 1; j <= order / 2; ++j) {
        const double u = (2.0 * j - 1) / order;
        p.zeros.push_back({0, 1 / (k.k * cd(u, k).real())});
        p.poles.push_back(i * cd(u - i * v, k));
    }
    if (order % 2 == 1)
        p.poles.push_back((i * sn(i * v, k)).real());
    else
        p.level = 1 / std::abs(Complex(1, pass));
    for (Complex& pole : p.poles)
        if (pole.imag() < 0) pole = std::conj(pole);
    return p;
}

namespace {

// Where the transformation of frequencies has the points of the analog plane that it makes of one of the prototype's,
// which lies on or above the real axis. The list has the conjugates that are points of their own behind each, and is
// as long for a point as for its conjugate together with it.
class Edges {
  public:
    explicit Edges(const FilterSpec& spec)
        : band_(spec.band), low_(std::tan(pi * spec.cutoff)), high_(std::tan(pi * spec.cutoff_high)) {}

    double middle_squared() const { return low_ * high_; }

    std::vector<Complex> moved(Complex s) const {
        const bool is_pair = s.imag() != 0;
        if (band_ == Band::low) return with_conjugate(s * low_, is_pair);
        if (band_ == Band::high) return with_conjugate(low_ / s, is_pair);
        // The roots of s^2 - 2 h s + w_0^2. Their product is w_0^2, so that none is a difference.
        const double width = high_ - low_;
        const Complex h = band_ == Band::pass ? s * (width / 2) : width / 2 / s;
        const Complex root = std::sqrt(h * h - middle_squared()),
                      large = std::abs(h + root) >= std::abs(h - root) ? h + root : h - root;
        if (!is_pair && root.imag() != 0) return with_conjugate(large, true);
        std::vector<Complex> both = with_conjugate(large, is_pair);
        for (Complex other : with_conjugate(middle_squared() / large, is_pair)) both.push_back(other);
        return both;
    }

  private:
    static std::vector<Complex> with_conjugate(Complex s, bool is_pair) {
        if (!is_pair) return {s.real()};
        if (s.imag() < 0) s = std::conj(s);
        return {s, std::conj(s)};
    }

    const Band band_;
    const double low_, high_;
};

}  // namespace

DigitalFilter bilinear(const Prototype& prototype, const FilterSpec& spec) {
    const Edges edges(spec);
    DigitalFilter filter;
    filter.level = prototype.level;
    for (Complex pole : prototype.poles)
        for (Complex s : edges.moved(pole)) filter.poles.push_back((1.0 + s) / (1.0 - s));
    for (Complex zero : prototype.zeros)
        for (Complex s : edges.moved(zero)) filter.zeros.push_back(2.0 * s / (1.0 + s));
    // Zeros of the prototype at infinity move to the frequencies that the filter stops: 0, Nyquist, or the middle.
    const Complex middle(0, std::sqrt(edges.middle_squared())), at_middle = 2.0 * middle / (1.0 + middle);
    const bool has_ends = spec.band == Band::pass;
    const Complex first = has_ends || spec.band == Band::high ? 0.0
                          : spec.band == Band::stop           ? at_middle
                                                              : 2.0;
    const Complex second = has_ends ? 2.0 : std::conj(first);
    while (filter.zeros.size() < filter.poles.size()) {
        filter.zeros.push_back(first);
        if (spec.has_two_edges()) filter.zeros.push_back(second);
    }
    if (spec.band == Band::high) filter.delay = -1;
    if (spec.band == Band::pass) filter.delay = (1.0 - middle) / (1.0 + middle);
    return filter;
}

}  // namespace sweep
