// Algorithm rt64: whole lines in double, from exact states, whatever the boundary, the pair of passes and their order.
//
//     RT64.1 y = F(P_first, x), z = R(y, E_last) on every column          RT64.2 the same on every row
//
// With s_0(x) for the state in which a pass that starts from zero leaves x (core/extension.h),
//
//     constants   P_first = first c_first                     E_last = last c_last + H (P_last - first c_last)
//     periods     P_first = (I - A_F^p)^-1 s_0(x)             E_last = (I - A_R^p)^-1 s_0(y)
//
// p = n under repeat and 2 n under mirror, where the line comes back reversed. A thread owns a line of one channel; y lies
// in `kept`, sample by sample, those of neighbouring lines side by side. It is for filters of which blocks in float32
// lose digits, and as slow as rt: what counts here is that it is right.
#pragma once

#include "core/line_numbers.h"
#include "gpu/intermediate.cuh"
#include "gpu/launch.cuh"

namespace sweep::gpu {

struct WholeLines {
    int width, height, channels;
    bool along_rows, both;
    bool reads_image, writes_result;  // otherwise what lies between
    int begin, count;                 // of the lines, in this launch
    long long period;                 // of samples until a line comes back to its first
    bool periodic, clamps;
    double outside[4];  // what lies outside under `zero` and `constant`, by channel
    double gain;
};

inline constexpr int rt64_threads = 64;  // few a thread block, so that few lines spread over the GPU

__global__ __launch_bounds__(rt64_threads) void rt64_kernel(PixelSource in, float* between, PixelSink out,
                                                            WholeLines p, const LineNumbers* given,
                                                            double* kept) {
    __shared__ LineNumbers numbers;
    static_assert(sizeof(LineNumbers) % sizeof(int) == 0);
    for (int i = threadIdx.x; i < int(sizeof(LineNumbers) / sizeof(int)); i += rt64_threads)
        reinterpret_cast<int*>(&numbers)[i] = reinterpret_cast<const int*>(given)[i];
    __syncthreads();

    const int mine = blockIdx.x * rt64_threads + threadIdx.x, line = p.begin + mine;
    if (mine >= p.count) return;
    const int channel = line % p.channels, across = line / p.channels, order = numbers.F.order;
    const int n = p.along_rows ? p.width : p.height;
    const long long period = p.period;
    auto get = [&](long long i) {
        const int along = int(i < n ? i : period - 1 - i), x = p.along_rows ? along : across,
                  y = p.along_rows ? across : along;
        if (p.reads_image) return double(in.sample(x, y, channel));
        return double(between[(std::size_t(y) * p.width + x) * p.channels + channel]);
    };
    auto put = [&](int i, double v) {
        const int x = p.along_rows ? i : across, y = p.along_rows ? across : i;
        if (p.writes_result)
            put_sample(out, x, y, channel, float(v * p.gain));
        else
            between[(std::size_t(y) * p.width + x) * p.channels + channel] = float(v * p.gain);
    };
    double* const y = kept + mine;
    const bool periodic = p.periodic, clamps = p.clamps;

    double s[LineNumbers::most] = {}, q[LineNumbers::most] = {};
    if (periodic) {
        for (long long i = 0; i < period; ++i) numbers.F.step(q, get(i));
        for (int k = 0; k < order; ++k)
            for (int j = 0; j < order; ++j) s[k] += numbers.F_around[k][j] * q[j];
    } else {
        const double c = clamps ? get(0) : p.outside[channel];
        for (int k = 0; k < order; ++k) s[k] = numbers.first[k] * c;
    }
    const double last = clamps ? get(n - 1) : p.outside[channel];
    if (!p.both) {
        for (int i = 0; i < n; ++i) put(i, numbers.F.step(s, get(i)));
        return;
    }
    for (long long i = 0; i < period; ++i) y[i * p.count] = numbers.F.step(s, get(i));

    for (int k = 0; k < order; ++k) q[k] = periodic ? 0 : s[k] - numbers.first[k] * last;
    if (periodic)
        for (long long i = period - 1; i >= 0; --i) numbers.R.step(q, y[i * p.count]);
    for (int k = 0; k < order; ++k) {
        s[k] = periodic ? 0 : numbers.last[k] * last;
        for (int j = 0; j < order; ++j) s[k] += (periodic ? numbers.R_around : numbers.H)[k][j] * q[j];
    }
    for (long long i = period - 1; i >= 0; --i) {
        const double z = numbers.R.step(s, y[i * p.count]);
        if (i < n) put(int(i), z);
    }
}

}  // namespace sweep::gpu
