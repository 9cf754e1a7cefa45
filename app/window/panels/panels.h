// The panels: free functions that show a Report and change Settings. They use ImGui, and neither OpenGL nor
// an engine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/screen/canvas/viewer.h"
#include "app/ui/actions.h"
#include "app/ui/layout.h"
#include "app/ui/plots/times_report.h"
#include "app/views/compare/view.h"
#include "app/views/film/panel.h"
#include "app/views/focus/panel.h"
#include "app/work/checks/accuracy.h"
#include "app/work/request/requests.h"
#include "app/work/request/settings.h"
#include "core/families/algorithms.h"

namespace sweep::app {

struct TuneReport;

// What the panels show. It is gathered anew in every frame.
struct Report {
    std::string badge, reason;  // the engine, "CUDA interop", and why it is used
    AccuracyReport accuracy;    // of that engine's results
    std::string renderer;       // OpenGL's description of itself
    std::string input;          // its name: "built-in scene", "photo.jpg"
    std::string input_facts;    // behind it: "   3 of 17"
    bool is_scene = false;      // nobody has opened a picture
    bool gives_lecture = false;
    bool shows_card = false;  // which says what this program is
    int page = 1, pages = 1;  // of a file of several, or layers; 1: there are no others
    bool has_layers = false;
    int width = 0, height = 0;  // size of the picture
    FocusReport focus;
    std::optional<FilmStatus> film;             // that is open
    bool saves_film = false;                    // it is being filtered into a file
    std::optional<Problem> problem;             // that is solved
    const TuneReport* tune = nullptr;           // declared in app/views/tune/view.h
    EngineKind engine = EngineKind::automatic;  // that solves it
    bool half_result_matters = false;  // CUDA writes the window's textures, so the switch has an effect
    bool in_linear_light = true;
    bool linear_matters = false;  // the picture has integers, so the switch has an effect
    std::string decoding;         // how the samples are decoded: "16 bits, as numbers"; empty: the scene
    bool shows_original = false;
    std::string caption;  // what the picture shows, in one or a few lines
    CompareReport compare;
    std::string message;   // the newest one, for a while; otherwise empty
    bool trouble = false;  // the message is an error
    TimesReport times;     // those in the strip: they may be frozen
    double engine_ms = 0;  // median of all stages together, never frozen; 0: nothing is filtered
};

void controls_panel(const Layout& layout, Settings& settings, const Report& report, Requests& requests);
// The times in layout.times: a line, which a click unfolds to the table.
void timing_panel(const Layout& layout, Settings& settings, const Report& report, Requests& requests);
// A stage of the filter as the line has it.
struct StageLabel {
    std::string name, ms;
    double share = 0;  // of the bar: its time
};
// "0.044", "12.3"
std::string milliseconds(double ms);
std::vector<StageLabel> stage_labels(const TimesReport& times);
// Draws that line into the window that is open.
void times_strip(const Settings& settings, const Report& report);
// Draws over the picture what it shows, its size, and the newest message; a click on this opens the list of
// messages, and one into the corner for pictures opens one. Returns the place of the title, empty if there is none.
Area caption_overlay(const Layout& layout, Settings& settings, const Report& report, const Viewer& viewer,
                     Requests& requests);
// The card in the upper right corner of the picture, and its size; 0: there is no room for it.
void start_card(const Layout& layout, Requests& requests);
Point start_card_size(const Layout& layout);
// Draws which page of a stack is seen, and turns to others, in layout.below.
void pages_bar(const Layout& layout, const Report& report, Requests& requests);
// Draws filter, sigma, size, time and rate below the picture, in layout.big_type.
void big_type_line(const Layout& layout, const Settings& settings, const Report& report);

// Which controls are visible. Each layout shows at most seven (a choice counts as one); the others are under
// More.
struct Shown {
    bool order, derivative, boundary, sweeps, measured;
};
Shown shown_controls(const Settings& settings);
// Whether order, boundary, stop after and slots fold away under a line, and what that says of them.
bool folds_away(const Settings& settings);
std::string folded_text(const Settings& settings);

// Sections of the controls.
void filter_section(Settings& settings);
void view_section(Settings& settings);
void recent_pictures(const std::vector<RecentPicture>& recent, Requests& requests);
void details_section(Settings& settings, const Report& report, Requests& requests);
void algorithm_choice(Settings& settings, const Report& report);
// Width of the button that opens the controls over the picture of a narrow window.
float drawer_button_width();

}  // namespace sweep::app
