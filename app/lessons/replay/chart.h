// The chart of a run: processors against time, a colour for each stage.
#pragma once

#include <limits>
#include <vector>

#include <imgui.h>

#include "core/engine/trace.h"

namespace sweep::app {

// So many differ; then they begin again.
inline constexpr int stage_colours = 6;
ImU32 colour_of_stage(int stage, float alpha = 1);
// A wait for others along an axis has a colour of its own; one for a launch is the stage's, paler.
ImU32 colour_of_wait(TraceWait::For what, int stage, float alpha = 1);

// Where a chart lies: the corner at the top left, its size, and how many milliseconds its width stands for. What is
// later than `until` is not drawn.
struct ChartPlace {
    ImVec2 corner, size;
    double milliseconds = 1;
    double until = std::numeric_limits<double>::infinity();
    float x_of(double ms) const { return corner.x + size.x * float(ms / milliseconds); }
};

// A row for each processor and, where processors have several pieces at once, how many ran and how many of them
// waited for what; below its place the names of the stages.
class RunChart {
  public:
    explicit RunChart(Trace trace);
    const Trace& trace() const { return trace_; }
    void draw(const ChartPlace& place) const;

  private:
    void draw_rows(const ChartPlace& place) const;

    Trace trace_;
    std::vector<int> lanes_;  // of the pieces
    int most_ = 1;            // pieces of a processor at once
};

}  // namespace sweep::app
