// The bulk tensor copies of compute capability 9.0. One thread orders a box of an image to be copied between
// device memory and shared memory; the samples pass through no registers, and every thread that needs the box
// waits for it. All PTX of this kind is in this file (PTX ISA: mbarrier, cp.async.bulk.tensor, createpolicy);
// tests/emulator has functions of the same names.
//
// A box is 32 columns of 4-byte samples by up to 256 rows. In shared memory it is rows of 128 bytes, whose
// 16-byte chunks are swizzled by row & 7 as in at() of gpu/image/tile.cuh; it must start at a multiple of
// 1024 bytes, and in the image at a multiple of 4 samples of a row. Beyond the edge of the image, zeros come in and
// nothing goes out; only boxes that come in may begin there.
#pragma once

#include <cstdint>

#include <cuda.h>
#include <cuda_runtime.h>

namespace sweep::gpu {

// The request to L2 for a cache line: to hold on to it (`last`), or to let it go before others (`first`).
enum class Eviction { normal, first, last };

struct L2Policy {
    std::uint64_t bits;
};

// A barrier in shared memory. A phase of it is done when as many threads have arrived as it was made for, and
// all bytes have been copied that these threads announced. A thread that waits tells phases apart by their
// parity, so it must never be two phases behind.
struct CopyBarrier {
    std::uint64_t word;
};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900

__device__ inline std::uint32_t shared_address(const void* p) {
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(p));
}

__device__ inline L2Policy l2_policy(Eviction eviction) {
    std::uint64_t normal, first, last;
    asm("createpolicy.fractional.L2::evict_normal.b64 %0, 1.0;" : "=l"(normal));
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(first));
    asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(last));
    return {eviction == Eviction::first ? first : eviction == Eviction::last ? last : normal};
}

__device__ inline void store_with(L2Policy policy, float* to, float value) {
    asm volatile("st.global.L2::cache_hint.f32 [%0], %1, %2;" ::"l"(to), "f"(value), "l"(policy.bits)
                 : "memory");
}
__device__ inline void store_with(L2Policy policy, float2* to, float2 value) {
    asm volatile("st.global.L2::cache_hint.v2.f32 [%0], {%1, %2}, %3;" ::"l"(to), "f"(value.x), "f"(value.y),
                 "l"(policy.bits)
                 : "memory");
}

// Called by one thread. After the last init_barrier() come a show_barriers() and a __syncthreads() of all
// threads that will wait.
__device__ inline void init_barrier(CopyBarrier& barrier, unsigned arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&barrier)), "r"(arrivals)
                 : "memory");
}
// Makes the barriers visible to the copies, which are not this thread's own accesses.
__device__ inline void show_barriers() {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ inline void arrive_at(CopyBarrier& barrier) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&barrier)) : "memory");
}
// Arrives and announces so many bytes; called before their copies are started.
__device__ inline void arrive_expecting(CopyBarrier& barrier, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)),
                 "r"(bytes)
                 : "memory");
}
// Makes a barrier for one phase, in which so many bytes are copied.
__device__ inline void expect_copies(CopyBarrier& barrier, unsigned bytes) {
    init_barrier(barrier, 1);
    show_barriers();
    arrive_expecting(barrier, bytes);
}

__device__ inline void wait_for_copies(CopyBarrier& barrier, unsigned parity = 0) {
    const std::uint32_t at = shared_address(&barrier);
    unsigned done = 0;
    while (!done)
        asm volatile(
            "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
            : "=r"(done)
            : "r"(at), "r"(parity)
            : "memory");
}

// Starts to copy the box whose first sample is (x, y).
__device__ inline void load_box(void* to, const CUtensorMap& image, int x, int y, CopyBarrier& barrier,
                                L2Policy policy) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint "
        "[%0], [%1, {%2, %3}], [%4], %5;" ::"r"(shared_address(to)),
        "l"(&image), "r"(x), "r"(y), "r"(shared_address(&barrier)), "l"(policy.bits)
        : "memory");
}

// Called by each thread that has written what store_box() reads from shared memory, before the
// __syncthreads() in between.
__device__ inline void show_to_copies() {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ inline void store_box(const CUtensorMap& image, int x, int y, const void* from, L2Policy policy) {
    asm volatile(
        "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint [%0, {%1, %2}], [%3], "
        "%4;" ::"l"(&image),
        "r"(x), "r"(y), "r"(shared_address(from)), "l"(policy.bits)
        : "memory");
}

// Called by the thread that has stored boxes, before it ends or the shared memory is written again.
__device__ inline void wait_for_stores() {
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

#else  // never called: the engine asks for 9.0 first

__device__ inline L2Policy l2_policy(Eviction) {
    return {};
}
template <class Value>
__device__ inline void store_with(L2Policy, Value* to, Value value) {
    *to = value;
}
__device__ inline void init_barrier(CopyBarrier&, unsigned) {}
__device__ inline void show_barriers() {}
__device__ inline void arrive_at(CopyBarrier&) {}
__device__ inline void arrive_expecting(CopyBarrier&, unsigned) {}
__device__ inline void expect_copies(CopyBarrier&, unsigned) {}
__device__ inline void wait_for_copies(CopyBarrier&, unsigned = 0) {}
__device__ inline void load_box(void*, const CUtensorMap&, int, int, CopyBarrier&, L2Policy) {}
__device__ inline void show_to_copies() {}
__device__ inline void store_box(const CUtensorMap&, int, int, const void*, L2Policy) {}
__device__ inline void wait_for_stores() {}

#endif

}  // namespace sweep::gpu
