#include "app/command_line/view_options.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/base/number_text.h"
#include "app/command_line/slots.h"
#include "app/lessons/teach/actions.h"
#include "app/screen/canvas/viewer.h"
#include "app/views/compare/actions.h"
#include "app/views/focus/options.h"
#include "app/views/measure/actions.h"
#include "core/base/error.h"
#include "core/design/design.h"
#include "core/families/algorithms.h"

namespace sweep::app {
// The lambdas below are called with a Settings& or a const Settings&.
namespace {

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
    constexpr std::array<std::pair<std::string_view, Theme>, 3> themes{{
        {"dark", Theme::dark},
        {"projector", Theme::projector},
        {"light", Theme::light},
    }};
    constexpr std::array<std::pair<std::string_view, Arrangement>, 4> arrangements{{
        {"usual", Arrangement::usual},
        {"present", Arrangement::present},
        {"teach", Arrangement::teach},
        {"tune", Arrangement::tune},
    }};
    // A layout sets some of the options that come after it.
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
            "view", "What is shown (default filtered)", views, [](auto& s) -> auto& { return s.view; }),
        number_option(
            "exposure", "STOPS", "Brighter or darker on the screen (default 0)", -most_exposure,
            most_exposure, [](auto& s) -> auto& { return s.exposure; }),
        {"highlights", "auto|soft|clip",
         "How values brighter than the screen are shown (default auto: soft for light, clip for files)",
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
            "dither", "Dither against banding on screens of 8 bits (default on)",
            [](auto& s) -> auto& { return s.dither; }),
        number_option(
            "zoom", "Z", "Screen pixels per picture pixel; 0: fitted (default)", 0, largest_zoom,
            [](auto& s) -> auto& { return s.framing.zoom; }),
        {"at", "X,Y", "With --zoom: the point of the picture in the middle (default: its own middle)",
         [](Settings& s, const std::string& text) {
             const std::vector<double> at = parse_numbers("--at", text);
             constexpr double farthest = 1e9;  // a float can hold it, and no picture is so large
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
            "animate", "The scene moves, and a film plays (default on)",
            [](auto& s) -> auto& { return s.animate; }),
        place_option(
            "scene-time", "SECONDS", "Where the scene's clock begins (default 20)", 0, 1e6,
            [](auto& s) -> auto& { return s.scene_seconds; }),
        place_option(
            "film-time", "SECONDS", "Where a film begins (default 0)", 0, 1e6,
            [](auto& s) -> auto& { return s.film.time; }),
        number_option(
            "film-speed", "S", "How fast a film plays (default 1)", slowest_film, fastest_film,
            [](auto& s) -> auto& { return s.film.speed; }),
        switch_option(
            "film-loop", "A film begins again at its end (default on)",
            [](auto& s) -> auto& { return s.film.loops; }),
        switch_option(
            "sweep-sigma", "Sigma goes slowly up and down (default off)",
            [](auto& s) -> auto& { return s.sweep_sigma; }),
    };
    add_focus_options(rows);
    add_compare_options(rows, {slot_option(0), slot_option(1)});
    add_measure_options(rows);
    add_teach_options(rows);
    for (ViewOption row : {
             switch_option(
                 "panels", "Show controls and times", [](auto&s) -> auto& { return s.panels; }),
             switch_option(
                 "captions", "Show text over the picture", [](auto&s) -> auto& { return s.captions; }),
             switch_option(
                 "times", "Show the times of the stages", [](auto&s) -> auto& { return s.timings; }),
             switch_option(
                 "times-table", "Unfold them to a table (default off; on in the layout teach)",
                 [](auto&s) -> auto& { return has_times_table(s); }),
             switch_option(
                 "more", "Show the less common controls", [](auto&s) -> auto& { return s.more; }),
             switch_option(
                 "finer", "Unfold order, boundary, stop after and slots (default off)",
                 [](auto&s) -> auto& { return s.finer; }),
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
                 "drawer", "In a narrow window: show the controls over the picture",
                 [](auto&s) -> auto& { return s.drawer; }),
             switch_option(
                 "big-type", "Show filter, sigma, size and time in large type",
                 [](auto&s) -> auto& { return s.big_type; }),
             switch_option(
                 "key-page", "Show the keyboard shortcuts", [](auto&s) -> auto& { return s.help; }),
             number_option(
                 "scale", "S", "Scale of the text (default 1)", 0.6, 3,
                 [](auto&s) -> auto& { return s.scale; }),
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

}  // namespace

const std::vector<ViewOption>& view_options() {
    static const std::vector<ViewOption> rows = make_view_options();
    return rows;
}

}  // namespace sweep::app
