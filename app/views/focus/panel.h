// The controls of the depth of field, and the labels over its pictures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/screen/canvas/viewer.h"
#include "app/ui/layout.h"
#include "app/work/request/requests.h"
#include "app/work/request/settings.h"

namespace sweep::app {

// The facts about a frame that the controls show.
struct FocusReport {
    bool has_depth = false;
    bool lacks_depth_map = false;      // the input is a picture without a depth map
    std::string depth_name;            // the picture's depth map; empty: none, or the scene's
    bool spreads_strokes = false;      // the depth map of strokes is still to come
    bool has_metres = false;           // the map is of distances, whose ends need no setting
    std::vector<double> table_errors;  // BoxErrors, when they are measured
    std::optional<double> mean_leak;   // of the map of leaks, once it is there
};

void focus_section(Settings& settings, const FocusReport& report, Requests& requests);
// Draws the strokes over the picture, as lines in the grey of their nearness with a rim that is seen over anything,
// while Ctrl is held, and over the depth.
void strokes_overlay(const FocusSettings& focus, const FocusReport& report, const Viewer& viewer);
// Draws the labels over a picture that is `width` pixels wide: the names of two methods, the scale of the circles or
// of the leaks, near and far of a ramp.
void focus_overlay(const Layout& layout, const Settings& settings, const FocusReport& report, int width,
                   const Viewer& viewer);

}  // namespace sweep::app
