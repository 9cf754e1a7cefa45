// Algorithm 8: the image is read once, stays on the chip, and is written once. That moves 2 h w samples,
// [N11]'s lower bound, and the carries of the rows.
//
//     8.1   each column, in the thread block that owns it: Z = R(F(X)), exact at both ends of the column
//     8.2   dots of Z: P and Q of each strip's piece of a row (gpu/scan/segment_algebra.cuh; [N16] 6.1),
//           to memory
//     8.3   the carries of the rows, [N16] (24) and (25) along the strips, to memory
//     8.4   V = R(F(Z)) in each strip, from the states that enter it
//
// A strip is 16 columns of one channel in full height; a thread block owns it. Its columns are cut into at
// most 64 segments of b rows. The grid is cooperative, with (strips, channels) thread blocks that are all
// alive at once, and a grid barrier on both sides of 8.3. Columns are complete before rows begin, which need
// no fix-ups.
//
// A thread block has 1024 threads. In 8.1 a thread owns a segment of one column, b = 16 or 32 samples, in
// registers: their 2 r dots make the carries (no recurrence runs twice), then F and R run over them. The
// columns are scanned in shared memory, where a quarter of a warp scans one direction of a column, a lane 8
// segments. The strip then goes through shared memory once: in 8.2 and 8.4 a thread owns rows t, t + 1024, ..
// of it. In 8.3 a thread block takes 16 rows of the image at a time, all strips of them: a thread folds a
// segment of a few strips of one row, and rows are scanned as columns are.
//
// Most of the time goes into fetching instructions, most of which a warp runs once or twice. So threads are
// many and have little to do each, rows come one after the other, and the code of rare cases lies apart. A
// quarter of the remaining time is spent at barriers; the carries of the rows go through L2 four times.
//
// Passes run relative to a level (gpu/scan/level.cuh), but both passes of a line relative to the same one,
// which saves an addition a sample: the smaller of those with which F and R enter. (With the larger one, the
// rest of an image that fades into zeros would be the difference of large numbers.)
#pragma once

#include "gpu/device/grid_barrier.cuh"
#include "gpu/image/intermediate.cuh"
#include "gpu/resident/parts.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

template <int R>
class ResidentStrip {
  public:
    static constexpr int K = 2 * R, threads = strip_segments * strip_width;
    using State = Vec<float, R>;

    __device__ ResidentStrip(const PixelSource& source, const PixelSink& sink, const StripShape& shape,
                             const ResidentFilter<R>& filter, const ResidentMemory& device_memory,
                             float* shared_memory)
        : in(source),
          out(sink),
          p(shape),
          f(filter),
          memory(device_memory),
          shared(shared_memory),
          t(threadIdx.x),
          n(blockIdx.x),
          channel(blockIdx.y),
          columns(min(strip_width, shape.width - n * strip_width)) {}

    __device__ void run(const Datum& datum) {
        filter_columns(datum);
        __syncthreads();
        if (f.passes > 2) {
            collect_rows();
            grid_barrier(memory.barrier);
            scan_rows();
            grid_barrier(memory.barrier);
        }
#pragma unroll 1
        for (int y0 = int(t / 32 * 32); y0 < p.height; y0 += threads) {
            if (f.passes > 2) {
                filter_row(y0 + int(t % 32));
                __syncwarp();  // a warp stores the rows that it has filtered
            }
            store_rows(y0);
        }
    }

  private:
    const PixelSource& in;
    const PixelSink& out;
    const StripShape& p;
    const ResidentFilter<R>& f;
    const ResidentMemory& memory;
    const ResidentShared<R> shared;
    const unsigned t;
    const int n, channel, columns;

    // The carries of row y. Number k lies k * most_resident_rows further, a constant, so that the loops
    // compute no index.
    __device__ float* carries(int strip, int y) const {
        return memory.row_carries + std::size_t(channel * p.strips + strip) * (K * most_resident_rows) + y;
    }

    // ---- 8.1 ----------------------------------------------------------------------------------------------

    // Loads the thread's samples as they lie in memory; those beyond the image are undefined. Floats of one
    // channel come straight from there, others through shared memory.
    __device__ void load(int j, int s, float (&x)[most_strip_units][strip_unit]) const {
        const int column = n * strip_width + j, y0 = s * p.segment_rows();
        if (in.format == PixelFormat::f32 && p.channels == 1) {
            const float* from = static_cast<const float*>(in.data) + std::size_t(y0) * p.width + column;
            const int rows = j < columns ? p.height - y0 : 0;
            if (rows >= p.segment_rows()) {
#pragma unroll
                for (int l = 0; l < most_strip_units; ++l, from += std::size_t(p.width) * strip_unit)
                    if (l < p.units) {
#pragma unroll
                        for (int i = 0; i < strip_unit; ++i) x[l][i] = __ldg(from + i * p.width);
                    }
            } else {
#pragma unroll
                for (int l = 0; l < most_strip_units; ++l, from += std::size_t(p.width) * strip_unit)
#pragma unroll
                    for (int i = 0; i < strip_unit; ++i)
                        x[l][i] = l * strip_unit + i < rows ? __ldg(from + i * p.width) : 0.f;
            }
            return;
        }
        shared.read_samples(in, p, shared.strip);
        __syncthreads();
        for_each_sample(j, s, [&](int l, int i, int at) { x[l][i] = shared.strip[at]; });
    }

    // Calls move(unit, sample, offset) for each of the thread's samples in the strip. The permutation of
    // words repeats after 8 rows.
    template <class Move>
    __device__ void for_each_sample(int j, int s, Move move) const {
        int offset[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) offset[i] = strip_at(s * (p.segment_rows() + 1) + i, j);
#pragma unroll
        for (int l = 0; l < most_strip_units; ++l)
            if (l < p.units) {
#pragma unroll
                for (int i = 0; i < strip_unit; ++i)
                    move(l, i, offset[i % 8] + (l * strip_unit + i / 8 * 8) * strip_width);
            }
    }

    __device__ void filter_columns(const Datum& datum) {
        const int j = int(t % strip_width), s = int(t / strip_width);
        float x[most_strip_units][strip_unit];
        load(j, s, x);
        const float candidate = t < 32 ? datum.ask(in, p.width, p.height, int(t)) : 0.f;
        touch(f);
        if (t < 32) datum.settle(candidate, int(t), p.channels, false, shared.origins);
        __syncthreads();
        const float origin = shared.origins[channel];
        // The image's rows from the first one of this thread on: more than b where other segments follow.
        const int rows = j < columns ? p.height - s * p.segment_rows() : 0;
#pragma unroll
        for (int l = 0; l < most_strip_units; ++l) {
            if (l >= p.units) continue;
            if (rows >= (l + 1) * strip_unit) {
#pragma unroll
                for (int i = 0; i < strip_unit; ++i) x[l][i] -= origin;
            } else {
#pragma unroll
                for (int i = 0; i < strip_unit; ++i)
                    x[l][i] = l * strip_unit + i < rows ? x[l][i] - origin : 0.f;
            }
        }

        State P, E;
        column_states(s, j, rows, x, P, E);
        run_columns(rows, x, P, E);

        const bool rows_follow = f.passes > 2;
        const float scale = rows_follow ? 1.f : f.scale,
                    shift = rows_follow ? level_ : (level_ + origin * f.response) * f.scale;
        for_each_sample(j, s, [&](int l, int i, int at) { shared.strip[at] = fmaf(x[l][i], scale, shift); });
    }

    // Finds the states that enter the thread's segment.
    __device__ void column_states(int s, int j, int rows, const float (&x)[most_strip_units][strip_unit],
                                  State& P, State& E) const {
        const LineMatrices<R>& m = f.columns;
        float c_last = 0;
        if (f.clamp && s == m.segments - 1)
#pragma unroll
            for (int i = 0; i < most_segment_rows; ++i)
                if (i == rows - 1) c_last = x[i / strip_unit][i % strip_unit];
        shared.enter(m, s, j, f.clamp ? x[0][0] : 0.f, c_last);
        State local;
#pragma unroll 1
        for (bool again = false;; again = true) {
            float d[1][K] = {};
            if (s < m.segments - 1 || m.whole)
                add_segment_dots(f.column_weights[0], x, d[0]);
            else
                add_segment_dots(f.column_weights[1], x, d[0]);
            if (again && m.adds_heads) {
                shared.get_sums(s, j, P, E);
                add_heads<false>(m, s, d, P);
            }
#pragma unroll
            for (int k = 0; k < R; ++k) local[k] = d[0][k], E[k] = d[0][R + k];
            P = local;
            shared.scan(m, s, j, again, P, E);
            if (again || !m.in_two_rounds()) break;
            if (!m.by_constants) shared.enter_again(m, s, j, P, E);
        }
        add_product(m.H, leave_segment<false>(m, s, P, local), E);
    }
    __device__ void add_segment_dots(const float (*weights)[K],
                                     const float (&x)[most_strip_units][strip_unit], float (&d)[K]) const {
#pragma unroll
        for (int l = 0; l < most_strip_units; ++l)
            if (l < p.units) add_dots(weights + l * strip_unit, x[l], d);
    }

    // Runs F and R over the thread's `rows` samples, relative to level_.
    __device__ void run_columns(int rows, float (&x)[most_strip_units][strip_unit], State& P, State& E) {
        level_ = enter(f.down, f.up, P, E);
#pragma unroll
        for (int l = 0; l < most_strip_units; ++l)
            if (l < p.units) {
#pragma unroll
                for (int i = 0; i < strip_unit; ++i) x[l][i] = f.down.step(P, x[l][i] - level_);
            }
        if (f.passes < 2) return;
#pragma unroll
        for (int l = most_strip_units - 1; l >= 0; --l) {
            if (l >= p.units) continue;
            if (rows >= (l + 1) * strip_unit) {
#pragma unroll
                for (int i = strip_unit - 1; i >= 0; --i) x[l][i] = f.up.step(E, x[l][i]);
            } else {
#pragma unroll
                for (int i = strip_unit - 1; i >= 0; --i)
                    if (l * strip_unit + i < rows) x[l][i] = f.up.step(E, x[l][i]);
            }
        }
    }

    // Makes both states relative to one level, which it returns.
    __device__ static float enter(const ThreadFilter<R>& F, const ThreadFilter<R>& Rv, State& P, State& E) {
        const float before = F.level(P), behind = Rv.level(E),
                    c = fabsf(before) < fabsf(behind) ? before : behind;
        const State F_steady = F.steady(), R_steady = Rv.steady();
#pragma unroll
        for (int k = 0; k < R; ++k) P[k] -= F_steady[k] * c, E[k] -= R_steady[k] * c;
        return c;
    }

    // ---- 8.2 ----------------------------------------------------------------------------------------------

    __device__ void read_row(int y, float (&v)[strip_width]) const {
        const int at = p.place(y);
#pragma unroll
        for (int c = 0; c < strip_width; c += 4)
            *reinterpret_cast<float4*>(v + c) =
                *reinterpret_cast<const float4*>(shared.strip + strip_at(at, c));
    }
    __device__ void write_row(int y, const float (&v)[strip_width]) const {
        const int at = p.place(y);
#pragma unroll
        for (int c = 0; c < strip_width; c += 4)
            *reinterpret_cast<float4*>(shared.strip + strip_at(at, c)) =
                *reinterpret_cast<const float4*>(v + c);
    }

    __device__ void collect_rows() const {
        const bool is_last = n == p.strips - 1;
#pragma unroll 1
        for (int y = int(t); y < p.height; y += threads) {
            float v[strip_width], d[K] = {};
            read_row(y, v);
            if (is_last)
                add_dots(f.row_weights[1], v, d);
            else
                add_dots(f.row_weights[0], v, d);
            float* to = carries(n, y);
#pragma unroll
            for (int k = 0; k < K; ++k) __stcg(to + k * most_resident_rows, d[k]);
        }
        if (f.clamp && n == 0) keep_column(0, row_end(0));
        if (f.clamp && is_last) keep_column(columns - 1, row_end(1));
    }
    __device__ float* row_end(int i) const {
        return memory.row_ends + (channel * 2 + i) * most_resident_rows;
    }
    __device__ void keep_column(int c, float* to) const {
#pragma unroll 1
        for (int y = int(t); y < p.height; y += threads)
            __stcg(to + y, shared.strip[strip_at(p.place(y), c)]);
    }

    // ---- 8.3 ----------------------------------------------------------------------------------------------

    // The usual case, at most two strips a thread and all of them full, has its own code.
    __device__ void scan_rows() const {
        const bool usual = f.rows.all_full() && f.rows.each <= 2;
#pragma unroll 1
        for (int group = n; group < p.row_groups; group += p.strips)
            if (usual)
                scan_rows<2, true>(group);
            else
                scan_rows<most_each<R>, false>(group);
    }
    template <int L, bool full>
    __device__ void scan_rows(int group) const {
        const LineMatrices<R>& m = f.rows;
        const int i = int(t % strip_width), segment = int(t / strip_width), first = segment * m.each,
                  y = group * strip_width + i;
        const bool is_row = y < p.height, is_clamped = f.clamp && is_row;
        const float c_first = is_clamped && segment == 0 ? __ldcg(row_end(0) + y) : 0.f,
                    c_last = is_clamped && segment == m.segments - 1 ? __ldcg(row_end(1) + y) : 0.f;
        float d[L][K] = {};
        float* at = carries(first, y);
        // The memory of rows behind the image's last has zeros or old values, which nothing uses.
        if (segment < m.segments)
            for_each_block<full, false, L>(m, first, [&](int l, bool) {
#pragma unroll
                for (int k = 0; k < K; ++k) d[l][k] = __ldcg(at + (l * K + k) * most_resident_rows);
            });
        State P{}, Q;
        shared.enter(m, segment, i, c_first, c_last);
#pragma unroll 1
        for (bool again = false;; again = true) {
            if (again && m.adds_heads && segment < m.segments) add_heads<full>(m, first, d, P);
            P = fold_segment<full, false>(m, first, d), Q = fold_segment<full, true>(m, first, d);
            shared.scan(m, segment, i, again, P, Q);
            if (again || !m.in_two_rounds()) break;
            if (!m.by_constants) shared.enter_again(m, segment, i, P, Q);
        }
        unfold_segment<full>(m, first, d, P, Q);
        if (!is_row || segment >= m.segments) return;
        for_each_block<full, false, L>(m, first, [&](int l, bool) {
#pragma unroll
            for (int k = 0; k < K; ++k) __stcg(at + (l * K + k) * most_resident_rows, d[l][k]);
        });
    }

    // ---- 8.4 ----------------------------------------------------------------------------------------------

    // Filters row y of the strip and leaves it there as it will be stored.
    __device__ void filter_row(int y) const {
        if (y >= p.height) return;
        const float* from = carries(n, y);
        State P, E;
#pragma unroll
        for (int k = 0; k < R; ++k)
            P[k] = __ldcg(from + k * most_resident_rows), E[k] = __ldcg(from + (R + k) * most_resident_rows);
        const float c = enter(f.right, f.left, P, E),
                    shift = (c + shared.origins[channel] * f.response) * f.scale;
        float v[strip_width];
        read_row(y, v);
#pragma unroll
        for (int i = 0; i < strip_width; ++i) v[i] = f.right.step(P, v[i] - c);
        if (f.passes == all_passes && columns == strip_width) {
#pragma unroll
            for (int i = strip_width - 1; i >= 0; --i) v[i] = f.left.step(E, v[i]);
        } else if (f.passes == all_passes) {
#pragma unroll
            for (int i = strip_width - 1; i >= 0; --i)
                if (i < columns) v[i] = f.left.step(E, v[i]);
        }
#pragma unroll
        for (int i = 0; i < strip_width; ++i) v[i] = fmaf(v[i], f.scale, shift);
        write_row(y, v);
    }

    // Stores rows y0 to y0 + 31; called by a warp.
    __device__ void store_rows(int y0) const {
        if (out.format == PixelFormat::texture_f32 || p.channels > 1 || p.width % 4 != 0) {
            shared.write_samples(out, p, shared.strip, y0);
            return;
        }
        constexpr int words = strip_width / 4, rows = 32 / words;
        const int lane = int(t % 32), c = lane % words * 4, y = y0 + lane / words;
        float4 v[words];
#pragma unroll
        for (int i = 0; i < words; ++i)
            v[i] = *reinterpret_cast<const float4*>(shared.strip + strip_at(p.place(y + i * rows), c));
        __syncwarp();  // all are on their way before the first is stored
        if (c >= columns) return;
        float* to = static_cast<float*>(out.data) + std::size_t(y) * p.width + n * strip_width + c;
#pragma unroll
        for (int i = 0; i < words; ++i, to += std::size_t(p.width) * rows)
            if (y + i * rows < p.height) __stcg(reinterpret_cast<float4*>(to), v[i]);
    }

    float level_ = 0;
};

template <int R>
__global__ __launch_bounds__(strip_segments* strip_width, 1) void resident_kernel(
    const __grid_constant__ PixelSource in, const __grid_constant__ PixelSink out,
    const __grid_constant__ StripShape p, const __grid_constant__ ResidentFilter<R> filter,
    const __grid_constant__ Datum datum, ResidentMemory memory, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) float shared[];
    ResidentStrip<R>(in, out, p, filter, memory, shared).run(datum);
}

}  // namespace sweep::gpu
