#include "app/broken/view.h"

#include <algorithm>
#include <cmath>

#include "core/filter/kinds.h"

namespace sweep::app {
namespace {

constexpr std::size_t most_pixels = std::size_t(1) << 21;
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

BrokenView::Made BrokenView::make(const Subject& subject, ConstImageView in) {
    Made made;
    const int block = subject.fault == Fault::odd_blocks ? odd_block(in.shape, broken_block) : broken_block;
    Broken& broken = made.broken = break_filter(subject.problem, in, subject.fault, block);
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

void BrokenView::take() {
    const std::optional<Compared> answer = comparer_.take();
    if (!answer) return;
    const std::shared_ptr<Made> made = std::exchange(job_, nullptr);
    if (running_ != asked_) return;  // for a subject that is gone
    made_ = asked_;
    note_ = answer->note;
    if (!note_.empty()) {
        shown_.reset();
        return;
    }
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

void BrokenView::ask(const Texture& input) {
    if (subject_.problem.shape.pixels() > most_pixels) {
        note_ = "The picture is too large for this: take a smaller one, or a test input.";
        shown_.reset();
        made_ = asked_;
        return;
    }
    if (read_.busy() || comparer_.busy()) return;
    const ReadBack::Part parts[] = {{&input, whole(input)}};
    read_.ask(parts);
    reads_ = true;
    running_ = asked_;
}

void BrokenView::update(const Texture& input, std::uint64_t version, const Problem& problem,
                        TeachSettings& teach, double seconds) {
    Subject subject{input.name(), version, problem, teach.broken};
    subject.problem.shape = {input.width(), input.height(), 4};
    subject.problem.passes = all_passes;
    if (!(subject == subject_)) {
        if (subject.fault != subject_.fault) seen_for_ = 0;
        subject_ = std::move(subject);
        ++asked_;
        reads_ = false;
        note_.clear();
    }
    take();
    if (read_.arrived() && reads_) {
        reads_ = false;
        job_ = std::make_shared<Made>();
        comparer_.start([made = job_, subject = subject_, in = read_.parts()[0]] {
            *made = make(subject, in);
            return Compared{};
        });
    }
    if (made_ != asked_ && !reads_ && !(comparer_.busy() && running_ == asked_)) ask(input);
    // The time counts from when the result is seen.
    if (made_ == asked_ && !teach.broken_stays) seen_for_ += seconds;
    if (seen_for_ >= most_forgotten) teach.broken = Fault::none;
}

bool BrokenView::stands_alone() const {
    return subject_.fault == Fault::float_table && !is_recursive(subject_.problem.filter.kind);
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
