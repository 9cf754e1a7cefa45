// Makes the plans of summed-area tables and boxes: all that the engine sees of this folder.
#pragma once

#include "core/blocks/table_carries.h"
#include "gpu/plan/plan.cuh"

namespace sweep::gpu {

// A plan that keeps the sums that enter its blocks until the next run.
class KeepsTableCarries {
  public:
    virtual ~KeepsTableCarries() = default;
    virtual TableCarries table_carries(cudaStream_t stream) const = 0;  // waits for the stream
};

// Makes the plan of the algorithm that the problem names.
std::unique_ptr<Plan> make_table_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream);
// The blocks of tables at once (gpu/table/at_once.cuh) of which a multiprocessor holds so many; asks the device.
int held_table_blocks(Sample input);
// Algorithm box-lines, which makes means over boxes without a table.
std::unique_ptr<Plan> make_box_lines_plan(const Job& job, cudaStream_t stream);

}  // namespace sweep::gpu
