// Sigma that goes slowly up and down by itself.
#pragma once

#include "app/settings.h"

#include <algorithm>
#include <cmath>

namespace sweep::app {

class SigmaSweep {
  public:
    static constexpr double least = 1, most = 40, period = 14;  // pixels, seconds

    // Another frame, so many seconds after the last one. Does nothing while the switch is off, and to filters without
    // a sigma; goes on from where the user has put it.
    void step(Settings& settings, double seconds) {
        if (!settings.sweep_sigma || settings.filter.kind != FilterKind::gaussian) {
            runs_ = false;
            return;
        }
        constexpr double pi = 3.14159265358979323846;
        const double middle = 0.5 * std::log(least * most), reach = 0.5 * std::log(most / least);
        double& sigma = settings.filter.sigma;
        if (!runs_ || sigma != last_)
            phase_ = std::asin(std::clamp((std::log(sigma) - middle) / reach, -1.0, 1.0));
        runs_ = true;
        phase_ = std::remainder(phase_ + 2 * pi * seconds / period, 2 * pi);
        last_ = sigma = std::round(std::exp(middle + reach * std::sin(phase_)) * 100) / 100;
    }

  private:
    bool runs_ = false;
    double phase_ = 0, last_ = 0;
};

}  // namespace sweep::app
