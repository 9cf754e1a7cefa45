#include "app/views/derived/moments.h"

#include <utility>

namespace sweep::app {
namespace {

constexpr int datum_step = 0, samples_step = 1, lines_step = 2;  // of the shader

// Two textures of this size that one step fills.
void make_pair_of(int width, int height, Texture& first, Texture& second, Framebuffer& target) {
    if (first.is(width, height)) return;
    Texture one(width, height, GL_RGBA32F), two(width, height, GL_RGBA32F);
    target = Framebuffer({&one, &two}, nullptr);
    first = std::move(one);
    second = std::move(two);
}

}  // namespace

void MomentTextures::make(const Texture& in, bool decodes, bool takes_datum) {
    if (!program_) program_ = Program({"fullscreen.vert", "derived/moments.frag"});
    if (!datum_) {
        Texture fresh(1, 1, GL_RGBA32F);
        datum_target_ = Framebuffer({&fresh}, nullptr);
        datum_ = std::move(fresh);
    }
    make_pair_of(in.width(), in.height(), samples_, squares_, target_);
    program_.use();
    program_.set("first", 0);
    program_.set("second", 1);
    program_.set("decodes", decodes ? 1 : 0);
    program_.set("takes_datum", takes_datum ? 1 : 0);
    in.bind(0);
    in.bind(1);
    draw(datum_target_, 1, 1, datum_step);
    datum_.bind(1);
    draw(target_, in.width(), in.height(), samples_step);
}

void MomentTextures::make_lines(const Derived& derived, const Texture& mean, const Texture& square) {
    make_pair_of(mean.width(), mean.height(), slopes_, intercepts_, lines_target_);
    program_.use();
    program_.set("eps", float(derived.eps));
    mean.bind(0);
    square.bind(1);
    draw(lines_target_, mean.width(), mean.height(), lines_step);
}

const Texture& MomentTextures::of(RunInput input) const {
    switch (input) {
        case RunInput::squares:
            return squares_;
        case RunInput::slopes:
            return slopes_;
        case RunInput::intercepts:
            return intercepts_;
        default:
            return samples_;
    }
}

void MomentTextures::draw(const Framebuffer& target, int width, int height, int step) {
    glBindFramebuffer(GL_FRAMEBUFFER, target.name());
    glViewport(0, 0, width, height);
    program_.set("step", step);
    draw_fullscreen();
}

}  // namespace sweep::app
