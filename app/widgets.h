// Small pieces that the panels share.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <string_view>

namespace sweep::app {

// One of several, all of them in sight: a row of joined buttons as wide as the panel. `filled`: also paint
// those before the chosen one. Returns the index that was clicked, or -1.
int choice(const char* id, std::span<const char* const> labels, int chosen, bool filled = false);

// A heading in the accent colour with some air above it.
void heading(const char* text);

// `text` itself if the current font sets it within `width`; otherwise its beginning and its end around dots.
std::string shortened(std::string_view text, float width);

// Four digits, and never an exponent: "2.5", "67500".
std::string plain_number(double value);

// Text on a dark plate, for use over the picture.
void plate(ImDrawList& list, ImVec2 at, const char* text, const ImVec4& colour);

// A line of the panel: name, slider, and a field to type into. A value that is beyond the range already may
// stay there.
bool slider(const char* name, float& value, float low, float high, const char* format,
            bool logarithmic = false);

// The name that stands before the value of a line of the panel; the value comes next.
void line_name(const char* name);

// Explains the item before it.
void hint(const char* text);

}  // namespace sweep::app
