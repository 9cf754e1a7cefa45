// Tuning as panels: a section in the column of controls, and a large panel over the picture.
#pragma once

#include "app/panels.h"

namespace sweep::app {

// Sigma asked for and measured, and the error to the true Gaussian.
void tune_section(Settings& settings, const Report& report);

// Poles and responses, or times: over the right part of the picture when settings.tune.panel says so.
void tune_panel(const Layout& layout, Settings& settings, const Report& report);

// Of the large panel: measured times against sigma and size.
void times_page(Settings& settings, const TuneReport& report);

// Puts the filter's coefficients into the clipboard, and says so in settings.tune.
void copy_coefficients(Settings& settings, int format);

}  // namespace sweep::app
