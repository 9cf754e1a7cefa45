// The CUDA engine. This header includes no CUDA header, so that only gpu/ needs nvcc. A program that is built
// without nvcc links the same names; its probe() says that there is no engine.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/engine/engine.h"
#include "gpu/probe.h"
#include "gpu/tuning/tuning.h"

namespace sweep::gpu {

class Engine final : public sweep::Engine, public TextureEngine, public DeviceEngine {
  public:
    // Starts the engine on the device of probe(). Throws Error(no_engine) or Error(old_driver) with its
    // reason. `block` asks for blocks with a side of 32, 64 or 128 samples where an algorithm has them; 0
    // leaves their side to the tuning.
    explicit Engine(int block = 0);
    ~Engine() override;
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;
    EngineKind kind() const override { return EngineKind::cuda; }

    // Sets the choices that hold from the next prepare() on, where a problem leaves them open. An engine
    // starts with the built-in row of its GPU (gpu/tuning/tuning.h).
    void set_tuning(Tuning tuning);

    // True if the GPU and the build have bulk tensor copies, which KernelPath::hopper needs.
    bool has_bulk_copies() const;

    // Chooses algorithm, block and kernels, and keeps the plan at hand where that can adopt the problem. Throws as
    // every engine does, Error(usage) also for input in f64, and Error(no_engine) for KernelPath::hopper without bulk
    // copies.
    void prepare(const Problem& problem) override;

    // Filters from host memory to host memory: upload, stages, download. The report has the stages alone.
    void run(ConstImageView in, ImageView out) override;

    DeviceEngine* on_device() override { return this; }
    void run_on_device(ConstImageView in, ImageView out, void* stream) override;
    void run_batch_on_device(std::size_t count, ConstImageView in, std::size_t in_step, ImageView out,
                             std::size_t out_step, void* stream) override;
    void derive_on_device(DerivedKind kind, const DerivedNumbers& numbers,
                          std::span<DeviceEngine* const> others, ConstImageView in, ImageView out,
                          void* stream) override;
    void wait() const override;

    // The stages that hand the images over are "map" and "unmap".
    TextureEngine* on_textures() override { return this; }
    std::unique_ptr<SharedImage> share_texture(unsigned texture, Shape shape, Access access,
                                               std::string& why_not) override;
    std::unique_ptr<SharedImage> share_buffer(unsigned buffer, Shape shape, Access access,
                                              std::string& why_not) override;
    void run(SharedImage& in, SharedImage& out) override;

    // Runs the stages alone `repeats` times, for the benchmark, on the device memory that an earlier run from
    // host to host has filled. Returns the milliseconds of each run, from one pair of events around all its
    // stages. Throws Error(failed) when there was no such run.
    std::vector<double> time_runs(int repeats);
    std::vector<double> time_runs(ConstImageView, ImageView, int repeats) override {
        return time_runs(repeats);
    }

    const Job& job() const override;
    // The times of the stages in the newest run that the device has finished.
    const RunReport& report() const override;
    Trace trace(ConstImageView in, ImageView out) override;
    // Waits for the last run, as table_mean() does.
    Carries carries() const override;
    TableCarries table_carries() const override;
    std::vector<double> table_mean() const override;
    std::size_t working_bytes() const override;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sweep::gpu
