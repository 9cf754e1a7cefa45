#include "app/views/derived/picture.h"

#include <utility>
#include <vector>

namespace sweep::app {

void DerivedPicture::run(TextureFilter& filter, EngineKind choice, const Texture& in, const Presence& there,
                         const Problem& problem, const Derived& derived, bool changed) {
    if (info(derived.kind).of_moments != is_of_moments_) others_.clear();  // they have read other textures
    is_of_moments_ = info(derived.kind).of_moments;
    if (is_of_moments_) return run_moments(filter, choice, in, problem, derived);
    std::vector<DerivedRun> runs = runs_of(derived, problem);
    // Small differences of large numbers need the digits of float32.
    for (DerivedRun& run : runs) run.problem.method.half_result = false;
    filter.run(in, runs.front().problem, changed);
    first_run_ = runs.front().problem;
    first_input_ = &in;
    others_.resize(runs.size() - 1);
    for (std::size_t i = 1; i < runs.size(); ++i) run_other(i - 1, choice, in, runs[i].problem, changed);
    const auto result = [&](std::size_t i) -> const Texture& {
        const Texture& filtered = i == 0 ? filter.result() : others_[i - 1]->result();
        if (!there.weights) return filtered;
        weighed_[i].divide(filtered, runs[i].problem, there, choice, changed);
        return weighed_[i].result();
    };
    weighed_.resize(there.weights ? runs.size() : 0);
    const Texture& first = result(0);
    combine(in, first, runs.size() == 1 ? first : result(runs.size() - 1), problem, derived);
}

void DerivedPicture::derive_from(const Texture& base, const Texture& in, const Problem& problem,
                                 const Derived& derived) {
    others_.clear();
    weighed_.clear();
    is_of_moments_ = false;
    first_run_ = problem;
    first_input_ = &in;
    combine(in, base, base, problem, derived);
}

void DerivedPicture::run_other(std::size_t index, EngineKind choice, const Texture& in,
                               const Problem& problem, bool changed) {
    std::unique_ptr<TextureFilter>& filter = others_[index];
    const bool is_new = !filter;
    if (is_new) filter = std::make_unique<TextureFilter>(choice);
    try {
        filter->run(in, problem, changed || is_new);
    } catch (...) {
        others_.clear();  // they may not have these pixels
        throw;
    }
}

void DerivedPicture::run_moments(TextureFilter& filter, EngineKind choice, const Texture& in,
                                 const Problem& problem, const Derived& derived) {
    Problem of_floats = problem;
    of_floats.input = Sample::f32;
    of_floats.method.half_result = false;
    // A constant outside, from which nothing is taken off here, is where the datum is 0.
    const auto continues_itself = [](const Boundary& boundary) {
        return boundary.kind == BoundaryKind::none || keeps_constants(boundary.kind);
    };
    const std::vector<DerivedRun> runs = runs_of(derived, of_floats);
    inputs_timer_.begin();
    moments_.make(in, problem.input == Sample::u8 && problem.linear,
                  continues_itself(problem.boundary) && continues_itself(problem.boundary_of_columns()));
    inputs_timer_.end();
    first_run_ = runs.front().problem;
    first_input_ = &moments_.of(RunInput::samples);
    filter.run(*first_input_, first_run_, true);
    others_.resize(runs.size() - 1);
    for (std::size_t i = 1; i < runs.size(); ++i) {
        if (runs[i].input == RunInput::slopes)
            moments_.make_lines(derived, filter.result(), others_.front()->result());
        run_other(i - 1, choice, moments_.of(runs[i].input), runs[i].problem, true);
    }
    const std::size_t count = others_.size();
    const Texture& last = count == 0 ? filter.result() : others_.back()->result();
    combine(*first_input_, count < 2 ? filter.result() : others_[count - 2]->result(), last, problem,
            derived);
}

void DerivedPicture::report(Timings& timings) {
    for (const auto& other : others_) other->report(timings);
    for (WeighedPicture& one : weighed_) one.report(timings);
    if (is_of_moments_) add_time(timings, "moments", inputs_timer_, Part::filter);
    add_time(timings, "derived", timer_, Part::filter);
}

void DerivedPicture::forget() {
    others_.clear();
    weighed_.clear();
    moments_ = {};
    target_ = {};
    result_ = {};
}

void DerivedPicture::combine(const Texture& in, const Texture& first, const Texture& second,
                             const Problem& problem, const Derived& derived) {
    if (!program_) program_ = Program({"fullscreen.vert", "derived/derived.frag"});
    if (!result_.is(in.width(), in.height()) || result_.levels() != in.levels()) {
        Texture fresh(in.width(), in.height(), GL_RGBA32F, in.levels());
        target_ = Framebuffer({&fresh}, nullptr);
        result_ = std::move(fresh);
    }
    const DerivedInfo& kind = info(derived.kind);
    const DerivedWeights weights = weights_of(derived, problem.filter);
    const auto value = [&](std::size_t i) {
        return i < kind.values.size() ? float(derived.*kind.values[i].member) : 0.0f;
    };
    timer_.begin();
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glViewport(0, 0, in.width(), in.height());
    program_.use();
    program_.set("original", 0);
    program_.set("first", 1);
    program_.set("second", 2);
    program_.set("kind", int(derived.kind));
    program_.set("decodes", problem.input == Sample::u8 && problem.linear && !kind.of_moments ? 1 : 0);
    program_.set("amount", float(derived.amount));
    program_.set("threshold", float(derived.threshold));
    if (kind.of_moments) {
        program_.set("taken", 3);
        program_.set("values", value(0), value(1));
        moments_.datum().bind(3);
    } else {
        program_.set("weights", float(weights.runs.front()),
                     weights.runs.size() > 1 ? float(weights.runs[1]) : 0.0f);
    }
    in.bind(0);
    first.bind(1);
    second.bind(2);
    draw_fullscreen();
    timer_.end();
}

}  // namespace sweep::app
