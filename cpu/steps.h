// The steps of one problem on this engine: working memory, allocated when made, and the code of each step.
#pragma once

#include <memory>

#include "core/carries.h"
#include "core/problem.h"
#include "core/stages.h"
#include "cpu/threads.h"

namespace sweep::cpu {

class Steps {
  public:
    virtual ~Steps() = default;
    virtual std::size_t working_bytes() const { return 0; }
    // Runs one of stages(problem); they are called in the list's order, with the same images.
    virtual void run(const Stage& stage, const ConstImageView& in, const ImageView& out) = 0;
    // Those of the last run; empty: this algorithm has none.
    virtual Carries carries() const { return {}; }
};

// Throw Error(failed) when the working memory is not there.
std::unique_ptr<Steps> overlapped_steps(const Problem& problem, Threads& threads);  // 7, also side by side
std::unique_ptr<Steps> table_steps(const Problem& problem, Threads& threads);       // summed-area tables, box
std::unique_ptr<Steps> convert_steps(const Problem& problem, Threads& threads);     // decode only

}  // namespace sweep::cpu
