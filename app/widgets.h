// Small pieces that the panels share.
#pragma once

#include <imgui.h>

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace sweep::app {

// One of several, all of them in sight: a row of joined buttons as wide as the panel. `filled`: also paint
// those before the chosen one. Returns the index that was clicked, or -1.
int choice(const char* id, std::span<const char* const> labels, int chosen, bool filled = false);

// The same where each does what an action of the table does, which its tooltip says; in rows of at most `columns`.
struct Offer {
    const char* label;
    std::string_view action = {};
};
int choice(const char* id, std::span<const Offer> offers, int chosen, int columns);
// What comes next stands as near as the rows of a choice: it belongs to it.
void join_next();

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

// A remark, in as many lines as it takes.
void faint_line(const std::string& text);

// Explains the item before it, when the pointer rests on it.
void hint(const char* text);

// The same of what actions of the table do: each in the table's words, with its keys. `more` comes first: what the
// table has no room for. Throws std::logic_error for a name that the table does not have, pointer or not.
void tip(std::initializer_list<std::string_view> actions, const char* more = "");
inline void tip(std::string_view action, const char* more = "") {
    tip({action}, more);
}

}  // namespace sweep::app
