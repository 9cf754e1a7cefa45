// The launches of `sat-multiwave` and `sat-multiwave-fused`.
#include "gpu/table/multiwave.cuh"
#include "gpu/table/overlapped.cuh"
#include "gpu/table/plans.cuh"
#include "gpu/table/scan.cuh"
#include "gpu/table/table.cuh"

namespace sweep::gpu {
namespace {

// The part that both plans share: their carries, and how they launch kernels over blocks.
template <class V, int T>
class WavePlan : public TablePlan<V> {
  public:
    WavePlan(const Job& job, cudaStream_t stream)
        : TablePlan<V>(job, stream),
          p_(this->tiling(T)),
          columns_(blocks() * this->channels() * T),
          rows_(blocks() * this->channels() * T) {}

    int block() const override { return T; }
    std::size_t working_bytes() const override {
        return TablePlan<V>::working_bytes() + columns_.bytes() + rows_.bytes();
    }

  protected:
    std::size_t blocks() const { return std::size_t(p_.M) * std::size_t(p_.N); }
    template <class... Parameters, class... Arguments>
    void launch_blocks(LaunchOn on, void (*kernel)(Parameters...), const Arguments&... arguments) {
        const unsigned C = this->channels();
        on.cover = Cover::of_tiles(T, p_.N, p_.M);
        launch(on, kernel, unsigned(blocks()), T * C, C * T * T * sizeof(V), arguments...);
    }
    void scan_rows(LaunchOn on) { launch_scan_sums(on, rows_.data(), this->channels(), p_.N, p_.M * T); }
    void scan_columns(LaunchOn on) {
        launch_scan_sums(on, columns_.data(), this->channels(), p_.M, p_.N * T);
    }

    const Tiling p_;
    DeviceBuffer<V> columns_, rows_;
};

template <class V, int T>
class MultiwavePlan final : public WavePlan<V, T> {
  public:
    MultiwavePlan(const Job& job, cudaStream_t stream)
        : WavePlan<V, T>(job, stream), work_(job.problem.shape.samples()) {}
    std::size_t working_bytes() const override { return WavePlan<V, T>::working_bytes() + work_.bytes(); }

  protected:
    void launch_table(const Stage& stage, const PixelSource& in, const PixelSink& table,
                      LaunchOn on) override {
        on.overlap = false;
        const Tiling& p = this->p_;
        const PixelSink work = this->linear(work_.data());
        const SumLayout layout{p.M, p.N, T};
        switch (stage.step) {
            case Step::sat_multiwave_rows:
                this->launch_blocks(on, multiwave_rows_kernel<V, T>, in, this->summand(), p, work,
                                    this->rows_.data());
                break;
            case Step::sat_multiwave_row_carries:
                this->scan_rows(on);
                break;
            case Step::sat_multiwave_add_rows:
                launch(on, multiwave_add_kernel<V, true>, this->grid_of_pixels(256), 256, 0, work_.data(),
                       this->rows_.data(), layout, p, work);
                break;
            case Step::sat_multiwave_columns:
                this->launch_blocks(on, multiwave_columns_kernel<V, T>, p, work, this->columns_.data());
                break;
            case Step::sat_multiwave_column_carries:
                this->scan_columns(on);
                break;
            case Step::sat_multiwave_add_columns:
                launch(on, multiwave_add_kernel<V, false>, this->grid_of_pixels(256), 256, 0, work_.data(),
                       this->columns_.data(), layout, p, table);
                break;
            default:
                break;
        }
    }

  private:
    DeviceBuffer<V> work_;
};

template <class V, int T>
class FusedPlan final : public WavePlan<V, T> {
  public:
    using WavePlan<V, T>::WavePlan;

  protected:
    void launch_table(const Stage& stage, const PixelSource& in, const PixelSink& table,
                      LaunchOn on) override {
        on.overlap = false;
        V *columns = this->columns_.data(), *rows = this->rows_.data();
        switch (stage.step) {
            case Step::sat_fused_column_sums:
                this->launch_blocks(on, fused_column_sums_kernel<V, T>, in, this->summand(), this->p_,
                                    columns);
                break;
            case Step::sat_fused_columns:
                this->scan_columns(on);
                break;
            case Step::sat_fused_row_sums:
                this->launch_blocks(on, fused_row_sums_kernel<V, T>, in, this->summand(), this->p_, columns,
                                    rows);
                break;
            case Step::sat_fused_rows:
                this->scan_rows(on);
                break;
            case Step::sat_fused_blocks:
                this->launch_blocks(on, sat_blocks_kernel<V, T>, in, this->summand(), table, this->p_,
                                    columns, rows);
                break;
            default:
                break;
        }
    }
};

}  // namespace

std::unique_ptr<Plan> make_multiwave_plan(const Job& job, cudaStream_t stream) {
    return of_table_of_words(job.problem, [&]<class V>() {
        return with_block<V>(job.problem, [&]<int T>() -> std::unique_ptr<Plan> {
            if (job.problem.method.algorithm == Algorithm::sat_multiwave)
                return std::make_unique<MultiwavePlan<V, T>>(job, stream);
            return std::make_unique<FusedPlan<V, T>>(job, stream);
        });
    });
}

}  // namespace sweep::gpu
