// Algorithms 1 and 3 ([N11] 4.3 and 5.1), the stages that read and write the signal: perimeters and output.
//
// The blocks of the paper are superblocks here: 128 lines of 32 samples (64 lines for more than two
// channels), where a line is the 32 consecutive samples of the signal that one thread owns. So a long signal
// leaves few carries, r numbers in 4096 samples, and a thread block works on one superblock as a whole:
//
//     1.1, 3.1   the superblock alone, from zero: Pbar_m(y); and from the output of that, Ebar_m(z) (1.1') or
//                the twice incomplete Ehat_m(z)
//     1.3, 3.4   again, from what enters the superblock: y = F(P_{m-1}, x), z = R(y, E_{m+1})
//
// Inside a superblock, lines are treated as algorithm 1 treats blocks: each thread runs its line from zero, a
// recurrence over the threads finds the states that enter the lines (gpu/scan/thread_scan.cuh), and each
// thread runs its line once more from those. This is the hierarchical completion of [N11] section 7;
// gpu/lines/signal_carries.cuh has the levels above.
//
// A thread block owns a superblock, a thread a line of one channel. The superblock lies in shared memory,
// lines 33 samples apart: a warp that reads neighbouring samples of the signal, and one that reads the same
// sample of all lines, touch every bank once.
//
// Algorithm 3 reads the signal twice and writes it once for both passes: (3 + 9 r / 4096) n. Algorithm 1 does
// so for each pass, with the causal output in memory between them: (6 + 8 r / 4096) n.
//
// The passes across the signal (along the rows of a signal that is a column, along the columns of one that is
// a row) find lines of a single sample. Together they multiply each sample by one factor, which
// core/families/signal.h computes.
#pragma once

#include "gpu/device/block_trace.cuh"
#include "gpu/image/datum.cuh"
#include "gpu/image/intermediate.cuh"
#include "gpu/scan/level.cuh"
#include "gpu/scan/thread_scan.cuh"

namespace sweep::gpu {

inline constexpr int line_length = 32;

// Lines of a superblock: every GPU has the shared memory and the threads that four channels need.
inline constexpr int most_lines = 128;
constexpr int lines_for(int channels) {
    return channels <= 2 ? most_lines : most_lines / 2;
}

struct SignalShape {
    int length, channels;
    int lines, superblocks;  // lines of a superblock, superblocks of the signal
    bool along_rows;
    __host__ __device__ int superblock() const { return lines * line_length; }
    // Floats of a channel in shared memory.
    __host__ __device__ int plane() const { return lines * (line_length + 1); }
    __device__ int2 place(int i) const { return along_rows ? int2{i, 0} : int2{0, i}; }
    __device__ int samples_of(int m) const { return min(superblock(), length - m * superblock()); }
    __device__ int width() const { return along_rows ? length : 1; }
    __device__ int height() const { return along_rows ? 1 : length; }
};

// The samples that are filtered: those of the image, relative to its datum, or what an earlier pass has left.
struct SignalSource {
    PixelSource pixels;
    bool is_image;
};

// The output is (factor z + datum) scale, or z where another pass follows.
struct SignalSink {
    PixelSink pixels;
    bool is_image;
    float factor, scale;
};

template <int R>
struct SignalFilter {
    Recurrence<float, R, Realisation::delta> F, Rv;
    ThreadPowers<R> F_lines, R_lines;  // powers for whole lines
};

// The place of a state in memory of one number a superblock: [channel][2 R][superblocks], P and then E.
template <int R>
__host__ __device__ inline std::size_t state_index(const SignalShape& p, int channel, int k, int m) {
    return (std::size_t(channel) * 2 * R + k) * p.superblocks + m;
}

__device__ inline int in_tile(int sample) {
    return sample + sample / line_length;
}

// The datum of each of the channels, 0 of others or where it is not wanted.
__device__ inline float4 datums(const Datum& datum, int channels, bool wanted) {
    const auto of = [&](int channel) { return wanted && channel < channels ? datum.of(channel) : 0.f; };
    return {of(0), of(1), of(2), of(3)};
}

// Loads superblock m, relative to `origin`, with zeros beyond the signal's end. Called by the whole thread
// block; the superblock is there after __syncthreads(). Floats are read by plain loads, never by __ldg(),
// because a later pass of algorithm 1 works in place.
__device__ inline void load_superblock(const PixelSource& in, const SignalShape& p, int m, float4 origin,
                                       float* tile) {
    const int first = m * p.superblock(), count = p.samples_of(m), C = p.channels;
    if (in.format == PixelFormat::f32 && C == 1 && count == p.superblock()) {
        constexpr int words = line_length / 4;  // of a thread; one channel has most_lines of them
        const float4* from = reinterpret_cast<const float4*>(static_cast<const float*>(in.data) + first);
        float4 v[words];
#pragma unroll
        for (int q = 0; q < words; ++q) v[q] = from[q * most_lines + threadIdx.x];
#pragma unroll
        for (int q = 0; q < words; ++q) {
            float* to = tile + in_tile(4 * (q * most_lines + threadIdx.x));
            to[0] = v[q].x - origin.x, to[1] = v[q].y - origin.x;
            to[2] = v[q].z - origin.x, to[3] = v[q].w - origin.x;
        }
        return;
    }
#pragma unroll 4
    for (int j = threadIdx.x; j < p.superblock(); j += blockDim.x) {
        float4 v = origin;
        if (j < count && in.format == PixelFormat::f32) {
            const float* from = static_cast<const float*>(in.data) + (std::size_t(first) + j) * C;
            if (C == 4) {
                v = *reinterpret_cast<const float4*>(from);
            } else {
                v.x = from[0];
                if (C > 1) v.y = from[1];
                if (C > 2) v.z = from[2];
            }
        } else if (j < count) {
            const int2 at = p.place(first + j);
            v = in.pixel(at.x, at.y);
        }
        float* to = tile + in_tile(j);
        to[0] = v.x - origin.x;
        if (C > 1) to[p.plane()] = v.y - origin.y;
        if (C > 2) to[2 * p.plane()] = v.z - origin.z;
        if (C > 3) to[3 * p.plane()] = v.w - origin.w;
    }
}

// Stores superblock m. Called by the whole thread block, after __syncthreads().
__device__ inline void store_superblock(const SignalSink& sink, const SignalShape& p, int m, float4 origin,
                                        const float* tile) {
    const PixelSink& out = sink.pixels;
    const int first = m * p.superblock(), count = p.samples_of(m), C = p.channels;
    auto finished = [&](float z, float datum) { return (sink.factor * z + datum) * sink.scale; };
    if (C == 1 && count == p.superblock() && out.format == PixelFormat::f32) {
        constexpr int words = line_length / 4;  // of a thread; one channel has most_lines of them
        float4* to = reinterpret_cast<float4*>(static_cast<float*>(out.data) + first);
#pragma unroll
        for (int q = 0; q < words; ++q) {
            const int word = q * most_lines + threadIdx.x;
            const float* from = tile + in_tile(4 * word);
            to[word] = {finished(from[0], origin.x), finished(from[1], origin.x), finished(from[2], origin.x),
                        finished(from[3], origin.x)};
        }
        return;
    }
    for (int j = threadIdx.x; j < count; j += blockDim.x) {
        const int2 at = p.place(first + j);
        const float* from = tile + in_tile(j);
        put_sample(out, at.x, at.y, 0, finished(from[0], origin.x));
        if (C > 1) put_sample(out, at.x, at.y, 1, finished(from[p.plane()], origin.y));
        if (C > 2) put_sample(out, at.x, at.y, 2, finished(from[2 * p.plane()], origin.z));
        if (C > 3) put_sample(out, at.x, at.y, 3, finished(from[3 * p.plane()], origin.w));
    }
}

// One thread's line in shared memory, and the passes over it.
template <int R>
struct SignalLine {
    const SignalFilter<R>& filter;
    float* samples;
    int count;    // samples of the line, 0 to 32
    float* ends;  // shared memory for this channel's warps
    int warp, warps;

    using State = Vec<float, R>;

    // Run a pass from a state that enters the line, and return the state that leaves it.
    __device__ State end_of_forward(State P) const {
        if (count == line_length)
            pass_forward<line_length>(filter.F, P, get(0), nothing());
        else
            for (int i = 0; i < count; ++i) filter.F.step(P, samples[i]);
        return P;
    }
    __device__ State end_of_backward(State E) const {
        pass_backward<line_length>(filter.Rv, E, count, get(0), nothing());
        return E;
    }
    // Run a pass in place, relative to the level with which the line is entered (gpu/scan/level.cuh).
    __device__ void forward(State P) const {
        const float c = shift_by_level(filter.F, filter.F_lines.doubled[0].kept, P);
        pass_forward<line_length>(filter.F, P, get(c), put(c));
    }
    __device__ void backward(State E) const {
        const float c = shift_by_level(filter.Rv, filter.R_lines.doubled[0].kept, E);
        pass_backward<line_length>(filter.Rv, E, count, get(c), put(c));
    }

    // The state that leaves the line at its end when P enters it; `local` leaves it when zero does.
    __device__ State leaving_forward(State P, const State& local) const {
        if (count < line_length) return end_of_forward(P);
        advance(filter.F_lines.doubled[0], P, local);
        return P;
    }

    // Return the state that enters the line when P_in enters the first line of the superblock, or E_in its
    // last one from behind. `local` is the state that leaves the line from zero; for the first (last) line it
    // becomes the one that leaves it in fact.
    __device__ State entering_forward(State& local, const State& P_in, bool is_first) const {
        if (is_first) local = leaving_forward(P_in, local);
        const State P = enter_thread<false>(filter.F_lines, local, ends, warp, warps);
        return is_first ? P_in : P;
    }
    __device__ State entering_backward(State& local, const State& E_in, bool is_last) const {
        if (is_last && count == line_length) {
            State E = E_in;
            advance(filter.R_lines.doubled[0], E, local);
            local = E;
        } else if (is_last) {
            local = end_of_backward(E_in);
        }
        const State E = enter_thread<true>(filter.R_lines, local, ends, warp, warps);
        return is_last ? E_in : E;
    }

  private:
    __device__ auto get(float c) const {
        return [from = samples, c]<int N>(int i, float(&v)[N]) {
#pragma unroll
            for (int k = 0; k < N; ++k) v[k] = from[i + k] - c;
        };
    }
    __device__ auto put(float c) const {
        return [to = samples, c]<int N>(int i, const float(&v)[N]) {
#pragma unroll
            for (int k = 0; k < N; ++k) to[i + k] = v[k] + c;
        };
    }
    static __device__ auto nothing() {
        return []<int N>(int, const float(&)[N]) {};
    }
};

// Stages 1.1, 1.1' and 3.1: the perimeter of each superblock.
template <int R>
__global__ __launch_bounds__(2 * most_lines) void signal_carries_kernel(
    SignalSource in, SignalShape p, const __grid_constant__ SignalFilter<R> filter,
    const __grid_constant__ Datum datum, bool forward, bool backward, float* local_states,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) float line_samples[];  // channels x lines x 33
    __shared__ float ends[4][most_lines / 32 * R];
    const int m = blockIdx.x, channel = threadIdx.x / p.lines, t = threadIdx.x % p.lines;
    wait_for_predecessor();
    load_superblock(in.pixels, p, m, datums(datum, p.channels, in.is_image), line_samples);
    __syncthreads();

    const int samples = p.samples_of(m), last = (samples - 1) / line_length;
    const SignalLine<R> line{filter,
                             line_samples + channel * p.plane() + t * (line_length + 1),
                             max(0, min(line_length, samples - t * line_length)),
                             ends[channel],
                             t / 32,
                             p.lines / 32};
    const Vec<float, R> zero{};
    if (forward) {
        Vec<float, R> local = line.end_of_forward(zero);
        const Vec<float, R> P = line.entering_forward(local, zero, t == 0);
        if (t == last) {
            const Vec<float, R> end = line.leaving_forward(P, local);
#pragma unroll
            for (int k = 0; k < R; ++k) local_states[state_index<R>(p, channel, k, m)] = end[k];
        }
        if (backward) line.forward(P);
    }
    if (backward) {
        Vec<float, R> local = line.end_of_backward(zero);
        Vec<float, R> E = line.entering_backward(local, zero, t == last);
        if (t == 0) {
            advance(filter.R_lines.doubled[0], E, local);
            if (last == 0) E = local;
#pragma unroll
            for (int k = 0; k < R; ++k) local_states[state_index<R>(p, channel, R + k, m)] = E[k];
        }
    }
}

// Stages 1.3, 1.3' and 3.4: the output of each superblock.
template <int R>
__global__ __launch_bounds__(2 * most_lines) void signal_output_kernel(
    SignalSource in, SignalSink out, SignalShape p, const __grid_constant__ SignalFilter<R> filter,
    const __grid_constant__ Datum datum, bool forward, bool backward, const float* states,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) float line_samples[];  // channels x lines x 33
    __shared__ float ends[4][most_lines / 32 * R];
    const int m = blockIdx.x, channel = threadIdx.x / p.lines, t = threadIdx.x % p.lines;
    wait_for_predecessor();
    const float4 origin = datums(datum, p.channels, in.is_image || out.is_image), none{0, 0, 0, 0};
    load_superblock(in.pixels, p, m, in.is_image ? origin : none, line_samples);
    __syncthreads();

    const int samples = p.samples_of(m), last = (samples - 1) / line_length;
    const SignalLine<R> line{filter,
                             line_samples + channel * p.plane() + t * (line_length + 1),
                             max(0, min(line_length, samples - t * line_length)),
                             ends[channel],
                             t / 32,
                             p.lines / 32};
    if (forward) {
        Vec<float, R> P_in{};
        if (t == 0)
#pragma unroll
            for (int k = 0; k < R; ++k) P_in[k] = states[state_index<R>(p, channel, k, m)];
        Vec<float, R> local = line.end_of_forward({});
        line.forward(line.entering_forward(local, P_in, t == 0));
    }
    if (backward) {
        Vec<float, R> E_in{};
        if (t == last)
#pragma unroll
            for (int k = 0; k < R; ++k) E_in[k] = states[state_index<R>(p, channel, R + k, m)];
        Vec<float, R> local = line.end_of_backward({});
        line.backward(line.entering_backward(local, E_in, t == last));
    }
    __syncthreads();
    // What the passes across make of the constant outside joins the datum (core/families/signal.h).
    const auto added = [&](int c, float d) { return d + (1 - out.factor) * datum.outside(c, d); };
    const float4 result{added(0, origin.x), added(1, origin.y), added(2, origin.z), added(3, origin.w)};
    store_superblock(out, p, m, out.is_image ? result : none, line_samples);
}

}  // namespace sweep::gpu
