// The pieces of algorithm 8's kernel: its shapes and parameters, the strip and the sums in shared memory, and
// the dots. A strip is 16 columns of one channel in full height, which one thread block holds; its columns
// are cut into at most 64 segments of b rows, each held by a thread (gpu/resident/resident.cuh).
#pragma once

#include "core/problem/algorithms.h"
#include "gpu/image/intermediate.cuh"
#include "gpu/image/pixels.cuh"
#include "gpu/scan/segment_algebra.cuh"
#include "gpu/scan/thread_filter.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

inline constexpr int strip_unit = tuning::Resident::unit, most_strip_units = tuning::Resident::most_units,
                     strip_segments = most_segments_of_line,
                     most_segment_rows = strip_unit * most_strip_units;
// The most strips of a row that a thread takes in 8.3.
template <int R>
inline constexpr int most_each = tuning::Resident::strips<R>;

struct StripShape {
    int width, height, channels;
    int strips, row_groups;  // of 16 columns, of 16 rows
    int units;               // of 16 rows in a segment, b / 16: 1 or 2
    int segment_shift;       // log2(b)

    __host__ __device__ int segment_rows() const { return units * strip_unit; }
    // The place of row y in the strip's memory, which has a free row behind each segment.
    __device__ int place(int y) const { return y + (y >> segment_shift); }
};

template <int R>
struct ResidentFilter {
    ThreadFilter<R> down, up, right, left;
    LineMatrices<R> columns, rows;
    // The weights of P and Q for a segment of a column and for a strip's piece of a row, each also for the
    // last, shorter one.
    float column_weights[2][most_segment_rows][2 * R], row_weights[2][strip_width][2 * R];
    float scale, response;
    int passes;
    bool clamp;
};

struct ResidentMemory {
    float* row_carries;  // [channel][strip][2 r][most_resident_rows]: dots, then the states that enter
    float* row_ends;     // [channel][2][most_resident_rows]: columns 0 and w - 1 of Z
    unsigned* barrier;
};

// The offset of column c in the strip in shared memory. Segments lie b + 1 rows apart, and the 16-byte words
// of a row are permuted by the row: a warp whose threads each go down a column, and one whose threads each
// read 16 bytes of a row, touch every bank once.
__device__ inline int strip_at(int place, int c) {
    const int row = place * strip_width;
    return row + (c ^ (row >> 3 & (strip_width - 4)));
}
__host__ __device__ constexpr int strip_floats(int units) {
    return strip_segments * (units * strip_unit + 1) * strip_width;
}
// The offset of number k of the sum of segment c of line i, of 16 lines.
__device__ inline int sum_at(int k, int c, int i) {
    return (k * strip_segments + c) * (strip_width + 1) + i;
}

__device__ inline float sample_of(const PixelSource& in, int x, int y, int channel) {
    if (in.format == PixelFormat::f32)
        return __ldg(static_cast<const float*>(in.data) + (std::size_t(y) * in.width + x) * in.channels +
                     channel);
    if (!in.is_bytes()) return in.sample(x, y, channel);
    const uchar4 b = in.bytes(x, y);
    return in.decode(channel == 0 ? b.x : channel == 1 ? b.y : channel == 2 ? b.z : b.w, channel);
}

template <int R>
struct ResidentShared {
    static constexpr int sum_floats = 2 * R * strip_segments * (strip_width + 1),
                         state_floats = 2 * strip_width * R;
    float* sums;
    float *left, *entering;  // [2][16][R]: states that leave, that enter lines at their ends
    float (&origins)[4];
    float* strip;

    __device__ explicit ResidentShared(float* memory)
        : sums(memory),
          left(sums + sum_floats),
          entering(left + state_floats),
          origins(*reinterpret_cast<float (*)[4]>(entering + state_floats)),
          strip(entering + state_floats + 4) {}
    static std::size_t bytes(int units) {
        return sizeof(float) * std::size_t(sum_floats + 2 * state_floats + 4 + strip_floats(units));
    }

    // Reads pixels of any format; write_samples() writes 32 rows in any format, called by a warp. Both are
    // calls, so that the code of these formats, which is as much again as everything else, lies apart from
    // the instructions that usually run. They are static, because `this` would lie in memory.
    [[gnu::noinline]] __device__ static void read_samples(const PixelSource& in, const StripShape& p,
                                                          float* strip) {
        const int n = blockIdx.x, columns = min(strip_width, p.width - n * strip_width);
#pragma unroll 4
        for (int i = threadIdx.x; i < p.height * strip_width; i += strip_segments * strip_width) {
            const int y = i / strip_width, c = i % strip_width;
            if (c < columns)
                strip[strip_at(p.place(y), c)] = sample_of(in, n * strip_width + c, y, blockIdx.y);
        }
    }
    [[gnu::noinline]] __device__ static void write_samples(const PixelSink& out, const StripShape& p,
                                                           const float* strip, int y0) {
        const int n = blockIdx.x, columns = min(strip_width, p.width - n * strip_width);
#pragma unroll 4
        for (int i = threadIdx.x % 32; i < 32 * strip_width; i += 32) {
            const int y = y0 + i / strip_width, c = i % strip_width;
            if (y < p.height && c < columns)
                put_sample(out, n * strip_width + c, y, blockIdx.y, strip[strip_at(p.place(y), c)]);
        }
    }

    __device__ void put_sums(int segment, int line, const Vec<float, R>& P, const Vec<float, R>& Q) const {
#pragma unroll
        for (int k = 0; k < R; ++k) {
            sums[sum_at(k, segment, line)] = P[k];
            sums[sum_at(R + k, segment, line)] = Q[k];
        }
    }
    __device__ void get_sums(int segment, int line, Vec<float, R>& P, Vec<float, R>& Q) const {
#pragma unroll
        for (int k = 0; k < R; ++k) {
            P[k] = sums[sum_at(k, segment, line)];
            Q[k] = sums[sum_at(R + k, segment, line)];
        }
    }
    // Before a scan, puts what enters the line, which c_first and c_last continue. Done by the threads of its
    // first and last segment.
    __device__ void enter(const LineMatrices<R>& m, int segment, int line, float c_first,
                          float c_last) const {
        if (segment == 0) put(entering + line * R, times(m.pass[0].edge, c_first));
        if (segment == m.segments - 1)
            put(entering + (strip_width + line) * R, times(m.pass[1].edge, c_last));
    }
    // Turns P and Q of the thread's line and segment from the sums of the segment into what enters it. There
    // are barriers inside. `again`: this is not the line's first scan.
    __device__ void scan(const LineMatrices<R>& m, int segment, int line, bool again, Vec<float, R>& P,
                         Vec<float, R>& Q) const {
        const bool is_first = segment == 0, is_last = segment == m.segments - 1;
        const float *P_first = entering + line * R, *Q_last = P_first + strip_width * R;
        if (!again && !m.by_constants && is_last) put(left + line * R, P);
        if (!again && !m.by_constants && is_first) put(left + (strip_width + line) * R, Q);
        if (is_first) P = leave_segment<false>(m, segment, get(P_first), P);
        if (is_last) Q = leave_segment<true>(m, segment, get(Q_last), Q);
        put_sums(segment, line, P, Q);
        __syncthreads();
        scan_lines(m);
        __syncthreads();
        get_sums(segment, line, P, Q);
        if (is_first) P = get(P_first);
        if (is_last) Q = get(Q_last);
    }
    // After a scan that nothing has entered, puts what enters a line that is not continued by constants.
    // There is a barrier inside.
    __device__ void enter_again(const LineMatrices<R>& m, int segment, int line, const Vec<float, R>& P,
                                const Vec<float, R>& Q) const {
        const bool is_first = segment == 0, is_last = segment == m.segments - 1;
        float *s = left + line * R, *q = s + strip_width * R;
        if (is_last) put(s, leave_segment<false>(m, segment, P, get(s)));
        if (is_first) put(q, leave_segment<true>(m, segment, Q, get(q)));
        __syncthreads();
        if (!is_first && !is_last) return;
        Vec<float, R> P_first, Q_last;
        enter_line(m, get(s), get(q), P_first, Q_last);
        if (is_first) put(entering + line * R, P_first);
        if (is_last) put(entering + (strip_width + line) * R, Q_last);
    }

  private:
    // Each of the first 16 / 2 warps scans four lines in one direction.
    __device__ void scan_lines(const LineMatrices<R>& m) const {
        constexpr int lines = 32 / scan_lanes, warps = strip_width / lines;
        const int warp = threadIdx.x / 32, line = warp % warps * lines + threadIdx.x % 32 / scan_lanes;
        if (warp >= 2 * warps) return;
        const bool back = warp >= warps;
        scan_segments(m.pass[back], sums + sum_at(back ? R : 0, back ? strip_segments - 1 : 0, line),
                      sum_at(1, 0, 0), back ? -sum_at(0, 1, 0) : sum_at(0, 1, 0));
    }
    __device__ static Vec<float, R> times(Vec<float, R> s, float c) {
#pragma unroll
        for (int k = 0; k < R; ++k) s[k] *= c;
        return s;
    }
    __device__ static void put(float* to, const Vec<float, R>& s) {
#pragma unroll
        for (int k = 0; k < R; ++k) to[k] = s[k];
    }
    __device__ static Vec<float, R> get(const float* from) {
        Vec<float, R> s;
#pragma unroll
        for (int k = 0; k < R; ++k) s[k] = from[k];
        return s;
    }
};

// Parameters come from a cache that is empty for the first to ask. So the warps ask for a cache line each
// while the image is on its way.
template <class Parameters>
__device__ inline void touch(const Parameters& parameters) {
#ifdef __CUDA_ARCH__
    const float* words = reinterpret_cast<const float*>(&parameters);
    for (int i = threadIdx.x / 32 * 16; i < int(sizeof(Parameters) / sizeof(float));
         i += blockDim.x / 32 * 16)
        asm volatile("" ::"f"(words[i]));
#endif
}

// d[k] += sum_i weights[i][k] x[i].
template <int N, int K>
__device__ inline void add_dots(const float (*weights)[K], const float (&x)[N], float (&d)[K]) {
#pragma unroll
    for (int i = 0; i < N; ++i)
#pragma unroll
        for (int k = 0; k < K; ++k) d[k] = fmaf(weights[i][k], x[i], d[k]);
}

}  // namespace sweep::gpu
