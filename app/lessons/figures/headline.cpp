// The time of the recursive filter and of direct convolution against sigma, and how many times faster it is, in large
// letters.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "app/lessons/figures/axes.h"
#include "app/lessons/figures/pictures.h"
#include "app/work/checks/measuring.h"
#include "app/work/engines/engines.h"
#include "app/work/options/describe.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"

namespace sweep::app {
namespace {

constexpr double least_sigma = 1, most_sigma = 256;
// Of a Gaussian so wide that the picture ends within four sigma nobody would ask for the sum over all of its taps.
constexpr double sides_a_sigma = 8;
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

std::string short_ms(double ms) {
    return ms < 10 ? fmt::format("{:.2g} ms", ms) : fmt::format("{:.0f} ms", ms);
}

// The words about the largest sigma at which both were measured, once all are.
void say(FigureContent& content) {
    const FigureCurve &work = content.plots[0].curves[0], &direct = content.plots[0].curves[1];
    const std::size_t both = std::min(work.y.size(), direct.y.size());
    if (both == 0) return;
    const auto [least, most] = std::minmax_element(work.y.begin(), work.y.end());
    const double faster = direct.y[both - 1] / work.y[both - 1];
    content.headline = fmt::format("{:.{}f}x as fast", faster, faster < 10 ? 1 : 0);
    content.below = fmt::format("at sigma {:.0f}: {}, direct convolution {}\nat any sigma: {} to {}",
                                work.x[both - 1], short_ms(work.y[both - 1]), short_ms(direct.y[both - 1]),
                                short_ms(*least), short_ms(*most));
}

}  // namespace

void make_headline(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop) {
    FigureContent content;
    Problem problem = subject.problem;
    if (problem.filter.kind != FilterKind::gaussian) {
        content.why_not = "This figure compares filters of the same sigma: choose gaussian.";
        return sink.publish(std::move(content));
    }
    problem.filter.sigma_y = 0;
    problem.filter.derivative_x = problem.filter.derivative_y = 0;
    const std::unique_ptr<Engine> engine = start_engine(subject.engine).engine;
    if (!why_not(problem, engine->kind()).empty()) problem.method.algorithm = Algorithm::automatic;
    DirectConvolution convolution(problem.shape, subject.engine);
    const double side = std::min(problem.shape.width, problem.shape.height),
                 last = std::clamp(side / sides_a_sigma, least_sigma, most_sigma);
    content.plots = {{{least_sigma * 0.8, last * 1.25, true, "sigma in pixels"},
                      {1, 10, true, "ms"},
                      {{"recursive", {}, {}}, {"direct convolution", {}, {}}}}};
    content.table = {"sigma", {{"recursive", "{:.4g} ms"}, {"direct", "{:.4g} ms"}, {"ratio", "{:.3g}"}}, {}};
    bool is_slow = false;
    for (double sigma = least_sigma; sigma <= last; sigma *= 2) {
        problem.filter.sigma = sigma;
        const double work = least_ms(*engine, problem, stop);
        const double direct = is_slow ? nothing : convolution.least_milliseconds(sigma, stop);
        if (stop.stop_requested()) return;
        std::vector<FigureCurve>& curves = content.plots[0].curves;
        curves[0].x.push_back(sigma), curves[0].y.push_back(work);
        if (!is_slow) curves[1].x.push_back(sigma), curves[1].y.push_back(direct);
        content.plots[0].y = logarithmic_axis(content.plots[0].curves, "ms");
        content.table.rows.push_back({fmt::format("{:.0f}", sigma), {work, direct, direct / work}});
        is_slow = is_slow || direct > 1000 * most_seconds_a_point;
        content.note = fmt::format(
            "Measured in this process, the least of 7 runs: {}, 4 channels of float32, {}. Direct "
            "convolution on the same engine, separable, cut off at four sigma{}.",
            conditions_of(*engine), order_text(problem.filter),
            is_slow ? fmt::format("; beyond {} s it was stopped", most_seconds_a_point) : "");
        // A ratio of few points would be another one a moment later, and is read from the last row.
        if (2 * sigma > last)
            say(content);
        else
            content.below = fmt::format("measured up to sigma {:.0f} of {:.0f} ..", sigma,
                                        std::exp2(std::floor(std::log2(last))));
        sink.publish(content);
    }
}

}  // namespace sweep::app
