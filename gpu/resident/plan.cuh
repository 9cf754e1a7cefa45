// Algorithm 8 for one order: matrices, workspace, the one launch, and whether the image fits on the chip.
#pragma once

#include <bit>
#include <cstdio>

#include "gpu/device/device_buffer.h"
#include "gpu/resident/factory.cuh"
#include "gpu/resident/resident.cuh"

namespace sweep::gpu {

// How many strips an image has, and how many the device holds at once.
struct Residence {
    int strips, channels;
    int most;  // strips of a row, however many the device holds
    int held = 0;
    bool fits() const { return strips * channels <= held && strips <= most; }
};

template <int R>
class ResidentPlan final : public Plan {
  public:
    ResidentPlan(const Job& job, cudaStream_t stream) : shape_(job.problem.shape) {
        p_.width = shape_.width, p_.height = shape_.height, p_.channels = shape_.channels;
        p_.strips = (shape_.width + strip_width - 1) / strip_width,
        p_.row_groups = (shape_.height + strip_width - 1) / strip_width;
        p_.units = units(shape_.height);
        p_.segment_shift = std::countr_zero(unsigned(p_.segment_rows()));
        const std::size_t lines = std::size_t(shape_.channels) * 2 * most_resident_rows;
        row_carries_ = DeviceBuffer<float>(lines * std::size_t(p_.strips) * R);
        row_ends_ = DeviceBuffer<float>(lines);
        barrier_ = DeviceBuffer<unsigned>(1);
        check(cudaMemsetAsync(barrier_.data(), 0, barrier_.bytes(), stream));
        check(cudaMemsetAsync(row_carries_.data(), 0, row_carries_.bytes(), stream));
        adopt(job, stream);
    }

    // The strips of an image of this shape, and how many of its height the device holds.
    static Residence residence(const Shape& shape, const DeviceLimits& limits) {
        int device = 0, each = 0, multiprocessors = 0;
        const std::size_t bytes = ResidentShared<R>::bytes(units(shape.height));
        Residence r{(shape.width + strip_width - 1) / strip_width, shape.channels,
                    strip_segments * most_each<R>};
        if (bytes > std::size_t(limits.shared_bytes_per_block)) return r;
        check(cudaGetDevice(&device));
        check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
        check(cudaFuncSetAttribute(resident_kernel<R>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   limits.shared_bytes_per_block));
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, resident_kernel<R>,
                                                            strip_segments * strip_width, bytes));
        r.held = each * multiprocessors;
        return r;
    }

    int block() const override { return strip_width; }
    std::size_t working_bytes() const override {
        return row_carries_.bytes() + row_ends_.bytes() + barrier_.bytes();
    }

    bool adopt(const Job& job, cudaStream_t) override {
        const FilterDesign& filter = job.design;
        if (job.problem.shape != shape_ || filter.order() != R) return false;
        const ThreadAxis<R> columns(filter.columns), rows(filter.rows);
        const BoundaryKind boundary = job.problem.boundary.kind;
        filter_.down = make_thread_filter<R>(filter.columns.causal);
        filter_.up = make_thread_filter<R>(filter.columns.anticausal);
        filter_.right = make_thread_filter<R>(filter.rows.causal);
        filter_.left = make_thread_filter<R>(filter.rows.anticausal);
        filter_.columns = line_matrices<R>(columns, boundary, shape_.height, p_.segment_rows(), 1);
        filter_.rows = line_matrices<R>(rows, boundary, shape_.width, strip_width,
                                        (p_.strips + strip_segments - 1) / strip_segments);
        put_weights(columns, boundary, shape_.height, p_.segment_rows(), filter_.column_weights);
        put_weights(rows, boundary, shape_.width, strip_width, filter_.row_weights);
        filter_.scale = float(filter.gain_after(job.problem.passes));
        filter_.response = float(filter.response_after(job.problem.passes));
        filter_.passes = job.problem.passes;
        filter_.clamp = boundary == BoundaryKind::clamp;
        datum_ = make_datum(job.problem, nullptr);
        return true;
    }

    void launch_stage(const Stage&, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        on.overlap = false;
        on.cooperative = filter_.passes > 2;  // passes down and up need no other thread block
        on.cover = Cover::of_columns(strip_width);
        launch(on, resident_kernel<R>, dim3(unsigned(p_.strips), unsigned(p_.channels)),
               strip_segments * strip_width, ResidentShared<R>::bytes(p_.units), in, out, p_, filter_, datum_,
               ResidentMemory{row_carries_.data(), row_ends_.data(), barrier_.data()});
    }

  private:
    // The units of a segment, a power of two, so that rows find their segments by a shift.
    static int units(int height) {
        constexpr unsigned rows = strip_segments * strip_unit;
        return int(std::bit_ceil((unsigned(height) + rows - 1) / rows));
    }
    // Puts the weights of a line of n samples in blocks of `unit` samples: of a full block and of the last
    // one, zeros beyond its end.
    template <int N>
    static void put_weights(const ThreadAxis<R>& axis, BoundaryKind boundary, int n, int unit,
                            float (&to)[2][N][2 * R]) {
        for (int set = 0; set < 2; ++set) {
            const int length = set == 0 ? unit : n - (n - 1) / unit * unit;
            const BlockWeights<double, R> weights = weights_of_P_and_Q<R>(axis, boundary, length);
            for (int i = 0; i < N; ++i)
                for (int k = 0; k < 2 * R; ++k)
                    to[set][i][k] = i < length ? float(weights[std::size_t(i)][k]) : 0.f;
        }
    }

    Shape shape_;
    StripShape p_{};
    ResidentFilter<R> filter_{};
    Datum datum_{};
    DeviceBuffer<float> row_carries_, row_ends_;
    DeviceBuffer<unsigned> barrier_;
};

template <int R>
std::unique_ptr<Plan> make_resident_plan_of_order(const Job& job, const DeviceLimits& limits,
                                                  cudaStream_t stream) {
    const Residence residence = ResidentPlan<R>::residence(job.problem.shape, limits);
    if (residence.fits()) return std::make_unique<ResidentPlan<R>>(job, stream);
    const int width = strip_width * residence.held / residence.channels;
    char text[160];
    std::snprintf(
        text, sizeof text,
        "the image is too large to stay on this chip (%.1f MB of %.1f MB in %d columns): use --algorithm 7",
        4e-6 * double(job.problem.shape.samples()),
        4e-6 * width * double(job.problem.shape.height) * residence.channels, width);
    throw Error(ExitCode::usage, text);
}

}  // namespace sweep::gpu
