// Measures filters, and direct convolution beside them, on noise: the median of a few runs after one that warms up.
#pragma once

#include <memory>
#include <stop_token>

#include "core/engine/engine.h"
#include "cpu/response/convolution.h"

namespace sweep::app {

// A point that takes longer is the last one of a series.
inline constexpr double most_seconds_a_point = 2;

// The milliseconds that the engine takes for the problem, of float32; 0 when it is asked to stop. Throws Error as the
// engine does.
double measured_ms(Engine& engine, const Problem& problem, const std::stop_token& stop);
// The least of these times in place of their median: what another program on the machine adds to some of them is left
// out.
double least_ms(Engine& engine, const Problem& problem, const std::stop_token& stop);

// Direct convolution with a Gaussian cut off at four sigma, on the engine that the window uses: CUDA's, or the CPU's.
class DirectConvolution {
  public:
    // Throws Error(failed) when there is no memory for the images.
    DirectConvolution(const Shape& shape, EngineKind choice);
    // The milliseconds of one run; 0 when it is asked to stop.
    double milliseconds(double sigma, const std::stop_token& stop) { return quantile_ms(sigma, 0.5, stop); }
    double least_milliseconds(double sigma, const std::stop_token& stop) {
        return quantile_ms(sigma, 0, stop);
    }

  private:
    double quantile_ms(double sigma, double fraction, const std::stop_token& stop);

    Image in_, out_;
    std::unique_ptr<Engine> cuda_;  // null: the CPU's
    cpu::Convolution cpu_;
};

}  // namespace sweep::app
