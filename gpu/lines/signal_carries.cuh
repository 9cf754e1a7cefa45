// Algorithms 1 and 3, the stages between those of gpu/lines/signal.cuh: from the perimeters of the
// superblocks to the states that enter them, exact at the signal's ends.
//
//     1.2, 3.2   P_m = A_F^b P_{m-1} + Pbar_m                                    [N11] (24)
//     1.2'       E_m = A_R^b E_{m+1} + Ebar_m                                    [N11] (27)
//     3.3        E_m = A_R^b E_{m+1} + H(A_RB A_FP) P_{m-1} + Ehat_m             [N11] (34)
//
// A thread block owns a channel, a thread a segment of L consecutive superblocks. It scans them first from
// zero, then, after a recurrence over the threads (gpu/scan/thread_scan.cuh), from what enters its first one:
// L + log2(threads) steps each time in place of as many as there are superblocks. The boundaries' closed
// forms are those of core/blocks/extension.h: constants are known at once, repeat and mirror follow from a
// scan that nothing enters.
#pragma once

#include "gpu/device/block_trace.cuh"
#include "gpu/lines/signal.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

template <int R>
struct SignalMatrices {
    CarryMatrices<float, R> block, last;   // for a superblock; for the signal's last one
    ThreadPowers<R> F_threads, R_threads;  // for L superblocks
    Extension<float, R> extension;
};

template <int R>
inline constexpr int scan_threads = tuning::Signals::scan_threads<R>;

template <int R>
struct SignalScanShared {
    SignalMatrices<R> matrices;
    float ends[scan_threads<R> / 32 * R];
    Vec<float, R> end_of_line;

    __device__ void load(const SignalMatrices<R>* from) {
        static_assert(sizeof(SignalMatrices<R>) % sizeof(float) == 0);
        float* to = reinterpret_cast<float*>(&matrices);
        for (int i = threadIdx.x; i < int(sizeof(matrices) / sizeof(float)); i += blockDim.x)
            to[i] = reinterpret_cast<const float*>(from)[i];
        __syncthreads();
    }
};

// One channel's superblocks. All threads of the thread block call forward() and backward(); barriers inside.
template <int R>
struct SignalScan {
    using State = Vec<float, R>;
    SignalScanShared<R>& shared;
    SignalShape p;
    int channel, each;   // superblocks of a thread
    const float* local;  // their perimeters
    float* states;       // their carries
    bool overlapped;     // epilogues are those of 3.1, twice incomplete

    // Scans from the state that enters the signal. Returns to all threads the state in which F leaves it.
    __device__ State forward(const State& P_first, bool keep) {
        const SignalMatrices<R>& m = shared.matrices;
        const int begin = threadIdx.x * each, end = min(begin + each, p.superblocks),
                  last = p.superblocks - 1;
        State s = threadIdx.x == 0 ? P_first : State{};
#pragma unroll 4
        for (int i = begin; i < min(end, last); ++i) advance(m.block.tail_A_FP, s, get(local, 0, i));
        s = enter_thread<false>(m.F_threads, s, shared.ends, threadIdx.x / 32, blockDim.x / 32);
        if (threadIdx.x == 0) s = P_first;
        for (int i = begin; i < end; ++i) {
            if (keep) set(0, i, s);
            if (i < last) {
                advance(m.block.tail_A_FP, s, get(local, 0, i));
            } else {
                m.last.next_prologue(s, get(local, 0, i));
                shared.end_of_line = s;
            }
        }
        __syncthreads();
        return shared.end_of_line;
    }

    // Scans from the state that enters the signal from behind. Returns to all threads the state in which R
    // leaves its front. forward() must have stored the prologues.
    __device__ State backward(const State& E_last, bool keep) {
        const SignalMatrices<R>& m = shared.matrices;
        const int begin = threadIdx.x * each, end = min(begin + each, p.superblocks),
                  last = p.superblocks - 1;
        const bool owns_last = begin <= last && last < end;
        State s{}, entering{};
        if (owns_last) {
            entering = E_last;
            m.last.next_epilogue(entering, prologue(last), get(local, R, last));
            s = entering;
        }
        // The loop starts from begin + each - 1, not from min(end, last) - 1: ptxas 13.0 for sm_90 loses a
        // sign of that minimum of three where the loop's address starts (orders 3, 4, 7 wrote elsewhere).
        for (int i = begin + each - 1; i >= begin; --i)
            if (i < last) advance(m.block.head_A_RE, s, epilogue(i));
        s = enter_thread<true>(m.R_threads, s, shared.ends, threadIdx.x / 32, blockDim.x / 32);
        if (owns_last) {
            s = entering;
            if (keep) set(R, last, E_last);
        }
        for (int i = begin + each - 1; i >= begin; --i) {
            if (i >= last) continue;
            if (keep) set(R, i, s);
            advance(m.block.head_A_RE, s, epilogue(i));
        }
        if (threadIdx.x == 0) shared.end_of_line = s;
        __syncthreads();
        return shared.end_of_line;
    }

  private:
    __device__ State get(const float* from, int first, int i) const {
        State v;
#pragma unroll
        for (int k = 0; k < R; ++k) v[k] = from[state_index<R>(p, channel, first + k, i)];
        return v;
    }
    __device__ void set(int first, int i, const State& v) {
#pragma unroll
        for (int k = 0; k < R; ++k) states[state_index<R>(p, channel, first + k, i)] = v[k];
    }
    __device__ State prologue(int i) const {
        return overlapped ? get(states, 0, i) : State{};
    }
    // The epilogue of superblock i from zero, the prologue's share included.
    __device__ State epilogue(int i) const {
        State sum = get(local, R, i);
        add_product(shared.matrices.block.head_A_RB_A_FP, prologue(i), sum);
        return sum;
    }
};

// Stage 1.2 or 3.2. `tails` gets the state in which F leaves the signal, R numbers a channel.
template <int R>
__global__ __launch_bounds__(scan_threads<R>) void signal_prologues_kernel(
    PixelSource image, SignalShape p, const SignalMatrices<R>* matrices, const __grid_constant__ Datum datum,
    bool clamp, ScanOrder order, bool overlapped, int each, const float* local, float* states, float* tails,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    __shared__ SignalScanShared<R> shared;
    const int channel = blockIdx.x;
    shared.load(matrices);
    SignalScan<R> scan{shared, p, channel, each, local, states, overlapped};
    const Extension<float, R>& extension = shared.matrices.extension;
    const float origin = datum.of(channel);

    Vec<float, R> P_first{};
    if (order == ScanOrder::once) {
        const float c_first = clamp ? image.sample(0, 0, channel) - origin : datum.outside(channel, origin);
        P_first = extension.first_prologue(c_first);
    } else {
        const Vec<float, R> tail = scan.forward(P_first, order == ScanOrder::mirror);
        Vec<float, R> front{};
        if (order == ScanOrder::mirror) {
            add_product(extension.H_zeros, tail, front);
            front = scan.backward(front, false);
        }
        P_first = extension.first_prologue(tail, front);
    }
    const Vec<float, R> tail = scan.forward(P_first, true);
    if (threadIdx.x == 0)
#pragma unroll
        for (int k = 0; k < R; ++k) tails[channel * R + k] = tail[k];
}

// Stage 1.2' or 3.3.
template <int R>
__global__ __launch_bounds__(scan_threads<R>) void signal_epilogues_kernel(
    PixelSource image, SignalShape p, const SignalMatrices<R>* matrices, const __grid_constant__ Datum datum,
    bool clamp, ScanOrder order, bool overlapped, int each, const float* local, float* states,
    const float* tails, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    __shared__ SignalScanShared<R> shared;
    const int channel = blockIdx.x;
    shared.load(matrices);
    SignalScan<R> scan{shared, p, channel, each, local, states, overlapped};
    const Extension<float, R>& extension = shared.matrices.extension;

    Vec<float, R> E_last{};
    if (order == ScanOrder::repeat) {
        const Vec<float, R> front = scan.backward(E_last, false);
        add_product(extension.wrap, front, E_last);
    } else {
        const float origin = datum.of(channel),
                    c_last = clamp ? image.sample(p.width() - 1, p.height() - 1, channel) - origin
                                   : datum.outside(channel, origin);
        Vec<float, R> tail;
#pragma unroll
        for (int k = 0; k < R; ++k) tail[k] = tails[channel * R + k];
        E_last = extension.last_epilogue(c_last, tail);
    }
    scan.backward(E_last, true);
}

}  // namespace sweep::gpu
