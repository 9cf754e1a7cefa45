#include "app/lessons/teach/lessons.h"

#include <array>

#include "app/lessons/figures/view.h"
#include "app/lessons/lab/view.h"
#include "app/lessons/replay/view.h"
#include "app/lessons/springs/view.h"
#include "app/lessons/table/view.h"
#include "app/lessons/walk/view/view.h"

namespace sweep::app {
namespace {

constexpr std::array<const LessonInfo*, 8> all{&passes_lesson,      &blocks_lesson,     &WalkView::lesson,
                                               &ReplayView::lesson, &TableView::lesson, &SpringsView::lesson,
                                               &FigureView::lesson, &LabView::lesson};

constexpr std::array in_help{Lesson::blocks, Lesson::replay,  Lesson::figure, Lesson::walk,
                             Lesson::table,  Lesson::springs, Lesson::lab};

// A lesson that is switched off gives way to the passes.
ViewOption option_of(Lesson lesson) {
    return switch_word_option(
        std::string(info(lesson).option), std::string(info(lesson).option_help),
        [lesson](Settings& s, bool on) {
            if (on)
                s.teach.lesson = lesson;
            else if (s.teach.lesson == lesson)
                s.teach.lesson = Lesson::passes;
        },
        [lesson](const Settings& s) { return s.teach.lesson == lesson; });
}

}  // namespace

std::span<const LessonInfo* const> lessons() {
    return all;
}

const LessonInfo& info(Lesson lesson) {
    return *all[std::size_t(lesson)];
}

void add_lesson_options(std::vector<ViewOption>& rows) {
    for (const Lesson lesson : in_help) {
        rows.push_back(option_of(lesson));
        info(lesson).add_options(rows);
    }
}

bool& plays(TeachSettings& teach) {
    const LessonInfo& shown = info(teach.lesson);
    return shown.plays ? shown.plays(teach) : teach.playing;
}

}  // namespace sweep::app
