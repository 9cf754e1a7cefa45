// How a thread block loads and stores its block of the image, a policy for each way: by its threads, on any
// GPU, pixels of any format or one channel of float32; or by bulk tensor copies of one channel of float32 in
// rows of whole 16-byte words, from compute capability 9.0 on. Tiles are laid out the same in all
// (gpu/image/tile.cuh), so that a kernel has one body.
#pragma once

#include "gpu/device/bulk_copy.cuh"
#include "gpu/device/tensor_map.cuh"
#include "gpu/image/move_tile.cuh"

namespace sweep::gpu {

struct PixelTiles {
    PixelSource in;
    PixelSink out;

    struct Arrival {};  // in shared memory
    static constexpr Eviction keep = Eviction::normal;
    static constexpr int most_channels = 4;

    // Starts to load block (m, n), all channels, with zeros beyond the edge of the image. All these functions
    // are called by the whole thread block, `threads` threads a channel. Only bulk copies heed the Eviction.
    template <int T, int threads>
    __device__ void load(const Tiling& p, int m, int n, float* tile, Arrival&, Eviction) const {
        load_tile<T, threads>(in, p, m, n, tile);
    }
    // When it returns, the block is there, and what the threads wrote to shared memory is visible to all.
    __device__ void arrive(Arrival&) const { arrive_tile(); }
    // Stores what the threads have written to `tile`.
    template <int T>
    __device__ void store(const Tiling& p, int m, int n, const float* tile, Eviction) const {
        __syncthreads();
        store_tile<T>(out, p, m, n, tile, 1);
    }
};

// Four channels, for kernels that have no other images.
struct FourTiles : PixelTiles {
    template <int T, int threads>
    __device__ void load(const Tiling& p, int m, int n, float* tile, Arrival&, Eviction) const {
        if (in.is_bytes())
            load_four<true, T, threads>(in, p, m, n, tile);
        else
            load_four<false, T, threads>(in, p, m, n, tile);
    }
};

// One channel of float32 of which single samples are read.
struct FloatPlane {
    const float* data;
    int width;
    static constexpr int channels = 1;

    __device__ float sample(int x, int y, int) const { return __ldg(data + std::size_t(y) * width + x); }
};

// One channel of float32. A kernel that moves nothing else has less code and more registers to spare.
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

// One channel of float32 in rows of whole 16-byte words, by bulk tensor copies.
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
