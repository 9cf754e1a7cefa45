#include "gpu/tuning/tuning.h"

#include <algorithm>

#include "core/methods/algorithms.h"
#include "core/methods/halo.h"
#include "core/problem/accuracy.h"

namespace sweep::gpu {

bool is_tuned(const Job& job) {
    const Problem& problem = job.problem;
    if (problem.algorithm == Algorithm::sat_one_pass) return true;
    return problem.algorithm == Algorithm::alg7 && form_of(problem) == Realisation::delta &&
           job.design.order() <= most_tuned_order;
}

ProblemClass class_of(const Job& job, bool in_bulk) {
    const Problem& problem = job.problem;
    const int order = job.design.order();
    // Bulk copies move the numbers of the image as they are. Tables of other numbers are made sample by
    // sample.
    const bool as_it_is =
        order > 0 || (table_sample(problem) == Sample::f32 && problem.precision != Precision::f32_less_mean);
    return {order, problem.shape.channels, problem.input == Sample::u8 ? Sample::u8 : Sample::f32,
            in_bulk && as_it_is};
}

const ClassChoices* choices_of(const Tuning& tuning, const ProblemClass& of) {
    for (const Tuning* row : {&tuning, &built_in_tuning("")}) {
        const auto found = std::find_if(row->classes.begin(), row->classes.end(),
                                        [&](const ClassChoices& c) { return c.of == of; });
        if (found != row->classes.end()) return &*found;
    }
    return nullptr;
}

Choice choice_for(const ClassChoices& of, const Shape& shape) {
    const auto beyond = std::find_if(of.choices.begin(), of.choices.end(),
                                     [&](const Choice& c) { return c.from > shape.pixels(); });
    Choice choice = *std::prev(beyond);
    if (of.wide_block > 0 && shape.width > of.wide && choice.block == 64) choice.block = of.wide_block;
    return choice;
}

bool halo_wins(const Tuning& tuning, const Job& job) {
    Problem problem = job.problem;
    problem.algorithm = Algorithm::halo;
    if (!is_recursive(problem.filter.kind) || !why_not(problem, EngineKind::cuda).empty() ||
        halo_error(problem) > tried_tolerance(problem))
        return false;
    const int halo = halo_of(job.design, problem.passes);
    return std::any_of(tuning.short_memories.begin(), tuning.short_memories.end(), [&](const ShortMemory& s) {
        return s.order == job.design.order() && s.channels == problem.shape.channels &&
               s.samples == problem.input && halo <= s.halo && problem.shape.pixels() < s.below;
    });
}

}  // namespace sweep::gpu
