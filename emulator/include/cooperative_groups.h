// Cooperative groups on the host: the thread block, tiles of a warp, and the grid of a cooperative launch.
#pragma once

#include <cuda_runtime.h>

namespace cooperative_groups {

class thread_block {
  public:
    EMULATED_UNSEEN static void sync() { emulated::block_barrier(__builtin_return_address(0)); }
    static unsigned thread_rank() {
        return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    }
    static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    static unsigned num_threads() { return size(); }
    static dim3 group_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
    static dim3 thread_index() { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
    static dim3 group_dim() { return blockDim; }
};
inline thread_block this_thread_block() {
    return {};
}

class grid_group {
  public:
    EMULATED_UNSEEN static void sync() { emulated::grid_barrier(__builtin_return_address(0)); }
    static bool is_valid() { return true; }
    static unsigned long long block_rank() {
        return blockIdx.x + gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z);
    }
    static unsigned long long thread_rank() {
        return block_rank() * thread_block::size() + thread_block::thread_rank();
    }
    static unsigned long long num_blocks() { return 1ull * gridDim.x * gridDim.y * gridDim.z; }
    static unsigned long long size() { return num_blocks() * thread_block::size(); }
    static unsigned long long num_threads() { return size(); }
};
inline grid_group this_grid() {
    return {};
}

// Size threads beside each other, of one warp.
template <unsigned Size>
class thread_block_tile {
    static_assert(Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");

  public:
    EMULATED_UNSEEN static void sync() { emulated::warp_barrier(__builtin_return_address(0)); }
    static unsigned thread_rank() { return thread_block::thread_rank() % Size; }
    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
    static unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
    template <class T>
    static T shfl(T value, int from) {
        return __shfl_sync(~0u, value, from, Size);
    }
    template <class T>
    static T shfl_up(T value, unsigned delta) {
        return __shfl_up_sync(~0u, value, delta, Size);
    }
    template <class T>
    static T shfl_down(T value, unsigned delta) {
        return __shfl_down_sync(~0u, value, delta, Size);
    }
    template <class T>
    static T shfl_xor(T value, int mask) {
        return __shfl_xor_sync(~0u, value, mask, Size);
    }
    static int any(int holds) { return (ballot(holds) != 0); }
    static int all(int holds) { return ballot(!holds) == 0; }
    static unsigned ballot(int holds) {
        const unsigned first = thread_block::thread_rank() % 32 / Size * Size;
        return __ballot_sync(~0u, holds) >> first & unsigned((1ull << Size) - 1);
    }
};
template <unsigned Size>
thread_block_tile<Size> tiled_partition(const thread_block&) {
    return {};
}

template <class Group>
void sync(const Group& group) {
    group.sync();
}

}  // namespace cooperative_groups
