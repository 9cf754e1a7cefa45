#include "engines/either.h"

#include "core/base/error.h"
#include "core/plan/planner.h"

namespace sweep {

void EitherEngine::prepare(const Problem& problem) {
    if (Planner(problem).why_not(first_->kind()).empty()) {
        try {
            first_->prepare(problem);
            prepared_ = first_.get();
            return;
        } catch (const Error&) {
            // The second has other memory.
        }
    }
    second_->prepare(problem);
    prepared_ = second_.get();
}

}  // namespace sweep
