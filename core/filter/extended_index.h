// Boundaries as an index: which sample of a line continues it beyond its ends.
#pragma once

#include "core/base/host_device.h"
#include "core/filter/spec.h"

namespace sweep {

// The index of the sample of a line of n that stands at place i of its extension, for any i. -1 outside the
// line under none, zero and constant, where no sample does.
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
