// When a tip is shown: while the pointer rests on an item, until a key, a click, or some seconds later.
#pragma once

namespace sweep::app {

// To be called for the last item, with whether the pointer is on it, and rests there: whether its tip is shown. It
// never is while a button is held.
bool shows_tip(bool hovered, bool rests);
// A key or a button was pressed: the tip goes, until the pointer is on something else.
void dismiss_tip();
// The seconds until the tip that is shown goes by itself; negative: none is shown.
double seconds_of_tip();

}  // namespace sweep::app
