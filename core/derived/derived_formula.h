// The arithmetic of derived pictures (core/derived/derived.h) for one sample, on the host and in kernels: of the
// original x and of the results r and s of the first and the last run.
#pragma once

#include <cmath>
#include <complex>
#include <type_traits>
#include <utility>

#include "core/base/host_device.h"

namespace sweep {

enum class DerivedKind {
    none,
    unsharp,
    high_pass,
    dog,
    log,
    gradient,
    deviation,
    normalize,
    bradley,
    niblack,
    sauvola,
    guided
};

struct DerivedNumbers {
    double amount = 0, threshold = 0;  // of Derived
    double first = 0, second = 0;      // the weights of the runs; second is 0 where there is but one
};

// Computed in double, from results that are T. Kinds that are of_moments have formulas of their own.
template <DerivedKind kind, class T>
SWEEP_INLINE double derived_sample(const DerivedNumbers& numbers, double x, T r, T s) {
    if constexpr (kind == DerivedKind::unsharp) {
        const double fine = x - double(r);
        return fabs(fine) <= numbers.threshold ? x : x + numbers.amount * fine;
    } else if constexpr (kind == DerivedKind::high_pass) {
        return x - double(r);
    } else if constexpr (kind == DerivedKind::dog) {
        return double(r) - double(s);
    } else if constexpr (kind == DerivedKind::log) {
        return numbers.first * double(r) + (numbers.second == 0 ? 0 : numbers.second * double(s));
    } else if constexpr (kind == DerivedKind::gradient) {
        if (numbers.second == 0) return fabs(double(r));
        // The squares of floats do not leave the range of double. Where others might, the absolute value is
        // hypot(r, s), without a name that asks for glibc 2.35.
        if constexpr (std::is_same_v<T, float>)
            return sqrt(double(r) * double(r) + double(s) * double(s));
        else
            return std::abs(std::complex<double>(r, s));
    } else {
        return r;
    }
}

// Calls f(std::integral_constant<DerivedKind, kind>) for the kinds that derived_sample() computes.
template <class F>
void with_derived_kind(DerivedKind kind, F&& f) {
    const auto call = [&]<DerivedKind which>() { f(std::integral_constant<DerivedKind, which>()); };
    switch (kind) {
        case DerivedKind::unsharp:
            return call.template operator()<DerivedKind::unsharp>();
        case DerivedKind::high_pass:
            return call.template operator()<DerivedKind::high_pass>();
        case DerivedKind::dog:
            return call.template operator()<DerivedKind::dog>();
        case DerivedKind::log:
            return call.template operator()<DerivedKind::log>();
        case DerivedKind::gradient:
            return call.template operator()<DerivedKind::gradient>();
        default:
            return call.template operator()<DerivedKind::none>();
    }
}

}  // namespace sweep
