// The launches of `sat-1pass`.
#include "gpu/sat_one_pass.cuh"
#include "gpu/sat_plans.cuh"
#include "gpu/sat_table.cuh"

namespace sweep::gpu {
namespace {

// Blocks of 128 keep more of the memory busy while they wait, but smaller images would be too few of them; bulk copies help those
// of 64. An H200, one channel, ms; of floats and of bytes, and beside them the copy of the floats:
//
//                     1024^2   2048^2   3840 x 2160   4096^2   6144^2   8192^2
//     64              0.0085   0.0137        0.0296   0.0502   0.1012   0.1719
//     128             0.0118   0.0191        0.0340   0.0519   0.0972   0.1597
//     64, bulk        0.0083   0.0126        0.0255   0.0450   0.0923   0.1667
//     bytes, 64       0.0082   0.0134        0.0249   0.0429   0.0851   0.1414
//     bytes, 128      0.0106   0.0168        0.0260   0.0424   0.0798   0.1309
//     copy            0.0043   0.0078        0.0188   0.0345   0.0738   0.1276
template <class V>
int one_pass_block(const Problem& problem, const DeviceLimits& limits) {
    const int asked = block_asked_for(problem, limits);
    if (problem.shape.channels > 1 || asked == 32) return 32;
    if (asked != 0) return asked;
    const bool bulk = std::is_same_v<V, float> && problem.precision != Precision::f32_less_mean &&
                      takes_bulk_copies(problem, limits);
    const std::size_t many = bulk ? 7000 * 7000 : 5000 * 5000;
    const bool has_room = limits.shared_bytes_per_block >= 96 * 1024;
    return problem.shape.pixels() >= many && has_room ? 128 : 64;
}

template <class V, int T>
class OnePassPlan final : public TablePlan<V> {
  public:
    OnePassPlan(const Problem& problem, const DeviceLimits& limits, cudaStream_t stream)
        : TablePlan<V>(problem, stream),
          limits_(limits),
          p_(this->tiling(T)),
          bulk_(takes_bulk(problem)),
          diagonal_(T == 32 && problem.shape.pixels() >= many_for_32),
          eviction_(T == 64 && problem.shape.pixels() > most_in_l2 ? Eviction::first : Eviction::normal) {
        words_ = DeviceBuffer<unsigned long long>(std::size_t(problem.shape.channels) * std::size_t(p_.M) *
                                                  std::size_t(p_.N) * (2 * T + 1));
        counter_ = DeviceBuffer<unsigned>(1);
        check(cudaMemsetAsync(words_.data(), 0, words_.bytes(), stream));
        check(cudaMemsetAsync(counter_.data(), 0, counter_.bytes(), stream));
        if constexpr (T > 64)
            check(cudaFuncSetAttribute(sat_one_pass_kernel<V, T, SummandTiles<V>, corner>,
                                       cudaFuncAttributeMaxDynamicSharedMemorySize, T * T * 4));
        if constexpr (T > 64 && has_bulk)
            check(cudaFuncSetAttribute(sat_one_pass_kernel<V, T, BulkTiles, corner>,
                                       cudaFuncAttributeMaxDynamicSharedMemorySize, T * T * 4));
    }

    int block() const override { return T; }
    std::size_t working_bytes() const override {
        return TablePlan<V>::working_bytes() + words_.bytes() + counter_.bytes();
    }
    bool adopt(const Problem& problem, cudaStream_t stream) override {
        return one_pass_block<V>(problem, limits_) == T && bulk_ == takes_bulk(problem) &&
               TablePlan<V>::adopt(problem, stream);
    }

  protected:
    void launch_table(const Stage&, const PixelSource& in, const PixelSink& table, LaunchOn on) override {
        on.overlap = false;
        if constexpr (has_bulk)
            if (bulk_ && fits_tensor_map(in.data, in.width) && fits_tensor_map(table.data, table.width)) {
                const FloatPlane plane{static_cast<const float*>(in.data), in.width};
                // Thread blocks start in the order of their numbers on all GPUs that have bulk copies.
                return launch_blocks(BulkTiles{plane, map_of(in.data), map_of(table.data)}, nullptr, on);
            }
        launch_blocks(SummandTiles<V>{in, table, this->summand()}, counter_.data(), on);
    }

  private:
    static constexpr bool has_bulk = std::is_same_v<V, float> && T >= 64;
    static constexpr bool corner = T == 128;  // of large images, along antidiagonals
    // From so many pixels on blocks of 32 go along antidiagonals. (An H200, four channels of floats, 4096^2: 0.195 ms, 0.219
    // along rows.)
    static constexpr std::size_t many_for_32 = 3000 * 3000;
    // Pixels of an image and its table that L2 holds from one run to the next, 48 MB of an H200's; those of larger ones need not
    // stay in it. (Before there were 64 registers, ms with Eviction::normal and first: 0.0129 and 0.0154 at 2048^2, 0.0227 and
    // 0.0206 at 2560^2, 0.0304 and 0.0261 at 3840 x 2160, 0.0521 and 0.0455 at 4096^2.)
    static constexpr std::size_t most_in_l2 = 2400 * 2400;

    bool takes_bulk(const Problem& problem) const {
        const bool asked = problem.path == Path::hopper;
        return has_bulk && (T == 64 || asked) && takes_bulk_copies(problem, limits_) && !this->summand().mean;
    }
    CUtensorMap map_of(const void* data) const { return make_tensor_map(data, p_.width, p_.height, T); }
    template <class Tiles>
    void launch_blocks(const Tiles& tiles, unsigned* counter, LaunchOn on) {
        launch(on, sat_one_pass_kernel<V, T, Tiles, corner>, unsigned(p_.M) * unsigned(p_.N),
               T * this->channels(), this->channels() * T * T * sizeof(V), tiles, p_, diagonal_, eviction_,
               words_.data(), counter, run_++);
    }

    const DeviceLimits limits_;
    const Tiling p_;
    const bool bulk_;
    const bool diagonal_;
    const Eviction eviction_;  // of bulk copies
    unsigned run_ = 1;         // what earlier runs published is old
    DeviceBuffer<unsigned long long> words_;
    DeviceBuffer<unsigned> counter_;
};

}  // namespace

std::unique_ptr<Plan> make_one_pass_plan(const Problem& problem, const DeviceLimits& limits,
                                         cudaStream_t stream) {
    return of_table_type(problem, [&]<class V>() -> std::unique_ptr<Plan> {
        if constexpr (sizeof(V) == 4) {
            switch (one_pass_block<V>(problem, limits)) {
                case 32:
                    return std::make_unique<OnePassPlan<V, 32>>(problem, limits, stream);
                case 64:
                    return std::make_unique<OnePassPlan<V, 64>>(problem, limits, stream);
                default:
                    return std::make_unique<OnePassPlan<V, 128>>(problem, limits, stream);
            }
        } else {
            throw Error(ExitCode::usage,
                        "sat-1pass adds up numbers of 4 bytes: use --precision float, or another algorithm");
        }
    });
}

}  // namespace sweep::gpu
