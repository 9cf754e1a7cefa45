// Boundaries as an index: where a sample of the infinite extension of a line lies.
#pragma once

#include "core/filter_spec.h"
#include "core/host_device.h"

namespace sweep {

// Where sample i of a line of n samples comes from, for any i; -1 from nowhere: outside under none, zero and constant.
template <class Index>
SWEEP_HD constexpr Index extended_index(BoundaryKind boundary, Index i, Index n) {
    if (i >= 0 && i < n) return i;
    switch (boundary) {
        case BoundaryKind::clamp:
            return i < 0 ? 0 : n - 1;
        case BoundaryKind::repeat: {
            const Index r = i % n;
            return r < 0 ? r + n : r;
        }
        case BoundaryKind::mirror: {
            Index r = i % (2 * n);
            if (r < 0) r += 2 * n;
            return r < n ? r : 2 * n - 1 - r;
        }
        default:
            return -1;
    }
}

}  // namespace sweep
