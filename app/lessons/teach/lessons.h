// All lessons of the view of the passes.
#pragma once

#include <span>

#include "app/lessons/lesson/info.h"

namespace sweep::app {

extern const LessonInfo passes_lesson, blocks_lesson;

// In the order of Lesson.
std::span<const LessonInfo* const> lessons();
const LessonInfo& info(Lesson lesson);

// Of each the option that shows it, with its own ones, in the order of the help.
void add_lesson_options(std::vector<ViewOption>& rows);

// The switch by which the lesson plays that is shown.
bool& plays(TeachSettings& teach);

}  // namespace sweep::app
