// Step 7.1 (gpu/overlapped/perimeters.cuh has its equations) of blocks of 128 that bulk copies bring: a
// thread block stays on its multiprocessor and takes block after block, while the next ones are on their way.
//
// A block takes 64 KB, which leaves room for few others, and thread blocks that end with their block ask for
// the next one too late: two of them on a multiprocessor have 43 KB on their way on average. The ring here
// holds three blocks. A counter says which block comes next, for multiprocessors do not get equal shares of
// the memory's bandwidth: with equal shares of blocks some would be done long before others. Blocks of 64 x
// 64 gain nothing by a ring: a multiprocessor's arithmetic bounds them.
//
// Grid: a thread block a multiprocessor. 2 T threads find the dots of columns and rows as in
// gpu/overlapped/tensor_dots.cuh, a warp finds the corners of the block before, and a thread of the last warp
// orders the copies.
//
// The code of all warps has to stay in the instruction cache, and no warp should wait for L1, which has
// little room beside the ring. So at order 5 the corners are a small loop, and the weights that they and the
// multiply-adds read lie in shared memory.
//
// Block number k of a thread block lies in slot k % slots of the ring, and its row dots in buffer k %
// buffers. The barriers `full` and `empty` say that the slot's block is there and that all have read it;
// `dots_full` and `dots_empty` say that the buffer's row dots are there and that their corners have been
// found.
#pragma once

#include <cuda_pipeline_primitives.h>

#include "gpu/overlapped/perimeters.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// Counts blocks taken and thread blocks that have found none left; zeros between runs.
struct BlockQueue {
    unsigned next, done;
};

template <int R, int T>
struct PerimetersStream {
    using Dots = TensorDots<R, T, true>;
    using Weights = TensorWeights<R, T>;
    static constexpr int dot_warps = 2 * T / 32, copying_warp = dot_warps + 1, threads = 32 * (dot_warps + 2),
                         slots = tuning::PerimetersStream::floats / (T * T),
                         buffers = tuning::PerimetersStream::buffers;
    // Weights in shared memory: all those of the columns, and of the rows those of the rest. Each set is
    // followed by that of the last block, which may be shorter. Empty where there is no rest.
    class SharedWeights {
        using Rest = typename Weights::template OfRest<true>;

      public:
        static constexpr int floats = Weights::rest > 0 ? 2 * (Weights::floats + Weights::rest_floats) : 0;

        __device__ explicit SharedWeights(float* to) : at(to) {}
        // Copies the sets from device memory. The whole thread block calls it; they are there when all
        // threads have waited for their copies, and for each other.
        __device__ void fill(const float* columns, const float* last_columns, const float* rows,
                             const float* last_rows) {
            copy(columns, Weights::floats, at);
            copy(last_columns, Weights::floats, at + Weights::floats);
            copy(Weights::rest_of(rows), Weights::rest_floats, at + 2 * Weights::floats);
            copy(Weights::rest_of(last_rows), Weights::rest_floats,
                 at + 2 * Weights::floats + Weights::rest_floats);
            __pipeline_commit();
        }
        __device__ auto products_of_columns(bool are_last) const {
            return typename Weights::template OfProducts<true>(at + (are_last ? Weights::floats : 0));
        }
        // It chooses an offset, so that the compiler knows that the pointer is to shared memory.
        __device__ Rest rest(bool of_rows, bool are_last) const {
            if constexpr (floats == 0) return {};
            const int of_columns = Weights::product_floats + (are_last ? Weights::floats : 0),
                      of_own_rows = 2 * Weights::floats + (are_last ? Weights::rest_floats : 0);
            return Rest(at + (of_rows ? of_own_rows : of_columns));
        }

      private:
        float* at;

        __device__ static void copy(const float* from, int count, float* to) {
#pragma unroll 1
            for (int i = int(threadIdx.x) * 4; i < count; i += threads * 4)
                __pipeline_memcpy_async(to + i, from + i, 16);
        }
    };
    static constexpr std::size_t shared_bytes =
        sizeof(float) * (slots * T * T + buffers * Dots::row_dot_floats + SharedWeights::floats);

    // In shared memory.
    struct Ring {
        CopyBarrier full[slots], empty[slots], dots_full[buffers], dots_empty[buffers];
        int block[slots];  // -1 after the last

        __device__ void init() {
            for (int k = 0; k < slots; ++k) init_barrier(full[k], 1), init_barrier(empty[k], dot_warps + 1);
            for (int k = 0; k < buffers; ++k) init_barrier(dots_full[k], T), init_barrier(dots_empty[k], 32);
            show_barriers();
        }
    };

    // The work of the thread that orders the copies. It asks which block is next before there is room.
    class Copies {
      public:
        __device__ Copies(const BulkTiles& from, const Tiling& shape, BlockQueue* of_all, Ring& of_own,
                          float* at)
            : tiles(from),
              p(shape),
              queue(of_all),
              ring(of_own),
              tile(at),
              policy(l2_policy(Eviction::first)) {}
        __device__ bool are_ordered() const { return ended; }
        __device__ void start() {
            ring.init();
            following = ask();
            for (int i = 0; i < slots && !ended; ++i) order(int(blockIdx.x + i * gridDim.x));
        }
        __device__ void order_next() {
            order(following);
            following = ask();
        }
        // The last thread block to call it sets the queue back to zeros.
        __device__ void leave() const {
            __threadfence();
            if (atomicAdd(&queue->done, 1u) == gridDim.x - 1) *queue = {};
        }

      private:
        const BulkTiles& tiles;
        const Tiling& p;
        BlockQueue* queue;
        Ring& ring;
        float* tile;
        L2Policy policy;
        int k = 0, following = 0;
        bool ended = false;

        __device__ int ask() const { return int(slots * gridDim.x + atomicAdd(&queue->next, 1u)); }
        __device__ void order(int block) {
            const int slot = k % slots;
            if (k >= slots) wait_for_copies(ring.empty[slot], k / slots + 1 & 1);
            ++k;
            ended = block >= p.M * p.N;
            ring.block[slot] = ended ? -1 : block;
            if (ended) return arrive_at(ring.full[slot]);
            arrive_expecting(ring.full[slot], T * T * 4);
            const auto [m, n] = p.block(block);
#pragma unroll
            for (int x = 0; x < T; x += box_columns)
                load_box(tile + slot * T * T + x * T, tiles.from, n * T + x, m * T, ring.full[slot], policy);
        }
    };
};

template <int R, int T>
__global__ __maxnreg__(tuning::PerimetersStream::registers) void perimeters_stream_kernel(
    const __grid_constant__ BulkTiles tiles, Tiling p, const __grid_constant__ BlockDatums datums,
    bool sweeps_rows, WeightSets weights, float* column_carries, float* row_carries, BlockQueue* queue,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    using Stream = PerimetersStream<R, T>;
    using Dots = typename Stream::Dots;
    extern __shared__ __align__(1024) float tile[];  // [slots][T][T], the rows' dots, [buffers], weights
    __shared__ typename Dots::Shared shared;
    __shared__ typename Stream::Ring ring;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const bool copies_blocks = threadIdx.x == 32 * Stream::copying_warp;
    typename Stream::Copies copies(tiles, p, queue, ring, tile);
    if (copies_blocks) copies.start();
    const float of_image = datums.is_shared ? datums.find_in_image(tiles.in, p.width, p.height, 0, lane) : 0;
    constexpr int from = LineWeights<R, T>::of_floats;
    const LineWeights<R, T> usual(weights, p, -1, -1);
    Dots dots(shared, usual.columns + from, usual.rows + from);
    constexpr bool has_rest = Stream::Weights::rest > 0;
    typename Stream::SharedWeights shared_weights(tile + Stream::slots * T * T +
                                                  Stream::buffers * Dots::row_dot_floats);
    if constexpr (has_rest) {
        const LineWeights<R, T> last(weights, p, p.M - 1, p.N - 1);
        shared_weights.fill(usual.columns + from, last.columns + from, usual.rows + from, last.rows + from);
        __pipeline_wait_prior(0);
    }
    __syncthreads();
    launch_dependents();
    if (warp == Stream::copying_warp) {
        if (!copies_blocks) return;
        while (!copies.are_ordered()) copies.order_next();
        return copies.leave();
    }

    bool are_short = false;  // the weights that are held are those of short lines
    for (int k = 0;; ++k) {
        const int slot = k % Stream::slots, buffer = k % Stream::buffers, parity = k / Stream::buffers & 1;
        wait_for_copies(ring.full[slot], k / Stream::slots & 1);
        // Lane 0 reads it, as it also empties the slot: racecheck sees no other order.
        const int block = __shfl_sync(~0u, lane == 0 ? ring.block[slot] : 0, 0);
        if (block < 0) return;
        const auto [m, n] = p.block(block);
        trace.takes(block);
        if (const bool is_short = Dots::for_rows() ? p.columns_of<T>(n) < T : p.rows_of<T>(m) < T;
            is_short != are_short) {
            const LineWeights<R, T> of_lines(weights, p, m, n);
            dots.ask(of_lines.columns + from, of_lines.rows + from);
            are_short = is_short;
        }
        const PerimeterWriter<R, T> to{p, 0, m, n, column_carries, row_carries, l2_policy(BulkTiles::keep)};
        float* row_dots = tile + Stream::slots * T * T + buffer * Dots::row_dot_floats;
        if (warp < Stream::dot_warps) {
            const BlockInTile<T> of_slot{tile + slot * T * T, m, n};
            const float datum =
                datums.settle(datums.ask(of_slot, of_slot.part(), p.width, p.height, 0, lane), of_image);
            if (threadIdx.x == 0) datums.keep(p, 0, m, n, datum);
            const auto rest =
                shared_weights.rest(Dots::for_rows(), Dots::for_rows() ? n == p.N - 1 : m == p.M - 1);
            dots.find_lines(tile + slot * T * T, row_dots, datum, sweeps_rows, to, rest, [&] {
                if (k >= Stream::buffers) wait_for_copies(ring.dots_empty[buffer], parity ^ 1);
                __syncwarp();
            });
            if (sweeps_rows && Dots::for_rows()) arrive_at(ring.dots_full[buffer]);
            __syncwarp();
            if (lane == 0) arrive_at(ring.empty[slot]);
        } else {
            __syncwarp();
            if (lane == 0) arrive_at(ring.empty[slot]);
            if (!sweeps_rows) continue;
            wait_for_copies(ring.dots_full[buffer], parity);
            __syncwarp();
            if constexpr (has_rest)
                Dots::template find_corners<false>(row_dots, shared_weights.products_of_columns(m == p.M - 1),
                                                   shared_weights.rest(false, m == p.M - 1), to);
            else
                dots.find_corners(row_dots, to);
            arrive_at(ring.dots_empty[buffer]);
        }
    }
}

}  // namespace sweep::gpu
