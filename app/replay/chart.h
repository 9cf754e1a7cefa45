// The chart of a run: processors against time, a colour for each stage.
#pragma once

#include <imgui.h>

#include "core/engine/trace.h"

namespace sweep::app {

// Neighbouring stages differ in hue and in brightness.
ImU32 colour_of_stage(int stage, float alpha = 1);

// Where a chart lies: the corner at the top left, its size, and how many milliseconds its width stands for.
struct ChartPlace {
    ImVec2 corner, size;
    double milliseconds = 1;
    float x_of(double ms) const { return corner.x + size.x * float(ms / milliseconds); }
};

// Draws a row for each processor and, where processors have several pieces at once, how many ran and how many of them waited;
// below the place the names of the stages.
void draw_chart(const Trace& trace, const ChartPlace& place);

}  // namespace sweep::app
