// What is kept of the lines of the edge filter between its kernels.
#pragma once

#include <cstddef>

#include "gpu/edge/passes.cuh"

namespace sweep::gpu {

// Columns or rows in blocks of 32 samples: six numbers for each block of each line (EdgeSegment), neighbouring lines
// beside each other. A line is one of a channel; all lines of a channel come before those of the next.
struct EdgeLines {
    enum Number { r, Y, Z, W, H, U, all };
    static constexpr Number P = Y, E = Z;  // what enters the block, in their places after the scan

    float* numbers;  // [all][blocks][lines]
    float* last;     // [lines]: the last sample of each
    std::size_t lines;
    int blocks;

    __device__ float& at(Number number, int block, std::size_t line) const {
        return numbers[(std::size_t(number) * blocks + block) * lines + line];
    }
    __device__ EdgeSegment segment(int block, std::size_t line) const {
        return {at(r, block, line), at(Y, block, line), at(Z, block, line),
                at(W, block, line), at(H, block, line), at(U, block, line)};
    }
    __device__ void keep(int block, std::size_t line, const EdgeSegment& segment) const {
        at(r, block, line) = segment.r;
        at(Y, block, line) = segment.Y;
        at(Z, block, line) = segment.Z;
        at(W, block, line) = segment.W;
        at(H, block, line) = segment.H;
        at(U, block, line) = segment.U;
    }
};

// The same lines as they are, and read from their ends, which the boundary mirror needs; null otherwise.
struct EdgeAxis {
    EdgeLines lines;
    float* backwards;  // as `lines.numbers`

    __device__ bool is_mirrored() const { return backwards != nullptr; }
    __device__ EdgeLines reversed() const { return {backwards, lines.last, lines.lines, lines.blocks}; }
};

}  // namespace sweep::gpu
