// What each algorithm costs: the formulas of [N11] table 1 beside what is counted and measured here.
#include <cmath>

#include <fmt/format.h>

#include "app/lessons/figures/axes.h"
#include "app/lessons/figures/pictures.h"
#include "app/work/checks/measuring.h"
#include "app/work/engines/engines.h"
#include "core/design/design.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"

namespace sweep::app {
namespace {

constexpr int measured_side = 2048;
constexpr double block_of_paper = 32;

// A row of table 1, for order r and blocks of side b: steps of a core for each pixel, and the bandwidth in h w, the
// reads and writes of an image.
struct Cost {
    Algorithm algorithm;
    double (*steps)(double r, double b);
    double (*bandwidth)(double r, double b);
};

constexpr std::array recursive_costs{
    Cost{Algorithm::rt, [](double r, double) { return 4 * r; }, [](double, double) { return 8.; }},
    Cost{Algorithm::alg2, [](double r, double b) { return 8 * r + 4 / b * (r * r + r); },
         [](double r, double b) { return 9 + 16 * r / b; }},
    Cost{Algorithm::alg4, [](double r, double b) { return 8 * r + 6 / b * (r * r + r); },
         [](double r, double b) { return 5 + 18 * r / b; }},
    Cost{Algorithm::alg5, [](double r, double b) { return 8 * r + (18 * r * r + 10 * r) / b; },
         [](double r, double b) { return 3 + 22 * r / b; }},
    Cost{Algorithm::alg6, nullptr, nullptr},
    Cost{Algorithm::alg7, nullptr, nullptr}};

constexpr std::array table_costs{Cost{Algorithm::sat, [](double, double b) { return 8 + 3 / b; },
                                      [](double, double b) { return 3 + 8 / b + 2 / (b * b); }},
                                 Cost{Algorithm::sat_one_pass, nullptr, nullptr}};

}  // namespace

void make_costs(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop) {
    FigureContent content;
    Problem problem = of_one_channel(subject.problem, measured_side);
    const bool recursive = is_recursive(problem.filter.kind);
    const StartedEngine started = start_engine(subject.engine);
    const EngineKind kind = started.engine->kind();
    if (!recursive && problem.filter.kind != FilterKind::sat)
        content.why_not = "Table 1 is of recursive filters and of summed-area tables: choose one of these.";
    else if (kind == EngineKind::reference)
        content.why_not = "The reference has no algorithms to compare: choose the engine cpu or cuda.";
    if (!content.why_not.empty()) return sink.publish(std::move(content));
    problem.method = {};
    const double order = recursive ? design(problem.filter).order() : 1,
                 image = double(measured_side) * measured_side * 4;
    const std::span<const Cost> costs =
        recursive ? std::span<const Cost>(recursive_costs) : std::span<const Cost>(table_costs);

    content.plots = {{{0, 12, false, "reads and writes of the image"}, {0.1, 10, true, "ms"}, {}}};
    content.table = {"",
                     {{"steps", "{:.1f}"},
                      {"threads", "{:.0f}k"},
                      {"h w", "{:.2f}"},
                      {"counted", "{:.2f}"},
                      {"ms", "{:.1f}"},
                      {"GB/s", "{:.0f}"}},
                     {}};
    content.note = fmt::format(
        "Steps of one core for a pixel, thousands of threads at once, and h w, reads and writes of the image, "
        "are the formulas of the table. Order {}, blocks of {} x {}. Counted: the bytes that the stages move, "
        "in images. Times of {} x {} pixels in one channel of float32. {}.",
        int(order), int(block_of_paper), int(block_of_paper), measured_side, measured_side, started.reason);
    for (const Cost& cost : costs) {
        FigureTable::Row row{std::string(info(cost.algorithm).name), {NAN, NAN, NAN, NAN, NAN, NAN}, -1};
        if (cost.steps)
            row.values = {cost.steps(order, block_of_paper),
                          (cost.algorithm == Algorithm::rt ? 1 : measured_side / block_of_paper) *
                              measured_side / 1000.0,
                          cost.bandwidth(order, block_of_paper),
                          NAN,
                          NAN,
                          NAN};
        problem.method.algorithm = cost.algorithm;
        if (why_not(problem, kind).empty()) {
            row.curve = int(content.plots[0].curves.size());
            content.plots[0].curves.push_back({row.name, {}, {}});
        }
        content.table.rows.push_back(std::move(row));
    }
    sink.publish(content);
    for (std::size_t i = 0; i < costs.size(); ++i) {
        FigureTable::Row& row = content.table.rows[i];
        if (row.curve < 0) continue;
        problem.method.algorithm = costs[i].algorithm;
        const double ms = measured_ms(*started.engine, problem, stop);
        if (stop.stop_requested()) return;
        const double bytes = double(total_bytes(started.engine->job().stages));
        row.values[3] = bytes / image;
        row.values[4] = ms;
        row.values[5] = bytes / ms / 1e6;
        FigurePlot& plot = content.plots[0];
        plot.curves[std::size_t(row.curve)].x = {bytes / image};
        plot.curves[std::size_t(row.curve)].y = {ms};
        plot.y = logarithmic_axis(plot.curves, "ms");
        sink.publish(content);
    }
}

}  // namespace sweep::app
