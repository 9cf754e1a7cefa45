// The launches of `sat`, and the choice of the plan that makes a table.
#include <vector>

#include "gpu/plan/read_carries.cuh"
#include "gpu/table/factory.cuh"
#include "gpu/table/overlapped.cuh"
#include "gpu/table/plans.cuh"
#include "gpu/table/table.cuh"

namespace sweep::gpu {
namespace {

template <class V, int T>
class SatPlan final : public TablePlan<V>, public KeepsTableCarries {
  public:
    SatPlan(const Job& job, cudaStream_t stream) : TablePlan<V>(job, stream), p_(this->tiling(T)) {
        const std::size_t blocks =
            std::size_t(job.problem.shape.channels) * std::size_t(p_.M) * std::size_t(p_.N);
        columns_ = DeviceBuffer<V>(blocks * T);
        rows_ = DeviceBuffer<V>(blocks * T);
        scalars_ = DeviceBuffer<V>(blocks);
    }

    int block() const override { return T; }
    std::size_t working_bytes() const override {
        return TablePlan<V>::working_bytes() + columns_.bytes() + rows_.bytes() + scalars_.bytes();
    }

    TableCarries table_carries(cudaStream_t stream) const override {
        const SumLayout layout{p_.M, p_.N, T};
        TableCarries all;
        all.block = T;
        all.shape = this->shape();
        all.allocate();
        const std::vector<V> columns = columns_.download(stream), rows = rows_.download(stream),
                             sums = scalars_.download(stream);
        for (int k = 0; k < all.shape.channels; ++k) {
            for (int m = 0; m < p_.M; ++m)
                for (int x = 0; x < all.shape.width; ++x)
                    all.column(k, m, x) = double(columns[layout.column(k, m, x)]);
            for (int n = 0; n < p_.N; ++n)
                for (int y = 0; y < all.shape.height; ++y)
                    all.row(k, n, y) = double(rows[layout.row(k, n, y)]);
            for (int m = 0; m < p_.M; ++m)
                for (int n = 0; n < p_.N; ++n) all.sum(k, m, n) = double(sums[layout.scalar(k, m, n)]);
        }
        return all;
    }

  protected:
    void launch_table(const Stage& stage, const PixelSource& in, const PixelSink& table,
                      LaunchOn on) override {
        const unsigned blocks = unsigned(p_.M) * unsigned(p_.N), channels = this->channels();
        const std::size_t tile_bytes = channels * T * T * sizeof(V);
        const unsigned down = sat_segments(p_.M, T), along = sat_segments(p_.N, T);
        on.overlap = on.overlap && stage.step != Step::sat_perimeters;
        const Cover tiles = Cover::of_tiles(T, p_.N, p_.M);
        switch (stage.step) {
            case Step::sat_perimeters:
                on.cover = tiles;
                launch(on, sat_perimeters_kernel<V, T>, blocks, T * channels, tile_bytes, in, this->summand(),
                       p_, columns_.data(), rows_.data());
                break;
            case Step::sat_columns:
                on.cover = Cover::of_columns(T);
                launch(on, sat_columns_kernel<V, T>, dim3(unsigned(p_.N), channels), dim3(T, down),
                       down * T * sizeof(V), p_, columns_.data(), scalars_.data());
                break;
            case Step::sat_rows:
                on.cover = Cover::of_rows(T);
                launch(on, sat_rows_kernel<V, T>, dim3(unsigned(p_.M), channels), dim3(T, along),
                       along * T * sizeof(V), p_, scalars_.data(), rows_.data());
                break;
            case Step::sat_blocks:
                on.cover = tiles.reversed();
                launch(on, sat_blocks_kernel<V, T>, blocks, T * channels, tile_bytes, in, this->summand(),
                       table, p_, columns_.data(), rows_.data());
                break;
            default:
                break;
        }
    }

  private:
    const Tiling p_;
    DeviceBuffer<V> columns_, rows_, scalars_;
};

}  // namespace

std::unique_ptr<Plan> make_table_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream) {
    switch (job.problem.method.algorithm) {
        case Algorithm::sat_one_pass:
            return make_one_pass_plan(job, limits, stream);
        case Algorithm::sat_doubling:
            return make_doubling_plan(job, stream);
        case Algorithm::sat_multiwave:
        case Algorithm::sat_multiwave_fused:
            return make_multiwave_plan(job, stream);
        case Algorithm::sat_transpose:
            return make_transpose_plan(job, stream);
        case Algorithm::sat_ha:
            return make_ha_plan(job, stream);
        default:
            break;
    }
    return of_table_type(job.problem, [&]<class V>() {
        return with_block<V>(job.problem, [&]<int T>() -> std::unique_ptr<Plan> {
            return std::make_unique<SatPlan<V, T>>(job, stream);
        });
    });
}

}  // namespace sweep::gpu
