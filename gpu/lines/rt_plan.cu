// Algorithm RT: the pass of each step, and its launch.
#include "core/filter/dispatch.h"
#include "gpu/lines/factory.cuh"
#include "gpu/lines/rt.cuh"
#include "gpu/plan/orders.h"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {
namespace {

template <int R>
class RtPlan final : public Plan {
  public:
    RtPlan(const Job& job, cudaStream_t stream)
        : shape_(job.problem.shape),
          epilogues_(std::size_t(R) * std::size_t(std::max(shape_.width, shape_.height)) *
                     std::size_t(shape_.channels)) {
        adopt(job, stream);
    }

    int block() const override { return 1; }
    std::size_t working_bytes() const override {
        return epilogues_.bytes() + between_.bytes() + datum_.bytes();
    }

    bool adopt(const Job& job, cudaStream_t) override {
        const FilterDesign& filter = job.design;
        if (job.problem.shape != shape_ || filter.order() != R) return false;
        for (int pass = 0; pass < all_passes; ++pass)
            recurrences_[pass] = make_recurrence<float, R, Realisation::delta>(filter.pass(pass));
        auto closed_form = [&](const AxisDesign& axis, const Boundary& boundary, int length) {
            return round_to<float>(extension(
                axis, make_recurrence<double, R, Realisation::delta>(axis.causal),
                make_recurrence<double, R, Realisation::delta>(axis.anticausal), boundary.kind, length));
        };
        extensions_[0] = closed_form(filter.columns, job.problem.boundary_of_columns(), shape_.height);
        extensions_[1] = closed_form(filter.rows, job.problem.boundary, shape_.width);
        for (int pass = 0; pass < all_passes; pass += 2) {
            const AxisDesign& axis = pass == 0 ? filter.columns : filter.rows;
            const CarryMatrices<double, R> matrices = carry_matrices(
                make_recurrence<double, R, Realisation::delta>(axis.causal),
                make_recurrence<double, R, Realisation::delta>(axis.anticausal), tuning::WholeLines::samples);
            levels_[pass] = float(matrices.tail_A_FP.kept),
            levels_[pass + 1] = float(matrices.head_A_RE.kept);
        }
        datum_.adopt(job.problem, filter);
        clamps_[0] = continues_by_edge(job.problem.boundary_of_columns().kind);
        clamps_[1] = continues_by_edge(job.problem.boundary.kind);
        scale_ = float(filter.gain_after(job.problem.passes));
        passes_ = job.problem.passes;
        return true;
    }

    void launch_stage(const Stage& stage, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        constexpr unsigned threads = tuning::WholeLines::threads;
        const int pass = int(stage.step) - int(Step::rt_down);
        const bool along_rows = pass >= 2;
        const LinePass p{shape_.width,  shape_.height, shape_.channels,     along_rows,
                         pass % 2 == 0, pass == 0,     pass == passes_ - 1, clamps_[along_rows ? 1 : 0],
                         scale_,        levels_[pass]};
        const unsigned lines =
            unsigned(along_rows ? shape_.height : shape_.width) * unsigned(shape_.channels);
        on.overlap = false;
        if (p.first) on = datum_.find(on, in);
        const int together = int(threads) / shape_.channels;
        on.cover = along_rows ? Cover::of_rows(together) : Cover::of_columns(together);
        if (int(threads) % shape_.channels != 0) on.cover = {};  // a thread block has a part of a line
        launch(on, rt_kernel<R>, (lines + threads - 1) / threads, threads, 0, in,
               passes_ > 1 ? between_.image(out, shape_) : nullptr, out, p, recurrences_[pass],
               extensions_[along_rows ? 1 : 0], datum_.on_device(), epilogues_.data());
    }

  private:
    Shape shape_;
    Recurrence<float, R, Realisation::delta> recurrences_[all_passes]{};
    Extension<float, R> extensions_[2]{};  // of columns, of rows
    ImageDatum datum_;
    bool clamps_[2] = {};  // of the columns, of the rows
    float levels_[all_passes] = {};
    float scale_ = 1;
    int passes_ = all_passes;
    DeviceBuffer<float> epilogues_;
    Intermediate between_;
};

}  // namespace

std::unique_ptr<Plan> make_rt_plan(const Job& job, cudaStream_t stream) {
    return dispatch_order<most_published_order>(job.design.order(), [&]<int R>() -> std::unique_ptr<Plan> {
        return std::make_unique<RtPlan<R>>(job, stream);
    });
}

}  // namespace sweep::gpu
