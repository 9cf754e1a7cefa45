#include "app/lessons/teach/view.h"

#include <algorithm>
#include <utility>

#include "app/lessons/lab/view.h"
#include "app/lessons/passes/passes.h"
#include "app/lessons/replay/view.h"
#include "app/lessons/teach/lessons.h"
#include "app/lessons/walk/view/view.h"
#include "app/ui/gui.h"

namespace sweep::app {

TeachLayout divide_teach(const Area& area, const TeachSettings& teach, bool on_stage) {
    TeachLayout layout;
    layout.on_stage = on_stage;
    const float em = ImGui::GetFontSize(), width = float(area.width);
    float height = float(area.height);
    // The block under the glass and its sum are to be seen together.
    const float least_with_strip = (shows_glass(teach) ? 48 : 30) * em;
    const bool charts = info(teach.lesson).has_charts;
    const bool walks = teach.lesson == Lesson::walk,
               sweeps = teach.lesson == Lesson::passes && !shows_fault(teach);
    const bool has_numbers = width > 38 * em,
               has_strip = height > least_with_strip && width > 36 * em && !(on_stage && walks);
    const int transport = height > 14 * em && width > 24 * em && !on_stage ? int(4.7f * em) : 0;
    const int strip = has_strip ? int(charts ? std::max(9.2f * em, 0.27f * height) : 9.2f * em) : 0;
    // Large letters need more of a narrow window for the same equation.
    const float part = width > 44 * em ? 0.45f : 0.54f;
    const int numbers = !has_numbers         ? 0
                        : on_stage && walks  ? int(0.42f * width)
                        : on_stage && sweeps ? int(0.36f * width)
                                             : int(std::min(24.5f * em, part * width));
    layout.strip = {area.x, area.y + area.height - strip, area.width, strip};
    layout.transport = {area.x, layout.strip.y - transport, area.width, transport};
    height -= float(strip + transport);
    layout.panel = {area.x + area.width - numbers, area.y, numbers, int(height)};
    layout.stage = {area.x, area.y, area.width - numbers, int(height)};
    if (on_stage && sweeps) {
        // The numbers are as high as the window, and the strip lies under the picture alone.
        layout.panel.height += strip;
        layout.strip.width -= numbers;
    }
    layout.margin = std::min(2.5f * em, 0.12f * std::min(float(layout.stage.width), height));
    const int m = int(layout.margin);
    layout.picture = {layout.stage.x + m, layout.stage.y + m, std::max(layout.stage.width - 2 * m, 1),
                      std::max(layout.stage.height - 2 * m, 1)};
    return layout;
}

TeachView::TeachView() {
    views_.push_back(std::make_unique<PassesView>(stage_));  // of the passes and the blocks, the first two
    for (const LessonInfo* lesson : lessons()) {
        if (lesson->make) views_.push_back(lesson->make());
        by_lesson_.push_back(views_.back().get());
    }
    shown_ = by_lesson_.front();
}

void TeachView::update(const Texture& light, double moment, const Problem& problem, Settings& settings,
                       double seconds) {
    if (moment_ != moment) {
        moment_ = moment;
        ++version_;
    }
    light_ = &light;
    shown_ = by_lesson_[std::size_t(settings.teach.lesson)];
    for (const std::unique_ptr<LessonView>& view : views_)
        if (view.get() != shown_) view->rest();
    if (const double rows = std::exchange(pending_rows_, 0); rows != 0) shown_->step(rows, settings.teach);
    shown_->update({light, version_, problem, settings, seconds});
}

void TeachView::keep_number(const std::string& name, bool hides, const TeachSettings& teach) {
    view<WalkView>().keep(name, hides, teach);
}

void TeachView::watch(WatchedFile file) {
    view<LabView>().watch(std::move(file));
}

bool TeachView::watched_changed(const TeachSettings& teach) {
    return teach.lesson == Lesson::lab && view<LabView>().look();
}

void TeachView::draw(const TeachLayout& layout, const Viewer& viewer, const Settings& settings, bool encoded,
                     GLuint framebuffer, int window_height) {
    const LessonCanvas canvas{light_, encoded, framebuffer, window_height};
    if (!shown_->shows_input()) return shown_->draw(layout, viewer, settings, canvas);
    const bool soft = settings.soft_highlights && settings.teach.input == TestInput::none;
    stage_.draw_alone({light_}, viewer, layout.stage, {settings.exposure, soft, encoded}, framebuffer,
                      window_height);
}

}  // namespace sweep::app
