// Which planes and states an algorithm computes, and in which steps.
#pragma once

#include <vector>

#include "app/lessons/walk/walk.h"

namespace sweep::app {

// What the blocks of the rows are filtered from, before the carries are known.
enum class RowsOf { X, incomplete_Y, incomplete_Z, Z };

struct WalkPlan {
    bool by_blocks = true;    // otherwise whole lines: RT
    bool table = false;       // passes down and right alone, which add up
    bool rows_first = false;  // of a table: right, then down
    bool pivots =
        false;  // of such a table: the columns' sums are those of X, and pivots make them the table's
    bool doubles = false;  // of a table: by doubling_passes(), not by passes over lines
    bool columns_overlap =
        true;  // blocks run up from what ran down in them from zero; otherwise from the true Y
    bool rows_overlap = true;
    bool stays = false;  // a block stays with its processor from the load to the store
    RowsOf rows_of = RowsOf::incomplete_Z;
    int passes = all_passes;

    bool has_pass(int i) const { return i < passes && !doubles && !(table && i % 2 == 1); }
    bool overlaps(int i) const { return i < 2 ? columns_overlap : rows_overlap; }
    Plane input(int i) const {
        if (table) return (i == 0) == rows_first ? (i == 0 ? Plane::U : Plane::Y) : Plane::X;
        return i == 0 ? Plane::X : Plane(int(Plane::Y) + i - 1);
    }
    Plane input_alone(int i) const;
};

// A pass of recursive doubling: every number gets the one that is `reach` before it, along the rows (pass 2) or the
// columns (pass 0); with reach 0 it is copied.
struct DoublingPass {
    int pass, reach;
};
std::vector<DoublingPass> doubling_passes(const Shape& shape);

WalkPlan plan_of(const Problem& problem);
std::vector<WalkStep> steps_of(const Problem& problem, const WalkPlan& plan, int order);

}  // namespace sweep::app
