// Clusters of thread blocks, from compute capability 9.0 on: the thread blocks of a cluster run at the same
// time and can write to each other's shared memory (PTX ISA: barrier.cluster, mapa, st.shared::cluster).
#pragma once

#include <cstdint>

namespace sweep::gpu {

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900

__device__ inline int cluster_rank() {
    std::uint32_t rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return int(rank);
}
__device__ inline int cluster_size() {
    std::uint32_t size;
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
    return int(size);
}
// Called by all threads of the cluster. After it, all of them see what any wrote to shared memory.
__device__ inline void sync_cluster() {
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
// Writes `value` in thread block `rank` of the cluster, at the place that `to` has in this thread block.
__device__ inline void store_in_cluster(float* to, int rank, float value) {
    const auto here = static_cast<std::uint32_t>(__cvta_generic_to_shared(to));
    std::uint32_t there;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(here), "r"(rank));
    asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(there), "f"(value) : "memory");
}

#else  // a cluster is one thread block: the engine asks for 9.0 before it launches larger ones

__device__ inline int cluster_rank() {
    return 0;
}
__device__ inline int cluster_size() {
    return 1;
}
__device__ inline void sync_cluster() {
    __syncthreads();
}
__device__ inline void store_in_cluster(float* to, int, float value) {
    *to = value;
}

#endif

}  // namespace sweep::gpu
