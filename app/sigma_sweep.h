// Sigma that goes slowly up and down by itself.
#pragma once

#include "app/settings.h"

#include <cmath>
#include <optional>

namespace sweep::app {

class SigmaSweep {
  public:
    static constexpr double least = 1, most = 40, period = 14;  // pixels, seconds

    // Another frame, so many seconds after the last one. Does nothing while the switch is off, and to filters without
    // a sigma; goes on from where the user has put it.
    void step(Settings& settings, double seconds) {
        if (!settings.sweep_sigma || settings.filter.kind != FilterKind::gaussian) {
            phase_.reset();
            return;
        }
        constexpr double pi = 3.14159265358979323846;
        const double middle = 0.5 * std::log(least * most), reach = 0.5 * std::log(most / least);
        double& sigma = settings.filter.sigma;
        if (!phase_ || sigma != last_)
            phase_ = std::asin(std::clamp((std::log(sigma) - middle) / reach, -1.0, 1.0));
        *phase_ = std::remainder(*phase_ + 2 * pi * seconds / period, 2 * pi);
        last_ = sigma = std::round(std::exp(middle + reach * std::sin(*phase_)) * 100) / 100;
    }

  private:
    std::optional<double> phase_;
    double last_ = 0;
};

}  // namespace sweep::app
