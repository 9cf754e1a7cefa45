#include "app/work/results/steps/derived_result.h"

#include <utility>

#include "core/base/memory.h"
#include "core/derived/local_statistics.h"
#include "core/design/kinds.h"
#include "core/plan/planner.h"

namespace sweep::app {
namespace {

std::vector<ConstImageView> views_of(const std::vector<Image>& images) {
    std::vector<ConstImageView> views;
    for (const Image& image : images) views.push_back(image.view());
    return views;
}

}  // namespace

std::optional<Sample> DerivedResult::floats() const {
    if (derived_.is_none()) return {};
    return info(derived_.kind).of_moments ? Sample::f64 : Sample::f32;
}

void DerivedResult::before(EngineInput& input, const SmallSamples& small, ConstImageView missing,
                           bool keeps_alpha) {
    keeps_alpha_ = keeps_alpha;
    if (info(derived_.kind).of_moments) datum_ = take_means_off(input.image.view(), missing, keeps_alpha);
    derived_.threshold = small.scaled(derived_.threshold);
    validate(input.problem);
    if (info(request_.filter.kind).follows_picture)
        runs_.assign(1, DerivedRun{.problem = input.problem});
    else
        runs_ = runs_of(derived_, input.problem, datum_);
    for (const DerivedRun& run : runs_) validate(run.problem);
}

Problem DerivedResult::worst_run(const Problem& resolved) const {
    Problem worst = resolved;
    for (std::size_t i = 1; i < runs_.size(); ++i) {
        Problem run = runs_[i].problem;
        run.method = resolved.method;
        if (expected_error(run) > expected_error(worst)) worst = std::move(run);
    }
    return worst;
}

ConstImageView DerivedResult::input_of(const DerivedRun& run, const Image& input,
                                       const std::vector<Image>& results, Image& made) const {
    if (run.input == RunInput::samples) return input.view();
    if (made.empty()) made = make_image(input.shape(), Sample::f64, "the input of another run");
    fill_run_input(run.input, derived_, input.view(), views_of(results), made.view());
    return std::as_const(made).view();
}

Image DerivedResult::after(std::vector<Image> results, const EngineInput& input, bool narrows,
                           bool keeps_results) {
    if (derived_.is_none()) return std::move(results.front());
    const bool of_moments = info(derived_.kind).of_moments;
    if (!keeps_results && !of_moments) {
        derive_from(results, input, results.front().view());
        return std::move(results.front());
    }
    Image result(results.front().shape(), of_moments && narrows ? Sample::f32 : results.front().sample());
    derive_from(results, input, result.view());
    if (keeps_results) results_ = std::move(results);
    return result;
}

void DerivedResult::derive_from(const std::vector<Image>& results, const EngineInput& input,
                                ImageView out) const {
    derive(derived_, input.problem.filter, input.image.view(), views_of(results), out, keeps_alpha_, datum_);
}

ResultCheck DerivedResult::check(const Image& input, const Image& result) const {
    return check_derived(derived_, runs_, input.view(), result.view(), keeps_alpha_, datum_);
}

}  // namespace sweep::app
