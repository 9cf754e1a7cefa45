#include "app/work/checks/accuracy.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/screen/gl/timing.h"
#include "core/base/memory.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"
#include "core/problem/accuracy.h"
#include "core/problem/local_scale.h"
#include "core/problem/reference.h"
#include "cpu/engine.h"
#include "files/pixels.h"
#include "platform/thread.h"

namespace sweep::app {
namespace {

constexpr std::size_t most_pixels = std::size_t(4) << 20;
// A check starts at least `least_seconds` after the previous one, and after `seconds_of_rest` for each second
// that it took.
constexpr double least_seconds = 1, seconds_of_rest = 10;

// The same filter without the algorithm, the realisation and the precision, which are what is checked.
Problem in_double(const Problem& p) {
    Problem truth;
    truth.shape = p.shape;
    truth.filter = p.filter;
    truth.boundary = p.boundary;
    truth.boundary_y = p.boundary_y;
    truth.passes = p.passes;
    truth.input = Sample::f64;
    return truth;
}

// The truth, and into `scales` the scale of each sample, if the filter is a recursive one.
Image truth_of(const Problem& problem, ConstImageView source, std::vector<double>& scales) {
    // The reference sums tables without blocks, and those of integers exactly.
    if (problem.filter.kind == FilterKind::sat) return reference(problem, source);
    const Problem p = in_double(problem);
    require_memory(p.shape.samples() * sizeof(double) * 5, "the truth");
    const Image light = to_float(source, Sample::f64, problem.linear);
    if (is_recursive(p.filter.kind)) scales = local_scale(p, light.view());
    if (!why_not(p, EngineKind::cpu).empty()) return reference(p, light.view());
    cpu::Engine engine(1);
    engine.prepare(p);
    Image truth(p.shape, Sample::f64);
    engine.run(light.view(), truth.view());
    return truth;
}

double tolerance_of(const Problem& problem, ConstImageView result) {
    if (result.sample == Sample::u32) return 0;
    return problem.method.half_result ? 0x1p-10 : float32_tolerance;  // float16 has 11 bits
}

ResultCheck checked(Problem problem, std::vector<double> table_mean, ConstImageView source,
                    ConstImageView result) {
    constexpr int colours = 3;
    platform::lower_priority_of_thread();
    // A grey picture has one channel for the engine, and four where it is read back.
    problem.shape = source.shape;
    if (table_mean.size() == 1) table_mean.resize(std::size_t(source.shape.channels), table_mean.front());
    std::vector<double> scales;
    Image truth = truth_of(problem, source, scales);
    if (!table_mean.empty()) take_other_mean(truth, reference_mean(problem, source), table_mean);
    return compare(result, std::as_const(truth).view(), colours, tolerance_of(problem, result),
                   least_scale(problem, source), scales);
}

std::string text_of(const ResultCheck& check, const Problem& problem) {
    if (check.tolerance == 0) return check.passed() ? "integers exact" : "integers differ";
    const char* const digits = problem.method.half_result ? "float16" : "float32";
    if (!check.passed() && check.error <= check.tolerance)
        return fmt::format("{} error {:.1e} of what is near", digits, check.local_error);
    return fmt::format("{} error {:.1e} of peak", digits, check.error);
}

}  // namespace

// True where only numbers differ, such as sigma or the picture's size: then the answer to one serves for the
// other until that has its own.
bool Accuracy::same_but_for_numbers(const Question& a, Question b) {
    if (a.problem.filter.kind == b.problem.filter.kind) b.problem.filter = a.problem.filter;
    b.problem.shape = a.problem.shape;
    b.table_mean = a.table_mean;
    return a == b;
}

void Accuracy::update(const std::optional<Work>& work, bool changed, double now) {
    take_answer(now);
    if (snapshot_.arrived()) start_job();
    const bool is_large = work && work->problem->shape.pixels() > most_pixels;
    if (!work || is_large) {
        newest_.reset();
        is_due_ = false;
        report_ = {AccuracyReport::State::idle,
                   is_large ? "not checked: above 4 megapixels" : "not checked here", 0};
        return;
    }
    const Question question{*work->problem, work->table_mean, work->engine};
    is_due_ |= changed || newest_ != question;
    if (!newest_ || !same_but_for_numbers(*newest_, question))
        report_ = {AccuracyReport::State::checking, "checking ..", 0};
    newest_ = question;
    if (!is_due_ || asked_ || now < next_) return;
    is_due_ = false;
    asked_ = question;
    const ReadBack::Part parts[] = {{work->source, whole(*work->source)},
                                    {work->result, whole(*work->result)}};
    snapshot_.ask(parts);
}

// The snapshot does not change until the answer is there.
void Accuracy::start_job() {
    started_ = wall_seconds();
    task_.start([question = *asked_, parts = snapshot_.parts()](const std::stop_token&) {
        return checked(question.problem, question.table_mean, parts[0], parts[1]);
    });
}

void Accuracy::take_answer(double now) {
    if (!task_.running()) return;
    AccuracyReport answer;
    try {
        const std::optional<ResultCheck> check = task_.take();
        if (!check) return;
        answer = {check->passed() ? AccuracyReport::State::right : AccuracyReport::State::wrong,
                  text_of(*check, asked_->problem), check->error};
    } catch (const std::exception& error) {
        answer.text = error.what();
    }
    if (newest_ && same_but_for_numbers(*newest_, *asked_)) report_ = answer;
    asked_.reset();
    next_ = now + std::max(least_seconds, seconds_of_rest * (wall_seconds() - started_));
}

}  // namespace sweep::app
