// The parts that make algorithm 4 or 5 a term of a cascade ([N11] sections 7 and 8).
//
// Terms follow each other over the whole image. The last stage of one, 4.5 or 5.6, has the finished block in
// shared memory. It stores the block, from which the next term continues, and computes at once the perimeter
// that the block has in that term. This replaces the term's stage 4.1 or 5.1, which would read the image
// again. Terms of any two orders can follow each other, so this code takes the next term's order at run time.
// It computes dots as step 7.1 does:
//
//     P_mn(Ybar), E_mn(Zhat)              T(A_FB) B and H(A_RB A_FB) B
//     P^T_mn(Ucheck), E^T_mn(Vtilde)      (A_RB A_FB) (B T(A_FB)^T) and (A_RB A_FB) (B H(A_RB A_FB)^T)
//
// The last two are the row dots of the block as it is, filtered down and up by A_RB A_FB: rows and columns
// commute.
#pragma once

#include "core/design/design.h"
#include "gpu/image/datum.cuh"
#include "gpu/image/tile.cuh"
#include "gpu/plan/plan.cuh"

namespace sweep::gpu {

inline constexpr int published_block = 32;  // b of algorithms 2, 4, 5 and 6: a lane a column

// Called with a finished block by its thread block: a warp owns a channel, a lane a column and then a row.
struct PerimetersOfNext {
    static constexpr int T = published_block;
    int order = 0;          // of the next term; 0: there is none
    bool rows_too = false;  // of 5.1; 4.1 has columns alone
    // In device memory, each for full blocks and then for the last one, with zeros beyond its end: the
    // weights of the dots of columns and of rows, [i][stride]; A_RB A_FB of the columns, [from row][to row].
    const float* matrices = nullptr;
    float *columns = nullptr, *rows = nullptr;  // the next term's states (StateLayout)

    __host__ __device__ static constexpr int stride(int order) { return (2 * order + 3) / 4 * 4; }
    static constexpr std::size_t matrix_floats(int order) {
        return 4 * std::size_t(T * stride(order)) + 2 * std::size_t(T * T);
    }

    __device__ void operator()(const float* plane, const Tiling& p, int m, int n, int channel, int t) const {
        const int K = 2 * order, ld = stride(order);
        const std::size_t own = ((std::size_t(channel) * p.M + m) * p.N + n) * K * T + t;
        const float* weights = matrices + (m == p.M - 1 ? T * ld : 0);
        for (int k = 0; k < K; k += 4) {
            float4 sum{};
#pragma unroll 8
            for (int i = 0; i < T; ++i) add(sum, weights + i * ld + k, plane[at<T>(i, t)]);
            store(columns + own, k, sum);
        }
        if (!rows_too) return;
        weights = matrices + (n == p.N - 1 ? 3 : 2) * T * ld;
        const float* response = matrices + 4 * T * ld + (m == p.M - 1 ? T * T : 0) + t;
        for (int k = 0; k < K; k += 4) {
            float4 dots{}, sum{};
#pragma unroll 2
            for (int i = 0; i < T; i += 4) {
                const float4 x = *reinterpret_cast<const float4*>(plane + at<T>(t, i));
                add(dots, weights + i * ld + k, x.x);
                add(dots, weights + (i + 1) * ld + k, x.y);
                add(dots, weights + (i + 2) * ld + k, x.z);
                add(dots, weights + (i + 3) * ld + k, x.w);
            }
#pragma unroll 8
            for (int j = 0; j < T; ++j) {
                const float h = __ldg(response + j * T);
                sum.x = fmaf(h, __shfl_sync(~0u, dots.x, j), sum.x);
                sum.y = fmaf(h, __shfl_sync(~0u, dots.y, j), sum.y);
                sum.z = fmaf(h, __shfl_sync(~0u, dots.z, j), sum.z);
                sum.w = fmaf(h, __shfl_sync(~0u, dots.w, j), sum.w);
            }
            store(rows + own, k, sum);
        }
    }

  private:
    // Adds one sample to four dots.
    __device__ static void add(float4& sum, const float* weights, float x) {
        const float4 w = __ldg(reinterpret_cast<const float4*>(weights));
        sum = {fmaf(w.x, x, sum.x), fmaf(w.y, x, sum.y), fmaf(w.z, x, sum.z), fmaf(w.w, x, sum.w)};
    }
    __device__ void store(float* to, int k, const float4& sum) const {
        to[k * T] = sum.x;
        to[(k + 1) * T] = sum.y;
        if (k + 2 >= 2 * order) return;
        to[(k + 2) * T] = sum.z;
        to[(k + 3) * T] = sum.w;
    }
};

// The place of a term in its cascade. A filter by itself is the first and the last term.
struct TermPlace {
    bool first = true, last = true;     // reads, writes the image; other terms the cascade's blocks
    float* between = nullptr;           // these blocks, [m][n][channel][32 32]; null: its own
    const ImageDatum* datum = nullptr;  // the cascade's; null: its own
    PerimetersOfNext next;
};

// A plan that can be a term. launch_stage() takes the stages of algorithm 4 or 5; the term before does the
// first.
class TermPlan : public Plan {
  public:
    // Does what adopt() does, with the term's own filter in place of the problem's.
    virtual bool adopt_filter(const Problem& problem, const FilterDesign& filter, cudaStream_t stream) = 0;
    // Returns what the term before needs to compute this term's perimeters.
    virtual PerimetersOfNext perimeters() const = 0;
};

// Makes a term of algorithm 4 or 5, as `problem` says.
template <int R>
std::unique_ptr<TermPlan> make_term_plan_of_order(const Problem& problem, const FilterDesign& filter,
                                                  const TermPlace& place, cudaStream_t stream);

}  // namespace sweep::gpu
