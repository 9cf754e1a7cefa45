// The CPU engine: the block algorithms on all cores, SIMD across columns.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/carries.h"
#include "core/image.h"
#include "core/problem.h"
#include "core/stages.h"

namespace sweep::cpu {

class Engine {
  public:
    explicit Engine(int threads = 0);  // 0: one per core
    ~Engine();
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;

    // Builds the block matrices and the workspace of a problem; does nothing when it is the one prepared.
    // Throws Error(usage) for a problem that makes no sense or that this engine does not have, Error(failed)
    // when the workspace does not fit into memory (said before allocating).
    void prepare(const Problem& problem);

    // Filters `in` (problem.shape, problem.input) into `out` (problem.shape, output_sample(problem)).
    // Allocates nothing. The two may not overlap.
    void run(ConstImageView in, ImageView out);

    // Times of the last run; its stages are stages(problem, block()).
    const RunReport& report() const;
    int block() const;
    // The carries of the last run of a block algorithm. Throws Error(failed) for other algorithms.
    Carries carries() const;
    // What the last run's table of Precision::f32_less_mean took off every sample, per channel; otherwise empty.
    std::vector<double> table_mean() const;
    // What the prepared problem takes beside input and output.
    std::size_t working_bytes() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// "AVX-512, 2 threads": what run() will use.
std::string description();

// Milliseconds that copying `bytes` from one buffer to another takes with all cores: median of a few runs.
double measure_copy_ms(std::size_t bytes);

}  // namespace sweep::cpu
