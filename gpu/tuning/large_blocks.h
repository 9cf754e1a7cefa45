// Which filters algorithm 7 runs with blocks of 64 and 128.
#pragma once

#include "core/design/design.h"

namespace sweep::gpu {

// True if an order has kernels with zeros and large blocks.
constexpr bool has_zeros_kernels(int order) {
    return order == 3 || order == 5 || order == 7;
}

// True if there are kernels with large blocks for a filter that runs in that realisation: delta up to order 5, and
// passes of zeros whose sections all have a memory and a response at the sample itself (gpu/scan/zeros_filter.cuh).
bool takes_large_blocks(Realisation form, const FilterDesign& filter);

}  // namespace sweep::gpu
