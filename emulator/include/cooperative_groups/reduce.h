// Reductions over a tile of a warp.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

template <class T>
struct plus {
    T operator()(const T& a, const T& b) const { return a + b; }
};
template <class T>
struct less {  // the smaller one
    T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
    T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};

template <unsigned Size, class T, class Op>
T reduce(const thread_block_tile<Size>& tile, T value, const Op& op) {
    for (unsigned far = Size / 2; far > 0; far /= 2) value = op(value, tile.shfl_xor(value, int(far)));
    return value;
}

}  // namespace cooperative_groups
