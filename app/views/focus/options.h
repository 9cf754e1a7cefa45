// The options of the depth of field, for the command line, scripts and `copy state`.
#pragma once

#include <string>
#include <vector>

#include "app/work/options/view_option.h"
#include "app/work/request/focus_settings.h"

namespace sweep::app {

// "0.75:10,20,30,40;0:5,6": the strokes one after the other, each its nearness and the X,Y of its points. Empty: none.
std::string strokes_text(const DepthStrokes& strokes);
// Reads such a text. Throws Error(usage) with the option's name.
DepthStrokes parse_strokes(const std::string& option, const std::string& text);

void add_focus_options(std::vector<ViewOption>& rows);

}  // namespace sweep::app
