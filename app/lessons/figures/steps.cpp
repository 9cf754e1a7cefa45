// The time of each step of the algorithms by the order of the filter ([N16] fig. 7).
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

constexpr int side = 2048, most_shown_order = 5;
constexpr std::array compared{Algorithm::alg4, Algorithm::alg5, Algorithm::alg6, Algorithm::alg7};
// The first r of these are the poles of the filter of order r: what a step costs does not depend on where they are.
constexpr std::array<double, most_shown_order> poles{0.8, 0.6, 0.4, 0.2, -0.2};

FilterSpec filter_of_order(int order) {
    FilterSpec filter;
    filter.kind = FilterKind::iir;
    filter.causal = {};
    for (int i = 0; i < order; ++i) {  // times 1 - p z^-1
        const double p = poles[std::size_t(i)];
        filter.causal.push_back(0);
        for (std::size_t k = filter.causal.size(); k-- > 0;)
            filter.causal[k] -= p * (k > 0 ? filter.causal[k - 1] : 1);
    }
    return filter;
}

// "7.1 perimeters", the same for filters of every order.
std::string name_of(const Stage& stage) {
    return fmt::format("{} {}", stage.paper, stage.name);
}

}  // namespace

void make_steps(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop) {
    FigureContent content;
    const StartedEngine started = start_engine(subject.engine);
    const EngineKind kind = started.engine->kind();
    if (kind == EngineKind::reference) {
        content.why_not = "The reference has no steps to time: choose the engine cpu or cuda.";
        return sink.publish(std::move(content));
    }
    content.plots = {{{0.8, most_shown_order + 0.2, false, "order"}, {0.1, 10, true, "ms"}, {}}};
    content.table = {"ms at order", {}, {}};
    for (int order = 1; order <= most_shown_order; ++order)
        content.table.columns.push_back({std::to_string(order), "{:.2f}"});
    content.note = fmt::format(
        "Measured in this process, {} x {} pixels in one channel of float32, without boundaries, filters "
        "with poles and no zeros. {}. Lines are medians of whole runs, the table has the last run of each.",
        side, side, started.reason);
    Problem problem;
    problem.shape = {side, side, 1};
    problem.boundary.kind = BoundaryKind::none;
    for (std::size_t i = 0; i < compared.size(); ++i) {
        content.plots[0].curves.push_back({std::string(info(compared[i]).name), {}, {}});
        problem.filter = filter_of_order(1);
        problem.method.algorithm = compared[i];
        if (!why_not(problem, kind).empty()) continue;
        for (const Stage& stage : stages(problem, 32))
            content.table.rows.push_back(
                {name_of(stage), std::vector<double>(std::size_t(most_shown_order), NAN), int(i)});
    }
    sink.publish(content);
    for (int order = 1; order <= most_shown_order; ++order) {
        problem.filter = filter_of_order(order);
        for (std::size_t i = 0; i < compared.size(); ++i) {
            problem.method.algorithm = compared[i];
            if (!why_not(problem, kind).empty()) continue;
            const double ms = measured_ms(*started.engine, problem, stop);
            if (stop.stop_requested()) return;
            for (const StageTime& time : started.engine->report().stages) {
                const auto row = std::find_if(
                    content.table.rows.begin(), content.table.rows.end(),
                    [name = name_of(time.stage)](const FigureTable::Row& one) { return one.name == name; });
                if (row != content.table.rows.end()) row->values[std::size_t(order - 1)] = time.milliseconds;
            }
            content.plots[0].curves[i].x.push_back(order);
            content.plots[0].curves[i].y.push_back(ms);
            content.plots[0].y = logarithmic_axis(content.plots[0].curves, "ms");
            sink.publish(content);
        }
    }
}

}  // namespace sweep::app
