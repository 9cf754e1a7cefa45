// Algorithm `halo` on one channel of floats: blocks that begin early.
//
//     V = R^T(F^T(R(F(X))))   on a tile of 128 columns, of which the outer `halo` ones on each side, and as
//                             many rows above and below, are read by the neighbours too and forgotten
//
// Grid: a thread block (n, m) a tile. For the columns a thread has S::rows rows of four columns in registers; a
// warp has all 128 columns of those rows, and warps lie one below the other. The tile's own rows then go through
// shared memory to the warps that filter them: each lane has S::each samples of a row, and a warp takes
// S::at_once times as many rows at once as fit into its lanes.
//
// Where rows are whole words of 16 bytes a thread has four neighbouring columns and moves them as one word;
// a word beyond an edge of the image is made from the word that the boundary puts there. Otherwise a thread's
// columns are 32 apart, so that a warp moves neighbouring samples together whatever their addresses, and what a
// sample beyond an edge is the boundary says for each.
//
// All is computed relative to a datum, so that a constant image stays as it is to the last bit. Each tile has its own,
// from among its samples, since nothing is carried from one to the next.
#pragma once

#include "gpu/device/launch.cuh"
#include "gpu/halo/edges.cuh"
#include "gpu/halo/passes.cuh"
#include "gpu/image/tiles.cuh"
#include "gpu/tuning/halo_tiles.h"

namespace sweep::gpu {

// The place of quad q of a row in shared memory. Lanes with eight samples read every second quad at a time:
// the permutation lets them meet in no bank.
template <int each>
__device__ inline int quad_at(int q) {
    return each == 8 ? q ^ (q >> 3 & 1) : q;
}

// How the samples of columns x to x + 3 of a row of whole words are made: from which word of the image, and whether
// it is taken as it is, reversed, or as four copies of its first or last sample; or of a constant. They are made
// after the columns have been filtered, which treats all of them alike: before, each row would wait for its word.
// Samples are relative to the datum then, and so is the constant that `outside` stands for.
class WordOfRow {
  public:
    WordOfRow() = default;
    __device__ WordOfRow(const HaloImage& p, int x) : from_and_made_(x) {
        if (x >= 0 && x < p.width) return;
        const int first = index_near(p.rows, x, p.width), last = index_near(p.rows, x + 3, p.width);
        const Made made = first == last  ? (first == 0 ? first_sample : last_sample)
                          : first > last ? reversed
                                         : as_it_is;
        from_and_made_ = first < 0 ? constant : (min(first, last) & ~3) | made;
    }
    __device__ int from() const { return max(from_and_made_, 0) & ~3; }
    __device__ void make(float* v, float outside) const {
        const float a = v[0], b = v[1], c = v[2], d = v[3];
        const int made = from_and_made_ < 0 ? constant : from_and_made_ & 3;
        const bool backwards = made == reversed, same = made != as_it_is && made != reversed;
        const float one = made == first_sample ? a : made == last_sample ? d : outside;
        v[0] = same ? one : backwards ? d : a, v[1] = same ? one : backwards ? c : b;
        v[2] = same ? one : backwards ? b : c, v[3] = same ? one : backwards ? a : d;
    }

  private:
    enum Made { constant = -1, as_it_is, first_sample, last_sample, reversed };
    int from_and_made_;
};

template <int R, class S, bool in_words>
__global__ __launch_bounds__(S::threads, S::thread_blocks) void halo_kernel(
    const float* __restrict__ in, float* __restrict__ out, const __grid_constant__ HaloImage p,
    const __grid_constant__ HaloFilter<R, S::each> f, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int quads = S::width / 4, lanes = S::width / S::each, rows_of_warp = 32 / lanes,
                  reach = (S::halo + S::each - 1) / S::each, warps = S::threads / 32;
    static_assert(quads == 32 && S::halo % 4 == 0);
    extern __shared__ __align__(16) float4 shared[];
    float4* const rows = shared;  // [own_height][quads]
    float4* const ends = shared + S::own_height * quads;
    // What the rows need again waits in memory while the columns have all registers.
    __shared__ WordOfRow words[quads];
    __shared__ float datum;
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
    const int y_own = int(blockIdx.y) * S::own_height, x_own = int(blockIdx.x) * S::own_width,
              x0 = x_own - S::halo, y0 = y_own - S::rows_above + warp * S::rows;
    // The place among the floats of row i of the sample of lane + 32 j.
    const auto sample_at = [&](int i, int j) {
        const int x = lane + 32 * j;
        return 4 * (i * quads + quad_at<S::each>(x / 4)) + x % 4;
    };

    {
        float v[S::rows][4];
        const float outside = p.datum.constant[0];
        const bool inside = y0 >= 0 && y0 + S::rows <= p.height;
        // Lane r knows where row r comes from.
        static_assert(S::rows <= 32);
        const auto row_of_lane = [&] { return index_near(p.columns, y0 + min(lane, S::rows - 1), p.height); };
        if constexpr (in_words) {
            const WordOfRow word(p, x0 + 4 * lane);
            if (warp == 0) words[lane] = word;
            const auto put = [&](int r, const float4& u) {
                v[r][0] = u.x, v[r][1] = u.y, v[r][2] = u.z, v[r][3] = u.w;
            };
            if (inside) {
                const float* row = in + (std::size_t(y0) * p.width + word.from());
#pragma unroll
                for (int r = 0; r < S::rows; ++r)
                    put(r, __ldg(reinterpret_cast<const float4*>(row + std::size_t(r) * p.width)));
            } else {
                const int mine = max(row_of_lane(), 0);
#pragma unroll
                for (int r = 0; r < S::rows; ++r) {
                    const int y = __shfl_sync(~0u, mine, r);
                    const float* row = in + std::size_t(y) * p.width + word.from();
                    put(r, __ldg(reinterpret_cast<const float4*>(row)));
                }
                if (has_constants_outside(p.columns)) {
#pragma unroll
                    for (int r = 0; r < S::rows; ++r)
                        if (y0 + r < 0 || y0 + r >= p.height) put(r, {outside, outside, outside, outside});
                }
            }
        } else {
            // A column after the other: the addresses of all rows would find no room in registers.
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                const int x = index_near(p.rows, x0 + lane + 32 * j, p.width);
                if (inside) {
                    const float* at = in + std::size_t(y0) * p.width + x;
#pragma unroll
                    for (int r = 0; r < S::rows; ++r, at += p.width) v[r][j] = x >= 0 ? __ldg(at) : outside;
                } else {
                    const int mine = row_of_lane();
#pragma unroll
                    for (int r = 0; r < S::rows; ++r) {
                        const int y = __shfl_sync(~0u, mine, r);
                        v[r][j] = (x | y) >= 0 ? __ldg(in + std::size_t(y) * p.width + x) : outside;
                    }
                }
            }
        }
        // The datum is loaded after the samples: before them it would delay their loads.
        if (warp == 0) {
            const ImagePart own{x_own, y_own, S::own_width, S::own_height};
            const float c =
                p.datum.settle(p.datum.ask(FloatPlane{in, p.width}, own, p.width, p.height, 0, lane));
            if (lane == 0) datum = c;
        }
        __syncthreads();
        const float origin = datum;
#pragma unroll
        for (int r = 0; r < S::rows; ++r)
#pragma unroll
            for (int c = 0; c < 4; ++c) v[r][c] -= origin;
        filter_columns<R, S::rows, S::rows_above, quads, S::groups>(v, ends, f.down, f.up, lane, warp);
#pragma unroll
        for (int r = 0; r < S::rows; ++r) {
            const int i = warp * S::rows - S::rows_above + r;
            if (i < 0 || i >= S::own_height) continue;
            if constexpr (in_words) {
                rows[i * quads + quad_at<S::each>(lane)] = {v[r][0], v[r][1], v[r][2], v[r][3]};
            } else {
#pragma unroll
                for (int j = 0; j < 4; ++j) reinterpret_cast<float*>(rows)[sample_at(i, j)] = v[r][j];
            }
        }
    }
    __syncthreads();

    const float shift = datum * p.gain, beyond = p.datum.outside(0, datum) * p.column_gain;
    const int piece = lane % lanes, count = min(S::own_height, p.height - y_own),
              x_end = min(x_own + S::own_width, p.width);
    const bool makes_words = in_words && (x0 < 0 || x0 + S::width > p.width);
    float* to = out + std::size_t(y_own) * p.width;
#pragma unroll 1
    for (int first = warp * rows_of_warp; first < count; first += S::at_once * warps * rows_of_warp) {
        float v[S::at_once][S::each];
#pragma unroll
        for (int u = 0; u < S::at_once; ++u) {
            // Behind the last row a warp reads one of its own again.
            const int next = first + u * warps * rows_of_warp + lane / lanes,
                      i = next < S::own_height ? next : first + lane / lanes;
#pragma unroll
            for (int k = 0; k < S::each / 4; ++k) {
                const float4 t = rows[i * quads + quad_at<S::each>(piece * (S::each / 4) + k)];
                v[u][4 * k] = t.x, v[u][4 * k + 1] = t.y, v[u][4 * k + 2] = t.z, v[u][4 * k + 3] = t.w;
            }
        }
        if (makes_words) {
#pragma unroll
            for (int u = 0; u < S::at_once; ++u)
#pragma unroll
                for (int k = 0; k < S::each / 4; ++k)
                    words[piece * (S::each / 4) + k].make(v[u] + 4 * k, beyond);
        }
#pragma unroll
        for (int u = 0; u < S::at_once; ++u) filter_row<R, S::each, reach, false>(v[u], f.right, lanes);
#pragma unroll
        for (int u = 0; u < S::at_once; ++u) filter_row<R, S::each, reach, true>(v[u], f.left, lanes);
#pragma unroll
        for (int u = 0; u < S::at_once; ++u)
#pragma unroll
            for (int c = 0; c < S::each; ++c) v[u][c] = fmaf(v[u][c], p.scale, shift);
        if constexpr (S::each == 4 && in_words) {
            const int x = x0 + 4 * piece;
#pragma unroll
            for (int u = 0; u < S::at_once; ++u) {
                const int i = first + u * warps * rows_of_warp + lane / lanes;
                if (i < count && x >= x_own && x < x_end)
                    *reinterpret_cast<float4*>(to + std::size_t(i) * p.width + x) = {v[u][0], v[u][1],
                                                                                     v[u][2], v[u][3]};
            }
        } else {
            // The rows go back to their places, so that a warp stores neighbouring samples together.
            __syncwarp();
#pragma unroll
            for (int u = 0; u < S::at_once; ++u) {
                const int i = first + u * warps * rows_of_warp + lane / lanes;
                if (i >= S::own_height) continue;
#pragma unroll
                for (int k = 0; k < S::each / 4; ++k)
                    rows[i * quads + quad_at<S::each>(piece * (S::each / 4) + k)] = {
                        v[u][4 * k], v[u][4 * k + 1], v[u][4 * k + 2], v[u][4 * k + 3]};
            }
            __syncwarp();
#pragma unroll
            for (int u = 0; u < S::at_once; ++u)
#pragma unroll
                for (int k = 0; k < rows_of_warp; ++k) {
                    const int i = first + u * warps * rows_of_warp + k;
                    if (i >= count) continue;
                    float* row = to + std::size_t(i) * p.width;
                    if constexpr (in_words) {
                        const int x = x0 + 4 * lane;
                        if (x >= x_own && x < x_end)
                            *reinterpret_cast<float4*>(row + x) = rows[i * quads + quad_at<S::each>(lane)];
                    } else {
#pragma unroll
                        for (int j = 0; j < 4; ++j) {
                            const int x = x0 + lane + 32 * j;
                            if (x >= x_own && x < x_end)
                                row[x] = reinterpret_cast<const float*>(rows)[sample_at(i, j)];
                        }
                    }
                }
        }
    }
}

}  // namespace sweep::gpu
