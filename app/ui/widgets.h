// Small pieces that the panels share.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

namespace sweep::app {

// A choice of one of several: a row of joined buttons as wide as the panel, or two rows where their labels need them.
// `filled`: paints those before the chosen one, too. Returns the index that was clicked, or -1.
int choice(const char* id, std::span<const char* const> labels, int chosen, bool filled = false);

// A choice whose buttons do what actions of the table do, in rows of at most `columns`. Their tooltips name
// the actions, after `about`.
struct ChoiceEntry {
    const char* label;
    std::string_view action = {};
    const char* about = "";
};
int choice(const char* id, std::span<const ChoiceEntry> offers, int chosen, int columns);
// The widths of buttons that fill `room` together: the same or, if a label is too long for that, with the same
// air around each label.
std::vector<float> button_widths(std::span<const char* const> labels, float room);
// The next item belongs to the choice before it, and stands as near as its rows.
void join_next();

// A heading in the accent colour with some air above it.
void heading(const char* text);

// A line with an arrow, which folds away what comes after it: `text` says what that is. Returns whether it is open.
bool fold(const char* id, const std::string& text, bool& open);

// `text` itself if it fits into `width` in the current font; otherwise its beginning and its end around dots, as
// names of files need it.
std::string shortened(std::string_view text, float width);
// The same for sentences and numbers: otherwise as many whole words as fit, and dots, so that no number becomes another
// one. Of a first word that is too long, the letters that fit.
std::string cut(std::string_view text, float width);

// A name and what is known of it. The name is shortened where the facts need the room; of facts that are too long the
// last words go.
std::string with_facts(std::string_view name, std::string_view facts, float width);

// The width in pixels of a text in the current font, and in letters of another size.
float text_width(std::string_view text);
float text_width(ImFont* font, float size, const std::string& text);

// Draws text on a dark plate, for use over the picture.
void plate(ImDrawList& list, ImVec2 at, const char* text, const ImVec4& colour);

// A line of the panel: name, slider, and a field to type into. A value that is outside of the range already
// may stay there.
bool slider(const char* name, float& value, float low, float high, const char* format,
            bool logarithmic = false);

// The name at the beginning of a line of the panel; the caller draws the value next.
void line_name(const char* name);

// The text with a line's end in place of a space wherever a line would be wider than the room. Dear ImGui's own lines
// also end after a point, in the middle of a number.
std::string in_lines(std::string_view text, float room);

// A remark, in as many lines as it needs.
void faint_line(const std::string& text);

// Explains the item before it while the pointer rests on that.
void hint(const char* text);

// Explains an item by the actions that it stands for: each in the table's words, with its keys, and before
// them `more`. Throws std::logic_error for a name that is not in the table, wherever the pointer is.
void tip(std::span<const std::string_view> actions, const char* more = "");
inline void tip(std::initializer_list<std::string_view> actions, const char* more = "") {
    tip(std::span(actions.begin(), actions.size()), more);
}
inline void tip(std::string_view action, const char* more = "") {
    tip({action}, more);
}

}  // namespace sweep::app
