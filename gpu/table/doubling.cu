// The summed-area table by recursive doubling (Hensley et al. 2005): ceil(log2 w) passes along the rows, then
// ceil(log2 h) along the columns, from one image to the other and back,
//
//     out(i) = in(i) + in(i - 2^k)        in pass k; in(i) alone where the line has not begun
//
// so that out(i) is then the sum of the 2^(k+1) samples up to i. A thread owns a pixel of every gridDim.y-th
// row, a warp 32 neighbours in a row.
#include <algorithm>

#include "core/families/algorithms.h"
#include "core/plan/planner.h"
#include "gpu/table/plans.cuh"
#include "gpu/table/table.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {
namespace {

constexpr int threads = tuning::Tables::doubling_threads;

// `from` is the result of the pass before; null: the image. `reach` is 2^k pixels, along the row or up the
// column.
template <class V>
__global__ __launch_bounds__(threads) void doubling_kernel(PixelSource in, Summand s, const V* from, Tiling p,
                                                           int reach, bool along_row, PixelSink out,
                                                           const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    const int x = blockIdx.x * blockDim.x + threadIdx.x, C = p.channels;
    if (x >= p.width) return;
    const int dx = along_row ? reach : 0, dy = along_row ? 0 : reach;
    for (int y = blockIdx.y; y < p.height; y += gridDim.y) {
        const bool begun = x >= dx && y >= dy;
        V v[4] = {}, other[4] = {};
        if (from) {
            const V* own = from + (std::size_t(y) * p.width + x) * C;
            const V* back = from + (std::size_t(begun ? y - dy : y) * p.width + (begun ? x - dx : x)) * C;
#pragma unroll
            for (int k = 0; k < 4; ++k)
                if (k < C) {
                    v[k] = own[k];
                    if (begun) other[k] = back[k];
                }
        } else {
            load_pixel(in, s, x, y, v);
            if (begun) load_pixel(in, s, x - dx, y - dy, other);
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] += other[k];
        store_pixel(out, p, x, y, v);
    }
}

template <class V>
class DoublingPlan final : public TablePlan<V> {
  public:
    DoublingPlan(const Job& job, cudaStream_t stream) : TablePlan<V>(job, stream) {
        for (const Stage& stage : stages(job.problem, block())) {
            row_passes_ += stage.step == Step::sat_doubling_rows;
            passes_ += stage.step == Step::sat_doubling_rows || stage.step == Step::sat_doubling_columns;
        }
        for (int i = 0; i < 2 && i < passes_ - 1; ++i)
            images_[i] = DeviceBuffer<V>(job.problem.shape.samples());
    }

    int block() const override { return 1; }
    std::size_t working_bytes() const override {
        return TablePlan<V>::working_bytes() + images_[0].bytes() + images_[1].bytes();
    }

  protected:
    // The last pass writes the table, all others one of the two images.
    void launch_table(const Stage& stage, const PixelSource& in, const PixelSink& table,
                      LaunchOn on) override {
        on.overlap = false;
        const bool along_row = stage.step == Step::sat_doubling_rows;
        const int pass = along_row ? stage.term : row_passes_ + stage.term;
        const V* from = pass == 0 ? nullptr : images_[(pass - 1) % 2].data();
        on.cover = {Cover::pixels, threads, 1};
        launch(on, doubling_kernel<V>, this->grid_of_pixels(threads), threads, 0, in, this->summand(), from,
               this->tiling(1), 1 << stage.term, along_row,
               pass == passes_ - 1 ? table : this->linear(images_[pass % 2].data()));
    }

  private:
    int row_passes_ = 0, passes_ = 0;
    DeviceBuffer<V> images_[2];
};

}  // namespace

std::unique_ptr<Plan> make_doubling_plan(const Job& job, cudaStream_t stream) {
    return of_table_of_words(job.problem,
                             [&]<class V>() { return std::make_unique<DoublingPlan<V>>(job, stream); });
}

}  // namespace sweep::gpu
