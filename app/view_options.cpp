#include "app/view_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "app/focus_options.h"
#include "app/look_actions.h"
#include "app/teach_actions.h"
#include "app/viewer.h"
#include "core/algorithms.h"
#include "core/error.h"
#include "core/filter_design.h"

namespace sweep::app {
namespace {

// The rows. A lambda is given a Settings& or a const Settings&.
std::vector<ViewOption> make_view_options() {
    constexpr std::array<std::pair<std::string_view, View>, 7> views{{
        {"filtered", View::filtered},
        {"original", View::original},
        {"depth-of-field", View::depth_of_field},
        {"wipe", View::wipe},
        {"side-by-side", View::side_by_side},
        {"difference", View::difference},
        {"passes", View::passes},
    }};
    constexpr std::array<std::pair<std::string_view, Theme>, 2> themes{{
        {"dark", Theme::dark},
        {"projector", Theme::projector},
    }};
    constexpr std::array<std::pair<std::string_view, Arrangement>, 4> arrangements{{
        {"usual", Arrangement::usual},
        {"present", Arrangement::present},
        {"teach", Arrangement::teach},
        {"tune", Arrangement::tune},
    }};
    // A layout sets some of what comes after it.
    ViewOption layout = word_option(
        "layout", "What stands beside the picture, as F2, F3, F4 (default usual)", arrangements,
        [](auto& s) -> auto& { return s.arrangement; });
    layout.set = [set = layout.set](Settings& s, const std::string& text) {
        set(s, text);
        arrange(s, s.arrangement);
    };
    std::vector<ViewOption> rows{
        layout,
        word_option(
            "view", "What is seen (default filtered)", views, [](auto& s) -> auto& { return s.view; }),
        number_option(
            "exposure", "STOPS", "Brighter or darker on the screen (default 0)", -16, 16,
            [](auto& s) -> auto& { return s.exposure; }),
        {"highlights", "auto|soft|clip",
         "What is brighter than the screen (default auto: soft for light, clip for files)",
         [](Settings& s, const std::string& text) {
             constexpr std::array<std::pair<std::string_view, int>, 3> words{
                 {{"auto", 0}, {"soft", 1}, {"clip", 2}}};
             const int word = parse_word("--highlights", text, words);
             s.highlights_chosen = word != 0;
             s.soft_highlights = word != 2;
         },
         [](const Settings& s) {
             return std::string(!s.highlights_chosen ? "auto" : s.soft_highlights ? "soft" : "clip");
         }},
        switch_option(
            "dither", "Against banding on screens of 8 bits (default on)",
            [](auto& s) -> auto& { return s.dither; }),
        number_option(
            "zoom", "Z", "Screen pixels for one of the picture; 0: fitted (default)", 0, largest_zoom,
            [](auto& s) -> auto& { return s.framing.zoom; }),
        {"at", "X,Y", "With --zoom: the point of the picture in the middle (default: its own middle)",
         [](Settings& s, const std::string& text) {
             const std::vector<double> at = parse_numbers("--at", text);
             constexpr double farthest = 1e9;  // float holds it, and no picture goes so far
             if (at.size() != 2 || std::max(std::abs(at[0]), std::abs(at[1])) > farthest)
                 throw Error(ExitCode::usage,
                             fmt::format("--at '{}' is not a point: write it like 320,240", text));
             s.framing.centred = false;
             s.framing.x = float(at[0]);
             s.framing.y = float(at[1]);
         },
         [](const Settings& s) {
             return s.framing.centred ? "" : number_text(s.framing.x) + "," + number_text(s.framing.y);
         }},
        switch_option(
            "animate", "The scene moves (default on)", [](auto& s) -> auto& { return s.animate; }),
        number_option(
            "scene-time", "SECONDS", "Where the scene's clock begins (default 20)", 0, 1e6,
            [](auto& s) -> auto& { return s.scene_seconds; }),
        switch_option(
            "sweep-sigma", "Sigma goes slowly up and down (default off)",
            [](auto& s) -> auto& { return s.sweep_sigma; }),
    };
    add_focus_options(rows);
    add_look_options(rows);
    add_teach_options(rows);
    for (ViewOption row : {
             switch_option(
                 "panels", "Controls and times", [](auto&s) -> auto& { return s.panels; }),
             switch_option(
                 "captions", "Text over the picture", [](auto&s) -> auto& { return s.captions; }),
             switch_option(
                 "times", "The list of stages", [](auto&s) -> auto& { return s.timings; }),
             switch_option(
                 "more", "The controls that not everybody needs", [](auto&s) -> auto& { return s.more; }),
             ViewOption{
                 "tune-panel", "off|poles|times", "The large panel of tuning (default off)",
                 [](Settings&s, const std::string&text) {
                     constexpr std::array<std::pair<std::string_view, int>, 3> words{
                         {{"off", -1}, {"poles", int(TunePage::filter)}, {"times", int(TunePage::times)}}};
                     const int page = parse_word("--tune-panel", text, words);
                     s.tune.panel = page >= 0;
                     if (page >= 0) s.tune.page = TunePage(page);
                 },
                 [](const Settings&s) {
                     return std::string(!s.tune.panel                     ? "off"
                                        : s.tune.page == TunePage::filter ? "poles"
                                                                          : "times");
                 }},
             switch_option(
                 "drawer", "In a narrow window: the controls over the picture",
                 [](auto&s) -> auto& { return s.drawer; }),
             switch_option(
                 "big-type", "Filter, sigma, size and time for the last row",
                 [](auto&s) -> auto& { return s.big_type; }),
             switch_option(
                 "key-page", "The page of keys", [](auto&s) -> auto& { return s.help; }),
             number_option(
                 "scale", "S", "Of the letters (default 1)", 0.6, 3, [](auto&s) -> auto& { return s.scale; }),
             word_option(
                 "theme", "Colours of the panels (default dark)", themes,
                 [](auto&s) -> auto& { return s.theme; }),
             switch_option(
                 "vertical-sync", "Frames wait for the screen (default on)",
                 [](auto&s) -> auto& { return s.vertical_sync; }),
             switch_option(
                 "continuous", "Frames are drawn even when nothing changes (default off)",
                 [](auto&s) -> auto& { return s.continuous; }),
         })
        rows.push_back(std::move(row));
    return rows;
}

// Appends --name=text for each member that differs from what it is at the start.
class Differences {
  public:
    explicit Differences(std::vector<std::string>& arguments) : arguments_(arguments) {}
    void add(const char* name, const std::string& text) {
        arguments_.push_back(fmt::format("--{}={}", name, text));
    }
    void number(const char* name, double value, double at_start) {
        if (value != at_start) add(name, number_text(value));
    }
    void numbers(const char* name, const std::vector<double>& values) {
        if (!values.empty()) add(name, fmt::format("{}", fmt::join(values, ",")));
    }
    template <class T, std::size_t N>
    void word(const char* name, const std::array<std::pair<std::string_view, T>, N>& words, T value,
              T at_start) {
        if (value != at_start) add(name, std::string(word_for(words, value)));
    }

  private:
    std::vector<std::string>& arguments_;
};

void add_filter(Differences& out, const FilterSpec& f) {
    const FilterSpec start;
    out.word("filter", filter_words, f.kind, start.kind);
    out.number("sigma", f.sigma, start.sigma);
    out.number("order", f.order, start.order);
    if (f.derivative_x || f.derivative_y)
        out.add("derivative", fmt::format("{},{}", f.derivative_x, f.derivative_y));
    out.word("band", band_words, f.band, start.band);
    out.number("cutoff", f.cutoff, start.cutoff);
    out.number("ripple", f.ripple, start.ripple);
    out.number("attenuation", f.attenuation, start.attenuation);
    out.number("alpha", f.alpha, start.alpha);
    out.number("radius", f.radius, start.radius);
    // Coefficients that wait for another filter to come back are not of this view.
    if (f.kind == FilterKind::iir) {
        out.numbers("causal", f.causal);
        out.numbers("anticausal", f.anticausal);
        out.numbers("feedforward", f.feedforward);
        out.numbers("anticausal-feedforward", f.anticausal_feedforward);
    }
    if (f.causal_gain && f.anticausal_gain) out.numbers("gain", {*f.causal_gain, *f.anticausal_gain});
}

}  // namespace

const std::vector<ViewOption>& view_options() {
    static const std::vector<ViewOption> rows = make_view_options();
    return rows;
}

std::vector<std::string> state_arguments(const Settings& settings) {
    std::vector<std::string> arguments;
    Differences out(arguments);
    const FilterSettings start;
    add_filter(out, settings.filter);
    if (settings.boundary != start.boundary) out.add("boundary", boundary_text(settings.boundary));
    if (settings.algorithm != start.algorithm) {
        Problem named;
        out.add("algorithm", algorithm_name(settings.algorithm.of(named)));
    }
    out.number("taps", settings.taps, start.taps);
    out.number("block", settings.block, start.block);
    out.word("precision", precision_words, settings.precision, start.precision);
    out.word("realisation", realisation_words, settings.realisation, start.realisation);
    out.word("engine", engine_words, settings.engine, start.engine);
    if (settings.passes != start.passes && is_recursive(settings.filter.kind))
        out.add("passes",
                fmt::format("{}", fmt::join(pass_names.begin(), pass_names.begin() + settings.passes, ",")));
    if (settings.linear) arguments.push_back(*settings.linear ? "--linear" : "--no-linear");
    out.word("result", result_words, settings.half_result, start.half_result);

    // Against what the options before have made of the start: a layout sets others.
    Settings made;
    for (const ViewOption& row : view_options()) {
        const std::string text = row.get(settings);
        if (text == row.get(made)) continue;
        try {
            row.set(made, text);
        } catch (const Error&) {
            continue;  // what cannot be read back is left out, and the rest of the view comes back
        }
        out.add(row.name.c_str(), text);
    }
    return arguments;
}

bool is_filter_option(std::string_view name) {
    constexpr std::string_view names[] = {"filter",      "sigma",
                                          "order",       "derivative",
                                          "band",        "cutoff",
                                          "ripple",      "attenuation",
                                          "alpha",       "radius",
                                          "causal",      "anticausal",
                                          "feedforward", "anticausal-feedforward",
                                          "gain",        "boundary",
                                          "algorithm",   "taps",
                                          "block",       "precision",
                                          "realisation", "engine",
                                          "passes",      "linear",
                                          "no-linear",   "result"};
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::string shell_word(const std::string& text) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,:+@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
    std::string quoted = "'";
    for (char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::vector<std::string> shell_words(std::string_view line) {
    std::vector<std::string> words;
    bool in_word = false, quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool divides = !quoted && (line[i] == ' ' || line[i] == '\n');
        if (!divides && !in_word) words.emplace_back();
        in_word = !divides;
        if (divides) continue;
        if (line[i] == '\'')
            quoted = !quoted;
        else if (line[i] == '\\' && !quoted && i + 1 < line.size())
            words.back() += line[++i];
        else
            words.back() += line[i];
    }
    return words;
}

std::string number_text(float value) {
    return fmt::format("{}", value);
}
std::string number_text(double value) {
    return fmt::format("{}", value);
}

double parse_number_within(const std::string& option, const std::string& text, double least, double most) {
    const double value = parse_number(option, text);
    if (!(value >= least && value <= most))
        throw Error(ExitCode::usage, fmt::format("{} '{}' is not from {} to {}", option, text, least, most));
    return value;
}

}  // namespace sweep::app
