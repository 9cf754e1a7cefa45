#include "app/lessons/broken/view.h"

#include <algorithm>
#include <cmath>

#include "app/work/options/option_values.h"
#include "core/design/kinds.h"

namespace sweep::app {
namespace {

constexpr double most_shown = 1e6;  // larger samples are clipped, and those that are no numbers are zero

// The image in float32, fit to be shown. Adds to `clipped`.
Image pixels_of(const Image& image, std::size_t& clipped) {
    if (image.empty()) return {};
    Image pixels(image.shape(), Sample::f32);
    for (std::size_t i = 0; i < image.shape().samples(); ++i) {
        const double value = image.data<double>()[i];
        const double kept = std::isnan(value) ? 0 : std::clamp(value, -most_shown, most_shown);
        clipped += !(kept == value);
        pixels.data<float>()[i] = float(kept);
    }
    return pixels;
}

// A few differences may be far larger than all others: they are cut off.
float gain_for(const Statistics& off) {
    const double seen = std::min(off.largest, 8 * off.root_mean_square);
    return seen > 0 ? float(std::exp2(std::clamp(std::floor(std::log2(0.5 / seen)), -20.0, 20.0))) : 1.0f;
}

}  // namespace

BrokenView::Made BrokenView::broken_by(Fault fault, const Problem& problem, const ConstImageView& in) {
    Made made;
    const int block = fault == Fault::odd_blocks ? odd_block(in.shape, broken_block) : broken_block;
    Broken& broken = made.broken = break_filter(problem, in, fault, block);
    Image difference(in.shape, Sample::f64);
    for (std::size_t i = 0; i < in.shape.samples(); ++i)
        difference.data<double>()[i] =
            i % 4 == 3 ? 0 : broken.wrong.data<double>()[i] - broken.right.data<double>()[i];
    std::size_t of_difference = 0;
    made.adds_up = !broken.missing.empty();
    made.pixels = {pixels_of(broken.wrong, made.clipped), pixels_of(broken.right, made.clipped),
                   pixels_of(difference, of_difference), pixels_of(broken.missing, made.clipped)};
    return made;
}

LessonSubject BrokenView::asks(const LessonFrame& frame) const {
    LessonSubject subject =
        subject_of(frame, std::string(word_for(fault_words, frame.settings.teach.fault.shown)));
    subject.problem = problem_of_pixels(frame);
    subject.problem.passes = all_passes;
    subject.engine = EngineKind::automatic;  // no engine is asked
    return subject;
}

std::string BrokenView::refusal() const {
    if (subject().problem.shape.pixels() <= most_broken_pixels) return "";
    return "The picture is too large for this: take a smaller one, or a test input.";
}

void BrokenView::make(const LessonFrame& frame, const ConstImageView& pixels) {
    job_ = std::make_shared<Made>();
    run([made = job_, fault = frame.settings.teach.fault.shown, problem = subject().problem,
         pixels](const std::stop_token&) { *made = broken_by(fault, problem, pixels); });
}

void BrokenView::made() {
    const std::shared_ptr<Made> made = std::exchange(job_, nullptr);
    for (std::size_t k = 0; k < textures_.size(); ++k) {
        const Image& pixels = made->pixels[k];
        if (pixels.empty()) continue;
        const Shape& shape = pixels.shape();
        if (!textures_[k].is(shape.width, shape.height))
            textures_[k] = Texture(shape.width, shape.height, GL_RGBA32F);
        textures_[k].upload(GL_RGBA, GL_FLOAT, pixels.data<void>());
    }
    gain_ = gain_for(made->broken.off);
    // The numbers stay, the samples are in the textures.
    made->pixels = {};
    made->broken.wrong = Image();
    made->broken.right = Image();
    made->broken.missing = Image();
    shown_ = made;
}

void BrokenView::play(const LessonFrame& frame) {
    TeachSettings& teach = frame.settings.teach;
    if (std::exchange(seen_, teach.fault.shown) != teach.fault.shown) seen_for_ = 0;
    if (!teach.fault.stays) seen_for_ += frame.seconds;
    if (seen_for_ >= most_forgotten) teach.fault.shown = Fault::none;
}

bool BrokenView::fits() const {
    const Shape& shape = subject().problem.shape;
    return shown_ && word_for(fault_words, shown_->broken.fault) == subject().choices &&
           textures_[0].is(shape.width, shape.height);
}

bool BrokenView::stands_alone() const {
    return subject().choices == word_for(fault_words, Fault::float_table) &&
           !is_recursive(subject().problem.filter.kind);
}

std::array<BrokenView::Picture, BrokenView::pictures> BrokenView::side_by_side() const {
    if (shown_->adds_up)
        return {{{&textures_[0], false, "wrong: F(0, x)"},
                 {&textures_[3], false, "missing: F(p, 0)"},
                 {&textures_[1], false, "right: F(p, x)"}}};
    return {{{&textures_[1], false, "right"},
             {&textures_[0], false, "wrong"},
             {&textures_[2], true, "wrong - right"}}};
}

}  // namespace sweep::app
