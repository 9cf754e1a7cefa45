// The panels of tuning: a section in the column of controls, and a large panel over the picture.
#pragma once

#include "app/ui/layout.h"
#include "app/views/tune/view.h"
#include "app/work/request/requests.h"
#include "app/work/request/settings.h"

namespace sweep::app {

struct CodeInfo;  // app/views/tune/filter_code.h

// Draws the section: the requested and the measured sigma, and the error against the true Gaussian.
void tune_section(Settings& settings, const TuneReport& report);

// Draws the large panel over the right part of the picture when settings.tune.panel is set: poles and
// responses, or times.
void tune_panel(const Layout& layout, Settings& settings, PoleState& poles, const TuneReport& report,
                Requests& requests);

// Draws the table of sigma_rows() for the filter's sigma, as a window over the picture, while it is open. What is typed
// into a row becomes sigma.
void sigma_panel(const Layout& layout, Settings& settings, bool& open);

// Draws a page of the large panel: measured times against sigma and size.
void times_page(const Settings& settings, const TuneReport& report, Requests& requests);

// Compares the times of both series at the last common value of x, in a sentence that begins with `where`. It
// says so where the conditions differ, and is empty where there is nothing to compare.
std::string times_faster(const TimeSeries& work, const TimeSeries& convolution, const char* where,
                         const char* unit);

// Copies the filter to the clipboard as filter_code() writes it, and says so in `poles`.
void copy_filter(const FilterSettings& settings, PoleState& poles, const CodeInfo& code);

}  // namespace sweep::app
