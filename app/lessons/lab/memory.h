// The memory of a student's run as grids of cells: what each holds, what is read and written, and what nobody has
// written yet.
#pragma once

#include <optional>
#include <vector>

#include <imgui.h>

#include "app/base/area.h"
#include "app/lab/run_state.h"

namespace sweep::app {

struct CellRange {
    double low = 0, high = 1;
};

// The least and largest value of each memory during the run. Those of `in` and `out` are the same where they are alike,
// so that grey means the same in both.
std::vector<CellRange> value_ranges(const RunState& state);

// What is marked besides what the phase reads and writes.
struct LabMarks {
    std::optional<RunElement> faulty;
    std::optional<std::size_t> faulty_memory;  // an access has left it
    std::optional<RunElement> picked;
};

// Draws what there is after the phase, and of shared memory that of the phase's block. Returns the element under the
// mouse.
std::optional<RunElement> draw_memory(ImDrawList& list, const RunState& state,
                                      const std::vector<CellRange>& ranges, const Area& area, int phase,
                                      const LabMarks& marks, ImVec2 mouse);

}  // namespace sweep::app
