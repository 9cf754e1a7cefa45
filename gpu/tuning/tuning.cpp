#include "gpu/tuning/tuning.h"

#include <algorithm>
#include <iterator>

#include "core/families/halo.h"
#include "gpu/tuning/large_blocks.h"

namespace sweep::gpu {
namespace {

// `auto` takes halo for a filter of this order with zeros whose response has at most so many samples on each side.
// (bench/results/notes.md, filters that forget fast)
struct ShortResponse {
    int order, halo;
};
constexpr ShortResponse short_responses[]{{3, 12}, {5, 16}, {7, 16}};

}  // namespace

bool is_tuned(const DesignedProblem& asked) {
    const auto& [problem, filter] = asked;
    if (problem.method.algorithm == Algorithm::sat_one_pass) return true;
    return problem.method.algorithm == Algorithm::alg7 &&
           takes_large_blocks(form_of(problem, filter), filter);
}

ProblemClass class_of(const DesignedProblem& asked, bool in_bulk) {
    const auto& [problem, filter] = asked;
    const int order = std::min(filter.order(), most_tuned_order);
    // Bulk copies move the numbers of the image as they are. Tables of other numbers are made sample by
    // sample.
    const bool as_it_is = order > 0 || (table_sample(problem) == Sample::f32 &&
                                        problem.method.precision != Precision::f32_less_mean);
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
    if (shape.width > of.wide && choice.block < of.wide_block) choice.block = of.wide_block;
    return choice;
}

bool has_short_memory(const Tuning& tuning, const DesignedProblem& asked) {
    const Problem& problem = asked.problem;
    const FilterDesign& filter = asked.design;
    const int halo = halo_of(filter, problem.passes);
    if (filter.feeds_forward())
        return std::any_of(
            std::begin(short_responses), std::end(short_responses),
            [&](const ShortResponse& s) { return s.order == filter.order() && halo <= s.halo; });
    return std::any_of(tuning.short_memories.begin(), tuning.short_memories.end(), [&](const ShortMemory& s) {
        return s.order == filter.order() && s.channels == problem.shape.channels &&
               s.samples == problem.input && halo <= s.halo && problem.shape.pixels() < s.below;
    });
}

}  // namespace sweep::gpu
