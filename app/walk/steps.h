// Which planes and states an algorithm computes, and in which steps.
#pragma once

#include <vector>

#include "app/walk/walk.h"

namespace sweep::app {

// What the blocks of the rows are filtered from, before the carries are known.
enum class RowsOf { X, incomplete_Y, incomplete_Z, Z };

struct WalkPlan {
    bool by_blocks = true;  // otherwise whole lines: RT
    bool table = false;     // passes down and right alone, which add up
    bool columns_overlap =
        true;  // blocks run up from what ran down in them from zero; otherwise from the true Y
    bool rows_overlap = true;
    RowsOf rows_of = RowsOf::incomplete_Z;
    int passes = all_passes;

    bool has_pass(int i) const { return i < passes && !(table && i % 2 == 1); }
    bool overlaps(int i) const { return i < 2 ? columns_overlap : rows_overlap; }
    Plane input(int i) const { return i == 0 ? Plane::X : table ? Plane::Y : Plane(int(Plane::Y) + i - 1); }
    Plane input_alone(int i) const;
};

WalkPlan plan_of(const Problem& problem);
std::vector<WalkStep> steps_of(const Problem& problem, const WalkPlan& plan, int order);

}  // namespace sweep::app
