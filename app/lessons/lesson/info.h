// A lesson in words: its button, key and options, and what the player's keys do in it. It is known without a window, so
// that the command line, the page of keys and the palette read it too.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "app/lessons/lesson/lesson.h"
#include "app/work/options/view_option.h"

namespace sweep::app {

struct LessonInfo {
    const char* button;      // in the list of lessons
    std::string_view about;  // what it shows, as a part of a sentence
    // The action and its key, and the option; empty for the passes, which are there when no other lesson is.
    std::string_view action = {}, action_help = {};
    char key = 0;
    std::string_view option = {}, option_help = {};
    // Makes its view. Null: it shares that of the lesson before it.
    std::unique_ptr<LessonView> (*make)() = nullptr;
    // The switch by which it plays; null: it stands still.
    bool& (*plays)(TeachSettings& teach) = nullptr;
    // Goes to the beginning, or to the end.
    void (*go)(TeachSettings& teach, bool to_end) = nullptr;
    // Goes to the next part (1), or to the beginning of this one or the one before (-1). False or null: no parts.
    bool (*go_to_part)(TeachSettings& teach, int way) = nullptr;
    // Draws its controls; null: it has none. `more`: also those that are rarely needed.
    void (*controls)(TeachSettings& teach, bool more) = nullptr;
    // Its options besides the one that shows it.
    void (*add_options)(std::vector<ViewOption>& rows) = nullptr;
    bool has_charts = false;  // which need a taller strip
};

// The progress at the beginning of the next part (way 1), or at that of the current or previous one (-1).
double next_part(double progress, int way, double parts);

}  // namespace sweep::app
