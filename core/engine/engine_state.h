// What engines have in common inside: the problem that is prepared and its plan, who makes the plan, and what a run
// asks of its images.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "core/base/error.h"
#include "core/base/image.h"
#include "core/families/family.h"
#include "core/plan/job.h"

namespace sweep {

// Who makes the plans of a family, and what of the engine they need.
template <class Plan, class... Needs>
struct Maker {
    const Family& family;
    std::unique_ptr<Plan> (*make)(Needs...);
};

// Has the plan of the problem's family made.
template <class Plan, class... Needs, std::size_t count>
std::unique_ptr<Plan> make_plan(const Maker<Plan, Needs...> (&makers)[count], const Problem& problem,
                                std::type_identity_t<Needs>... needs) {
    for (const auto& [family, make] : makers)
        if (&family == &family_of(problem)) return make(needs...);
    throw std::logic_error("why_not() refuses what an engine does not have");
}

struct PreparedProblem {
    explicit PreparedProblem(EngineKind kind) : report{std::string(name_of(kind).word), {}} {}

    std::optional<Problem> problem;  // as it was asked for
    Job job;                         // as it is solved
    mutable RunReport report;        // a GPU's times come later

    // The report has the stages of the job, without times.
    void begin_report();
    // Throws Error(failed) when no problem is prepared, or one for other images.
    void require_images(const ConstImageView& in, const ImageView& out) const;
};

// Plan is what the engine makes of a job and keeps for its runs. An engine's own state, which derives from this, ends
// the plan before what it works with.
template <class Plan>
struct EngineState : PreparedProblem {
    using PreparedProblem::PreparedProblem;

    std::unique_ptr<Plan> plan;

    // The plan that answers the question. Throws Error(failed) where nothing is prepared.
    const Plan& plan_for(const char* question) const {
        if (!plan) throw Error(ExitCode::failed, std::string(question) + " needs an earlier run()");
        return *plan;
    }
};

}  // namespace sweep
