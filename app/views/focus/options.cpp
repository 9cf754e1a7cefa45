#include "app/views/focus/options.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.h"

namespace sweep::app {
namespace {

// Takes the word of older states for the option's own.
ViewOption with_older(ViewOption row, std::string older, std::string word) {
    row.set = [set = row.set, older = std::move(older), word = std::move(word)](Settings& settings,
                                                                                const std::string& text) {
        set(settings, text == older ? word : text);
    };
    return row;
}

DepthStroke parse_stroke(const std::string& option, std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::vector<std::string_view> numbers =
        colon == text.npos ? std::vector<std::string_view>() : split(text.substr(colon + 1));
    if (numbers.empty() || numbers.size() % 2 != 0)
        throw Error(
            ExitCode::usage,
            fmt::format(
                "{} '{}' is no stroke: write its nearness and the pixels it goes through, like 0.75:12,34,56,78",
                option, text));
    DepthStroke stroke;
    stroke.nearness = float(parse_number_within(option, std::string(text.substr(0, colon)), 0, 1));
    for (std::size_t i = 0; i < numbers.size(); i += 2)
        stroke.points.push_back({parse_integer(option, numbers[i], 0, 1 << 24),
                                 parse_integer(option, numbers[i + 1], 0, 1 << 24)});
    return stroke;
}

}  // namespace

std::string strokes_text(const DepthStrokes& strokes) {
    std::string text;
    for (const DepthStroke& stroke : strokes) {
        text += (text.empty() ? "" : ";") + number_text(stroke.nearness);
        char joint = ':';
        for (const Pixel& pixel : stroke.points) {
            text += fmt::format("{}{},{}", joint, pixel.x, pixel.y);
            joint = ',';
        }
    }
    return text;
}

DepthStrokes parse_strokes(const std::string& option, const std::string& text) {
    DepthStrokes strokes;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find(';', from), text.size());
        strokes.push_back(parse_stroke(option, std::string_view(text).substr(from, to - from)));
        from = to + 1;
    }
    if (points_of(strokes) > most_stroke_points)
        throw Error(ExitCode::usage, fmt::format("{}: {} points are too many, at most {}", option,
                                                 points_of(strokes), most_stroke_points));
    return strokes;
}

void add_focus_options(std::vector<ViewOption>& rows) {
    constexpr std::array<std::pair<std::string_view, FocusView>, 5> views{{{"result", FocusView::result},
                                                                           {"coc", FocusView::circle},
                                                                           {"depth", FocusView::depth},
                                                                           {"compare", FocusView::methods},
                                                                           {"leaks", FocusView::leaks}}};
    constexpr std::array<std::pair<std::string_view, Bokeh>, 4> shapes{{{"box", Bokeh::box},
                                                                        {"boxes", Bokeh::three_boxes},
                                                                        {"disc", Bokeh::disc},
                                                                        {"smooth", Bokeh::smooth}}};
    constexpr std::array<std::pair<std::string_view, FocusMethod>, 4> methods{
        {{"gather", FocusMethod::gather},
         {"layers", FocusMethod::layers},
         {"spread", FocusMethod::spread},
         {"diffusion", FocusMethod::diffusion}}};
    constexpr std::array<std::pair<std::string_view, Precision>, 3> tables{
        {{"fixed", Precision::fixed_point},
         {"float", Precision::f32},
         {"float-mean", Precision::f32_less_mean}}};
    constexpr std::array<std::pair<std::string_view, bool>, 2> lenses{{{"plain", false}, {"camera", true}}};
    constexpr std::array<std::pair<std::string_view, bool>, 2> ends{{{"white", true}, {"black", false}}};
    const auto add = [&](ViewOption row) { rows.push_back(std::move(row)); };
    add(with_older(with_older(word_option(
                                  "focus-view",
                                  "What the depth of field shows; coc: circle of confusion (default result)",
                                  views, [](auto& s) -> auto& { return s.focus.view; }),
                              "circle", "coc"),
                   "methods", "compare"));
    add(word_option(
        "focus-method", "How bleeding of colours is avoided (default layers)", methods,
        [](auto& s) -> auto& { return s.focus.method; }));
    add(word_option(
        "bokeh", "Shape of an unfocused point of light (default disc)", shapes,
        [](auto& s) -> auto& { return s.focus.bokeh; }));
    add(number_option(
        "focus", "METRES", "Distance of the plane in focus (default 16.4)", 0.05, farthest_focus,
        [](auto& s) -> auto& { return s.focus.distance; }));
    add(word_option(
        "lens", "Blur by --range and --aperture, or as a camera (default plain)", lenses,
        [](auto& s) -> auto& { return s.focus.photographic; }));
    add(number_option(
        "range", "METRES", "Depth behind the focus that is sharp as well (default 0.5)", 0, 1e4,
        [](auto& s) -> auto& { return s.focus.range; }));
    add(number_option(
        "aperture", "A", "Blur radius at infinity, focused at 1 m, in picture heights (default 0.22)", 0, 10,
        [](auto& s) -> auto& { return s.focus.aperture; }));
    add(number_option(
        "focal-length", "MM", "Focal length of the camera's lens (default 85)", 1, 2000,
        [](auto& s) -> auto& { return s.focus.focal_length; }));
    add(number_option(
        "f-number", "N", "f-number of the camera's lens (default 1.4)", 0.5, 128,
        [](auto& s) -> auto& { return s.focus.f_number; }));
    add(number_option(
        "sensor", "MM", "Width of the camera's sensor (default 36)", 1, 200,
        [](auto& s) -> auto& { return s.focus.sensor_width; }));
    add(number_option(
        "largest-circle", "PX", "Largest radius of blur (default 64)", 1, largest_box,
        [](auto& s) -> auto& { return s.focus.max_radius; }));
    // A radius makes the circle constant; -1 makes it depend on the depth.
    add({"circle", "PX", "A constant blur radius; -1: by the depth (default)",
         [](Settings& s, const std::string& text) {
             const double radius = parse_number_within("--circle", text, -1, largest_box);
             s.focus.constant = radius >= 0;
             if (s.focus.constant) s.focus.constant_radius = float(radius);
         },
         [](const Settings& s) {
             return s.focus.constant ? number_text(s.focus.constant_radius) : std::string("-1");
         }});
    add(with_older(word_option(
                       "focus-table", "Number format of the depth of field's table (default fixed)", tables,
                       [](auto& s) -> auto& { return s.focus.precision; }),
                   "float-less-mean", "float-mean"));
    add(switch_option(
        "table-error", "Measure the largest error of the table (default off)",
        [](auto& s) -> auto& { return s.focus.measure_error; }));
    add(word_option(
        "depth-near", "Which end of a depth map is near (default white)", ends,
        [](auto& s) -> auto& { return s.focus.near_is_white; }));
    add(switch_option(
        "tilt-shift", "Without a depth map, the bottom is near and the top is far (default on)",
        [](auto& s) -> auto& { return s.focus.tilt_shift; }));
    add(pixels_option(
        "depth-ramp",
        "With --tilt-shift: a pixel that is near, and one that is far, in place of bottom and top",
        [](auto& s) -> auto& { return s.focus.ramp; }));
    add({"depth-strokes", "N:X,Y,..;..",
         "In place of a ramp: how near strokes through pixels are, 0 (far) to 1, spread up to the photo's edges",
         [](Settings& s, const std::string& text) {
             s.focus.strokes = parse_strokes("--depth-strokes", text);
         },
         [](const Settings& s) { return strokes_text(s.focus.strokes); }});
    add(number_option(
        "depth-brush", "N", "How near the next stroke is: 0 (far) to 1 (default)", 0, 1,
        [](auto& s) -> auto& { return s.focus.brush; }));
    add(number_option(
        "nearest", "METRES", "Distance of the near end of a depth map (default 1)", 0.01, 1e5,
        [](auto& s) -> auto& { return s.focus.nearest; }));
    add(number_option(
        "farthest", "METRES", "Distance of the far end of a depth map (default 20)", 0.01, 1e6,
        [](auto& s) -> auto& { return s.focus.farthest; }));
}

}  // namespace sweep::app
