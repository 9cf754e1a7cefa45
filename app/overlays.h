// What lies over everything: the page of keys, and a line in letters for the last row.
#pragma once

#include "app/actions.h"
#include "app/panels.h"

namespace sweep::app {

// All keys on one page, in as many columns as there is room for, in smaller letters where there is not.
void key_page(const Settings& settings, const std::vector<Action>& actions);

// Filter, sigma, size, time and rate, over the lower edge of the picture: layout.big_type.
void big_type_line(const Layout& layout, const Settings& settings, const Report& report);

// What went wrong with the panels, where they would be: nothing else says it.
void trouble_line(const Area& area, const std::string& text);

// In the middle of the upper edge, or where there is room beside or below what stands there (`taken`, which may be
// empty): that the window is recorded, how much there is, where, and what the keys do. Over everything, and not in the
// recorded frames.
void recording_plate(ImDrawList& list, const Area& taken, const std::string& status,
                     const std::string& folder, const std::string& keys);

}  // namespace sweep::app
