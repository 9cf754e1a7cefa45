// What the tuning makes of a job that leaves algorithm, block or kernels open.
#pragma once

#include <vector>

#include "core/plan/job.h"
#include "gpu/tuning/device_limits.h"
#include "gpu/tuning/tuning.h"

namespace sweep::gpu {

// Returns the jobs to try for the planner's problem, best first; the last one always has a plan. `usual` is what core
// makes of the problem. An image of the shape `off_chip` is known to be too large to be on the chip.
std::vector<Job> candidates(const Planner& planner, const Job& usual, const DeviceLimits& limits,
                            const Tuning& tuning, const Shape& off_chip);

}  // namespace sweep::gpu
