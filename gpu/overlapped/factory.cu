// Chooses the order. The plans of the orders are defined elsewhere: this file compiles no kernel.
#include "gpu/overlapped/factory.cuh"

#include "core/design/design.h"
#include "core/filter/dispatch.h"
#include "gpu/tuning/large_blocks.h"

namespace sweep::gpu {

// Not every filter has large blocks (gpu/tuning/large_blocks.h). Their tiles need shared memory: those of 64 for
// several channels, and all of 128. Blocks of 32 move without bulk copies.
KernelChoice kernel_choice(const Job& job, const DeviceLimits& limits) {
    const FilterDesign& filter = job.design;
    KernelChoice choice{filter.order(), form_of(job.problem, filter), false, 32, false};
    choice.alternates = choice.form == Realisation::delta && alternates(filter);
    if (!takes_large_blocks(choice.form, filter)) return choice;
    const int block = block_asked_for(job.problem, limits), channels = job.problem.shape.channels;
    const bool has_room = limits.shared_bytes_per_block >= 96 * 1024;
    const bool takes_64 = choice.order <= 5;
    if (channels == 1 && (block == 128 || (block == 64 && !takes_64)) && has_room)
        choice.block = 128;
    else if (block >= 64 && takes_64 && (channels == 1 || has_room))
        choice.block = 64;
    choice.bulk_copies = choice.block > 32 && takes_bulk_copies(job.problem, limits);
    return choice;
}

std::unique_ptr<Plan> make_recursive_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream) {
    return dispatch_order(kernel_choice(job, limits).order,
                          [&]<int R>() { return make_recursive_plan_of_order<R>(job, limits, stream); });
}

}  // namespace sweep::gpu
