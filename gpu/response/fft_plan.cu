// Filtering in the frequency domain: cuFFT's plans, the transfer function, and the launches.
#include <numbers>

#include "core/design/transfer.h"
#include "core/families/response.h"
#include "gpu/device/cufft_library.h"
#include "gpu/device/device_buffer.h"
#include "gpu/response/factory.cuh"
#include "gpu/response/fft.cuh"

namespace sweep::gpu {
namespace {

class FftPlan final : public Plan {
  public:
    FftPlan(const Job& job, cudaStream_t stream)
        : shape_(job.problem.shape),
          transform_(transform_shape(job.problem)),
          forward_(CUFFT_R2C, transform_.height, transform_.width, shape_.channels),
          inverse_(CUFFT_C2R, transform_.height, transform_.width, shape_.channels) {
        const std::size_t lines = std::size_t(transform_.height) * std::size_t(shape_.channels);
        spectrum_ = DeviceBuffer<float2>(lines * std::size_t(spectrum_width()));
        transfer_ = DeviceBuffer<float2>(std::size_t(transform_.height + spectrum_width()));
        work_ = DeviceBuffer<std::byte>(std::max(forward_.work_bytes(), inverse_.work_bytes()));
        const CufftLibrary& cufft = CufftLibrary::get();
        for (const CufftPlan* plan : {&forward_, &inverse_})
            check_cufft(cufft.set_work_area(plan->handle(), work_.data()));
        adopt(job, stream);
    }

    int block() const override { return 1; }
    std::size_t working_bytes() const override {
        return spectrum_.bytes() + transfer_.bytes() + work_.bytes() + datum_.bytes();
    }

    bool adopt(const Job& job, cudaStream_t stream) override {
        if (job.problem.shape != shape_ || transform_shape(job.problem) != transform_) return false;
        const FilterDesign& filter = job.design;
        datum_.adopt(job.problem, filter);
        response_ = float(filter.response_after(job.problem.passes) * filter.gain_after(job.problem.passes));

        // cuFFT's two transforms together multiply by the number of samples.
        const double scale = 1.0 / (double(transform_.width) * transform_.height);
        host_transfer_.clear();
        auto add = [&](std::complex<double> h) {
            host_transfer_.push_back({float(h.real()), float(h.imag())});
        };
        for (int k = 0; k < transform_.height; ++k)
            add(scale * transfer(filter.columns, job.problem.passes >= 2, frequency(k, transform_.height)));
        for (int l = 0; l < spectrum_width(); ++l)
            add(job.problem.passes > 2
                    ? transfer(filter.rows, job.problem.passes == 4, frequency(l, transform_.width))
                    : 1.0);
        check(cudaMemcpyAsync(transfer_.data(), host_transfer_.data(), transfer_.bytes(),
                              cudaMemcpyHostToDevice, stream));
        return true;
    }

    void launch_stage(const Stage& stage, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        const Tiling p{shape_.width, shape_.height, shape_.channels, 0, 0};
        const FftPlanes planes{reinterpret_cast<float*>(spectrum_.data()), transform_.width,
                               transform_.height, 2 * spectrum_width()};
        const int across = (shape_.width + fft_tile_width - 1) / fft_tile_width,
                  down = (shape_.height + fft_tile_height - 1) / fft_tile_height;
        const unsigned tiles = unsigned(across * down);
        const dim3 tile(fft_tile_width, fft_tile_height);
        const CufftLibrary& cufft = CufftLibrary::get();
        on.overlap = false;
        switch (stage.step) {
            case Step::fft_extend:
                on.cover = {Cover::tiles, fft_tile_width, fft_tile_height, across, across * down};
                launch(datum_.find(on, in), fft_extend_kernel, tiles, tile, 0, in, p, datum_.on_device(),
                       planes);
                break;
            case Step::fft_forward:
                check_cufft(cufft.set_stream(forward_.handle(), on.stream));
                check_cufft(cufft.forward(forward_.handle(), planes.data, spectrum_.data()));
                break;
            case Step::fft_multiply:
                launch(on, fft_multiply_kernel,
                       dim3(unsigned(spectrum_width() + 127) / 128,
                            unsigned(std::min(transform_.height, 65535)), unsigned(shape_.channels)),
                       128, 0, spectrum_.data(), spectrum_width(), transform_.height, transfer_.data(),
                       transfer_.data() + transform_.height);
                break;
            case Step::fft_inverse:
                check_cufft(cufft.set_stream(inverse_.handle(), on.stream));
                check_cufft(cufft.inverse(inverse_.handle(), spectrum_.data(), planes.data));
                break;
            case Step::fft_crop:
                on.cover = {Cover::tiles, fft_tile_width, fft_tile_height, across, across * down};
                launch(on, fft_crop_kernel, tiles, tile, 0, planes, p, datum_.on_device(), response_, out);
                break;
            default:
                break;
        }
    }

  private:
    int spectrum_width() const { return transform_.width / 2 + 1; }
    static double frequency(int k, int n) { return 2 * std::numbers::pi * k / n; }

    Shape shape_, transform_;
    CufftPlan forward_, inverse_;
    ImageDatum datum_;
    float response_ = 1;
    std::vector<float2> host_transfer_;
    DeviceBuffer<float2> spectrum_, transfer_;  // the planes lie in the same memory
    DeviceBuffer<std::byte> work_;
};

}  // namespace

std::unique_ptr<Plan> make_fft_plan(const Job& job, cudaStream_t stream) {
    return std::make_unique<FftPlan>(job, stream);
}

}  // namespace sweep::gpu
