// Axes around the points of a figure's curves.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "app/lessons/figures/figure.h"

namespace sweep::app {

// A logarithmic axis of y around all positive values, of a decade at least, with some air.
inline FigureAxis logarithmic_axis(std::span<const FigureCurve> curves, std::string name) {
    double low = 1e300, high = 0;
    for (const FigureCurve& curve : curves)
        for (double value : curve.y) {
            if (!(value > 0) || !std::isfinite(value)) continue;
            low = std::min(low, value);
            high = std::max(high, value);
        }
    if (high <= 0) return {0.1, 10, true, std::move(name)};
    low /= 1.6, high *= 1.6;
    const double air = std::sqrt(std::max(10 / (high / low), 1.0));
    return {low / air, high * air, true, std::move(name)};
}

}  // namespace sweep::app
