// Algorithm RT (Ruijters and Thevenaz 2010; [N11] section 4): whole lines, four times through memory.
//
//     RT.1 y = F(P_first, x) down every column     RT.2 z = R(y, E_last) up     RT.3 right     RT.4 left
//
// A thread owns a column of one channel, then a row, so that there are as many threads as the image has
// lines. Threads of a warp touch neighbouring samples in the column passes and samples a row apart in the row
// passes: so it is published, and it is what the other algorithms are measured against. Passes after the
// first run in place.
//
// A pass runs relative to a level c that follows the state: every 16 samples c takes over the constant that
// the state stands for, to the last bit (c' = c + s; s -= c' - c). So the rounding of y += v does not
// accumulate along the line, however long it is, and the loads of 16 samples are in flight together.
//
// The causal pass of a pair leaves E_last, with which the anticausal one begins, by the closed forms of
// core/blocks/extension.h.
#pragma once

#include "core/blocks/extension.h"
#include "gpu/device/launch.cuh"
#include "gpu/image/datum.cuh"
#include "gpu/image/intermediate.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

struct LinePass {
    int width, height, channels;
    bool along_rows, causal;
    bool first, last;  // reads the image, writes the output; otherwise what lies between
    bool clamp;
    float scale;  // of the output
    float level;  // 1 if the pass has a level (gpu/scan/level.cuh), otherwise 0
};

template <int R>
__global__ __launch_bounds__(tuning::WholeLines::threads) void rt_kernel(
    PixelSource in, float* between, PixelSink out, LinePass p,
    Recurrence<float, R, Realisation::delta> filter, const __grid_constant__ Extension<float, R> extension,
    const __grid_constant__ Datum datum, float* epilogues, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int at_once = tuning::WholeLines::samples;
    const int n = p.along_rows ? p.width : p.height;
    const int lines = (p.along_rows ? p.height : p.width) * p.channels;
    const int line = blockIdx.x * blockDim.x + threadIdx.x;
    wait_for_predecessor();
    if (line >= lines) return;
    const int channel = line % p.channels, across = line / p.channels;
    const float origin = datum.of(channel), outside = datum.outside(channel, origin);

    // Sample j is counted in the direction of travel.
    auto place = [&](int j) {
        const int along = p.causal ? j : n - 1 - j;
        return p.along_rows ? int2{along, across} : int2{across, along};
    };
    auto index = [&](int2 at) { return (std::size_t(at.y) * p.width + at.x) * p.channels + channel; };
    auto get = [&](int j) {
        const int2 at = place(j);
        return p.first ? in.sample(at.x, at.y, channel) - origin : between[index(at)];
    };
    auto put = [&](int j, float v) {
        const int2 at = place(j);
        if (p.last)
            put_sample(out, at.x, at.y, channel, (v + origin) * p.scale);
        else
            between[index(at)] = v;
    };

    Vec<float, R> s;
    if (p.causal)
        s = extension.first_prologue(p.clamp ? get(0) : outside);
    else
#pragma unroll
        for (int k = 0; k < R; ++k) s[k] = epilogues[std::size_t(k) * lines + line];
    const Vec<float, R> steady = filter.steady();
    float c = 0, x = 0;
    auto follow = [&] {
        const float level = p.level * (c + filter.level(s)), risen = level - c;
#pragma unroll
        for (int k = 0; k < R; ++k) s[k] -= steady[k] * risen;
        c = level;
    };
    int i = 0;
    for (; i + at_once <= n; i += at_once) {
        float v[at_once];
#pragma unroll
        for (int k = 0; k < at_once; ++k) v[k] = get(i + k);
        x = v[at_once - 1];
        follow();
#pragma unroll
        for (int k = 0; k < at_once; ++k) put(i + k, c + filter.step(s, v[k] - c));
    }
    follow();
    for (; i < n; ++i) {
        x = get(i);
        put(i, c + filter.step(s, x - c));
    }
    if (!p.causal || p.last) return;
#pragma unroll
    for (int k = 0; k < R; ++k) s[k] += steady[k] * c;
    const Vec<float, R> E = extension.last_epilogue(p.clamp ? x : outside, s);
#pragma unroll
    for (int k = 0; k < R; ++k) epilogues[std::size_t(k) * lines + line] = E[k];
}

}  // namespace sweep::gpu
