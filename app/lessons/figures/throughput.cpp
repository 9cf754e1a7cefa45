// The throughput of all algorithms that can solve the problem, against the side of the picture ([N11] fig. 4 to 6).
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/lessons/figures/axes.h"
#include "app/lessons/figures/pictures.h"
#include "app/work/checks/measuring.h"
#include "app/work/engines/engines.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"

namespace sweep::app {
namespace {

constexpr int smallest_side = 64, largest_side = 4096;
constexpr double longest_ms = 400;  // an algorithm that takes longer is not tried on larger pictures
constexpr double mebi = double(1 << 20);

// The algorithms of the engine that can solve the problem at this size.
std::vector<Problem> solvers(const Problem& problem, EngineKind engine) {
    std::vector<Problem> all;
    for (const AlgorithmInfo& algorithm : algorithms()) {
        if (algorithm.algorithm == Algorithm::automatic || algorithm.algorithm == Algorithm::cascade)
            continue;
        Problem p = problem;
        p.method.algorithm = algorithm.algorithm;
        p.method.cascade.clear();
        p.method.block = 0;
        if (why_not(p, engine).empty()) all.push_back(p);
    }
    return all;
}

}  // namespace

void make_throughput(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop) {
    FigureContent content;
    const StartedEngine started = start_engine(subject.engine);
    const EngineKind kind = started.engine->kind();
    if (kind == EngineKind::reference) {
        content.why_not = "The reference has no algorithms to compare: choose the engine cpu or cuda.";
        return sink.publish(std::move(content));
    }
    std::vector<Problem> tried = solvers(of_one_channel(subject.problem, smallest_side), kind);
    if (tried.empty()) {
        content.why_not = "No algorithm of this engine is for this filter: choose another filter.";
        return sink.publish(std::move(content));
    }
    content.plots = {
        {{smallest_side * 0.85, largest_side * 1.2, true, "side in pixels"}, {1, 10, true, "MiP/s"}, {}}};
    content.table = {"algorithm", {{"side", "{:.0f}"}, {"MiP/s", "{:.0f}"}, {"ms", "{:.3g}"}}, {}};
    content.note = fmt::format(
        "Measured in this process, one channel of float32, on noise. {}. MiP/s: 2^20 pixels a second, all "
        "four passes. The table has the largest size so far; what takes longer than {:.0f} ms is not tried "
        "at larger ones.",
        started.reason, longest_ms);
    FigurePlot& plot = content.plots[0];
    std::vector<bool> is_slow(tried.size(), false);
    for (std::size_t i = 0; i < tried.size(); ++i) {
        plot.curves.push_back({algorithm_name(tried[i]), {}, {}});
        content.table.rows.push_back({algorithm_name(tried[i]), {NAN, NAN, NAN}, int(i)});
    }
    sink.publish(content);
    for (int side = smallest_side; side <= largest_side; side *= 2)
        for (std::size_t i = 0; i < tried.size(); ++i) {
            Problem p = tried[i];
            p.shape = {side, side, 1};
            if (is_slow[i] || !why_not(p, kind).empty()) continue;
            const double ms = measured_ms(*started.engine, p, stop);
            if (stop.stop_requested()) return;
            is_slow[i] = ms > longest_ms;
            const double rate = double(side) * side / mebi / (ms / 1000);
            plot.curves[i].x.push_back(side);
            plot.curves[i].y.push_back(rate);
            plot.y = logarithmic_axis(plot.curves, "MiP/s");
            content.table.rows[i].values = {double(side), rate, ms};
            sink.publish(content);
        }
}

}  // namespace sweep::app
