// A request of the C interface as a problem to solve.
#pragma once

#include "core/problem/problem.h"
#include "lib/sweep.h"

namespace sweep::library {

// The request that sweep_request_init() makes.
sweep_request usual_request();

EngineKind engine_of(const sweep_request& request);
Sample sample_of(sweep_sample sample);
sweep_sample sample_of(Sample sample);

// Throws Error(usage) where a member has no value that sweep.h names. validate() says what the numbers may be.
Problem problem_of(const sweep_request& request);

}  // namespace sweep::library
