// The summed-area table of Ha et al. 2012 ([H12] section 4): the image is read twice and written once.
//
//   H.1  reduce: each block of b x b alone, in patches of 32 x 32: the sums of its columns and of its rows
//   H.2  partial sums: the sums of the blocks above (columns) and to the left (rows) are added up; so are the
//        pivots, the sums of all that lies above and to the left of a block
//   H.3  scan: each block, patch by patch: prefix sums along the rows, which start with what lies to the
//        left, then down the columns, which start with the table's row above the block: pivot + prefix sums
//        of the column sums
//
// Scans over a patch are those of Kogge and Stone over the lanes of a warp. In H.1 and H.3 a thread block of
// 8 warps owns a block; a warp owns every 8th row of a patch, then every 8th column. H.2 is one thread block
// in the paper; here the lines of all blocks (scan.cuh) and the pivots of all block rows are scanned side
// by side, and there is a pivot for every 32 columns.
#include "gpu/table/plans.cuh"
#include "gpu/table/scan.cuh"
#include "gpu/table/table.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {
namespace {

constexpr int patch = 32, most_patches = 4;  // side of a patch; patches along the side of a block
constexpr int block_warps = tuning::Tables::ha_warps, block_threads = 32 * block_warps;

// H.1
template <class V>
__global__ __launch_bounds__(block_threads) void ha_reduce_kernel(
    PixelSource in, Summand s, Tiling p, SumLayout layout, V* columns, V* rows,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    __shared__ V row_sum[4][most_patches * patch], column_sum[4][block_warps][32];
    const auto [m, n] = p.block(blockIdx.x);
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int b = layout.block;
    for (int j = 0; j < b; j += patch) {
        V column[4] = {};
        for (int r = warp; r < b; r += block_warps) {
            const int y = m * b + r, x = n * b + j + lane;
            V v[4] = {};
            if (y < p.height && x < p.width) load_pixel(in, s, x, y, v);
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                if (k >= p.channels) break;
                column[k] += v[k];
                const V sum = warp_sum(v[k]);
                if (lane == 0) row_sum[k][r] = j == 0 ? sum : row_sum[k][r] + sum;
            }
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) column_sum[k][warp][lane] = column[k];
        __syncthreads();
        if (warp < p.channels) {
            V sum = 0;
            for (int q = 0; q < block_warps; ++q) sum += column_sum[warp][q][lane];
            columns[layout.column(warp, m, n * b + j + lane)] = sum;
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < p.channels * b; i += block_threads)
        rows[layout.row(i / b, n, m * b + i % b)] = row_sum[i / b][i % b];
}

// H.2, the pivots: pivots[channel][m][group] becomes the sum over the groups before it. A warp owns a row of
// blocks in one channel.
template <class V>
__global__ __launch_bounds__(block_threads) void ha_pivots_kernel(
    V* pivots, int block_rows, int groups, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    const int row = blockIdx.x * block_warps + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= block_rows) return;
    V* line = pivots + std::size_t(row) * groups;
    V carry = 0;
    for (int first = 0; first < groups; first += 32) {
        const int i = first + lane;
        const V sum = warp_inclusive_sum(i < groups ? line[i] : V(0));
        const V before = __shfl_up_sync(~0u, sum, 1);
        if (i < groups) line[i] = carry + (lane == 0 ? V(0) : before);
        carry += __shfl_sync(~0u, sum, 31);
    }
}

// H.3
template <class V>
__global__ __launch_bounds__(block_threads) void ha_scan_kernel(PixelSource in, Summand s, PixelSink out,
                                                                Tiling p, SumLayout layout, const V* columns,
                                                                const V* rows, const V* pivots,
                                                                const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int rows_of_warp = patch / block_warps;
    __shared__ V sums[4][patch][patch + 1];  // +1: a column touches 32 different banks
    __shared__ V above[4][most_patches * patch];
    const auto [m, n] = p.block(blockIdx.x);
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int b = layout.block, patches = b / patch, C = p.channels;

    // The table's row above the block.
    for (int i = warp; i < C * patches; i += block_warps) {
        const int k = i / patches, j = i % patches;
        const V pivot = pivots[(std::size_t(k) * p.M + m) * (std::size_t(p.N) * patches) + n * patches + j];
        above[k][j * patch + lane] =
            pivot + warp_inclusive_sum(columns[layout.column(k, m, n * b + j * patch + lane)]);
    }
    __syncthreads();

    for (int i0 = 0; i0 < b; i0 += patch) {
        V left[rows_of_warp][4];
#pragma unroll
        for (int q = 0; q < rows_of_warp; ++q)
#pragma unroll
            for (int k = 0; k < 4; ++k)
                left[q][k] = k < C ? rows[layout.row(k, n, m * b + i0 + warp + q * block_warps)] : V(0);

        for (int j0 = 0; j0 < b; j0 += patch) {
            const int x = n * b + j0 + lane;
#pragma unroll
            for (int q = 0; q < rows_of_warp; ++q) {
                const int r = warp + q * block_warps, y = m * b + i0 + r;
                V v[4] = {};
                if (y < p.height && x < p.width) load_pixel(in, s, x, y, v);
#pragma unroll
                for (int k = 0; k < 4; ++k) {
                    if (k >= C) break;
                    const V sum = left[q][k] + warp_inclusive_sum(v[k]);
                    left[q][k] = __shfl_sync(~0u, sum, 31);
                    sums[k][r][lane] = sum;
                }
            }
            __syncthreads();
            for (int i = warp; i < C * patch; i += block_warps) {
                const int k = i / patch, c = i % patch;
                const V start = above[k][j0 + c];
                const V sum = start + warp_inclusive_sum(sums[k][lane][c]);
                sums[k][lane][c] = sum;
                __syncwarp();  // all lanes have read the start
                if (lane == 31) above[k][j0 + c] = sum;
            }
            __syncthreads();
#pragma unroll
            for (int q = 0; q < rows_of_warp; ++q) {
                const int r = warp + q * block_warps, y = m * b + i0 + r;
                V v[4] = {};
#pragma unroll
                for (int k = 0; k < 4; ++k)
                    if (k < C) v[k] = sums[k][r][lane];
                if (y < p.height && x < p.width) store_pixel(out, p, x, y, v);
            }
            __syncthreads();
        }
    }
}

template <class V>
class HaPlan final : public TablePlan<V> {
  public:
    HaPlan(const Job& job, cudaStream_t stream)
        : TablePlan<V>(job, stream),
          block_(job.problem.method.block > 0 ? job.problem.method.block : default_block) {
        const Tiling p = this->tiling(block_);
        const std::size_t blocks = std::size_t(p.M) * std::size_t(p.N) * this->channels();
        columns_ = DeviceBuffer<V>(blocks * std::size_t(block_));
        rows_ = DeviceBuffer<V>(blocks * std::size_t(block_));
        pivots_ = DeviceBuffer<V>(blocks * std::size_t(block_ / patch));
    }

    int block() const override { return block_; }
    std::size_t working_bytes() const override {
        return TablePlan<V>::working_bytes() + columns_.bytes() + rows_.bytes() + pivots_.bytes();
    }

  protected:
    void launch_table(const Stage& stage, const PixelSource& in, const PixelSink& table,
                      LaunchOn on) override {
        on.overlap = false;
        const Tiling p = this->tiling(block_);
        const SumLayout layout{p.M, p.N, block_};
        const unsigned blocks = unsigned(p.M) * unsigned(p.N), C = this->channels();
        switch (stage.step) {
            case Step::sat_ha_reduce:
                on.cover = Cover::of_tiles(block_, p.N, p.M);
                launch(on, ha_reduce_kernel<V>, blocks, block_threads, 0, in, this->summand(), p, layout,
                       columns_.data(), rows_.data());
                break;
            case Step::sat_ha_partial_sums: {
                launch_scan_sums(on, rows_.data(), C, p.N, p.M * block_);
                launch_scan_sums(on, columns_.data(), C, p.M, p.N * block_, pivots_.data());
                const unsigned lines = unsigned(p.M) * C;
                launch(on, ha_pivots_kernel<V>, (lines + block_warps - 1) / block_warps, block_threads, 0,
                       pivots_.data(), int(lines), p.N * (block_ / patch));
                break;
            }
            case Step::sat_ha_scan:
                on.cover = Cover::of_tiles(block_, p.N, p.M);
                launch(on, ha_scan_kernel<V>, blocks, block_threads, 0, in, this->summand(), table, p, layout,
                       columns_.data(), rows_.data(), pivots_.data());
                break;
            default:
                break;
        }
    }

  private:
    static constexpr int default_block = 64;
    const int block_;
    DeviceBuffer<V> columns_, rows_, pivots_;
};

}  // namespace

std::unique_ptr<Plan> make_ha_plan(const Job& job, cudaStream_t stream) {
    return of_table_of_words(job.problem,
                             [&]<class V>() { return std::make_unique<HaPlan<V>>(job, stream); });
}

}  // namespace sweep::gpu
