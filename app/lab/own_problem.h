// What Sweep itself would compute for an exercise, so that its time can stand beside a student's.
#pragma once

#include <optional>

#include "app/lab/truth.h"

namespace sweep::app {

// None where no filter of Sweep does the same: an order of 2, blocks from zero, other passes.
std::optional<Problem> own_problem(const Exercise& exercise, const LabQuestion& question, const Size& size);

}  // namespace sweep::app
