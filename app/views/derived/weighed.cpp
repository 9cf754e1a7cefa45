#include "app/views/derived/weighed.h"

#include <utility>

#include "core/engine/missing_samples.h"

namespace sweep::app {

void WeighedPicture::divide(const Texture& filtered, const Problem& problem, const Presence& there,
                            EngineKind choice, bool changed) {
    Problem of = problem_of_weights(problem);
    of.input = Sample::f32;
    of.linear = false;
    of.method.half_result = false;
    if (!filter_) filter_ = std::make_unique<TextureFilter>(choice);
    if (changed || solved_ != of) {
        solved_.reset();
        filter_->run(*there.weights, of, changed);
        solved_ = of;
    }
    draw(filtered, &filter_->result(), there);
}

void WeighedPicture::mask(const Texture& filtered, const Presence& there) {
    solved_.reset();  // these weights may be of another picture
    draw(filtered, nullptr, there);
}

void WeighedPicture::draw(const Texture& filtered, const Texture* weight, const Presence& there) {
    if (!program_) program_ = Program({"fullscreen.vert", "derived/weighed.frag"});
    const int width = filtered.width(), height = filtered.height();
    const GLenum format = filtered.format() == GL_R32F ? GL_R32F : GL_RGBA32F;
    if (!result_.is(width, height) || result_.format() != format || result_.levels() != filtered.levels()) {
        Texture fresh(width, height, format, filtered.levels());
        if (format == GL_R32F) show_grey(fresh);
        target_ = Framebuffer({&fresh}, nullptr);
        result_ = std::move(fresh);
    }
    timer_.begin();
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glViewport(0, 0, width, height);
    program_.use();
    program_.set("filtered", 0);
    program_.set("weight", 1);
    program_.set("there", 2);
    program_.set("divides", weight ? 1 : 0);
    program_.set("fills", weight && there.how == Missing::fill ? 1 : 0);
    program_.set("least", float(least_weight));
    filtered.bind(0);
    (weight ? *weight : filtered).bind(1);
    there.weights->bind(2);
    draw_fullscreen();
    timer_.end();
}

void WeighedPicture::report(Timings& timings) {
    if (filter_) filter_->report(timings);
    add_time(timings, "weights", timer_, Part::filter);
}

}  // namespace sweep::app
