// The division of the window.
#pragma once

#include "app/base/area.h"
#include "app/work/request/settings.h"

namespace sweep::app {

// The areas of the window's parts.
struct Layout {
    Area picture, controls, times;  // controls and times may be empty
    Area captions;                  // the part of the picture that nothing lies over
    Area tune;                      // the large panel of tuning, beside the picture or over it; may be empty
    Area big_type;                  // the line of big letters below the picture; may be empty
    bool times_table = false;       // the times are a table, not a line
    Area below;    // a strip under the picture: the pages of a stack, the scale of values; may be empty
    Area measure;  // the panel of measuring; may be empty
    bool narrow = false;  // there is no room for the controls beside the picture: they open over it
};
Layout divide(int width, int height, const Settings& settings);
// Takes the strip from the picture, where there is room for it.
void take_below(Layout& layout);

}  // namespace sweep::app
