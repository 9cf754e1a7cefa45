// A request of the C interface as a problem to solve, and what of it has no effect.
#pragma once

#include <optional>
#include <string>

#include "core/derived/derived.h"
#include "core/problem/missing.h"
#include "lib/sweep.h"

namespace sweep::library {

// The request that sweep_request_init() makes.
sweep_request usual_request();

// How missing samples are treated; nothing: as any number. Throws Error(usage) where the filter makes no means of
// others.
std::optional<Missing> missing_of(const sweep_request& request, const Problem& problem);

// What is derived. Throws Error(usage) for a value that sweep.h does not name; runs_of() says what the numbers may be.
Derived derived_of(const sweep_request& request);

EngineKind engine_of(sweep_engine engine);
Sample sample_of(sweep_sample sample);
sweep_sample sample_of(Sample sample);

// Throws Error(usage) where a member has no value that sweep.h names, and where one asks for what the filter cannot do:
// then the result would be another one than was asked for. validate() says what the numbers may be.
Problem problem_of(const sweep_request& request);

// The members that differ from usual_request() and that this request's filter does not read, in their order: "sigma,
// order have no effect on box". Empty where there are none.
std::string without_effect(const sweep_request& request);

// The row of core/filter/boundaries.h that has this number. Throws Error(usage).
BoundaryKind boundary_with(sweep_boundary number);

}  // namespace sweep::library
