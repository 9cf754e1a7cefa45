// Parts of a larger image (core/line/parts.h):
//
//     part_perimeters_kernel  of each line the sums Q = sum_i p^(n-1-i) x_i and B = sum_i p^i x_i of each pole p
//     part_scan_kernel        the states F and G that enter each line of a part: a matrix times the perimeters of all
//                             parts
//     part_enter_kernel       adds w p^(i+1) F + w' p^(n-i) G to sample i of each line
//
// In the scan a thread owns a line. In the other two a thread block owns 32 lines, a warp the same piece of each of
// them, and a thread the piece of one; pieces divide what is felt at an end of the lines, first at the one and then
// at the other. Sums are in double, and always in the same order. Registers hold the numbers of four poles: where
// there are more, samples are read again.
#pragma once

#include <cstdint>

#include "gpu/device/launch.cuh"

namespace sweep::gpu {

inline constexpr int part_lines = 32, part_pieces = 16;  // threads of a block
inline constexpr int part_poles_at_once = 4, most_part_poles = 32;
inline constexpr int most_parts = 64;  // of a scan

struct Complex {
    double re, im;
};
__device__ inline Complex operator*(Complex a, Complex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
__device__ inline Complex operator+(Complex a, Complex b) {
    return {a.re + b.re, a.im + b.im};
}
__device__ inline Complex power(Complex base, int exponent) {
    Complex result{1, 0};
    for (; exponent > 0; exponent >>= 1, base = base * base)
        if (exponent & 1) result = result * base;
    return result;
}

// Zeros follow the poles.
struct PartPoles {
    int count;
    Complex pole[most_part_poles], behind[most_part_poles], before[most_part_poles];
};

// The samples of a part as lines: so many begin beside each other, and the next ones `apart` samples behind them.
struct PartLines {
    std::int64_t count, beside, apart, along, length;
    int reach, piece;  // what is felt at an end, and as much of it as a thread has

    __device__ std::int64_t first(std::int64_t line) const { return line / beside * apart + line % beside; }
};

__global__ __launch_bounds__(part_lines* part_pieces) void part_perimeters_kernel(
    const float* image, const __grid_constant__ PartLines p, const __grid_constant__ PartPoles poles,
    double* perimeters, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    __shared__ Complex sums[part_pieces][part_lines];
    const std::int64_t line = std::int64_t(blockIdx.x) * part_lines + threadIdx.x;
    const bool is_there = line < p.count;
    const int begin = int(threadIdx.y) * p.piece, end = min(begin + p.piece, p.reach);
    for (int side = 0; side < 2; ++side) {
        // Q from the last sample on, B from the first one on: the farthest is added first, by Horner's scheme.
        const float* const edge =
            image + (is_there ? p.first(line) : 0) + (side == 0 ? (p.length - 1) * p.along : 0);
        const std::int64_t step = side == 0 ? -p.along : p.along;
        for (int group = 0; group < poles.count; group += part_poles_at_once) {
            Complex s[part_poles_at_once] = {};
            if (is_there) {
#pragma unroll 8
                for (int i = end - 1; i >= begin; --i) {
                    const double v = edge[i * step];
#pragma unroll
                    for (int k = 0; k < part_poles_at_once; ++k)
                        if (group + k < poles.count) s[k] = poles.pole[group + k] * s[k] + Complex{v, 0};
                }
            }
#pragma unroll
            for (int k = 0; k < part_poles_at_once; ++k) {
                if (group + k >= poles.count) break;
                sums[threadIdx.y][threadIdx.x] = s[k];
                __syncthreads();
                if (threadIdx.y == 0 && is_there) {
                    const Complex of_piece = power(poles.pole[group + k], p.piece);
                    Complex sum{};
                    for (int j = part_pieces - 1; j >= 0; --j) sum = of_piece * sum + sums[j][threadIdx.x];
                    double* const to = perimeters + (4 * (group + k) + 2 * side) * p.count + line;
                    to[0] = sum.re;
                    to[p.count] = sum.im;
                }
                __syncthreads();
            }
        }
        if (threadIdx.y == 0 && is_there) perimeters[(4 * poles.count + 1 - side) * p.count + line] = *edge;
    }
}

__global__ __launch_bounds__(part_lines* part_pieces) void part_enter_kernel(
    float* image, const __grid_constant__ PartLines p, const __grid_constant__ PartPoles poles,
    const double* states, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int at_once = 8;  // samples that are all asked for before the first is written
    const std::int64_t line = std::int64_t(blockIdx.x) * part_lines + threadIdx.x;
    const bool is_there = line < p.count;
    const int begin = int(threadIdx.y) * p.piece, end = min(begin + p.piece, p.reach);
    for (int group = 0; group < poles.count; group += part_poles_at_once)
        for (int side = 0; side < 2; ++side) {
            if (is_there && begin < end) {
                float* const edge = image + p.first(line) + (side == 0 ? 0 : (p.length - 1) * p.along);
                const std::int64_t step = side == 0 ? p.along : -p.along;
                Complex s[part_poles_at_once] = {};
#pragma unroll
                for (int k = 0; k < part_poles_at_once; ++k) {
                    const int pole = group + k;
                    if (pole >= poles.count) break;
                    const double* const state = states + (4 * pole + 2 * side) * p.count + line;
                    s[k] = (side == 0 ? poles.behind[pole] : poles.before[pole]) *
                           power(poles.pole[pole], begin + 1) * Complex{state[0], state[p.count]};
                }
                for (int from = begin; from < end; from += at_once) {
                    float v[at_once];
#pragma unroll
                    for (int i = 0; i < at_once; ++i) v[i] = from + i < end ? edge[(from + i) * step] : 0;
#pragma unroll
                    for (int i = 0; i < at_once; ++i) {
                        double sum = 0;
#pragma unroll
                        for (int k = 0; k < part_poles_at_once; ++k)
                            sum += s[k].re, s[k] = poles.pole[group + k] * s[k];
                        if (from + i < end) edge[(from + i) * step] = v[i] + float(sum);
                    }
                }
            }
            __syncthreads();  // both ends may reach one sample
        }
}

struct PartNumbers {
    const double* of[most_parts];
};

__global__ __launch_bounds__(128) void part_scan_kernel(const __grid_constant__ PartNumbers parts, int count,
                                                        const double* matrix, int poles, std::int64_t lines,
                                                        int channels, double* states,
                                                        const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int at_once = 4 * part_poles_at_once;
    const std::int64_t line = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (line >= lines) return;
    const int of_part = 4 * poles + 2, of_states = 4 * poles;
    const double* const outside = matrix + (count * of_part + line % channels) * of_states;
    for (int group = 0; group < of_states; group += at_once) {
        double sums[at_once];
#pragma unroll
        for (int s = 0; s < at_once; ++s) sums[s] = group + s < of_states ? outside[group + s] : 0;
        const double* share = matrix + group;
        for (int part = 0; part < count; ++part)
            for (int k = 0; k < of_part; ++k, share += of_states) {
                const double v = parts.of[part][k * lines + line];
#pragma unroll
                for (int s = 0; s < at_once; ++s)
                    if (group + s < of_states) sums[s] += share[s] * v;
            }
#pragma unroll
        for (int s = 0; s < at_once; ++s)
            if (group + s < of_states) states[(group + s) * lines + line] = sums[s];
    }
}

}  // namespace sweep::gpu
