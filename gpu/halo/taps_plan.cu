// Algorithm `halo` of filters with zeros, on one channel of float32.
#include "core/families/halo.h"
#include "gpu/halo/factory.cuh"
#include "gpu/halo/taps.cuh"
#include "gpu/tuning/halo_tiles.h"

namespace sweep::gpu {
namespace {

class HaloTapsPlan final : public Plan {
  public:
    explicit HaloTapsPlan(const Job& job) : shape_(job.problem.shape) { adopt(job, nullptr); }

    int block() const override {
        int width = 0;
        on_tiles([&]<class S>() { width = S::own_width; });
        return width;
    }
    bool adopt(const Job& job, cudaStream_t) override {
        const Problem& p = job.problem;
        if (p.shape != shape_ || !job.design.feeds_forward() || !is_plane_of_floats(p)) return false;
        taps_ = halo_taps(job.design, p.passes);
        halo_ = halo_of(job.design, p.passes);
        image_ = {shape_.width,
                  shape_.height,
                  p.boundary.kind,
                  p.boundary_of_columns().kind,
                  part_datum(p, job.design, false),
                  float(taps_.columns.response * taps_.rows.response)};
        return true;
    }
    void launch_stage(const Stage&, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        on.overlap = false;
        on_tiles([&]<class S>() {
            TapsFilter<S::halo> filter{};
            for (const auto& [taps, to] :
                 {std::pair{&taps_.columns, filter.columns}, {&taps_.rows, filter.rows}})
                for (std::size_t k = 0; k < taps->weights.size(); ++k)
                    to[S::halo + taps->first + int(k)] = float(taps->weights[k]);
            const auto tiles = [](int length, int own) { return unsigned((length + own - 1) / own); };
            on.cover = {Cover::pixels, S::own_width, S::own_height};
            launch(on, halo_taps_kernel<S>,
                   dim3(tiles(shape_.width, S::own_width), tiles(shape_.height, S::own_height)), S::threads,
                   0, static_cast<const float*>(in.data), static_cast<float*>(out.data), image_, filter);
        });
    }

  private:
    // Calls use<S>() with the first tiles that are wide enough.
    template <class Use>
    void on_tiles(const Use& use) const {
        [&]<class... S>(tuning::HaloChoices<S...>) {
            bool is_found = false;
            ((is_found || halo_ > S::halo ? void() : (is_found = true, use.template operator()<S>())), ...);
        }(tuning::TapsTiles());
    }

    Shape shape_;
    HaloTaps taps_;
    int halo_ = 0;
    TapsImage image_{};
};

}  // namespace

std::unique_ptr<Plan> make_halo_plan_of_taps(const Job& job) {
    return std::make_unique<HaloTapsPlan>(job);
}

}  // namespace sweep::gpu
