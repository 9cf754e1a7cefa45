// Tuning as panels: a section in the column of controls, and a large panel over the picture.
#pragma once

#include "app/panels.h"
#include "app/tuning.h"

namespace sweep::app {

// Sigma asked for and measured, and the error to the true Gaussian.
void tune_section(Settings& settings, const Report& report);

// Poles and responses, or times: over the right part of the picture when settings.tune.panel says so.
void tune_panel(const Layout& layout, Settings& settings, const Report& report);

// Of the large panel: measured times against sigma and size.
void times_page(Settings& settings, const TuneReport& report);

// What was measured of both at about one place, as a sentence that begins with `where`; where the conditions differ it
// says so, and where there is nothing to compare it is empty.
std::string times_faster(const TimeSeries& work, const TimeSeries& convolution, const char* where,
                         const char* unit);

// Puts the filter's coefficients into the clipboard, and says so in settings.tune.
void copy_coefficients(Settings& settings, int format);

}  // namespace sweep::app
