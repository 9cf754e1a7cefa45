// Algorithm 8: the image is read once, stays on the chip, and is written once: 2 h w, [N11]'s lower bound, and the
// carries of the rows.
//
//     8.1   each column, in the thread block that owns it:         Z = R(F(X)), exact from the first sample to the last
//     8.2   row dots of Z: T(A_FB) and H(A_RB A_FB) of each strip's piece of a row, to memory       ([N16] 6.1)
//     8.3   the carries of the rows, [N16] (24) and (25) along strips, to memory
//     8.4   V = R(F(Z)) in each strip, from the states that enter it
//
// One cooperative grid: (strips, channels) thread blocks, all alive at once; a grid barrier on both sides of 8.3. A strip
// is W columns of one channel in full height, in 32 segments of b rows. As columns are complete before rows are looked at,
// rows need no fix-ups.
//
// 32 W threads. In 8.1 a thread owns b samples of one column, 16, 32 or 64, in registers: units of 16 whose 2 r dot
// products make the carries (no recurrence runs twice), then F and R over all b. Columns pass their states on in shared
// memory, where warp w scans column w, a lane a segment. The strip then goes through shared memory once, and a thread owns
// rows t, t + 32 W, .. of it; so do 8.2 and 8.4. In 8.3 a thread block takes W rows at a time, all strips of them: a thread
// folds a few strips of one row, warp w scans row w, a lane a chunk of strips.
//
// Passes run relative to a level, as in gpu/filter.cuh, but both passes of a line relative to the same, which saves an
// addition a sample: the smaller of those with which F and R enter. (With the larger one, what is left of an image that
// fades into zeros would be the difference of large numbers.)
#pragma once

#include "gpu/grid_barrier.cuh"
#include "gpu/intermediate.cuh"
#include "gpu/resident_parts.cuh"

namespace sweep::gpu {

template <int R, int W, ThreadForm form>
class ResidentStrip {
  public:
    static constexpr int K = 2 * R, threads = 32 * W, rows_at_once = 4;
    using State = Vec<float, R>;

    __device__ ResidentStrip(const PixelSource& source, const PixelSink& sink, const StripShape& shape,
                             const ResidentFilter<R, W, form>& filter, const ResidentMemory& device_memory,
                             float* shared_memory)
        : in(source),
          out(sink),
          p(shape),
          f(filter),
          memory(device_memory),
          shared(shared_memory, shape.units),
          t(threadIdx.x),
          n(blockIdx.x),
          channel(blockIdx.y),
          columns(min(W, shape.width - n * W)) {}

    __device__ void run(const Datum& datum) {
        touch(f);
        filter_columns(datum);
        __syncthreads();
        if (f.passes > 2) {
            collect_rows();
            grid_barrier(memory.barrier);
            for (int group = n; group < p.row_groups; group += p.strips) scan_rows(group);
            grid_barrier(memory.barrier);
        }
        const int lane_row = t, rounds = (p.height + threads - 1) / threads;
        for (int i = 0; i < rounds; i += rows_at_once) {
            if (f.passes > 2) {
                filter_rows(lane_row + i * threads);
                __syncwarp();  // a warp stores the rows that it has filtered
            }
            for (int r = i; r < min(i + rows_at_once, rounds); ++r) store_rows(r * threads + t / 32 * 32);
        }
    }

  private:
    const PixelSource& in;
    const PixelSink& out;
    const StripShape& p;
    const ResidentFilter<R, W, form>& f;
    const ResidentMemory& memory;
    const ResidentShared<R, W> shared;
    const int t, n, channel, columns;

    __device__ int place(int y) const { return y + (y >> p.segment_shift); }
    // Of row y; number k lies k * most_resident_rows further, a constant: no index is worked out in the loops.
    __device__ float* carries(int strip, int y) const {
        return memory.row_carries + std::size_t(channel * p.strips + strip) * (K * most_resident_rows) + y;
    }

    // ---- 8.1 ------------------------------------------------------------------------------------------------

    // The thread's samples as they lie in memory; anything beyond the image. Floats of one channel come straight from
    // there, others through shared memory.
    __device__ void load(int j, int s, float (&x)[most_strip_units][strip_unit]) const {
        const int column = n * W + j, y0 = s * p.segment_rows();
        if (in.format == PixelFormat::f32 && p.channels == 1) {
            const float* from = static_cast<const float*>(in.data) + std::size_t(y0) * p.width + column;
            const int rows = j < columns ? p.height - y0 : 0;
            const std::size_t unit = std::size_t(p.width) * strip_unit;
            // In the order in which they are used: the same row of all units.
            if (rows >= p.segment_rows()) {
#pragma unroll
                for (int i = 0; i < strip_unit; ++i, from += p.width)
#pragma unroll
                    for (int l = 0; l < most_strip_units; ++l)
                        x[l][i] = l < p.units ? __ldg(from + l * unit) : 0.f;
            } else {
#pragma unroll
                for (int i = 0; i < strip_unit; ++i, from += p.width)
#pragma unroll
                    for (int l = 0; l < most_strip_units; ++l)
                        x[l][i] = l * strip_unit + i < rows ? __ldg(from + l * unit) : 0.f;
            }
            return;
        }
#pragma unroll 4
        for (int i = t; i < p.height * W; i += threads) {
            const int y = i / W, c = i % W;
            if (c < columns) shared.strip[strip_at<W>(place(y), c)] = sample_of(in, n * W + c, y, channel);
        }
        __syncthreads();
        for_each_sample(j, s, [&](int l, int i, int at) { x[l][i] = shared.strip[at]; });
    }

    // Where the thread's samples lie in the strip: move(unit, sample, offset). Rows repeat their words' permutation after 8.
    template <class Move>
    __device__ void for_each_sample(int j, int s, Move move) const {
        int offset[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) offset[i] = strip_at<W>(s * (p.segment_rows() + 1) + i, j);
#pragma unroll
        for (int l = 0; l < most_strip_units; ++l)
            if (l < p.units) {
#pragma unroll
                for (int i = 0; i < strip_unit; ++i)
                    move(l, i, offset[i % 8] + (l * strip_unit + i / 8 * 8) * W);
            }
    }

    __device__ void filter_columns(const Datum& datum) {
        const int j = t % W, s = t / W;
        float x[most_strip_units][strip_unit], end = 0;
        if (f.clamp && t < 2 * W && t % W < columns)
            end = sample_of(in, n * W + t % W, t < W ? 0 : p.height - 1, channel);
        if (t == 0) *shared.origin = datum.find(in, p.width, p.height, channel);
        load(j, s, x);
        if (t < 2 * W) shared.ends[t] = end;
        __syncthreads();
        const float origin = *shared.origin;
        const int rows = j < columns ? p.height - s * p.segment_rows()
                                     : 0;  // of this thread; more than b where others follow
#pragma unroll
        for (int l = 0; l < most_strip_units; ++l)
            if (rows >= (l + 1) * strip_unit) {
#pragma unroll
                for (int i = 0; i < strip_unit; ++i) x[l][i] -= origin;
            } else {
#pragma unroll
                for (int i = 0; i < strip_unit; ++i)
                    x[l][i] = l * strip_unit + i < rows ? x[l][i] - origin : 0.f;
            }

        State P, E;
        sum_columns(s, x, P, E);
        const int warp = t / 32;
        const float c_first = f.clamp ? shared.ends[warp] - origin : 0.f,
                    c_last = f.clamp ? shared.ends[W + warp] - origin : 0.f;
        shared.scan(f.columns, s, j, c_first, c_last, P, E);
        run_columns(rows, x, P, E);

        const bool rows_follow = f.passes > 2;
        const float scale = rows_follow ? 1.f : f.scale,
                    shift = rows_follow ? level_ : (level_ + origin * f.response) * f.scale;
        for_each_sample(j, s, [&](int l, int i, int at) { shared.strip[at] = fmaf(x[l][i], scale, shift); });
    }

    // What the thread's segment does itself to P and E.
    __device__ void sum_columns(int s, const float (&x)[most_strip_units][strip_unit], State& P,
                                State& E) const {
        constexpr int at_once = R <= 3 ? most_strip_units : most_strip_units / 2;  // registers
        const int first = s * p.units;
        float d[most_strip_units][K];
        P = {}, E = {};
        sum_units<0, at_once>(first, x, d, P);
        if constexpr (at_once < most_strip_units)
            if (p.units > at_once) sum_units<at_once, most_strip_units>(first, x, d, P);
        fold_backward(f.columns, first, d, E);
    }

    // The dots of units from .. to - 1 of the thread's, and P past them.
    template <int from, int to>
    __device__ void sum_units(int first, const float (&x)[most_strip_units][strip_unit],
                              float (&d)[most_strip_units][K], State& P) const {
        if (p.units > from + 2 || to == from + 2)
            dots<from, to>(f.column_weights[0], x, d);
        else
            dots<from, from + 2>(f.column_weights[0], x, d);
        const int last = f.columns.units - 1 - first;  // the column's last unit, among this thread's
        if (p.height % strip_unit != 0 && last >= from && last < to) {
            float u[1][strip_unit], e[1][K];
#pragma unroll
            for (int l = from; l < to; ++l)
                if (l == last) {
#pragma unroll
                    for (int i = 0; i < strip_unit; ++i) u[0][i] = x[l][i];
                }
            dots<0, 1>(f.column_weights[1], u, e);
#pragma unroll
            for (int l = from; l < to; ++l)
                if (l == last) {
#pragma unroll
                    for (int k = 0; k < K; ++k) d[l][k] = e[0][k];
                }
        }
        fold_forward<from, to>(f.columns, first, d, P);
    }

    // F and R over the thread's `rows` samples, relative to level_.
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

    // Makes both states relative to one level, and returns that.
    __device__ static float enter(const ThreadFilter<R, form>& F, const ThreadFilter<R, form>& Rv, State& P,
                                  State& E) {
        const float before = F.level(P), behind = Rv.level(E),
                    c = fabsf(before) < fabsf(behind) ? before : behind;
        const State F_steady = F.steady(), R_steady = Rv.steady();
#pragma unroll
        for (int k = 0; k < R; ++k) P[k] -= F_steady[k] * c, E[k] -= R_steady[k] * c;
        return c;
    }

    // ---- 8.2 ------------------------------------------------------------------------------------------------

    __device__ void read_row(int y, float (&v)[W]) const {
        const int at = place(y);
#pragma unroll
        for (int c = 0; c < W; c += 4)
            *reinterpret_cast<float4*>(v + c) =
                *reinterpret_cast<const float4*>(shared.strip + strip_at<W>(at, c));
    }
    __device__ void write_row(int y, const float (&v)[W]) const {
        const int at = place(y);
#pragma unroll
        for (int c = 0; c < W; c += 4)
            *reinterpret_cast<float4*>(shared.strip + strip_at<W>(at, c)) =
                *reinterpret_cast<const float4*>(v + c);
    }

    __device__ void collect_rows() const {
        const bool is_last = n == p.strips - 1;
#pragma unroll 1
        for (int y0 = t; y0 < p.height; y0 += rows_at_once * threads) {
            float v[rows_at_once][W], d[rows_at_once][K];
#pragma unroll
            for (int r = 0; r < rows_at_once; ++r) read_row(min(y0 + r * threads, p.height - 1), v[r]);
            if (is_last)
                dots<0, rows_at_once>(f.row_weights[1], v, d);
            else
                dots<0, rows_at_once>(f.row_weights[0], v, d);
#pragma unroll
            for (int r = 0; r < rows_at_once; ++r) {
                const int y = y0 + r * threads;
                if (y >= p.height) break;
                float* to = carries(n, y);
#pragma unroll
                for (int k = 0; k < K; ++k) __stcg(to + k * most_resident_rows, d[r][k]);
            }
        }
        if (f.clamp && n == 0) keep_column(0, row_end(0));
        if (f.clamp && is_last) keep_column(columns - 1, row_end(1));
    }
    __device__ float* row_end(int i) const {
        return memory.row_ends + (channel * 2 + i) * most_resident_rows;
    }
    __device__ void keep_column(int c, float* to) const {
        for (int y = t; y < p.height; y += threads) __stcg(to + y, shared.strip[strip_at<W>(place(y), c)]);
    }

    // ---- 8.3 ------------------------------------------------------------------------------------------------

    __device__ void scan_rows(int group) const {
        const int i = t % W, chunk = t / W, first = chunk * f.rows.each, line = group * W + t / 32;
        const bool is_row = group * W + i < p.height;
        float c_first = 0, c_last = 0;
        if (f.clamp && line < p.height)
            c_first = __ldcg(row_end(0) + line), c_last = __ldcg(row_end(1) + line);
        float d[most_each<R>][K];
        float* at = carries(first, group * W + i);
        // Rows behind the image's last are zeros, or what they were: nobody asks for them.
        for_each_unit<false, 0, most_each<R>>(f.rows, first, [&](int l, const CarryMatrices<float, R>&) {
#pragma unroll
            for (int k = 0; k < K; ++k) d[l][k] = __ldcg(at + (l * K + k) * most_resident_rows);
        });
        State P{}, E{};
        fold_forward<0, most_each<R>>(f.rows, first, d, P);
        fold_backward(f.rows, first, d, E);
        shared.scan(f.rows, chunk, i, c_first, c_last, P, E);
        unfold_chunk(f.rows, first, d, P, E);
        if (!is_row) return;
        for_each_unit<false, 0, most_each<R>>(f.rows, first, [&](int l, const CarryMatrices<float, R>&) {
#pragma unroll
            for (int k = 0; k < K; ++k) __stcg(at + (l * K + k) * most_resident_rows, d[l][k]);
        });
    }

    // ---- 8.4 ------------------------------------------------------------------------------------------------

    // Rows y0, y0 + 32 W, ..: in the strip, as they will be stored.
    __device__ void filter_rows(int y0) const {
        const float end = *shared.origin * f.response;
        float states[rows_at_once][K];
#pragma unroll
        for (int r = 0; r < rows_at_once; ++r) {
            const int y = min(y0 + r * threads, p.height - 1);
            const float* from = carries(n, y);
#pragma unroll
            for (int k = 0; k < K; ++k) states[r][k] = __ldcg(from + k * most_resident_rows);
        }
#pragma unroll
        for (int r = 0; r < rows_at_once; ++r) {
            const int y = y0 + r * threads;
            if (y >= p.height) break;
            State P, E;
#pragma unroll
            for (int k = 0; k < R; ++k) P[k] = states[r][k], E[k] = states[r][R + k];
            const float c = enter(f.right, f.left, P, E), shift = (c + end) * f.scale;
            float v[W];
            read_row(y, v);
#pragma unroll
            for (int i = 0; i < W; ++i) v[i] = f.right.step(P, v[i] - c);
            if (f.passes == all_passes && columns == W) {
#pragma unroll
                for (int i = W - 1; i >= 0; --i) v[i] = f.left.step(E, v[i]);
            } else if (f.passes == all_passes) {
#pragma unroll
                for (int i = W - 1; i >= 0; --i)
                    if (i < columns) v[i] = f.left.step(E, v[i]);
            }
#pragma unroll
            for (int i = 0; i < W; ++i) v[i] = fmaf(v[i], f.scale, shift);
            write_row(y, v);
        }
    }

    // Rows y0 to y0 + 31, by a warp.
    __device__ void store_rows(int y0) const {
        const int lane = t % 32;
        if (out.format != PixelFormat::texture_f32 && p.channels == 1 && p.width % 4 == 0) {
            constexpr int words = W / 4, rows = 32 / words;
            const int c = lane % words * 4, y = y0 + lane / words;
            float* to = static_cast<float*>(out.data) + std::size_t(y) * p.width + n * W + c;
#pragma unroll
            for (int i = 0; i < words; ++i, to += std::size_t(p.width) * rows)
                if (y + i * rows < p.height && c < columns)
                    *reinterpret_cast<float4*>(to) =
                        *reinterpret_cast<const float4*>(shared.strip + strip_at<W>(place(y + i * rows), c));
            return;
        }
#pragma unroll 4
        for (int i = lane; i < 32 * W; i += 32) {
            const int y = y0 + i / W, c = i % W;
            if (y < p.height && c < columns)
                put_sample(out, n * W + c, y, channel, shared.strip[strip_at<W>(place(y), c)]);
        }
    }

    float level_ = 0;
};

template <int R, int W, ThreadForm form>
__global__ __launch_bounds__(32 * W, W == 16 ? 1 : 2) void resident_kernel(
    PixelSource in, PixelSink out, StripShape p, const __grid_constant__ ResidentFilter<R, W, form> filter,
    const __grid_constant__ Datum datum, ResidentMemory memory) {
    extern __shared__ __align__(16) float shared[];
    ResidentStrip<R, W, form>(in, out, p, filter, memory, shared).run(datum);
}

}  // namespace sweep::gpu
