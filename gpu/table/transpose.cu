// The summed-area table by scans and transpositions (Harris et al. 2008), with every access along rows:
//
//   T.1  the rows of the image are scanned, into a plane for each channel
//   T.2  the planes are transposed
//   T.3  their rows, which are the image's columns, are scanned in place
//   T.4  the planes are transposed back, and their channels interleaved again
//
// In a scan, a thread block owns a row and goes along it in chunks with CUB. In a transposition, which moves
// words whatever they hold, a thread block owns a tile of 32 x 32.
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_scan.cuh>

#include "gpu/table/plans.cuh"
#include "gpu/table/table.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {
namespace {

constexpr int scan_threads = tuning::Tables::transpose_scan_threads,
              scan_items = tuning::Tables::transpose_scan_items,
              scan_chunk_length = scan_threads * scan_items;
using Word = std::uint32_t;
constexpr int tile_side = 32, tile_rows = tuning::Tables::transpose_rows,
              tile_threads = tile_side * tile_rows;

template <class V>
struct RowScan {
    using Exchange = cub::BlockExchange<V, scan_threads, scan_items>;
    using Scan = cub::BlockScan<V, scan_threads>;
    union Storage {
        typename Exchange::TempStorage exchange;
        typename Scan::TempStorage scan;
    };

    // Inclusive prefix sums of one chunk: item i of thread t is number i * scan_threads + t. `carry` is the
    // sum of what comes before the chunk, and becomes that for the next one. Called by the whole thread
    // block.
    static __device__ void chunk(Storage& storage, V (&v)[scan_items], V& carry) {
        Exchange(storage.exchange).StripedToBlocked(v, v);
        __syncthreads();
        V total;
        Scan(storage.scan).InclusiveSum(v, v, total);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < scan_items; ++i) v[i] += carry;
        carry += total;
        Exchange(storage.exchange).BlockedToStriped(v, v);
        __syncthreads();
    }
};

// T.1. Row blockIdx.x of the image; planes [channel][y][x].
template <class V>
__global__ __launch_bounds__(scan_threads) void scan_image_rows_kernel(
    PixelSource in, Summand s, Tiling p, V* planes, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    __shared__ typename RowScan<V>::Storage storage;
    const int y = blockIdx.x;
    V carry[4] = {};
    for (int x0 = 0; x0 < p.width; x0 += scan_chunk_length) {
        V v[4][scan_items];
#pragma unroll
        for (int i = 0; i < scan_items; ++i) {
            const int x = x0 + i * scan_threads + threadIdx.x;
            V pixel[4] = {};
            if (x < p.width) load_pixel(in, s, x, y, pixel);
#pragma unroll
            for (int k = 0; k < 4; ++k) v[k][i] = pixel[k];
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            if (k >= p.channels) break;
            RowScan<V>::chunk(storage, v[k], carry[k]);
            V* to = planes + (std::size_t(k) * p.height + y) * p.width;
#pragma unroll
            for (int i = 0; i < scan_items; ++i) {
                const int x = x0 + i * scan_threads + threadIdx.x;
                if (x < p.width) to[x] = v[k][i];
            }
        }
    }
}

// T.3. Row blockIdx.x of all planes together, `length` numbers, in place.
template <class V>
__global__ __launch_bounds__(scan_threads) void scan_plane_rows_kernel(
    V* planes, int length, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    __shared__ typename RowScan<V>::Storage storage;
    V* row = planes + std::size_t(blockIdx.x) * length;
    V carry = 0;
    for (int x0 = 0; x0 < length; x0 += scan_chunk_length) {
        V v[scan_items];
#pragma unroll
        for (int i = 0; i < scan_items; ++i) {
            const int x = x0 + i * scan_threads + threadIdx.x;
            v[i] = x < length ? row[x] : V(0);
        }
        RowScan<V>::chunk(storage, v, carry);
#pragma unroll
        for (int i = 0; i < scan_items; ++i) {
            const int x = x0 + i * scan_threads + threadIdx.x;
            if (x < length) row[x] = v[i];
        }
    }
}

// T.2. from[channel][y][x] to to[channel][x][y]. Grid: tiles of all channels.
__global__ __launch_bounds__(tile_threads) void transpose_planes_kernel(
    const Word* from, Word* to, Tiling p, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    __shared__ Word tile[tile_side][tile_side + 1];  // +1: a column touches 32 different banks
    const int n = blockIdx.x % p.N, m = blockIdx.x / p.N % p.M, channel = blockIdx.x / p.N / p.M;
    const int x0 = n * tile_side, y0 = m * tile_side;
    const std::size_t plane = std::size_t(channel) * p.width * p.height;
    for (int r = threadIdx.y; r < tile_side; r += tile_rows)
        if (y0 + r < p.height && x0 + threadIdx.x < p.width)
            tile[r][threadIdx.x] = from[plane + std::size_t(y0 + r) * p.width + x0 + threadIdx.x];
    __syncthreads();
    for (int r = threadIdx.y; r < tile_side; r += tile_rows)
        if (x0 + r < p.width && y0 + threadIdx.x < p.height)
            to[plane + std::size_t(x0 + r) * p.height + y0 + threadIdx.x] = tile[threadIdx.x][r];
}

// T.4. from[channel][x][y] to the image. Grid: tiles.
__global__ __launch_bounds__(tile_threads) void transpose_back_kernel(
    const Word* from, PixelSink out, Tiling p, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    __shared__ Word tile[4][tile_side][tile_side + 1];
    const int n = blockIdx.x % p.N, m = blockIdx.x / p.N, x0 = n * tile_side, y0 = m * tile_side;
    for (int k = 0; k < p.channels; ++k)
        for (int r = threadIdx.y; r < tile_side; r += tile_rows)
            if (x0 + r < p.width && y0 + threadIdx.x < p.height)
                tile[k][r][threadIdx.x] =
                    from[(std::size_t(k) * p.width + x0 + r) * p.height + y0 + threadIdx.x];
    __syncthreads();
    const int x = x0 + threadIdx.x;
    for (int r = threadIdx.y; r < tile_side; r += tile_rows) {
        if (y0 + r >= p.height || x >= p.width) continue;
        Word v[4] = {};
#pragma unroll
        for (int k = 0; k < 4; ++k)
            if (k < p.channels) v[k] = tile[k][threadIdx.x][r];
        store_pixel(out, p, x, y0 + r, v);
    }
}

template <class V>
class TransposePlan final : public TablePlan<V> {
  public:
    TransposePlan(const Job& job, cudaStream_t stream)
        : TablePlan<V>(job, stream),
          planes_(job.problem.shape.samples()),
          transposed_(job.problem.shape.samples()) {}

    int block() const override { return tile_side; }
    std::size_t working_bytes() const override {
        return TablePlan<V>::working_bytes() + planes_.bytes() + transposed_.bytes();
    }

  protected:
    void launch_table(const Stage& stage, const PixelSource& in, const PixelSink& table,
                      LaunchOn on) override {
        on.overlap = false;
        const Tiling p = this->tiling(tile_side);
        const unsigned tiles = unsigned(p.M) * unsigned(p.N), C = this->channels();
        const dim3 tile_shape(tile_side, tile_rows);
        switch (stage.step) {
            case Step::sat_scan_rows:
                on.cover = Cover::of_rows(1);
                launch(on, scan_image_rows_kernel<V>, unsigned(p.height), scan_threads, 0, in,
                       this->summand(), p, planes_.data());
                break;
            case Step::sat_transpose:
                on.cover = Cover::of_tiles(tile_side, p.N, p.M);
                launch(on, transpose_planes_kernel, tiles * C, tile_shape, 0, words(planes_),
                       words(transposed_), p);
                break;
            case Step::sat_scan_columns:
                launch(on, scan_plane_rows_kernel<V>, unsigned(p.width) * C, scan_threads, 0,
                       transposed_.data(), p.height);
                break;
            case Step::sat_transpose_back:
                launch(on, transpose_back_kernel, tiles, tile_shape, 0, words(transposed_), table, p);
                break;
            default:
                break;
        }
    }

  private:
    static Word* words(DeviceBuffer<V>& numbers) {
        static_assert(sizeof(V) == sizeof(Word));
        return reinterpret_cast<Word*>(numbers.data());
    }

    DeviceBuffer<V> planes_, transposed_;
};

}  // namespace

std::unique_ptr<Plan> make_transpose_plan(const Job& job, cudaStream_t stream) {
    return of_table_of_words(job.problem,
                             [&]<class V>() { return std::make_unique<TransposePlan<V>>(job, stream); });
}

}  // namespace sweep::gpu
