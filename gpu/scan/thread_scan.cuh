// A recurrence over the threads of a thread block. Every thread takes the state s to A s + local, and gets
// the state that enters it, when zero enters the first thread.
//
//     s_t = sum_{u < t} A^(t-1-u) local_u
//
// A warp scans by recursive doubling ([N11] section 7; Stone 1973), s_t += A^(2^k) s_(t-2^k). The ends of the
// warps follow one after the other, with A^32. The state that enters a warp then reaches lane l by A^l, a
// product for each binary digit of l.
#pragma once

#include "gpu/scan/line_scan.cuh"

namespace sweep::gpu {

// Powers of one thread's A.
template <int R>
struct ThreadPowers {
    Transition<float, R> doubled[5];  // A^(2^k)
    Transition<float, R> warp;        // A^32
};

// A^exponent, which is 1 or more.
template <int R>
Transition<double, R> power(Transition<double, R> A, int exponent) {
    Transition<double, R> result{identity<double, R>(), 0};
    for (bool is_first = true; exponent > 0; exponent /= 2) {
        if (exponent % 2 == 1) result = is_first ? A : multiply(result, A), is_first = false;
        A = multiply(A, A);
    }
    return result;
}

template <int R>
ThreadPowers<R> thread_powers(Transition<double, R> A) {
    ThreadPowers<R> powers{};
    for (Transition<float, R>& doubled : powers.doubled) {
        doubled = round_to<float>(A);
        A = multiply(A, A);
    }
    powers.warp = round_to<float>(A);
    return powers;
}

// Returns the state of the lane that comes `distance` earlier in the order of the scan.
template <bool backwards, int R>
__device__ inline Vec<float, R> neighbour(const Vec<float, R>& s, int distance) {
    Vec<float, R> other;
#pragma unroll
    for (int k = 0; k < R; ++k)
        other[k] = backwards ? __shfl_down_sync(0xffffffff, s[k], distance)
                             : __shfl_up_sync(0xffffffff, s[k], distance);
    return other;
}

// Returns the state that enters this thread, which is in warp `warp` of the `warps` that scan together.
// `backwards` takes the threads from the last to the first. `ends` is shared memory, R numbers a warp. All
// threads of the thread block call it; it has barriers.
template <bool backwards, int R>
__device__ inline Vec<float, R> enter_thread(const ThreadPowers<R>& A, const Vec<float, R>& local,
                                             float* ends, int warp, int warps) {
    const int lane = threadIdx.x % 32, rank = backwards ? 31 - lane : lane,
              turn = backwards ? warps - 1 - warp : warp;
    Vec<float, R> s = local;
#pragma unroll
    for (int k = 0; k < 5; ++k) {
        Vec<float, R> other = neighbour<backwards>(s, 1 << k);
        advance(A.doubled[k], other, s);
        if (rank >= 1 << k) s = other;
    }
    __syncthreads();  // `ends` of an earlier scan has been read
    if (rank == 31)
#pragma unroll
        for (int k = 0; k < R; ++k) ends[turn * R + k] = s[k];
    s = neighbour<backwards>(s, 1);
    __syncthreads();
    Vec<float, R> entering{};
    for (int q = 0; q < turn; ++q) {
        Vec<float, R> end;
#pragma unroll
        for (int k = 0; k < R; ++k) end[k] = ends[q * R + k];
        advance(A.warp, entering, end);
    }
#pragma unroll
    for (int k = 0; k < 5; ++k)
        if (rank >> k & 1) advance(A.doubled[k], entering);
    if (rank > 0)
#pragma unroll
        for (int k = 0; k < R; ++k) entering[k] += s[k];
    return entering;
}

}  // namespace sweep::gpu
