// What a thread does along a line of the edge filter (core/edge/edge_filter.h): weights, passes, segments.
//
// A weight w is kept as a coefficient, which is 1 - w where w > 1/2 and otherwise -w, so that either end keeps its
// digits; -0 stands for a hole, and +0 for a sample that is none, which a pass goes through unchanged.
#pragma once

#include <cuda_runtime.h>

namespace sweep::gpu {

__device__ inline bool is_negative(float c) {
    return int(__float_as_uint(c)) < 0;
}

// The coefficient of the weight 2^-t, t >= 0. t is no number beside a hole.
__device__ inline float edge_coefficient(float t) {
    t = fminf(t, 150.f);  // the number, if one of the two is none
#ifdef __CUDA_ARCH__
    float w;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(w) : "f"(-t));
#else
    const float w = exp2f(-t);
#endif
    // (1 - 2^-t) / t for 0 <= t <= 1, to 1e-8 of it.
    float p = -0.000114580376f;
    p = fmaf(p, t, 0.0012907796f);
    p = fmaf(p, t, -0.009596275f);
    p = fmaf(p, t, 0.055498954f);
    p = fmaf(p, t, -0.24022606f);
    p = fmaf(p, t, 0.6931472f);
    return t < 1 ? p * t : -w;
}

__device__ inline float edge_weight(float c) {
    return is_negative(c) ? -c : 1 - c;
}
__device__ inline float one_less_edge_weight(float c) {
    return is_negative(c) ? 1 + c : c;
}

// x + w (state - x).
__device__ inline float edge_step(float c, float x, float state) {
    const float difference = c == 0 ? 0 : x - state;
    return fmaf(c, difference, is_negative(c) ? x : state);
}

// The passes down and up over x_0 .. x_31 in registers, with c_0 before x_0 and c_32 behind x_31.
__device__ inline void edge_passes(float (&x)[32], const float (&c)[33], float P, float E) {
#pragma unroll
    for (int i = 0; i < 32; ++i) x[i] = P = edge_step(c[i], x[i], P);
#pragma unroll
    for (int i = 31; i >= 0; --i) x[i] = E = edge_step(c[i + 1], x[i], E);
}

// A Segment (core/edge/segment.h) of 32 samples, with s = r, and Y and Z less r: what is small keeps its digits. r is
// the first sample, if that is a finite number.
struct EdgeSegment {
    float r, Y, Z, W, H, U;
};

// Of samples x[0], x[x_step], .. in shared memory, with coefficient c[0] before them and c[32 c_step] behind.
__device__ inline EdgeSegment edge_segment(const float* x, int x_step, const float* c, int c_step) {
    const float r = x[0] - x[0] == 0 ? x[0] : 0, first = c[0];
    float y = 0, Z = 0, H = 0, V = 1, W = 1,
          enters = first;  // V: the product of the weights behind the first sample
#pragma unroll 8
    for (int i = 0; i < 32; ++i, x += x_step) {
        c += c_step;
        y = edge_step(enters, *x - r, y);
        const float behind = *c, q = one_less_edge_weight(behind) * V;
        Z += q == 0 ? 0 : q * y;
        H = fmaf(q, V, H);
        W = V;
        V *= edge_weight(behind);
        enters = behind;
    }
    const float w = edge_weight(first);
    return {r, y, Z, w * W, w * H, V};
}

}  // namespace sweep::gpu
