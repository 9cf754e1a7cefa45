// The stages of one problem on this engine: their code, and their working memory, which is allocated when
// they are made.
#pragma once

#include <memory>
#include <vector>

#include "core/blocks/carries.h"
#include "core/blocks/table_carries.h"
#include "core/problem/designed_problem.h"
#include "core/stages/stages.h"
#include "cpu/base/encoder.h"
#include "cpu/base/threads.h"
#include "cpu/base/tile.h"

namespace sweep::cpu {

class Steps {
  public:
    virtual ~Steps() = default;
    virtual std::size_t working_bytes() const { return 0; }
    // The mean of each channel that the last run took off a table of Precision::f32_less_mean; otherwise
    // empty.
    virtual std::vector<double> table_mean() const { return {}; }
    // Whether the last pass can hand its results, while they are in the caches, to an encoder.
    virtual bool writes_codes() const { return false; }
    // To be called before begin_run(). The encoder makes the samples of `out` in this run; null: they are the results.
    void encode_by(const Encoder* encoder) { encoder_ = encoder; }
    // To be called before the stages of a run.
    virtual void begin_run(const ImageView& out) { past_caches_ = !encoder_ && writes_past_caches(out); }
    // Takes what this engine leaves out of stages(problem): stages, or bytes.
    virtual void leave_out(std::vector<Stage>&) const {}
    // Runs one of stages(problem). They are called in the order of the list, with the same images.
    virtual void run(const Stage& stage, const ConstImageView& in, const ImageView& out) = 0;
    // The carries of the last run. Throws Error(failed) for algorithms that have none.
    virtual Carries carries() const;
    virtual TableCarries table_carries() const;  // the same of a table

  protected:
    bool past_caches_ = false;  // this run writes its output past the caches
    const Encoder* encoder_ = nullptr;
};

// The stages of each family of algorithms. Throw Error(failed) when the working memory does not fit into
// memory.
std::unique_ptr<Steps> overlapped_steps(const DesignedProblem& asked, Threads& threads);      // 7, par
std::unique_ptr<Steps> halo_steps(const DesignedProblem& asked, Threads& threads);            // halo
std::unique_ptr<Steps> band_steps(const DesignedProblem& asked, Threads& threads);            // bands
std::unique_ptr<Steps> published_steps(const DesignedProblem& asked, Threads& threads);       // 4, 5, 6
std::unique_ptr<Steps> whole_line_steps(const DesignedProblem& asked, Threads& threads);      // rt
std::unique_ptr<Steps> whole_line_steps_f64(const DesignedProblem& asked, Threads& threads);  // rt64
std::unique_ptr<Steps> signal_steps(const DesignedProblem& asked, Threads& threads);          // 1, 3
std::unique_ptr<Steps> table_steps(const DesignedProblem& asked, Threads& threads);     // tables, box blurs
std::unique_ptr<Steps> box_line_steps(const DesignedProblem& asked, Threads& threads);  // box-lines
std::unique_ptr<Steps> convert_steps(const DesignedProblem& asked, Threads& threads);   // the filter `none`

}  // namespace sweep::cpu
