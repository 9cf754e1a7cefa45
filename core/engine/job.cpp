#include "core/engine/job.h"

#include "core/filter/design.h"
#include "core/filter/kinds.h"
#include "core/methods/algorithms.h"

namespace sweep {

Job resolve(const Problem& problem, EngineKind engine) {
    validate(problem);
    Job job;
    job.problem = resolved(problem, engine);
    require_support(job.problem, engine);
    if (is_recursive(problem.filter.kind)) job.design = design(problem.filter);
    return job;
}

Job resolve(const Problem& problem, EngineKind engine, int block) {
    Job job = resolve(problem, engine);
    job.block = block;
    if (engine == EngineKind::reference)
        job.stages = {{Step::filter, "reference", "-", problem.shape.samples() * size_of(problem.input),
                       problem.shape.samples() * sizeof(double)}};
    else
        job.stages = stages(job.problem, block);
    return job;
}

}  // namespace sweep
