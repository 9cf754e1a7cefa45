// The panels: free functions that show reports and write Settings. They know ImGui, and neither OpenGL nor
// any engine.
#pragma once

#include "app/accuracy.h"
#include "app/actions.h"
#include "app/look.h"
#include "app/settings.h"
#include "app/times_report.h"
#include "app/viewer.h"
#include "core/algorithms.h"

#include <optional>
#include <string>
#include <vector>

namespace sweep::app {

struct TuneReport;

// What the panels show; gathered anew for every frame.
struct Report {
    std::string badge, reason;  // the engine: "CUDA interop", and why that one
    AccuracyReport accuracy;    // of what that engine does
    std::string renderer;       // OpenGL's own description
    std::string input;          // "scene" or the file's name
    int width = 0, height = 0;  // of the picture
    bool has_depth = false;
    bool lacks_depth_map = false;      // a picture without one
    std::string depth_name;            // of a picture's depth map; empty: none, or the scene's
    std::vector<double> table_errors;  // BoxErrors, when they are measured
    std::optional<Problem> problem;    // what is filtered
    const TuneReport* tune = nullptr;  // app/tuning.h
    std::optional<EngineKind> engine;  // by what; nothing: the reference, which has no algorithms
    bool half_result_matters = false;  // CUDA writes the window's textures
    bool linear_matters = false;       // the picture has integers, so that the switch does something
    std::string decoding;              // of the picture's samples: "16 bits, as numbers"; empty: the scene's
    bool shows_original = false;
    std::string caption;  // what the picture shows, in a line or some
    LookReport look;
    std::string message;   // worth knowing for a while; empty otherwise
    bool trouble = false;  // it says what went wrong
    TimesReport times;     // as the strip shows them: they may be frozen
    double engine_ms = 0;  // now; median of all stages together; 0 when nothing is filtered
};

// How the window is divided between picture, controls and times.
struct Layout {
    Area picture, controls, times;  // the last two may be empty
    Area captions;                  // the part of the picture that nothing lies over
    Area tune;                      // the large panel of tuning, beside the picture or over it; may be empty
    Area big_type;                  // the line of big letters over the picture; may be empty
    bool narrow = false;            // the controls have no place beside the picture: they come over it
};
Layout divide(int width, int height, const Settings& settings);

void controls_panel(const Layout& layout, Settings& settings, const Report& report);
void timing_panel(const Layout& layout, Settings& settings, const TimesReport& times);
// Over the picture: what it shows, how large, and the newest message, on which a click shows all of them. Returns where
// the title stands; empty where there is none.
Area caption_overlay(const Layout& layout, Settings& settings, const Report& report, const Viewer& viewer);
// Over the depth of field: what is seen in it.
void focus_overlay(const Layout& layout, const Settings& settings, const Report& report,
                   const Viewer& viewer);

// Which controls are in sight: in each layout at most seven (one of several counts as one), the rest under More.
struct Shown {
    bool order, boundary, sweeps, measured;
};
Shown shown_controls(const Settings& settings);

// Sections of the controls.
void filter_section(Settings& settings);
void view_section(Settings& settings);
void focus_section(Settings& settings, const Report& report);
void recent_pictures(Settings& settings);
void wipe_section(Settings& settings);
void difference_section(Settings& settings, const LookReport& report);
void slots_section(Settings& settings);
void looking_section(Settings& settings);
void details_section(Settings& settings, const Report& report);
void algorithm_choice(Settings& settings, const Report& report);
// Of the button that brings the controls over the picture of a narrow window.
float drawer_button_width();

}  // namespace sweep::app
