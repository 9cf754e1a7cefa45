// Step 7.2 of columns that go in chunks, for blocks of any side: the definition of what
// gpu/overlapped/carry_scans.cuh declares.
#pragma once

#include "gpu/overlapped/carry_scans.cuh"

namespace sweep::gpu {

template <int R>
void launch_columns_in_chunks(LaunchOn on, dim3 grid, dim3 block, std::size_t shared_bytes,
                              const PixelSource& in, const Tiling& p, const AxisMatrices<R>& matrices,
                              const BlockDatums& datums, const DatumSteps<R>& steps, bool takes_edges,
                              int columns, const float* dots_of_ones, const float* row_carries,
                              float* column_carries, int side, Eviction keep) {
    launch(on, columns_in_chunks_kernel<R>, grid, block, shared_bytes, in, p, matrices, datums, steps,
           takes_edges, columns, dots_of_ones, row_carries, column_carries, side, keep);
}

}  // namespace sweep::gpu
