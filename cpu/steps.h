// The steps of one problem on this engine: working memory, allocated when made, and the code of each step.
#pragma once

#include <memory>
#include <vector>

#include "core/carries.h"
#include "core/problem.h"
#include "core/stages.h"
#include "cpu/threads.h"

namespace sweep::cpu {

class Steps {
  public:
    virtual ~Steps() = default;
    virtual std::size_t working_bytes() const { return 0; }
    // Of a table of x - mean, what the last run took off; otherwise empty.
    virtual std::vector<double> table_mean() const { return {}; }
    // Runs one of stages(problem); they are called in the list's order, with the same images.
    virtual void run(const Stage& stage, const ConstImageView& in, const ImageView& out) = 0;
    // Those of the last run. Throws Error(failed) for algorithms that have none.
    virtual Carries carries() const;
};

// Throw Error(failed) when the working memory is not there.
std::unique_ptr<Steps> overlapped_steps(const Problem& problem, Threads& threads);  // 7, also side by side
std::unique_ptr<Steps> published_steps(const Problem& problem, Threads& threads);   // 4, 5, 6
std::unique_ptr<Steps> whole_line_steps(const Problem& problem, Threads& threads);  // rt
std::unique_ptr<Steps> whole_line_steps_f64(const Problem& problem, Threads& threads);  // rt64
std::unique_ptr<Steps> signal_steps(const Problem& problem, Threads& threads);          // 1, 3
std::unique_ptr<Steps> table_steps(const Problem& problem, Threads& threads);    // summed-area tables, box
std::unique_ptr<Steps> convert_steps(const Problem& problem, Threads& threads);  // decode only

}  // namespace sweep::cpu
