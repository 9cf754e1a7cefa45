// Algorithm rt64: whole lines in double, from exact states, for every boundary and pair of passes, of any
// order.
//
//     RT64.1 y = F(P_first, x), z = R(y, E_last) on every column          RT64.2 the same on every row
//
// With s_0(x) for the state in which a pass that starts from zero ends after x (core/blocks/extension.h),
//
//     constants   P_first = first c_first                   E_last = last c_last + H (P_last - first c_last)
//     periods     P_first = (I - A_F^p)^-1 s_0(x)           E_last = (I - A_R^p)^-1 s_0(y)
//
// p = n under repeat, and 2 n under mirror or 2 n - 2 under reflect101, where the line comes back reversed. A thread
// owns a line of one channel. y lies in `kept`, sample by sample, with those of neighbouring lines side by side. The
// algorithm is for filters of which blocks in float32 lose digits. It is as slow as rt: it is here to be right.
#pragma once

#include "core/blocks/line_numbers.h"
#include "gpu/device/launch.cuh"
#include "gpu/image/intermediate.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

struct WholeLines {
    int width, height, channels;
    bool along_rows, both;
    bool reads_image, writes_result;  // otherwise what lies between
    int begin, count;                 // the lines of this launch
    long long period;                 // of samples until a line comes back to its first
    BoundaryKind boundary;
    double outside[4];  // what continues lines under `zero` and `constant`, by channel
    double gain;
};

inline constexpr int rt64_threads = tuning::WholeLines::threads_of_double;

__global__ __launch_bounds__(rt64_threads) void rt64_kernel(PixelSource in, double* between, PixelSink out,
                                                            WholeLines p, const LineNumbers* given,
                                                            double* kept,
                                                            const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    __shared__ LineNumbers numbers;
    static_assert(sizeof(LineNumbers) % sizeof(int) == 0);
    for (int i = threadIdx.x; i < int(sizeof(LineNumbers) / sizeof(int)); i += rt64_threads)
        reinterpret_cast<int*>(&numbers)[i] = reinterpret_cast<const int*>(given)[i];
    __syncthreads();

    const int mine = blockIdx.x * rt64_threads + threadIdx.x, line = p.begin + mine;
    if (mine >= p.count) return;
    const int channel = line % p.channels, across = line / p.channels;
    const int n = p.along_rows ? p.width : p.height;
    auto get = [&](long long i) {
        const int along = int(index_in_period(p.boundary, i, (long long)n)),
                  x = p.along_rows ? along : across, y = p.along_rows ? across : along;
        if (p.reads_image) return double(in.sample(x, y, channel));
        return between[(std::size_t(y) * p.width + x) * p.channels + channel];
    };
    auto put = [&](long long i, double v) {
        const int x = p.along_rows ? int(i) : across, y = p.along_rows ? across : int(i);
        if (p.writes_result)
            put_sample(out, x, y, channel, float(v * p.gain));
        else
            between[(std::size_t(y) * p.width + x) * p.channels + channel] = v * p.gain;
    };
    double* const y = kept + mine;
    using State = double[LineNumbers::most];

    // Runs a pass over the samples load(j) and calls take(j, y_j), both in the order of travel. The loads of
    // 8 samples are in flight together.
    auto run = [&](const LinePass& pass, State& s, bool causal, auto load, auto take) {
        constexpr int at_once = tuning::WholeLines::samples_of_double;
        auto place = [&](long long j) { return causal ? j : p.period - 1 - j; };
        long long j = 0;
        for (; j + at_once <= p.period; j += at_once) {
            double x[at_once];
#pragma unroll
            for (int k = 0; k < at_once; ++k) x[k] = load(place(j + k));
#pragma unroll
            for (int k = 0; k < at_once; ++k) take(place(j + k), pass.step(s, x[k]));
        }
        for (; j < p.period; ++j) take(place(j), pass.step(s, load(place(j))));
    };
    // s += M q, one column of M after the other: M has room for every order, and most of it is zero.
    auto come_around = [&](const double(&M)[LineNumbers::most][LineNumbers::most], const State& q, State& s) {
#pragma unroll
        for (int j = 0; j < LineNumbers::most; ++j)
#pragma unroll
            for (int k = 0; k < LineNumbers::most; ++k) s[k] += M[k][j] * q[j];
    };
    auto kept_at = [&](long long i) { return y[i * p.count]; };
    auto nothing = [](long long, double) {};

    State s = {}, q = {};
    if (is_periodic(p.boundary)) {
        run(numbers.F, q, true, get, nothing);
        come_around(numbers.F_around, q, s);
    } else {
        const double c = continues_by_edge(p.boundary) ? get(0) : p.outside[channel];
#pragma unroll
        for (int k = 0; k < LineNumbers::most; ++k) s[k] = numbers.first[k] * c;
    }
    const double last = continues_by_edge(p.boundary) ? get(n - 1) : p.outside[channel];
    if (!p.both) {
        run(numbers.F, s, true, get, [&](long long i, double v) {
            if (i < n) put(i, v);
        });
        return;
    }
    run(numbers.F, s, true, get, [&](long long i, double v) { y[i * p.count] = v; });

    State e = {};
    if (is_periodic(p.boundary)) {
#pragma unroll
        for (int k = 0; k < LineNumbers::most; ++k) q[k] = 0;
        run(numbers.R, q, false, kept_at, nothing);
        come_around(numbers.R_around, q, e);
    } else {
#pragma unroll
        for (int k = 0; k < LineNumbers::most; ++k) {
            e[k] = numbers.last[k] * last;
            q[k] = s[k] - numbers.first[k] * last;
        }
        come_around(numbers.H, q, e);
    }
    run(numbers.R, e, false, kept_at, [&](long long i, double z) {
        if (i < n) put(i, z);
    });
}

}  // namespace sweep::gpu
