// The launches of `sat-1pass`.
#include "gpu/table/one_pass.cuh"
#include "gpu/table/plans.cuh"
#include "gpu/table/table.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {
namespace {

// True if bulk copies can move the image and its table.
template <class V>
bool moves_in_bulk(const Problem& problem, const DeviceLimits& limits) {
    return std::is_same_v<V, float> && problem.method.precision != Precision::f32_less_mean &&
           takes_bulk_copies(problem, limits);
}

// Returns the side of blocks that is asked for, as far as shared memory has room.
int one_pass_block(const Problem& problem, const DeviceLimits& limits) {
    const int asked = block_asked_for(problem, limits), channels = problem.shape.channels;
    const int besides = 4096;  // bytes of shared memory; the kernel takes fewer beside the block
    auto has_room = [&](int T) { return limits.shared_bytes_per_block >= channels * T * T * 4 + besides; };
    if (asked == 32 || !has_room(64)) return 32;
    return asked == 128 && channels == 1 && has_room(128) ? 128 : 64;
}

template <class V, int T, int C>
class OnePassPlan final : public TablePlan<V> {
  public:
    OnePassPlan(const Job& job, const DeviceLimits& limits, cudaStream_t stream)
        : TablePlan<V>(job, stream),
          limits_(limits),
          p_(this->tiling(T)),
          bulk_(takes_bulk(job.problem)),
          diagonals_(has_diagonals && job.problem.shape.samples() >= tuning::OnePass::diagonal_samples),
          eviction_(T == 64 && job.problem.shape.pixels() > tuning::OnePass::pixels_in_l2
                        ? Eviction::first
                        : Eviction::normal) {
        words_ = DeviceBuffer<unsigned long long>(std::size_t(job.problem.shape.channels) *
                                                  std::size_t(p_.M) * std::size_t(p_.N) * (2 * T + 1));
        counter_ = DeviceBuffer<unsigned>(1);
        check(cudaMemsetAsync(words_.data(), 0, words_.bytes(), stream));
        check(cudaMemsetAsync(counter_.data(), 0, counter_.bytes(), stream));
        allow<SummandTiles<V, C>, order>();
        if constexpr (has_diagonals) allow<SummandTiles<V, C>, BlockOrder::diagonals>();
        if constexpr (has_bulk) allow<BulkTiles, order>();
    }

    int block() const override { return T; }
    std::size_t working_bytes() const override {
        return TablePlan<V>::working_bytes() + words_.bytes() + counter_.bytes();
    }
    bool counts_runs() const override { return true; }
    bool adopt(const Job& job, cudaStream_t stream) override {
        return one_pass_block(job.problem, limits_) == T && bulk_ == takes_bulk(job.problem) &&
               TablePlan<V>::adopt(job, stream);
    }

  protected:
    void launch_table(const Stage&, const PixelSource& in, const PixelSink& table, LaunchOn on) override {
        on.overlap = false;
        if constexpr (has_bulk)
            if (bulk_ && fits_tensor_map(in.data, in.width) && fits_tensor_map(table.data, table.width)) {
                const FloatPlane plane{static_cast<const float*>(in.data), in.width};
                return launch_blocks<order>(BulkTiles{plane, map_of(in.data), map_of(table.data)}, on);
            }
        const SummandTiles<V, C> tiles{in, table, this->summand()};
        if constexpr (has_diagonals)
            if (diagonals_) return launch_blocks<BlockOrder::diagonals>(tiles, on);
        launch_blocks<order>(tiles, on);
    }

  private:
    static constexpr bool has_bulk = std::is_same_v<V, float> && T >= 64 && C == 1;
    static constexpr bool has_diagonals = T == 64 && C == 4;
    static constexpr BlockOrder order = T == 128 ? BlockOrder::diagonals_with_corners : BlockOrder::rows;
    bool takes_bulk(const Problem& problem) const {
        return has_bulk && (T == 64 || problem.method.path == KernelPath::hopper) &&
               moves_in_bulk<V>(problem, limits_);
    }
    CUtensorMap map_of(const void* data) const { return make_tensor_map(data, p_.width, p_.height, T); }
    unsigned tile_bytes() const { return this->channels() * T * T * sizeof(V); }
    template <class Tiles, BlockOrder of_blocks>
    void allow() const {
        check(cudaFuncSetAttribute(sat_one_pass_kernel<V, T, Tiles, of_blocks>,
                                   cudaFuncAttributeMaxDynamicSharedMemorySize, int(tile_bytes())));
    }
    template <BlockOrder of_blocks, class Tiles>
    void launch_blocks(const Tiles& tiles, LaunchOn on) {
        on.cover = Cover::of_tiles(T, p_.N, p_.M);
        on.cover.kind = Cover::taken;
        launch(on, sat_one_pass_kernel<V, T, Tiles, of_blocks>, unsigned(p_.M) * unsigned(p_.N),
               T * this->channels(), tile_bytes(), tiles, p_, eviction_, words_.data(), counter_.data(),
               run_);
        ++run_;  // not where the launch fails: no block has taken a ticket then
    }

    const DeviceLimits limits_;
    const Tiling p_;
    const bool bulk_;
    const bool diagonals_;
    const Eviction eviction_;  // asked of bulk copies
    unsigned run_ = 1;         // what earlier runs have published does not count
    DeviceBuffer<unsigned long long> words_;
    DeviceBuffer<unsigned> counter_;
};

// Calls make.operator()<C>() for `channels` channels.
template <class Make>
std::unique_ptr<Plan> of_channels(int channels, Make make) {
    switch (channels) {
        case 1:
            return make.template operator()<1>();
        case 2:
            return make.template operator()<2>();
        case 3:
            return make.template operator()<3>();
        default:
            return make.template operator()<4>();
    }
}

}  // namespace

std::unique_ptr<Plan> make_one_pass_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream) {
    if (takes_at_once(job.problem, limits)) return make_at_once_plan(job, limits, stream);
    return of_table_of_words(job.problem, [&]<class V>() -> std::unique_ptr<Plan> {
        const int T = one_pass_block(job.problem, limits);
        if (T == 128) return std::make_unique<OnePassPlan<V, 128, 1>>(job, limits, stream);
        return of_channels(job.problem.shape.channels, [&]<int C>() -> std::unique_ptr<Plan> {
            if (T == 32) return std::make_unique<OnePassPlan<V, 32, C>>(job, limits, stream);
            return std::make_unique<OnePassPlan<V, 64, C>>(job, limits, stream);
        });
    });
}

}  // namespace sweep::gpu
