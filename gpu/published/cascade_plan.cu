// Cascades of algorithms 4 and 5: the plans of their terms, and the blocks that pass between them.
#include "core/families/published/cascade.h"
#include "core/filter/dispatch.h"
#include "gpu/device/device_buffer.h"
#include "gpu/published/cascade.cuh"
#include "gpu/published/factory.cuh"

namespace sweep::gpu {
namespace {

class CascadePlan final : public Plan {
  public:
    CascadePlan(const Job& job, cudaStream_t stream)
        : cascade_(job.problem.method.cascade), terms_(cascade_.size()) {
        const Problem& problem = job.problem;
        constexpr int T = published_block;
        const std::size_t M = std::size_t((problem.shape.height + T - 1) / T),
                          N = std::size_t((problem.shape.width + T - 1) / T);
        between_ = DeviceBuffer<float>(std::size_t(problem.shape.channels) * M * N * T * T);
        datum_.adopt(problem, job.design);
        const std::vector<FilterDesign> filters = cascade_terms(job.design, cascade_);
        for (std::size_t i = terms_.size(); i-- > 0;) {
            TermPlace place{i == 0, i + 1 == terms_.size(), between_.data(), &datum_, {}};
            if (!place.last) place.next = terms_[i + 1]->perimeters();
            terms_[i] = dispatch_order<most_term_order>(cascade_[i].order, [&]<int R>() {
                return make_term_plan_of_order<R>(of_term(problem, i), filters[i], place, stream);
            });
        }
    }

    int block() const override { return published_block; }
    std::size_t working_bytes() const override {
        std::size_t bytes = between_.bytes() + datum_.bytes();
        for (const auto& term : terms_) bytes += term->working_bytes();
        return bytes;
    }

    bool adopt(const Job& job, cudaStream_t stream) override {
        if (job.problem.method.cascade != cascade_) return false;
        const std::vector<FilterDesign> filters = cascade_terms(job.design, cascade_);
        for (std::size_t i = 0; i < terms_.size(); ++i)
            if (!terms_[i]->adopt_filter(of_term(job.problem, i), filters[i], stream)) return false;
        datum_.adopt(job.problem, job.design);
        return true;
    }

    void launch_stage(const Stage& stage, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        terms_[std::size_t(stage.term)]->launch_stage(stage, in, out, on);
    }

  private:
    Problem of_term(Problem problem, std::size_t i) const {
        problem.method.algorithm = cascade_[i].algorithm == 4 ? Algorithm::alg4 : Algorithm::alg5;
        return problem;
    }

    const std::vector<CascadeTerm> cascade_;
    DeviceBuffer<float> between_;
    ImageDatum datum_;
    std::vector<std::unique_ptr<TermPlan>> terms_;
};

}  // namespace

std::unique_ptr<Plan> make_cascade_plan(const Job& job, cudaStream_t stream) {
    return std::make_unique<CascadePlan>(job, stream);
}

}  // namespace sweep::gpu
