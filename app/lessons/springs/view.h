// Weights as springs between the pixels of a row: what each block does alone, how its carries combine, and what an
// edge of the guide does to a carry. A slider opens and shuts the edge.
#pragma once

#include <utility>

#include "app/lessons/lesson/info.h"
#include "app/lessons/lesson/lesson.h"
#include "app/lessons/springs/springs.h"

namespace sweep::app {

class SpringsView final : public LessonView {
  public:
    static const LessonInfo lesson;

    void update(const LessonFrame& frame) override;
    void step(double steps, TeachSettings& teach) override;
    void panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) override;
    bool is_busy() const override { return false; }
    bool moves(const TeachSettings& teach) const override { return teach.springs.plays; }
    std::string why_not() const override { return {}; }

    const SpringRow& row() const { return row_; }

  private:
    void panel(const Area& area, int step) const;
    void numbers(int step) const;
    void transport(const Area& area, TeachSettings& teach) const;

    SpringRow row_;
};

// Draws the row into the current ImGui window, in all the room that it has, with what is known after this step.
void draw_springs(const SpringRow& row, int step);

}  // namespace sweep::app
