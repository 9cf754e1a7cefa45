// The dots of a tile's lines, on tensor cores: what each line hands on in both directions if nothing enters it, Pbar
// and Qbar (gpu/scan/segment_algebra.cuh), as words for the other tiles.
//
// A product is 16 lines x 8 positions times 8 positions x 8 functionals (gpu/device/tensor_product.cuh), of samples
// that are split into halves as in gpu/overlapped/tensor_dots.cuh. Lane 4 g + q ends with functionals 2 q and 2 q + 1
// of lines g and g + 8 of the product: those of P where q < 2, else of Q. Two neighbouring lanes have the numbers of
// a word (StreamWeights) of both lines; the even one leaves the word of line g, and the odd one that of line g + 8.
#pragma once

#include "gpu/device/tensor_product.cuh"
#include "gpu/stream/line.cuh"
#include "gpu/stream/tile.cuh"

namespace sweep::gpu {

// Four samples, split. `zero` keeps the compiler from taking the sample itself for its high half, since tensor cores
// ignore the low bits: the sample does not lie where the product wants it, and would cost a move.
struct StreamHalves {
    std::uint32_t high[4], low[4];

    __device__ StreamHalves(const float (&x)[4], unsigned zero) {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            high[i] = (__float_as_uint(x[i]) & 0xffffe000u) | zero;
            low[i] = __float_as_uint(x[i] - __uint_as_float(high[i]));
        }
    }
};
// The sums of a product over all steps: the large ones in two chains, because tensor cores cut off digits, and the
// small ones in one.
struct StreamSums {
    float d[3][4];

    __device__ void add(int step, const StreamHalves& x, const uint4& w) {
        add_tensor_product(d[step & 1], x.high, w.x, w.y);
        add_tensor_product(d[2], x.low, w.x, w.y);
        add_tensor_product(d[2], x.high, w.z, w.w);
    }
    __device__ float of(int i) const { return d[0][i] + d[1][i] + d[2][i]; }
};

// Asks for a lane's weights in the order of the program, so that not all of them are held at once.
__device__ inline uint4 ask_weights(const uint4* at) {
#ifdef __CUDA_ARCH__
    uint4 v;
    asm volatile("ld.global.nc.v4.u32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(at));
    return v;
#else
    return *at;
#endif
}

// Publishes a lane's words of two lines, of which it and its neighbour have the numbers a[0], a[1] of the first and
// a[2], a[3] of the second: the first line's from the even lane, the second one's from the odd lane.
__device__ inline void publish_pair(PerimeterWord* at, unsigned tag, const float (&a)[4], bool odd) {
    const float s1 = __shfl_xor_sync(~0u, odd ? a[0] : a[2], 1), s2 = __shfl_xor_sync(~0u, a[3], 1);
    publish(at, {tag, {odd ? s1 : a[0], odd ? s2 : a[1], odd ? a[2] : s1}});
}

// The words of columns x to x + 31 of a tile, less its datum c, by one warp. Lane 4 g + q reads 4 columns of rows 8
// s + 2 q and the next. `outside` is the constant that continues the columns, less the datum, where one does.
template <int R, StreamEnds kind>
__device__ inline void leave_column_words(const float* samples, const StreamWalk& walk,
                                          const StreamLine<R, kind>& line, int m, int n, int x, float c,
                                          float outside) {
    constexpr int side = stream_side;
    const int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4, d = q / 2;
    const float *even_rows = samples + at<side>(2 * q, x + 4 * g),
                *odd_rows = samples + at<side>(2 * q + 1, x + 4 * g);
    const uint4* const weights_of_tile = line.weights_of(m) + lane;
    StreamSums sums[2]{};
#pragma unroll 2
    for (int s = 0; s < StreamWeights::steps; ++s) {
        const float4 u = *reinterpret_cast<const float4*>(even_rows + s * 8 * 32),
                     v = *reinterpret_cast<const float4*>(odd_rows + s * 8 * 32);
        const float first[4] = {u.x - c, u.y - c, v.x - c, v.y - c},
                    second[4] = {u.z - c, u.w - c, v.z - c, v.w - c};
        const uint4 weights = ask_weights(weights_of_tile + s * 32);
        sums[0].add(s, StreamHalves(first, walk.zero), weights);
        sums[1].add(s, StreamHalves(second, walk.zero), weights);
    }
    const bool at_end = !line.mirrors && (d == 0 ? line.begins(m) : line.ends(m));
    const float2 through = __ldg(line.through + q);
    float y[4][2];  // of columns x + 4 g + i
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int end = at<side>(d == 0 ? 0 : side - 1, x + 4 * g + i);
        const float edge = !at_end ? 0.f : line.reads_edges ? samples[end] - c : outside;
        y[i][0] = fmaf(through.x, edge, sums[i / 2].of(i % 2 * 2));
        y[i][1] = fmaf(through.y, edge, sums[i / 2].of(i % 2 * 2 + 1));
    }
    const bool odd = q % 2 == 1;
    PerimeterWord* const to = walk.of_column(m % walk.column_strips, d, n * side + x + 4 * g + odd);
    const float left[4] = {y[0][0], y[0][1], y[1][0], y[1][1]},
                right[4] = {y[2][0], y[2][1], y[3][0], y[3][1]};
    publish_pair(to, walk.tag(m), left, odd);
    publish_pair(to + 2, walk.tag(m), right, odd);
}

// The words of rows r0 to r0 + 15, whose columns are filtered, by one warp. Lane 4 g + q reads 4 columns from 16
// i + 4 q on of rows r and r + 8.
template <int R, StreamEnds kind>
__device__ inline void leave_row_words(const float* samples, const StreamWalk& walk,
                                       const StreamLine<R, kind>& line, int m, int n, int r0, float outside) {
    constexpr int side = stream_side;
    const int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4, d = q / 2, r = r0 + g / 2 + g % 2 * 4;
    const float* const from[2] = {samples + at<side>(r, 4 * q), samples + at<side>(r, 16 + 4 * q)};
    const uint4* const weights_of_tile = line.weights_of(n) + lane;
    StreamSums sums{};
#pragma unroll 2
    for (int i = 0; i < StreamWeights::steps / 2; ++i) {
        const float* const box = from[i % 2] + i / 2 * side * 32;
        const float4 u = *reinterpret_cast<const float4*>(box),
                     v = *reinterpret_cast<const float4*>(box + 8 * 32);
        const float first[4] = {u.x, v.x, u.y, v.y}, second[4] = {u.z, v.z, u.w, v.w};
        const uint4* const weights = weights_of_tile + 2 * i * 32;
        sums.add(0, StreamHalves(first, walk.zero), ask_weights(weights));
        sums.add(1, StreamHalves(second, walk.zero), ask_weights(weights + 32));
    }
    float edges[2]{};
    if (!line.mirrors && (d == 0 ? line.begins(n) : line.ends(n))) {
        const int column = d == 0 ? 0 : side - 1;
        edges[0] = line.reads_edges ? samples[at<side>(r, column)] : outside;
        edges[1] = line.reads_edges ? samples[at<side>(r + 8, column)] : outside;
    }
    const float2 through = __ldg(line.through + q);
    float y[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) y[i] = fmaf(i % 2 == 0 ? through.x : through.y, edges[i / 2], sums.of(i));
    const bool odd = q % 2 == 1;
    publish_pair(walk.of_row(m % walk.row_strips, n, d, r + (odd ? 8 : 0)), walk.tag(m), y, odd);
}

}  // namespace sweep::gpu
