// The classic filters: Butterworth, Chebyshev I and II, elliptic, low-pass and high-pass. An analogue low-pass prototype
// with its edge at 1 rad/s gives poles and zeros; the bilinear transform z = (1 + s) / (1 - s), with the edge prewarped
// to tan(pi cutoff), carries them over.
//
// Facts of these designs: A. Antoniou, Digital Signal Processing, 2006, chapters 10 and 11; elliptic functions by
// Landen's transformation as in S. J. Orfanidis, Lecture Notes on Elliptic Filter Design, 2006.
#pragma once

#include <complex>
#include <vector>

#include "core/filter_spec.h"

namespace sweep {

// 1 rad/s is the edge of the pass band (butterworth: -3 dB; chebyshev1, elliptic: where the ripple ends), or of the stop
// band (chebyshev2). Of conjugate pairs the one above the real axis; what is not listed is at infinity.
struct Prototype {
    std::vector<std::complex<double>> poles, zeros;
    double level = 1;  // gain at 0 rad/s: the lower end of the ripple where the order is even
};
Prototype butterworth_prototype(int order);
Prototype chebyshev1_prototype(int order, double ripple);       // dB
Prototype chebyshev2_prototype(int order, double attenuation);  // dB
Prototype elliptic_prototype(int order, double ripple, double attenuation);

// H(z) = prod (1 - z^-1 - zero_k) / prod (1 - p_k z^-1), over the same ratio where it is `level`: at z = 1 (low-pass) or
// z = -1 (high-pass). Zeros as values of 1 - z^-1, exactly 0 for those at z = 1; conjugates adjacent in both; as many
// zeros as poles.
struct DigitalFilter {
    std::vector<std::complex<double>> poles, zeros;
    double level = 1;
};

// `cutoff` in cycles per pixel, between 0 and 0.5.
DigitalFilter bilinear(const Prototype& prototype, double cutoff, Band band);

}  // namespace sweep
