// Measures times on request, on a worker with an engine of its own.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>

#include "app/tune/tuning.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/problem/algorithms.h"
#include "cpu/response/convolution.h"

namespace sweep::app {
namespace {

constexpr double seconds_a_point = 2;  // a point that takes longer is the last one
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

// The median of a few runs after a first one that warms up; of fewer runs when they are long; 0 when stopped.
template <class F>
double median_ms(const std::stop_token& stop, F&& run) {
    std::vector<double> times;
    const Clock::time_point begin = Clock::now();
    run();
    const double first = milliseconds_since(begin);
    // A long run needs no warming up: the memory was touched by earlier, shorter ones.
    if (first > 500 * seconds_a_point) return first;
    for (int i = 0; i < runs_a_point && !stop.stop_requested(); ++i) {
        const Clock::time_point start = Clock::now();
        run();
        times.push_back(milliseconds_since(start));
        if (milliseconds_since(begin) > 500 * seconds_a_point) break;
    }
    return stop.stop_requested() ? 0 : quantile(std::move(times), 0.5);
}

int radius_of(double sigma) {
    return std::max(1, int(std::ceil(cut_off * sigma)));
}

// Direct convolution on the engine that the window uses: CUDA's, or the CPU's.
class Convolver {
  public:
    Convolver(const Shape& shape, EngineKind choice) : in_(noise(shape)), out_(shape, Sample::f32) {
        if (choice == EngineKind::automatic || choice == EngineKind::cuda) {
            cuda_ = start_engine(choice).engine;
            if (cuda_->kind() != EngineKind::cuda) cuda_.reset();
        }
        std::fill_n(out_.data<float>(), shape.samples(), 0.0f);
    }

    double milliseconds(const std::stop_token& stop, double sigma) {
        const int radius = radius_of(sigma);
        if (cuda_) {
            Problem problem;
            problem.shape = in_.shape();
            problem.filter.sigma = sigma;
            problem.algorithm = Algorithm::convolution;
            problem.taps = 2 * radius + 1;
            require_support(problem, EngineKind::cuda);
            cuda_->prepare(problem);
            cuda_->run(std::as_const(in_).view(), out_.view());
            return quantile(cuda_->time_runs(std::as_const(in_).view(), out_.view(), runs_a_point), 0.5);
        }
        std::vector<float> taps;
        for (double x : sampled_gaussian(sigma, radius)) taps.push_back(float(x));
        return median_ms(stop, [&] { cpu_.run(std::as_const(in_).view(), taps, out_.view()); });
    }

  private:
    Image in_, out_;
    std::unique_ptr<Engine> cuda_;
    cpu::Convolution cpu_;
};

}  // namespace

std::string time_convolution(std::stop_token stop, Shape shape, EngineKind engine, PointSink& points) {
    Convolver convolver(shape, engine);
    for (double sigma = 0.5; sigma <= 512; sigma *= 2) {
        const double ms = convolver.milliseconds(stop, sigma);
        if (stop.stop_requested()) return "stopped";
        points.add(sigma, ms);
        if (ms > 1000 * seconds_a_point) return "stopped: the last point took longer than two seconds";
    }
    return "";
}

std::string time_sizes(std::stop_token stop, Problem problem, EngineKind choice, PointSink& work,
                       PointSink& convolution) {
    problem.input = Sample::f32;
    problem.passes = all_passes;
    const bool gaussian = problem.filter.kind == FilterKind::gaussian;
    const double sigma = problem.filter.sigma;
    bool convolve = gaussian;
    std::string note;
    for (int side = 256; side <= 4096; side *= 2) {
        problem.shape = {side, side, problem.shape.channels};
        {
            const std::unique_ptr<Engine> engine = start_engine(choice).engine;
            Problem possible = problem;
            if (!why_not(possible, engine->kind()).empty()) possible = AlgorithmChoice{}.of(possible);
            engine->prepare(possible);
            const Image in = noise(problem.shape);
            Image out = filtered(*engine, in.view());
            if (stop.stop_requested()) return "stopped";
            const int runs = engine->report().total_ms() > 500 ? 1 : runs_a_point;
            work.add(side, quantile(engine->time_runs(in.view(), out.view(), runs), 0.5));
        }
        if (!convolve) continue;
        const double ms = Convolver(problem.shape, choice).milliseconds(stop, sigma);
        if (stop.stop_requested()) return "stopped";
        convolution.add(side, ms);
        if (ms > 500 * seconds_a_point) {
            convolve = false;
            note = "convolution of larger pictures is left out: it would take too long";
        }
    }
    return note;
}

}  // namespace sweep::app
