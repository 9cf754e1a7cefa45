#include "core/engine/job.h"

#include "core/problem/algorithms.h"

namespace sweep {

Job resolve(const Problem& problem, EngineKind engine, int block) {
    validate(problem);
    Job job{resolved(problem, engine), block, {}};
    require_support(job.problem, engine);
    if (engine == EngineKind::reference)
        job.stages = {{Step::filter, "reference", "-", problem.shape.samples() * size_of(problem.input),
                       problem.shape.samples() * sizeof(double)}};
    else
        job.stages = stages(job.problem, block);
    return job;
}

}  // namespace sweep
