// What lab() of a student has to give, in double: passes over the lines of a picture, each line or each block from
// zero.
#pragma once

#include <string>
#include <vector>

#include "app/lab/exercise.h"
#include "app/lab/picture.h"
#include "core/problem/problem.h"

namespace sweep::app {

// The question that a student's file answers.
struct LabQuestion {
    LabKind kind = LabKind::passes;
    std::vector<int> passes;  // for a table: down, right; of `free` those of a plain recursion, or none
    int blocks = 0;
    std::vector<float> c;  // what lab() is given: g, d1, d2 ..
    Problem problem;       // of the kind `free`, but for its size
};

// The question of an exercise; `free` is the filter of a free one. Throws Error(usage).
LabQuestion question_of(const Exercise& exercise, const Problem& free);

// The input of every picture of this size: the same pseudo-random numbers within [0, 1) each time.
std::vector<float> lab_input(const Size& size);

// The filter of a problem but for its size, by its definition. Throws Error(usage).
LabPicture by_reference(Problem problem, const LabPicture& in);
LabPicture truth_of(const LabQuestion& question, const LabPicture& in);
LabPicture picture_of(const Size& size, const std::vector<float>& values);

}  // namespace sweep::app
