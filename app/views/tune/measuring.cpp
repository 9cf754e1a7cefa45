// Measures times on request, on a worker with an engine of its own.
#include "app/work/checks/measuring.h"

#include "app/views/tune/view.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"

namespace sweep::app {

std::string time_convolution(std::stop_token stop, Shape shape, EngineKind engine, PointSink& points) {
    DirectConvolution convolution(shape, engine);
    for (double sigma = 0.5; sigma <= 512; sigma *= 2) {
        const double ms = convolution.milliseconds(sigma, stop);
        if (stop.stop_requested()) return "stopped";
        points.add(sigma, ms);
        if (ms > 1000 * most_seconds_a_point) return "stopped: the last point took longer than two seconds";
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
            const double ms = measured_ms(*engine, possible, stop);
            if (stop.stop_requested()) return "stopped";
            work.add(side, ms);
        }
        if (!convolve) continue;
        const double ms = DirectConvolution(problem.shape, choice).milliseconds(sigma, stop);
        if (stop.stop_requested()) return "stopped";
        convolution.add(side, ms);
        if (ms > 500 * most_seconds_a_point) {
            convolve = false;
            note = "convolution of larger pictures is left out: it would take too long";
        }
    }
    return note;
}

}  // namespace sweep::app
