// The colours of the panels, by theme: `dark`; `projector`, since a projector lifts black and hides differences between
// greys; `light`, for bright rooms and print.
#pragma once

#include <imgui.h>

#include "app/work/request/settings.h"

namespace sweep::app {

namespace colours {

// Set by the theme. Words are in text, faint, accent, good or bad on a panel or control, and in on_accent on accent.
inline ImVec4 text, faint, panel, popup, control, hovered, accent, accent_dim, good, bad, on_accent;
// Set by the theme: behind numbers that fill a view, and behind words over a picture.
inline ImVec4 stage, plate;
// Over pictures, which no theme changes: amber is what goes down and right, teal what goes up and left.
inline const ImVec4 amber{1.00f, 0.71f, 0.33f, 1.0f}, teal{0.38f, 0.80f, 0.74f, 1.0f};

// Lines and grids on a panel: white on dark ones, black on light ones.
ImU32 line(int alpha);
// Behind a plot on a panel.
ImU32 well();
// A colour that tells curves and bars apart, for words: dark enough on a light panel.
ImVec4 for_words(const ImVec4& colour);
// A cell of a stage whose number is not all of it yet: near the stage, dark or pale, with words of the colour.
struct Faded {
    ImVec4 fill, words;
};
Faded faded(const ImVec4& colour);

}  // namespace colours

void set_colours(Theme theme);

}  // namespace sweep::app
