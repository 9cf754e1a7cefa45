#include "app/work/checks/measuring.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <utility>

#include "app/work/checks/comparison.h"
#include "app/work/engines/engines.h"
#include "core/base/memory.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"

namespace sweep::app {
namespace {

constexpr int runs_a_point = 7;
constexpr double cut_off = 4;  // sigmas

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

Image noise(const Shape& shape) {
    require_memory(shape.samples() * sizeof(float) * 4, "the picture that is timed");
    Image image(shape, Sample::f32);
    std::minstd_rand random(1);
    for (std::size_t i = 0; i < shape.samples(); ++i)
        image.data<float>()[i] = float(random()) / float(std::minstd_rand::max());
    return image;
}

// This quantile of a few runs after a first one that warms up; of fewer runs when they are long; 0 when stopped.
template <class F>
double quantile_of_runs(double fraction, const std::stop_token& stop, F&& run) {
    std::vector<double> times;
    const Clock::time_point begin = Clock::now();
    run();
    const double first = milliseconds_since(begin);
    // A long run needs no warming up: the memory was touched by earlier, shorter ones.
    if (stop.stop_requested()) return 0;
    if (first > 500 * most_seconds_a_point) return first;
    for (int i = 0; i < runs_a_point && !stop.stop_requested(); ++i) {
        const Clock::time_point start = Clock::now();
        run();
        times.push_back(milliseconds_since(start));
        if (milliseconds_since(begin) > 500 * most_seconds_a_point) break;
    }
    return stop.stop_requested() ? 0 : quantile(std::move(times), fraction);
}

double quantile_ms(double fraction, Engine& engine, const Problem& problem, const std::stop_token& stop) {
    engine.prepare(problem);
    const Image in = noise(problem.shape);
    Image out = filtered(engine, in.view());
    if (stop.stop_requested()) return 0;
    const int runs = engine.report().total_ms() > 500 ? 1 : runs_a_point;
    return quantile(engine.time_runs(in.view(), out.view(), runs), fraction);
}

}  // namespace

double measured_ms(Engine& engine, const Problem& problem, const std::stop_token& stop) {
    return quantile_ms(0.5, engine, problem, stop);
}

double least_ms(Engine& engine, const Problem& problem, const std::stop_token& stop) {
    return quantile_ms(0, engine, problem, stop);
}

DirectConvolution::DirectConvolution(const Shape& shape, EngineKind choice)
    : in_(noise(shape)), out_(shape, Sample::f32) {
    if (choice == EngineKind::automatic || choice == EngineKind::cuda) {
        cuda_ = start_engine(choice).engine;
        if (cuda_->kind() != EngineKind::cuda) cuda_.reset();
    }
    std::fill_n(out_.data<float>(), shape.samples(), 0.0f);
}

double DirectConvolution::quantile_ms(double sigma, double fraction, const std::stop_token& stop) {
    const int radius = std::max(1, int(std::ceil(cut_off * sigma)));
    if (cuda_) {
        Problem problem;
        problem.shape = in_.shape();
        problem.filter.sigma = sigma;
        problem.method.algorithm = Algorithm::convolution;
        problem.method.taps = 2 * radius + 1;
        require_support(problem, EngineKind::cuda);
        cuda_->prepare(problem);
        cuda_->run(std::as_const(in_).view(), out_.view());
        return quantile(cuda_->time_runs(std::as_const(in_).view(), out_.view(), runs_a_point), fraction);
    }
    const std::vector<double> all = gaussian_taps(sigma, 0);  // to where it has died away
    const auto middle = all.begin() + std::ptrdiff_t(all.size() / 2);
    const std::vector<float> taps(middle - radius, middle + radius + 1);
    return quantile_of_runs(fraction, stop,
                            [&] { cpu_.run(std::as_const(in_).view(), taps, out_.view(), stop); });
}

}  // namespace sweep::app
