#include "core/plan/job.h"

namespace sweep {

Job plan(const Planner& planner, EngineKind engine, const Limits* limits) {
    planner.require_support(engine);
    Job job{planner.problem(), planner.filter(), 0, {}, 1};
    job.problem.method.algorithm = planner.algorithm(engine, limits);
    return job;
}

Job plan(const Problem& problem, EngineKind engine, int block) {
    const Planner planner(problem);
    Job job = plan(planner, engine);
    job.block = block;
    if (engine == EngineKind::reference)
        job.stages = {{Step::filter, "reference", "-", problem.shape.samples() * size_of(problem.input),
                       problem.shape.samples() * sizeof(double)}};
    else
        job.stages = planner.stages(job.problem.method.algorithm, block);
    return job;
}

}  // namespace sweep
