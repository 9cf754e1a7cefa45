// What lies beyond the edges of a tile, and the parameters of algorithm `halo` that its kernels share.
#pragma once

#include "gpu/halo/passes.cuh"
#include "gpu/image/datum.cuh"

namespace sweep::gpu {

struct HaloImage {
    int width, height;
    BoundaryKind rows, columns;  // what lies beyond their ends; not `none`
    PartDatum datum;
    int rows_of_block;  // of a strip
    float scale, gain;  // of what the passes leave, and of a constant
    float column_gain;  // what the passes down and up, whose scale comes last, make of the constant 1
};

template <int R, int each>
struct HaloFilter {
    ColumnPass<R> down, up;
    RowPass<R, each> right, left;
};

// True if no sample of the image stands beyond an edge: there, samples are Datum::constant.
__device__ inline bool has_constants_outside(BoundaryKind boundary) {
    return boundary == BoundaryKind::zero || boundary == BoundaryKind::constant;
}

// extended_index() near the line, in little code: what is a few periods away takes a few turns.
__device__ inline int index_near(BoundaryKind boundary, int i, int n) {
    if (i >= 0 && i < n) return i;
    if (continues_by_edge(boundary)) return i < 0 ? 0 : n - 1;
    if (has_constants_outside(boundary)) return -1;
    const int period = line_period(boundary, n);
#pragma unroll 1
    while (i < 0) i += period;
#pragma unroll 1
    while (i >= period) i -= period;
    return i < n ? i : period - 1 - i;
}

}  // namespace sweep::gpu
