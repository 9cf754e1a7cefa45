// The classic filters: Butterworth, Chebyshev I and II, and elliptic; low-pass, high-pass, band-pass and band-stop. An
// analogue low-pass prototype with its edge at 1 rad/s gives poles and zeros in s, which a transformation of
// frequencies moves to the band: with edges w = tan(pi cutoff), prewarped, w_0^2 = w_low w_high and B = w_high - w_low,
//
//     low   s -> s / w        pass  s -> (s^2 + w_0^2) / (B s)
//     high  s -> w / s        stop  s -> B s / (s^2 + w_0^2)
//
// and then the bilinear transform z = (1 + s) / (1 - s). Each pole of the prototype makes two of pass and stop.
//
// Sources: A. Antoniou, Digital Signal Processing, 2006, chapters 10 and 11; for elliptic functions by
// Landen's transformation S. J. Orfanidis, Lecture Notes on Elliptic Filter Design, 2006.
#pragma once

#include <complex>
#include <vector>

#include "core/filter/spec.h"

namespace sweep {

// An analogue low-pass filter. 1 rad/s is the edge of the pass band (butterworth: -3 dB; chebyshev1,
// elliptic: the end of the ripple) or of the stop band (chebyshev2). A conjugate pair is listed by the one
// above the real axis; zeros that are not listed lie at infinity.
struct Prototype {
    std::vector<std::complex<double>> poles, zeros;
    double level = 1;  // the gain at 0 rad/s: the lower end of the ripple when the order is even
};
Prototype butterworth_prototype(int order);
Prototype chebyshev1_prototype(int order, double ripple);       // in dB
Prototype chebyshev2_prototype(int order, double attenuation);  // in dB
Prototype elliptic_prototype(int order, double ripple, double attenuation);

// H(z) = prod (1 - z^-1 - zero_k) / prod (1 - p_k z^-1), scaled to `level` where z^-1 is `delay`: 1 for low and stop,
// -1 for high, and the middle of the band for pass. There are as many zeros as poles, conjugates adjacent. Zeros are
// values of 1 - z^-1: exactly 0 where they lie at z = 1.
struct DigitalFilter {
    std::vector<std::complex<double>> poles, zeros;
    double level = 1;
    std::complex<double> delay = 1;
};

// The digital filter of a prototype for the band of `spec`, whose edges are in cycles per pixel, between 0 and 0.5.
DigitalFilter bilinear(const Prototype& prototype, const FilterSpec& spec);

}  // namespace sweep
