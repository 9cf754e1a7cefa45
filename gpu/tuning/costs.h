// Where an algorithm costs less on a GPU than the one that `auto` usually takes, and in which blocks that one costs the
// least. Nothing is said where somebody asks for blocks or kernels.
#pragma once

#include "core/plan/job.h"
#include "core/plan/offers.h"
#include "gpu/tuning/tuning.h"

namespace sweep::gpu {

// In place of algorithm 7:
bool lines_cost_less(const DesignedProblem& asked, const Limits& limits);    // 8a
bool streams_cost_less(const DesignedProblem& asked, const Limits& limits);  // 8, along one axis
bool halo_costs_less(const DesignedProblem& asked, const Limits& limits);    // halo
bool tiles_cost_less(const DesignedProblem& asked, const Limits& limits);    // 8
// In place of sat-1pass: sat
bool two_passes_cost_less(const DesignedProblem& asked, const Limits& limits);

// Says in which blocks and by which kernels the job runs, where it leaves them open and rows have them.
void choose_blocks(Job& job, const TunedDevice& device);

}  // namespace sweep::gpu
