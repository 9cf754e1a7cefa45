#include "app/derived/picture.h"

#include <utility>
#include <vector>

namespace sweep::app {

void DerivedPicture::run(TextureFilter& filter, EngineKind choice, const Texture& in, const Problem& problem,
                         const Derived& derived, bool changed) {
    std::vector<Problem> runs = runs_of(derived, problem);
    // Small differences of large numbers need the digits of float32.
    for (Problem& run : runs) run.method.half_result = false;
    filter.run(in, runs.front(), changed);
    first_run_ = runs.front();
    if (runs.size() == 1) {
        second_.reset();
        return combine(in, filter.result(), filter.result(), problem, derived);
    }
    const bool is_new = !second_;
    if (is_new) second_ = std::make_unique<TextureFilter>(choice);
    try {
        second_->run(in, runs[1], changed || is_new);
    } catch (...) {
        second_.reset();  // it may not have these pixels
        throw;
    }
    combine(in, filter.result(), second_->result(), problem, derived);
}

void DerivedPicture::report(Timings& timings) {
    if (second_) second_->report(timings);
    add_time(timings, "derived", timer_, Part::filter);
}

void DerivedPicture::forget() {
    second_.reset();
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
    const DerivedWeights weights = weights_of(derived, problem.filter);
    timer_.begin();
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glViewport(0, 0, in.width(), in.height());
    program_.use();
    program_.set("original", 0);
    program_.set("first", 1);
    program_.set("second", 2);
    program_.set("kind", int(derived.kind));
    program_.set("decodes", problem.input == Sample::u8 && problem.linear ? 1 : 0);
    program_.set("amount", float(derived.amount));
    program_.set("threshold", float(derived.threshold));
    program_.set("weights", float(weights.runs.front()),
                 weights.runs.size() > 1 ? float(weights.runs[1]) : 0.0f);
    in.bind(0);
    first.bind(1);
    second.bind(2);
    draw_fullscreen();
    timer_.end();
}

}  // namespace sweep::app
