// The CPU engine: the algorithms by blocks, on all cores, with SIMD across columns.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/image.h"
#include "core/blocks/carries.h"
#include "core/problem/problem.h"
#include "core/stages/stages.h"

namespace sweep::cpu {

// Filters images of one problem after another. Problems of another engine's algorithms are refused, not
// replaced. An engine may be moved, and one thread at a time may use it.
class Engine {
  public:
    explicit Engine(int threads = 0);  // 0: one thread per core
    ~Engine();
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;

    // Prepares for a problem: its block matrices and its workspace. Does nothing when the problem is the one
    // prepared. Throws Error(usage) when validate() or require_support() do, and Error(failed), before it
    // allocates, when the workspace does not fit into memory.
    void prepare(const Problem& problem);

    // Filters `in`, of problem.shape and problem.input, into `out`, of problem.shape and
    // output_sample(problem), which may not overlap. Allocates nothing. Throws Error(failed) when no problem
    // is prepared, or one for other images.
    void run(ConstImageView in, ImageView out);

    // The times of the last run; its stages are those of stages(problem, block()).
    const RunReport& report() const;
    // The side of the blocks.
    int block() const;
    // The carries of the last run of 1 and 3 to 7, or par. Throws Error(failed) for other algorithms, and
    // before a run.
    Carries carries() const;
    // The mean of each channel that the last run took off a table of Precision::f32_less_mean; otherwise
    // empty.
    std::vector<double> table_mean() const;
    // The bytes of the workspace, beside input and output.
    std::size_t working_bytes() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// The instruction set and the threads of this machine, for instance "AVX-512, 2 threads".
std::string description();

// The milliseconds that all cores take to copy `bytes` from one buffer to another, the median of nine copies.
// Throws Error(failed) when both do not fit into memory.
double measure_copy_ms(std::size_t bytes);

}  // namespace sweep::cpu
