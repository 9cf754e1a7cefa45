// Filters images in host memory with the engine of the user's choice, for the command line. (The window
// filters textures: app/engines/texture_filter.h.)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/request/engine_choice.h"
#include "core/base/image.h"
#include "core/problem/problem.h"
#include "core/stages/stages.h"
#include "cpu/engine.h"
#include "gpu/engine.h"

namespace sweep::app {

class ImageFilter {
  public:
    // Picks as pick_engine() does and throws as it does. `automatic` takes the CPU for float64, which the
    // CUDA engine does not have, and where the CUDA engine does not start.
    ImageFilter(EngineChoice choice, Sample input);

    EngineChoice engine() const { return engine_; }  // never `automatic`
    // The engine, and why it was picked, in one line.
    const std::string& description() const { return description_; }

    // Throws Error(usage) when the engine refuses the problem.
    void prepare(const Problem& problem);

    // The prepared problem, with the algorithm that `automatic` stands for.
    const Problem& problem() const { return problem_; }

    // Filters into a new image, which is f64 from the reference. Throws Error(failed) when it does not fit
    // into memory.
    Image run(ConstImageView in);

    // The report of the last run. The reference is one stage, which moves the input and the output.
    const RunReport& report() const;

    // The mean per channel that a table of Precision::f32_less_mean subtracted in the last run; otherwise
    // empty.
    std::vector<double> table_mean() const;

    // The stages with the bytes that each moves.
    std::vector<Stage> stages() const;

    // Milliseconds of each of `repeats` runs over data that lies where the engine works; run() comes first.
    std::vector<double> time_runs(ConstImageView in, ImageView out, int repeats);

    // The median milliseconds of each stage over some runs.
    std::vector<double> time_stages(ConstImageView in, ImageView out, int repeats);

    // Milliseconds of copying `bytes` in the memory in which the engine works.
    double measure_copy_ms(std::size_t bytes) const;

  private:
    void run_into(ConstImageView in, ImageView out);

    EngineChoice engine_;
    std::string description_;
    Problem problem_;
    std::optional<cpu::Engine> cpu_;
    std::optional<gpu::Engine> gpu_;
    RunReport reference_report_;
    std::vector<double> reference_mean_;
};

// The value below which `fraction` of the values lie (nearest rank); 0 where there are none.
double quantile(std::vector<double> values, double fraction);

}  // namespace sweep::app
