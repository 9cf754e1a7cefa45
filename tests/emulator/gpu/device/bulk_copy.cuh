// Bulk tensor copies on the host, in place of gpu/device/bulk_copy.cuh. A box comes in when it is waited for,
// and goes out when its store is. Bytes are counted against those announced, and the chunks of a row are
// swizzled. The program stops where a store reads what some thread has not shown to the copies, and where
// nobody has waited for a copy.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

namespace sweep::gpu {

enum class Eviction { normal, first, last };
struct L2Policy {};
struct CopyBarrier {
    std::uint64_t word;
};

inline L2Policy l2_policy(Eviction) {
    return {};
}
template <class Value>
void store_with(L2Policy, Value* to, Value value) {
    *to = value;
}

void init_barrier(CopyBarrier& barrier, unsigned arrivals);
inline void show_barriers() {}
void arrive_at(CopyBarrier& barrier);
void arrive_expecting(CopyBarrier& barrier, unsigned bytes);
void expect_copies(CopyBarrier& barrier, unsigned bytes);
void wait_for_copies(CopyBarrier& barrier, unsigned parity = 0);
void load_box(void* to, const CUtensorMap& image, int x, int y, CopyBarrier& barrier, L2Policy);
void show_to_copies();
void store_box(const CUtensorMap& image, int x, int y, const void* from, L2Policy);
void wait_for_stores();

}  // namespace sweep::gpu
