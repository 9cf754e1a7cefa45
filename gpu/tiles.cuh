// How a thread block gets its block of the image and gives it back, one policy a path: by its threads, on any GPU, of any
// pixels or of one channel of float32; or by bulk tensor copies of the latter in rows of whole 16-byte words, from compute
// capability 9.0 on. Where the samples lie in shared memory is the same for both (gpu/tile.cuh), so that a kernel has one body.
#pragma once

#include "gpu/bulk_copy.cuh"
#include "gpu/move_tile.cuh"
#include "gpu/tensor_map.cuh"

namespace sweep::gpu {

struct PixelTiles {
    PixelSource in;
    PixelSink out;

    struct Arrival {};  // in shared memory
    static constexpr Eviction keep = Eviction::normal;
    static constexpr int most_channels = 4;

    // Starts to load block (m, n), all channels; zeros where the image ends. All these are called by the whole thread
    // block, of `threads` threads a channel. What L2 is to do is asked of copies alone.
    template <int T, int threads>
    __device__ void load(const Tiling& p, int m, int n, float* tile, Arrival&, Eviction) const {
        load_tile<T, threads>(in, p, m, n, tile);
    }
    // When it returns the block is there, and what the threads have written to shared memory before.
    __device__ void arrive(Arrival&) const { arrive_tile(); }
    // Stores what the threads have written to `tile`.
    template <int T>
    __device__ void store(const Tiling& p, int m, int n, const float* tile, Eviction) const {
        __syncthreads();
        store_tile<T>(out, p, m, n, tile, 1);
    }
};

// Four channels, in kernels that have no others.
struct FourTiles : PixelTiles {
    template <int T, int threads>
    __device__ void load(const Tiling& p, int m, int n, float* tile, Arrival&, Eviction) const {
        if (in.is_bytes())
            load_four<true, T, threads>(in, p, m, n, tile);
        else
            load_four<false, T, threads>(in, p, m, n, tile);
    }
};

// One channel of float32, for single samples of it.
struct FloatPlane {
    const float* data;
    int width;
    static constexpr int channels = 1;

    __device__ float sample(int x, int y, int) const { return __ldg(data + std::size_t(y) * width + x); }
};

// Kernels that move nothing but one channel of float32 have less code, and registers for more.
struct FloatTiles {
    FloatPlane in;
    float* out;

    struct Arrival {};
    static constexpr Eviction keep = Eviction::normal;
    static constexpr int most_channels = 1;

    template <int T, int threads>
    __device__ void load(const Tiling& p, int m, int n, float* tile, Arrival&, Eviction) const {
        copy_floats<T, threads>(in.data, p, 1, m, n, tile);
    }
    __device__ void arrive(Arrival&) const { arrive_tile(); }
    template <int T>
    __device__ void store(const Tiling& p, int m, int n, const float* tile, Eviction) const {
        __syncthreads();
        store_floats<T>(out, p, 1, m, n, tile, 1);
    }
};

struct BulkTiles {
    FloatPlane in;
    CUtensorMap from, to;  // boxes of T rows

    using Arrival = CopyBarrier;
    static constexpr Eviction keep = Eviction::last;
    static constexpr int most_channels = 1;
    static constexpr bool loads_by_one_thread = true;

    template <int T, int threads>
    __device__ void load(const Tiling&, int m, int n, float* tile, Arrival& arrival,
                         Eviction eviction) const {
        if (threadIdx.x > 0) return;
        expect_copies(arrival, T * T * 4);
        const L2Policy policy = l2_policy(eviction);
#pragma unroll
        for (int x = 0; x < T; x += box_columns)
            load_box(tile + x * T, from, n * T + x, m * T, arrival, policy);
    }
    __device__ void arrive(Arrival& arrival) const {
        __syncthreads();
        wait_for_copies(arrival);
    }
    template <int T>
    __device__ void store(const Tiling&, int m, int n, const float* tile, Eviction eviction) const {
        show_to_copies();
        __syncthreads();
        if (threadIdx.x > 0) return;
        const L2Policy policy = l2_policy(eviction);
#pragma unroll
        for (int x = 0; x < T; x += box_columns) store_box(to, n * T + x, m * T, tile + x * T, policy);
        wait_for_stores();
    }
};

}  // namespace sweep::gpu
