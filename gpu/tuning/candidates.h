// What the tuning makes of a job that leaves algorithm, block or kernels open.
#pragma once

#include <vector>

#include "core/engine/job.h"
#include "gpu/tuning/device_limits.h"
#include "gpu/tuning/tuning.h"

namespace sweep::gpu {

// Returns the jobs to try, best first; the last one always has a plan. `asked` is the problem as the user has put it, `usual`
// that problem resolved. An image of the shape `off_chip` is known to be too large to be on the chip.
std::vector<Job> candidates(const Problem& asked, const Job& usual, const DeviceLimits& limits,
                            const Tuning& tuning, const Shape& off_chip);

}  // namespace sweep::gpu
