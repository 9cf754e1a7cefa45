// A sigma that goes slowly up and down by itself.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/work/request/settings.h"

namespace sweep::app {

class SigmaSweep {
  public:
    static constexpr double least = 1, most = 40, period = 14;  // pixels, seconds

    // A frame begins, so many seconds after the last one. Does nothing while the switch is off or the filter
    // has no sigma. Goes on from the sigma that the user has set.
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

    // Sigma sweeps until the user does something.
    void start_until_touched(Settings& settings) {
        before_ = settings.filter.sigma;
        settings.sweep_sigma = true;
    }
    bool lasts_until_touched() const { return before_.has_value(); }
    // The user does something: such a sweep ends, at the sigma from which it began.
    void touched(Settings& settings) {
        if (!before_) return;
        settings.sweep_sigma = false;
        settings.filter.sigma = *std::exchange(before_, std::nullopt);
    }

  private:
    std::optional<double> before_;  // of a sweep that lasts until the user does something
    bool runs_ = false;
    double phase_ = 0, last_ = 0;
};

}  // namespace sweep::app
