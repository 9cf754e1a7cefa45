// Blocks of the lines of tridiagonal systems (core/tridiagonal/perimeter.h), a thread a block,
// and how it comes to its rows.
//
// Where lines lie beside each other in memory, the threads of a warp have neighbouring lines, and read them where
// they are. Otherwise they have blocks that follow each other along a line, which the warp brings to shared memory
// together: row i of array k of lane q is at (k * 32 + q) * (rows + 1) + i.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/device/launch.cuh"

namespace sweep::gpu {

// The rows of a block, whose c' and d' are in registers.
template <class T>
inline constexpr int tridiagonal_rows = sizeof(T) == 4 ? 32 : 16;

template <class T>
struct TridiagonalNumbers {
    const T* data;
    std::ptrdiff_t before, along, after;  // as TridiagonalArray
};

// Systems of `length` rows, [before][length][after], in blocks.
template <class T>
struct TridiagonalLines {
    TridiagonalNumbers<T> lower, diagonal, upper, rhs;
    std::int64_t before, length, after, blocks;

    __host__ __device__ std::int64_t all_blocks() const { return before * blocks * after; }
};

template <class T>
struct TridiagonalRow {
    T a, b, c, d;
};

template <class T, bool beside>
class TridiagonalBlock {
  public:
    static constexpr int rows = tridiagonal_rows<T>, pitch = rows + 1;
    static constexpr int threads = beside ? 128 : 32;
    static constexpr std::size_t shared_bytes = beside ? 0 : sizeof(T) * 4 * 32 * pitch;

    __device__ TridiagonalBlock(const TridiagonalLines<T>& p_, T* shared_) : p(p_), shared(shared_) {
        const std::int64_t number = std::int64_t(blockIdx.x) * threads + threadIdx.x;
        if (number < p.all_blocks()) {
            after = beside ? number % p.after : number / p.blocks % p.after;
            block = beside ? number / p.after % p.blocks : number % p.blocks;
            before = number / p.blocks / p.after;
            begin = block * rows;
            count = int(min(std::int64_t(rows), p.length - begin));
        }
        if constexpr (!beside) {
            bring(p.lower, 0);
            bring(p.diagonal, 1);
            bring(p.upper, 2);
            bring(p.rhs, 3);
            __syncwarp();
        }
    }

    // Row i. Rows that the line does not have stand alone, and have the solution 0;
    // and so does a thread that has no block.
    __device__ TridiagonalRow<T> row(int i) const {
        if (i >= count) return {0, 1, 0, 0};
        TridiagonalRow<T> it;
        if constexpr (beside) {
            const auto number = [&](const TridiagonalNumbers<T>& of) {
                return of.data[at(of) + i * of.along];
            };
            it = {number(p.lower), number(p.diagonal), number(p.upper), number(p.rhs)};
        } else {
            const auto number = [&](int k) { return shared[(k * 32 + int(threadIdx.x)) * pitch + i]; };
            it = {number(0), number(1), number(2), number(3)};
        }
        if (begin + i == 0) it.a = 0;
        if (begin + i == p.length - 1) it.c = 0;
        return it;
    }

    // Writes the numbers x_i of the rows, to packed memory.
    __device__ void store(const T (&x)[rows], T* out) const {
        const std::int64_t first = (before * p.length + begin) * p.after + after;
        if constexpr (beside) {
#pragma unroll
            for (int i = 0; i < rows; ++i)
                if (i < count) out[first + i * p.after] = x[i];
        } else {
            __syncwarp();
#pragma unroll
            for (int i = 0; i < rows; ++i) shared[int(threadIdx.x) * pitch + i] = x[i];
            __syncwarp();
            for_each_row_of_warp(first, [&](std::int64_t of_block, int q, int i) {
                out[of_block + i * p.after] = shared[q * pitch + i];
            });
        }
    }

    const TridiagonalLines<T>& p;
    std::int64_t before = 0, block = 0, after = 0, begin = 0;
    int count = 0;

  private:
    __device__ std::ptrdiff_t at(const TridiagonalNumbers<T>& of) const {
        return before * of.before + begin * of.along + after * of.after;
    }
    // Calls use(place, q, i) for row i of the block of lane q, whose place each lane says:
    // neighbouring lanes have neighbouring rows.
    template <class Use>
    __device__ void for_each_row_of_warp(std::int64_t place, Use use) const {
        constexpr int together = 32 / rows;
        const int i = int(threadIdx.x) % rows;
#pragma unroll 8
        for (int k = 0; k < 32; k += together) {
            const int q = k + int(threadIdx.x) / rows;
            const std::int64_t of_block = __shfl_sync(~0u, place, q);
            if (i < __shfl_sync(~0u, count, q)) use(of_block, q, i);
        }
    }
    __device__ void bring(const TridiagonalNumbers<T>& from, int k) const {
        for_each_row_of_warp(at(from), [&](std::int64_t of_block, int q, int i) {
            shared[(k * 32 + q) * pitch + i] = from.data[of_block + i * from.along];
        });
    }

    T* const shared;
};

}  // namespace sweep::gpu
