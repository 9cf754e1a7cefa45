// What algorithm 8's kernel is made of: its shapes and parameters, the strip and the sums in shared memory, and the dots.
#pragma once

#include "core/algorithms.h"
#include "gpu/intermediate.cuh"
#include "gpu/part_scan.cuh"
#include "gpu/pixels.cuh"
#include "gpu/thread_filter.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

inline constexpr int strip_unit = tuning::Resident::unit, most_strip_units = tuning::Resident::most_units,
                     strip_segments = most_parts, most_segment_rows = strip_unit * most_strip_units;
// Strips of a thread in 8.3.
template <int R>
inline constexpr int most_each = tuning::Resident::strips<R>;

struct StripShape {
    int width, height, channels;
    int strips, row_groups;  // 16 columns, 16 rows each
    int units;               // of a segment, b / 16: 1 or 2
    int segment_shift;       // log2(b)

    __host__ __device__ int segment_rows() const { return units * strip_unit; }
    // Segments lie a row apart.
    __device__ int place(int y) const { return y + (y >> segment_shift); }
};

template <int R>
struct ResidentFilter {
    ThreadFilter<R, ThreadForm::delta> down, up, right, left;
    LineMatrices<R> columns, rows;
    // Of P and Q, for a segment of a column and a strip's piece of a row; and for the last ones.
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

// The strip in shared memory. Segments lie b + 1 rows apart, and the 16-byte words of a row are permuted by the row: a
// warp's threads that each go down a column, and those that each read 16 bytes of a row, touch every bank once.
__device__ inline int strip_at(int place, int c) {
    const int row = place * strip_width;
    return row + (c ^ (row >> 3 & (strip_width - 4)));
}
__host__ __device__ constexpr int strip_floats(int units) {
    return strip_segments * (units * strip_unit + 1) * strip_width;
}
// The sums of lines' parts, number k of part c of line i of 16.
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
    float *left, *entering;  // [2][16][R]: what leaves and enters lines at their ends
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

    // From any format, and 32 rows to any, by a warp. Calls, so that these formats' code, as much again as everything else, lies
    // out of the way of the instructions that run; static, for `this` would be in memory.
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

    __device__ void put_sums(int part, int line, const Vec<float, R>& P, const Vec<float, R>& Q) const {
#pragma unroll
        for (int k = 0; k < R; ++k) {
            sums[sum_at(k, part, line)] = P[k];
            sums[sum_at(R + k, part, line)] = Q[k];
        }
    }
    __device__ void get_sums(int part, int line, Vec<float, R>& P, Vec<float, R>& Q) const {
#pragma unroll
        for (int k = 0; k < R; ++k) {
            P[k] = sums[sum_at(k, part, line)];
            Q[k] = sums[sum_at(R + k, part, line)];
        }
    }
    // Before a scan: what enters the line, where c_first and c_last continue it. By the threads of its first and last part.
    __device__ void enter(const LineMatrices<R>& m, int part, int line, float c_first, float c_last) const {
        if (part == 0) put(entering + line * R, times(m.pass[0].edge, c_first));
        if (part == m.parts - 1) put(entering + (strip_width + line) * R, times(m.pass[1].edge, c_last));
    }
    // P and Q of the thread's line and part: from what the part does itself to what enters it. Barriers inside. `again`:
    // not the line's first scan.
    __device__ void scan(const LineMatrices<R>& m, int part, int line, bool again, Vec<float, R>& P,
                         Vec<float, R>& Q) const {
        const bool is_first = part == 0, is_last = part == m.parts - 1;
        const float *P_first = entering + line * R, *Q_last = P_first + strip_width * R;
        if (!again && !m.by_constants && is_last) put(left + line * R, P);
        if (!again && !m.by_constants && is_first) put(left + (strip_width + line) * R, Q);
        if (is_first) P = leave_part<false>(m, part, get(P_first), P);
        if (is_last) Q = leave_part<true>(m, part, get(Q_last), Q);
        put_sums(part, line, P, Q);
        __syncthreads();
        scan_lines(m);
        __syncthreads();
        get_sums(part, line, P, Q);
        if (is_first) P = get(P_first);
        if (is_last) Q = get(Q_last);
    }
    // After a scan of lines that nothing has entered: what enters those that are not continued by constants. A barrier
    // inside.
    __device__ void enter_again(const LineMatrices<R>& m, int part, int line, const Vec<float, R>& P,
                                const Vec<float, R>& Q) const {
        const bool is_first = part == 0, is_last = part == m.parts - 1;
        float *s = left + line * R, *q = s + strip_width * R;
        if (is_last) put(s, leave_part<false>(m, part, P, get(s)));
        if (is_first) put(q, leave_part<true>(m, part, Q, get(q)));
        __syncthreads();
        if (!is_first && !is_last) return;
        Vec<float, R> P_first, Q_last;
        enter_line(m, get(s), get(q), P_first, Q_last);
        if (is_first) put(entering + line * R, P_first);
        if (is_last) put(entering + (strip_width + line) * R, Q_last);
    }

  private:
    // By the first 16 / 2 warps, each four lines of one direction.
    __device__ void scan_lines(const LineMatrices<R>& m) const {
        constexpr int lines = 32 / scan_lanes, warps = strip_width / lines;
        const int warp = threadIdx.x / 32, line = warp % warps * lines + threadIdx.x % 32 / scan_lanes;
        if (warp >= 2 * warps) return;
        const bool back = warp >= warps;
        scan_line(m.pass[back], sums + sum_at(back ? R : 0, back ? strip_segments - 1 : 0, line),
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

// Parameters come from a cache that the first to ask finds empty: while the image is on its way, the warps ask for a line
// each.
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
