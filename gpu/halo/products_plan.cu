// Algorithm `halo` on images of bytes by the taps of the response, as products of matrices, with zeros and without.
#include <algorithm>
#include <cmath>

#include "core/families/halo.h"
#include "gpu/device/half.h"
#include "gpu/halo/factory.cuh"
#include "gpu/halo/products.cuh"
#include "gpu/tuning/fits.h"

namespace sweep::gpu {
namespace {

// Calls use<S>() with the first strips that are wide enough.
template <class Use>
void on_strips(int reach, const Use& use) {
    [&]<class... S>(tuning::HaloChoices<S...>) {
        bool is_found = false;
        ((is_found || reach > S::halo ? void() : (is_found = true, use.template operator()<S>())), ...);
    }(tuning::ProductsStrips());
}

// A number as two float16, as half_pair() has it on the device.
std::uint32_t two_parts(float x) {
    const std::uint16_t high = half_bits(x);
    return high | std::uint32_t(half_bits(x - half_value(high))) << 16;
}

// The power of two by which the taps along rows are multiplied, so that W of bytes up to 256 is within float16.
int exponent_of_rows(const Taps& taps) {
    return std::ilogb(65504 / (256 * sum_of_magnitudes(taps)));
}
// The same of the taps along columns: the largest is in [512, 1024).
int exponent_of_columns(const Taps& taps) {
    double most = 0;
    for (double weight : taps.weights) most = std::max(most, std::abs(weight));
    return 9 - std::ilogb(most);
}

class HaloProductsPlan final : public Plan {
  public:
    HaloProductsPlan(const Job& job, const DeviceLimits& limits)
        : shape_(job.problem.shape), limits_(limits) {
        adopt(job, nullptr);
    }

    int block() const override {
        int width = 0;
        on_strips(reach_, [&]<class S>() { width = S::own_width; });
        return width;
    }
    bool writes_halves() const override { return true; }

    bool adopt(const Job& job, cudaStream_t) override {
        const Problem& p = job.problem;
        if (p.shape != shape_ || !products_fit(job, limits_)) return false;
        taps_ = halo_taps(job.design, p.passes);
        reach_ = std::max(reach_of(taps_.columns), reach_of(taps_.rows));
        image_.width = shape_.width, image_.height = shape_.height;
        image_.rows = p.boundary.kind, image_.columns = p.boundary_of_columns().kind;
        image_.datum = part_datum(p, job.design, false);
        image_.has_outside = has_zeros_outside(image_.rows) || has_zeros_outside(image_.columns);
        image_.outside = 0;
        image_.response = float(taps_.columns.response * taps_.rows.response);
        rows_exponent_ = exponent_of_rows(taps_.rows);
        columns_exponent_ = exponent_of_columns(taps_.columns);
        const double scale = std::ldexp(1.0, -rows_exponent_ - columns_exponent_);
        image_.scale = float(scale / 256), image_.scale_of_unorm = float(scale / 255);
        return true;
    }

    void launch_stage(const Stage&, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        on.overlap = false;
        on_strips(reach_, [&]<class S>() {
            in.is_unorm ? launch_strips<S, true>(in, out, on) : launch_strips<S, false>(in, out, on);
        });
    }

  private:
    static bool has_zeros_outside(BoundaryKind kind) { return kind == BoundaryKind::zero; }

    // The rows of a thread block, so that the last ones to start end with the others: a block makes S::halo rows and
    // the tables besides, which take as long as 12 rows.
    template <class S>
    int rows_of_block(int strips) const {
        constexpr int beside = S::halo + 12, most_pieces = 4096;
        const int at_once = S::thread_blocks * limits_.multiprocessors;
        std::int64_t least = 0;
        int best = 0;
        for (int pieces = 1; pieces <= std::clamp(shape_.height / 32, 1, most_pieces); ++pieces) {
            const int rows = ((shape_.height + pieces - 1) / pieces + S::step - 1) / S::step * S::step;
            const std::int64_t blocks = std::int64_t(strips) * ((shape_.height + rows - 1) / rows),
                               cost = (blocks + at_once - 1) / at_once * (rows + beside);
            if (best == 0 || cost < least) least = cost, best = rows;
        }
        return best;
    }

    template <class S, bool is_unorm>
    void launch_strips(const PixelSource& in, const PixelSink& out, LaunchOn on) const {
        using Filter = ProductsFilter<S::halo>;
        Filter filter{};
        const auto put = [](const Taps& taps, int exponent, std::uint32_t* to) {
            for (std::size_t k = 0; k < taps.weights.size(); ++k)
                to[Filter::before + S::halo + taps.first + int(k)] =
                    two_parts(float(std::ldexp(taps.weights[k], exponent)));
        };
        put(taps_.rows, rows_exponent_, filter.rows);
        put(taps_.columns, columns_exponent_, filter.columns);
        ProductsImage image = image_;
        const int strips = (shape_.width + S::own_width - 1) / S::own_width;
        image.rows_of_block = rows_of_block<S>(strips);
        image.has_fours = in.format == PixelFormat::u8 && in.channels == 4 && shape_.width % 4 == 0 &&
                          reinterpret_cast<std::uintptr_t>(in.data) % 16 == 0;
        const auto kernel = halo_products_kernel<S, is_unorm>;
        if (S::shared_bytes > 20 * 1024)  // with the tables it may be more than the 48 KB of all kernels
            check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, S::shared_bytes));
        on.cover = {Cover::pixels, S::own_width, image.rows_of_block};
        launch(
            on, kernel,
            dim3(unsigned(strips), unsigned((shape_.height + image.rows_of_block - 1) / image.rows_of_block)),
            S::threads, std::size_t(S::shared_bytes), in, out, image, filter);
    }

    Shape shape_;
    DeviceLimits limits_;
    HaloTaps taps_;
    int reach_ = 0, rows_exponent_ = 0, columns_exponent_ = 0;
    ProductsImage image_{};
};

}  // namespace

std::unique_ptr<Plan> make_halo_plan_of_products(const Job& job, const DeviceLimits& limits) {
    return std::make_unique<HaloProductsPlan>(job, limits);
}

}  // namespace sweep::gpu
