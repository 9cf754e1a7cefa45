#include "app/lab/own_problem.h"

namespace sweep::app {

std::optional<Problem> own_problem(const Exercise& exercise, const LabQuestion& question, const Size& size) {
    Problem problem = question.problem;
    if (question.kind != LabKind::free) {
        problem = {};
        problem.boundary = {BoundaryKind::none, {}};
    }
    problem.shape = {size.width, size.height, 1};
    problem.input = Sample::f32;
    if (question.kind == LabKind::table) problem.filter.kind = FilterKind::sat;
    if (question.kind != LabKind::passes) return problem;

    using Passes = std::vector<int>;
    const Passes& passes = question.passes;
    if (passes == Passes{0} || passes == Passes{0, 1})
        problem.passes = int(passes.size());
    else if (passes == Passes{2} || passes == Passes{2, 3})
        problem.filter.axes = Axes::x, problem.passes = passes.size() == 1 ? 3 : all_passes;
    else if (passes != Passes{0, 1, 2, 3})
        return std::nullopt;
    if (exercise.blocks > 0 || exercise.order == 2) return std::nullopt;
    if (exercise.order == 1) {
        problem.filter.kind = FilterKind::exponential;
        problem.filter.alpha = double(question.c[0]);  // g = alpha, d1 = alpha - 1
    } else {
        problem.filter.order = exercise.order;
        problem.filter.sigma = exercise.sigma;
    }
    return problem;
}

}  // namespace sweep::app
