// The launches of `sat-1pass` for an image that is on the chip all at once.
#include "gpu/table/at_once.cuh"
#include "gpu/table/factory.cuh"
#include "gpu/table/plans.cuh"
#include "gpu/table/table.cuh"

namespace sweep::gpu {
namespace {

unsigned blocks_of(const Tiling& p) {
    return unsigned(p.M) * unsigned(p.N);
}
Tiling tiling_of(const Shape& shape) {
    Tiling p = Tiling::of(shape, at_once_columns);
    p.M = (shape.height + at_once_rows - 1) / at_once_rows;
    return p;
}

template <class X>
class AtOncePlan final : public TablePlan<typename AtOnceSamples<X>::V> {
    using V = typename AtOnceSamples<X>::V;

  public:
    AtOncePlan(const Job& job, const DeviceLimits& limits, cudaStream_t stream)
        : TablePlan<V>(job, stream),
          limits_(limits),
          p_(tiling_of(job.problem.shape)),
          words_(blocks_of(p_) * at_once_words_of_block) {
        check(cudaMemsetAsync(words_.data(), 0, words_.bytes(), stream));
    }
    // The sums of these blocks, written once, are as many bytes as those that blocks of 128 x 128 write twice when
    // they look back, so that the stage's bytes are right (core/families/tables.cpp).
    int block() const override { return at_once_columns; }
    std::size_t working_bytes() const override { return TablePlan<V>::working_bytes() + words_.bytes(); }
    bool counts_runs() const override { return true; }
    bool adopt(const Job& job, cudaStream_t stream) override {
        return takes_at_once(job.problem, limits_) && TablePlan<V>::adopt(job, stream);
    }

  protected:
    void launch_table(const Stage&, const PixelSource& in, const PixelSink& table, LaunchOn on) override {
        unsigned long long *rows = words_.data(), *columns = rows + std::size_t(blocks_of(p_)) * at_once_rows,
                           *totals = columns + std::size_t(blocks_of(p_)) * at_once_columns;
        on.overlap = false;
        on.cooperative = true;
        on.cover = {Cover::tiles, at_once_columns, at_once_rows, p_.N, int(blocks_of(p_))};
        launch(on, sat_at_once_kernel<X>, blocks_of(p_), at_once_threads, at_once_shared_bytes<X>,
               static_cast<const X*>(in.data), static_cast<V*>(table.data), p_,
               AtOnceWords{rows, columns, totals, run_});
        ++run_;  // not where the launch fails
    }

  private:
    const DeviceLimits limits_;
    const Tiling p_;
    unsigned run_ = 1;  // what earlier runs have published does not count
    DeviceBuffer<unsigned long long> words_;
};

template <class X>
int held_blocks() {
    int held = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&held, sat_at_once_kernel<X>, at_once_threads,
                                                        at_once_shared_bytes<X>));
    return held;
}

}  // namespace

int held_table_blocks(Sample input) {
    return input == Sample::u8 ? held_blocks<std::uint8_t>() : held_blocks<float>();
}

std::unique_ptr<Plan> make_at_once_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream) {
    if (job.problem.input == Sample::u8)
        return std::make_unique<AtOncePlan<std::uint8_t>>(job, limits, stream);
    return std::make_unique<AtOncePlan<float>>(job, limits, stream);
}

}  // namespace sweep::gpu
