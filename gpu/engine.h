// The CUDA engine. No CUDA header here: only gpu/ needs nvcc. A program built without it links the same
// names, and probe() says so.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/carries.h"
#include "core/image.h"
#include "core/problem.h"
#include "core/stages.h"
#include "gpu/tuning/tuning.h"

namespace sweep::gpu {

// What this machine offers; asking never throws.
struct Device {
    bool usable = false;
    bool driver_too_old = false;
    std::string reason;                               // why not, in a few words; empty when usable
    std::string advice;                               // what to do about it
    std::string name;                                 // "NVIDIA H200"
    std::string compute_capability, driver, runtime;  // "9.0", "13.0", "13.0"
    int multiprocessors = 0;
    std::size_t memory_bytes = 0, l2_bytes = 0;
};
Device probe();

class GlImage;  // gpu/interop.h

class Engine {
  public:
    // On the device of probe(); throws Error(no_engine) or Error(old_driver) with its reason. `block` asks
    // for blocks of 32, 64 or 128 where a filter has them; 0: what the tuning says of the image.
    explicit Engine(int block = 0);
    ~Engine();
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;

    // What is chosen from the next prepare() on where a problem leaves it open; at first the built-in row of the GPU.
    void set_tuning(Tuning tuning);

    // Whether GPU and build have bulk tensor copies (Path::hopper).
    bool has_bulk_copies() const;

    // As cpu::Engine::prepare. f64 input is refused.
    void prepare(const Problem& problem);

    // Host to host: upload, run, download; waits for the result. The upload and download are not in the
    // report.
    void run(ConstImageView in, ImageView out);

    // GL texture to GL texture ([interop.h]), one frame: map, run, unmap; waits for nothing. The report lags
    // a few frames behind and has "map" and "unmap" beside the stages.
    void run(GlImage& in, GlImage& out);

    // The stages alone, on device memory that an earlier run(host) filled, `repeats` times; for the
    // benchmark. Returns the milliseconds of each whole run (one event pair around all stages).
    std::vector<double> time_runs(int repeats);

    // The carries of the last run of a block algorithm; waits for it. Throws Error(failed) for other algorithms.
    Carries carries() const;

    const RunReport& report() const;
    // The prepared problem, with the algorithm that solves it in place of `automatic`.
    const Problem& resolved() const;
    int block() const;
    // What the last run's table of Precision::f32_less_mean took off every sample, per channel; otherwise empty.
    std::vector<double> table_mean() const;
    // What the prepared problem takes of device memory beside input and output.
    std::size_t working_bytes() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// Milliseconds of copying `bytes` from device memory to device memory: median of `repeats` after warm-up.
double measure_copy_ms(std::size_t bytes, int repeats = 20);

}  // namespace sweep::gpu
