// The lineage of one number as marks and arrows on the picture of a step.
#pragma once

#include <vector>

#include "app/lessons/walk/lineage.h"

namespace sweep::app {

// A source is a number of the sum itself; what has made it is behind these.
enum class Kinship { source, has_made_it, is_made_of_it };

struct WalkMark {
    WalkPick at;
    Kinship kinship;
    double share;  // of the picked number in this one, or of this one in it
};
// From what a number is computed of to that number.
struct WalkArrow {
    WalkPick from, to;
    bool is_ahead;  // between numbers that are made of the picked one
    double share;
};
struct WalkMarks {
    std::vector<WalkMark> marks;
    std::vector<WalkArrow> arrows;  // the strongest ones, the strongest of them last
};

// Of several numbers at one place, as a pixel of X and the pixel of Y that is computed from it, the nearest kin
// counts, and then the largest share. Nothing where the lineage has no such number.
WalkMarks marks_of(const WalkLineage& lineage, const Walk& walk, int step, const WalkPick& picked);

}  // namespace sweep::app
