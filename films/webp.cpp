#include "films/webp.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "files/codecs.h"
#include "files/output_file.h"
#include "files/stack/webp_frames.h"

namespace sweep {
namespace {

constexpr int ticks_per_second = 1000;

// Frames a second; 0 where no frame lasts.
Rational mean_rate(const WebpFrames::Facts& facts) {
    if (facts.milliseconds == 0) return 0;
    const std::int64_t frames = std::int64_t(facts.frames) * ticks_per_second,
                       common = std::gcd(frames, facts.milliseconds), num = frames / common,
                       den = facts.milliseconds / common;
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    return num > most || den > most ? Rational(0) : Rational(int(num), int(den));
}

class WebpReader final : public FilmReader {
  public:
    explicit WebpReader(const FilmSource& source) : source_(source) {
        open();
        const WebpFrames::Facts& webp = frames_->facts();
        facts_.seconds = double(webp.milliseconds) / ticks_per_second;
        facts_.rate = mean_rate(webp);
        facts_.is_even = webp.is_even;
        facts_.tick = {1, ticks_per_second};
        facts_.decoder = "libwebp";
        facts_.can_seek = true;
        facts_.plays = webp.plays;
        facts_.is_animation = true;
    }

    const FilmFacts& facts() const override { return facts_; }
    bool advance() override {
        bool is_there = false;
        or_refuse([&] { is_there = frames_->advance(); });
        return is_there;
    }
    bool seek(double to) override {
        open();
        constexpr double near = 1e-4;  // seconds
        bool is_there = false;
        while (advance()) {
            is_there = true;
            if (double(frames_->ends()) / ticks_per_second > to + near) break;
        }
        return is_there;
    }
    double seconds() const override { return double(ticks()) / ticks_per_second; }
    std::int64_t ticks() const override { return frames_->begins(); }
    int width() const override { return frames_->facts().width; }
    int height() const override { return frames_->facts().height; }
    void convert(Image& into) override {
        const ConstImageView canvas = frames_->canvas();
        if (into.shape() != canvas.shape || into.sample() != Sample::u8) {
            into = {};
            into = make_image(canvas.shape, Sample::u8, fmt::format("a frame of {} x {}", width(), height()));
        }
        std::memcpy(into.data<std::uint8_t>(), canvas.data, into.bytes());
    }
    FilmSamples samples() const override {
        FilmSamples samples;
        samples.codec = "webp";
        samples.has_alpha = frames_->facts().has_alpha;
        samples.planes = samples.has_alpha ? "rgba" : "rgb24";
        samples.is_full_range = true;
        samples.matrix = 0;  // RGB
        return samples;
    }
    std::int64_t lasts() const override { return frames_->ends() - frames_->begins(); }
    void convert_codes(Image& into, Sample sample, int channels) override {
        if (sample != Sample::u8 || channels != 4) throw std::logic_error("a WebP has colours of 8 bits");
        convert(into);
    }
    int damaged() const override { return 0; }

  private:
    void open() {
        or_refuse([&] { frames_ = std::make_unique<WebpFrames>(source_.address); });
    }
    template <typename Work>
    void or_refuse(Work work) {
        try {
            work();
        } catch (const DecodeError& error) {
            throw Error(ExitCode::unreadable_input,
                        fmt::format("cannot read '{}': {}", source_.name(), error.what()));
        }
    }

    FilmSource source_;
    std::unique_ptr<WebpFrames> frames_;
    FilmFacts facts_;
};

// A frame is written when the next one says how long it is shown.
class WebpWriter final : public FilmWriter {
  public:
    explicit WebpWriter(const FilmOutput& output)
        : output_(output),
          tick_(output.tick.num ? output.tick.value() : 1 / output.rate.value()),
          file_(open_output(output.name)),
          frames_(file_->stream(), {output.width, output.height, takes().channels}, output.plays) {}
    WebpWriter(const WebpWriter&) = delete;
    WebpWriter& operator=(const WebpWriter&) = delete;
    ~WebpWriter() override {
        try {
            const std::string kept = keep_as_part();
            if (!kept.empty()) std::fprintf(stderr, "sweep: note: %s\n", kept.c_str());
        } catch (const std::exception& error) {
            std::fprintf(stderr, "sweep: %s\n", error.what());
        }
    }

    FrameSamples takes() const override {
        return {Sample::u8, output_.like && output_.like->has_alpha ? 4 : 3, false};
    }
    void add(ConstImageView frame) override { add(frame, next_, 1); }
    void add(ConstImageView frame, std::int64_t number) override { add(frame, number, 1); }
    void add(ConstImageView frame, std::int64_t number, std::int64_t lasts) override {
        if (!file_) return;
        or_discard([&] {
            const std::int64_t time = milliseconds(number);
            if (count_ > 0) put(time - held_at_);
            held_ = Image(frame.shape, frame.sample);
            for (int y = 0; y < frame.shape.height; ++y)
                std::memcpy(held_.view().row<std::uint8_t>(y), frame.row<std::uint8_t>(y),
                            std::size_t(frame.shape.width) * std::size_t(frame.shape.channels));
            held_at_ = time;
            held_lasts_ = lasts > 0 ? milliseconds(number + lasts) - time : held_lasts_;
            next_ = number + 1;
            ++count_;
        });
    }
    void finish() override { end(true); }
    std::string keep_as_part() override { return end(false); }
    void discard() override { file_.reset(); }

    const std::string& encoder() const override { return encoder_; }
    int frames() const override { return count_; }
    std::vector<std::string> notes() const override {
        if (!output_.like || output_.like->depth <= 8) return {};
        return {fmt::format("samples of {} bits become 8 bits in '{}'", output_.like->depth, output_.name)};
    }

  private:
    std::int64_t milliseconds(std::int64_t ticks) const {
        return std::llround(double(ticks) * tick_ * ticks_per_second);
    }
    // Writes the frame that is held.
    void put(std::int64_t lasts) {
        if (lasts > WebpFramesFile::longest)
            throw std::runtime_error(fmt::format("it shows a frame for {} s at most: write .mkv",
                                                 WebpFramesFile::longest / ticks_per_second));
        frames_.add(std::as_const(held_).view(), std::max<std::int64_t>(lasts, 0));
    }
    std::string end(bool is_whole) {
        std::string kept;
        if (!file_) return kept;
        if (count_ == 0) {  // a film without a frame is none
            discard();
            return kept;
        }
        or_discard([&] {
            put(held_lasts_);
            frames_.finish();
            std::string name = output_.name;
            if (is_whole)
                file_->replace_target();
            else
                name = file_->keep_as_part().string();
            kept = fmt::format("'{}' has {} frames", name, count_);
            file_.reset();
        });
        return kept;
    }
    template <typename Work>
    void or_discard(Work work) {
        try {
            work();
        } catch (const Error&) {
            discard();
            throw;
        } catch (const std::runtime_error& error) {
            discard();
            throw Error(ExitCode::unwritable_output,
                        fmt::format("cannot write '{}': {}; what was there before is untouched", output_.name,
                                    error.what()));
        }
    }

    FilmOutput output_;
    double tick_;                       // in seconds
    std::unique_ptr<OutputFile> file_;  // null: it is over
    WebpFramesFile frames_;
    Image held_;
    std::int64_t held_at_ = 0, held_lasts_ = 0, next_ = 0;  // milliseconds, and a number
    int count_ = 0;
    std::string encoder_ = "libwebp";
};

}  // namespace

std::unique_ptr<FilmReader> webp_reader(const FilmSource& source) {
    return std::make_unique<WebpReader>(source);
}

std::unique_ptr<FilmWriter> webp_writer(const FilmOutput& output) {
    for (const auto& [option, is_given] :
         {std::pair{"--codec", !output.codec.empty()}, {"--quality", output.quality.has_value()}})
        if (is_given)
            throw Error(ExitCode::usage,
                        fmt::format("'{}' takes no {}: a WebP is written without loss", output.name, option));
    return std::make_unique<WebpWriter>(output);
}

}  // namespace sweep
