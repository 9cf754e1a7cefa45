#include "app/request/describe.h"

#include <fmt/format.h>

#include "app/base/number_text.h"
#include "app/request/option_values.h"
#include "app/request/settings.h"
#include "core/filter/design.h"
#include "core/problem/algorithms.h"

namespace sweep::app {
namespace {

std::string describe_classic(std::string_view name, const FilterSpec& filter) {
    return fmt::format("{} {}-pass, order {}, cutoff {}", name, word_for(band_words, filter.band),
                       filter.order, plain_number(filter.cutoff));
}

}  // namespace

std::string filter_text(const FilterSpec& filter) {
    std::string text;
    switch (filter.kind) {
        case FilterKind::gaussian:
            text = fmt::format("Gaussian, order {}, sigma {}", filter.order, plain_number(filter.sigma));
            if (is_signed(filter))
                text += fmt::format(", derivative {} along x, {} along y", filter.derivative_x,
                                    filter.derivative_y);
            break;
        case FilterKind::box:
            return fmt::format("box of {0} x {0} pixels", 2 * filter.radius + 1);
        case FilterKind::sat:
            return "summed-area table, each sum divided by its area";
        case FilterKind::bspline3:
            text = "cubic B-spline coefficients";
            break;
        case FilterKind::bspline5:
            text = "quintic B-spline coefficients";
            break;
        case FilterKind::butterworth:
            text = describe_classic("Butterworth", filter);
            break;
        case FilterKind::chebyshev1:
            text = describe_classic("Chebyshev I", filter);
            break;
        case FilterKind::chebyshev2:
            text = describe_classic("Chebyshev II", filter);
            break;
        case FilterKind::elliptic:
            text = describe_classic("elliptic", filter);
            break;
        case FilterKind::exponential:
            text = "exponential smoothing, alpha " + plain_number(filter.alpha);
            break;
        case FilterKind::iir:
            text = "custom recursive filter";
            break;
        case FilterKind::none:
            return "no filter";
    }
    return text;
}

std::string describe(const Problem& problem) {
    std::string text = filter_text(problem.filter);
    if (!is_recursive(problem.filter.kind)) return text;
    text += ", boundary " + boundary_text(problem.boundary);
    if (problem.algorithm != Algorithm::automatic) text += ", algorithm " + algorithm_name(problem);
    if (problem.passes < all_passes)
        text += fmt::format(", stopped after {}", pass_names[std::size_t(problem.passes - 1)]);
    return text;
}

std::string describe(const FocusSettings& focus, bool has_depth) {
    const bool all = focus.constant || !has_depth;
    if (!all && focus.view == FocusView::circle)
        return "circle of confusion: orange is in front of the focus, blue behind it";
    if (!all && focus.view == FocusView::depth) return "depth: white is near";
    const std::string shape = focus.bokeh == Bokeh::box           ? "one box"
                              : focus.bokeh == Bokeh::three_boxes ? "three boxes"
                              : focus.bokeh == Bokeh::disc        ? "a disc of seven boxes"
                                                                  : "a dome of six boxes";
    if (all) return "summed-area table, " + shape + " for all" + (has_depth ? "" : ": no depth map");
    switch (focus.method) {
        case FocusMethod::gather:
            return "summed-area table, " + shape + " for each pixel";
        case FocusMethod::layers:
            return "summed-area table of three layers, " + shape + " for each pixel";
        default:
            return "summed-area table backwards: each pixel spreads over its box";
    }
}

}  // namespace sweep::app
