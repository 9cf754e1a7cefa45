// A problem as an engine solves it. Whoever has a job has nothing left to decide.
#pragma once

#include <vector>

#include "core/filter/pass_design.h"
#include "core/plan/planner.h"
#include "core/problem/problem.h"
#include "core/stages/stages.h"

namespace sweep {

struct Job {
    Problem problem;            // with its algorithm in place of `automatic`
    FilterDesign design;        // of a recursive filter; otherwise empty
    int block = 0;              // the side of the blocks
    std::vector<Stage> stages;  // in the order in which they run, with the bytes that each moves
    // Of how many images of one height, one below the other, problem.shape is. Each has boundaries of its own.
    int images = 1;
    operator DesignedProblem() const { return {problem, design}; }
    friend bool operator==(const Job&, const Job&) = default;
};

// The job that solves the problem on the engine, in blocks of `block`. Throws Error(usage) for a problem that makes
// no sense (validate()), or that the engine does not solve (require_support()).
Job plan(const Problem& problem, EngineKind engine, int block);
// The same before anybody has decided on blocks: `block` is 0, and there are no stages.
Job plan(const Planner& planner, EngineKind engine, const Limits* limits = nullptr);

}  // namespace sweep
