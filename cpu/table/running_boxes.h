// Algorithm box-lines of images of bytes, in one stage.
#pragma once

#include <memory>

#include "cpu/base/steps.h"

namespace sweep::cpu {

std::unique_ptr<Steps> running_box_steps(const Problem& problem, Threads& threads);

}  // namespace sweep::cpu
