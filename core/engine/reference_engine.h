// The reference (core/problem/reference.h) as an engine: sequential, in double, without blocks; slow.
#pragma once

#include "core/engine/engine.h"

namespace sweep {

class ReferenceEngine final : public Engine {
  public:
    EngineKind kind() const override { return EngineKind::reference; }
    void prepare(const Problem& problem) override;
    // Writes float64 (best_sample()) or rounds to output_sample(). Throws Error(failed) where memory is short.
    void run(ConstImageView in, ImageView out) override;
    const Job& job() const override { return job_; }
    const RunReport& report() const override { return report_; }
    std::vector<double> table_mean() const override { return mean_; }
    Carries carries() const override;
    std::size_t working_bytes() const override { return 2 * job_.problem.shape.samples() * sizeof(double); }
    Sample best_sample(const Problem& problem) const override;

  private:
    Problem asked_;
    Job job_;
    RunReport report_{"reference", {}};
    std::vector<double> mean_;
};

}  // namespace sweep
