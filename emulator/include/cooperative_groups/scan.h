// Scans over a tile of a warp.
#pragma once

#include <cooperative_groups/reduce.h>

namespace cooperative_groups {

template <unsigned Size, class T, class Op>
T inclusive_scan(const thread_block_tile<Size>& tile, T value, const Op& op) {
    for (unsigned far = 1; far < Size; far *= 2) {
        const T before = tile.shfl_up(value, far);
        if (tile.thread_rank() >= far) value = op(before, value);
    }
    return value;
}
template <unsigned Size, class T>
T inclusive_scan(const thread_block_tile<Size>& tile, T value) {
    return inclusive_scan(tile, value, plus<T>());
}
template <unsigned Size, class T>
T exclusive_scan(const thread_block_tile<Size>& tile, T value) {
    const T before = tile.shfl_up(inclusive_scan(tile, value), 1);
    return tile.thread_rank() == 0 ? T() : before;
}

}  // namespace cooperative_groups
