// A film, written by libavformat, libavcodec and libswscale.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.h"
#include "films/beside/spatial.h"
#include "films/libav/copied_streams.h"
#include "films/libav/encoder.h"
#include "films/libav/film_file.h"
#include "films/libav/input.h"
#include "films/module.h"
#include "films/samples/conversion.h"
#include "platform/signals.h"
#include "platform/standard_streams.h"

namespace sweep {
namespace {

// Whether libavformat opened what it writes to, and closes it. A file is ours,
// and some streams have sockets of their own.
bool is_opened_by_format(const AVFormatContext& format) {
    return format.pb && !(format.oformat->flags & AVFMT_NOFILE) && !(format.flags & AVFMT_FLAG_CUSTOM_IO);
}

// The output's contexts, closed without a trailer.
struct CloseOutput {
    void operator()(AVFormatContext* format) const {
        if (is_opened_by_format(*format)) avio_closep(&format->pb);
        avformat_free_context(format);
    }
};

// Repeats the last column and row where the film is one wider or higher.
void repeat_edges(AVFrame& frame, int width, int height, int pixel_bytes) {
    for (int y = 0; y < height && frame.width > width; ++y) {
        std::uint8_t* last =
            frame.data[0] + std::ptrdiff_t(y) * frame.linesize[0] + pixel_bytes * (width - 1);
        for (int x = width; x < frame.width; ++x)
            std::copy_n(last, pixel_bytes, last + pixel_bytes * (x - width + 1));
    }
    const std::uint8_t* last = frame.data[0] + std::ptrdiff_t(height - 1) * frame.linesize[0];
    for (int y = height; y < frame.height; ++y)
        std::copy_n(last, pixel_bytes * frame.width, frame.data[0] + std::ptrdiff_t(y) * frame.linesize[0]);
}

AVPixelFormat packed_format(const FrameSamples& frames) {
    const bool is_deep = frames.sample == Sample::u16;
    if (frames.channels == 1) return is_deep ? AV_PIX_FMT_GRAY16 : AV_PIX_FMT_GRAY8;
    if (frames.channels == 4) return is_deep ? AV_PIX_FMT_RGBA64 : AV_PIX_FMT_RGBA;
    return is_deep ? AV_PIX_FMT_RGB48 : AV_PIX_FMT_RGB24;
}

AvFrame make_frame(int width, int height, AVPixelFormat format) {
    AvFrame frame(av_frame_alloc());
    if (!frame) throw std::bad_alloc();
    frame->width = width;
    frame->height = height;
    frame->format = format;
    if (av_frame_get_buffer(frame.get(), 0) < 0) throw std::bad_alloc();
    return frame;
}

class LibavWriter final : public FilmWriter {
  public:
    LibavWriter(const FilmOutput& output, OpenOutput open, std::function<bool()> stop);
    ~LibavWriter() override;
    LibavWriter(const LibavWriter&) = delete;
    LibavWriter& operator=(const LibavWriter&) = delete;

    FrameSamples takes() const override { return encoder_.frames; }
    void add(ConstImageView frame) override;
    void add(ConstImageView frame, std::int64_t number) override { add(frame, number, 0); }
    void add(ConstImageView frame, std::int64_t number, std::int64_t lasts) override;
    void finish() override;
    std::string keep_as_part() override;
    void discard() override;
    const std::string& encoder() const override { return encoder_name_; }
    int frames() const override { return frames_; }
    std::vector<std::string> notes() const override;

  private:
    [[noreturn]] void fail(int error) const {
        throw Error(ExitCode::unwritable_output,
                    fmt::format("cannot write '{}': {}{}", output_.name, av_text(error),
                                file_ ? "; what was there before is untouched" : ""));
    }
    void require(int result) const {
        if (result < 0) fail(result);
        if (format_->pb && format_->pb->error < 0) fail(format_->pb->error);
    }
    void open(OpenOutput open_file);
    void place(ConstImageView frame);
    AVRational given_tick() const { return {output_.tick.num, output_.tick.den}; }
    std::int64_t time_of(std::int64_t number);
    void encode(const AVFrame* frame);
    std::string complete(bool is_whole);
    std::string end(bool is_whole);
    std::string or_discard(const std::function<std::string()>& work);

    FilmOutput output_;
    std::unique_ptr<Patience> patience_;
    std::unique_ptr<FilmFile> file_;  // none: a stream, or standard output; must outlive the next
    std::unique_ptr<AVFormatContext, CloseOutput> format_;
    FilmEncoder encoder_;
    std::string encoder_name_;
    AVStream* stream_ = nullptr;
    std::unique_ptr<CopiedStreams> copied_;  // null: none
    AvFrame packed_, coded_;                 // a frame, upright and padded; the same as the encoder wants it
    int pixel_bytes_ = 0;                    // of packed_
    AvPacket packet_{av_packet_alloc()};
    AvScaler scaler_, fitter_;           // to the encoder's planes; a frame of another size into `packed_`
    Shape fitted_;                       // of fitter_
    std::int64_t next_ = 0, asked_ = 0;  // the next frame's number, among those that are kept and among all
    // Of a film with a tick, as the encoder counts time:
    AVRational tick_{1, 1};
    std::int64_t lead_ = 0;         // the first frame's
    std::int64_t last_number_ = 0;  // of the frame that came last, as it was given
    std::int64_t lasts_ = 1;        // the last frame, as far as only those before it tell
    // How long the frames last that the encoder still holds, by their times, where that is known.
    std::map<std::int64_t, std::int64_t> known_to_last_;
    std::int64_t known_of_last_ = 0;  // of the frame that came last; 0: not known
    int moved_ = 0;                   // frames whose time was taken, or had passed
    double largest_error_ = 0;        // of the other frames' times, in seconds
    int frames_ = 0;                  // that the container has
    bool is_over_ = false;
};

LibavWriter::LibavWriter(const FilmOutput& output, OpenOutput open_file, std::function<bool()> stop)
    : output_(output), patience_(std::make_unique<Patience>(stop)) {
    av_log_set_level(AV_LOG_QUIET);
    // A reader of the pipe, or a server, that goes away is an error of writing, and not the end of the program.
    if (output.is_stream || output.name == "-") platform::ignore_broken_pipes();
    const std::string container = container_of(output);
    AVFormatContext* format = nullptr;
    const int made = avformat_alloc_output_context2(&format, nullptr, container.c_str(), output.name.c_str());
    if (made < 0) fail(made);
    format_.reset(format);
    format->interrupt_callback = {Patience::ask, patience_.get()};
    encoder_ = open_encoder(output, *format->oformat);
    AVCodecContext& encoder = *encoder_.context;
    encoder_name_ = encoder.codec->name;
    stream_ = avformat_new_stream(format, nullptr);
    if (!stream_ || !packet_) throw std::bad_alloc();
    require(avcodec_parameters_from_context(stream_->codecpar, &encoder));
    stream_->time_base = encoder.time_base;
    if (output.like && output.like->is_hdr && encoder_.frames.are_codes) {
        set_side_data(*stream_, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, output.like->mastering);
        set_side_data(*stream_, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, output.like->light);
    }
    if (output.is_even) stream_->avg_frame_rate = stream_->r_frame_rate = encoder.framerate;
    tick_ = encoder.time_base;
    if (!output.sound_of.empty()) {
        copied_ = std::make_unique<CopiedStreams>(output.sound_of, output.sound_begins, output.strip, *format,
                                                  std::move(stop));
        lead_ = std::llround(copied_->lead() / av_q2d(tick_));
    }
    if (output.tick.num)
        lasts_ = std::max<std::int64_t>(1, std::llround(1 / (output.rate.value() * av_q2d(tick_))));

    const AVPixelFormat packed = packed_format(encoder_.frames);
    pixel_bytes_ = int(size_of(encoder_.frames.sample)) * encoder_.frames.channels;
    packed_ = make_frame(encoder.width, encoder.height, packed);
    coded_ = make_frame(encoder.width, encoder.height, encoder.pix_fmt);
    coded_->colorspace = encoder.colorspace;
    coded_->color_range = encoder.color_range;
    coded_->color_primaries = encoder.color_primaries;
    coded_->color_trc = encoder.color_trc;
    coded_->chroma_location = encoder.chroma_sample_location;
    if (output.like)
        for (std::string& loss : state_spatial(*output.like, *format, *stream_, *coded_, encoder_name_))
            encoder_.losses.push_back(std::move(loss));
    scaler_.reset(sws_getContext(encoder.width, encoder.height, packed, encoder.width, encoder.height,
                                 encoder.pix_fmt, SWS_AREA | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP, nullptr,
                                 nullptr, nullptr));
    if (!scaler_) fail(AVERROR(ENOMEM));
    constexpr int one = 1 << 16;
    const int matrix = scaler_matrix(encoder.colorspace);
    // Grey has no matrix, and with two of them libswscale goes by RGB, and forgets the range.
    if (encoder.pix_fmt != AV_PIX_FMT_RGB8)
        sws_setColorspaceDetails(
            scaler_.get(), sws_getCoefficients(encoder_.frames.channels == 1 ? matrix : SWS_CS_DEFAULT), 1,
            sws_getCoefficients(matrix), encoder.color_range == AVCOL_RANGE_JPEG, 0, one, one);
    open(open_file);
}

void LibavWriter::open(OpenOutput open_file) {
    AVFormatContext* format = format_.get();
    patience_->begin();
    if (!output_.is_stream && output_.name != "-") {
        file_ = std::make_unique<FilmFile>(output_.name, open_file);
        format->pb = file_->context();
        format->flags |= AVFMT_FLAG_CUSTOM_IO;
    } else if (!(format->oformat->flags & AVFMT_NOFILE)) {
        // The library closes what it writes to: a copy, so that standard output itself stays open.
        const std::string address =
            output_.name == "-" ? fmt::format("pipe:{}", platform::duplicate_output()) : output_.name;
        require(
            avio_open2(&format->pb, address.c_str(), AVIO_FLAG_WRITE, &format->interrupt_callback, nullptr));
    }
    // Matroska keeps a cluster in memory until it is whole, usually of up to 5 MB, and then wants room for all of it.
    constexpr std::int64_t usual_cluster = 5'000'000;
    if (file_)
        av_opt_set_int(format, "cluster_size_limit", std::min(usual_cluster, file_->most_at_once()),
                       AV_OPT_SEARCH_CHILDREN);
    // A GIF counts how often it is shown again, and -1 is not at all; a PNG how often it is shown, and 0 is without
    // end. Others know neither option.
    if (output_.plays > 0)
        av_opt_set_int(format, "loop", output_.plays == 1 ? -1 : output_.plays - 1, AV_OPT_SEARCH_CHILDREN);
    av_opt_set_int(format, "plays", output_.plays, AV_OPT_SEARCH_CHILDREN);
    require(avformat_write_header(format, nullptr));
}

LibavWriter::~LibavWriter() {
    try {
        const bool is_file = file_ != nullptr;
        const std::string kept = complete(!is_file);
        if (is_file && !kept.empty()) std::fprintf(stderr, "sweep: note: %s\n", kept.c_str());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "sweep: %s\n", error.what());
    }
}

// Puts a frame into `packed_`.
void LibavWriter::place(ConstImageView frame) {
    const int width = frame.shape.width, height = frame.shape.height;
    if (width == output_.width && height == output_.height) {
        for (int y = 0; y < height; ++y)
            std::copy_n(static_cast<const std::uint8_t*>(frame.data) + std::ptrdiff_t(y) * frame.stride,
                        std::ptrdiff_t(pixel_bytes_) * width,
                        packed_->data[0] + std::ptrdiff_t(y) * packed_->linesize[0]);
        return repeat_edges(*packed_, width, height, pixel_bytes_);
    }
    // The largest size of the same proportions that fits, in the middle.
    const double scale = std::min(double(packed_->width) / width, double(packed_->height) / height);
    const int to_width = std::clamp(int(std::lround(width * scale)), 1, packed_->width),
              to_height = std::clamp(int(std::lround(height * scale)), 1, packed_->height);
    if (!fitter_ || fitted_ != frame.shape) {
        const AVPixelFormat packed = packed_format(encoder_.frames);
        fitter_.reset(sws_getContext(width, height, packed, to_width, to_height, packed, SWS_BICUBIC, nullptr,
                                     nullptr, nullptr));
        if (!fitter_) fail(AVERROR(ENOMEM));
        fitted_ = frame.shape;
    }
    for (int y = 0; y < packed_->height; ++y)
        std::fill_n(packed_->data[0] + std::ptrdiff_t(y) * packed_->linesize[0],
                    pixel_bytes_ * packed_->width, 0);
    const std::uint8_t* from[] = {static_cast<const std::uint8_t*>(frame.data), nullptr, nullptr, nullptr};
    const int from_stride[] = {int(frame.stride), 0, 0, 0}, to_stride[] = {packed_->linesize[0], 0, 0, 0};
    std::uint8_t* to[] = {packed_->data[0] +
                              std::ptrdiff_t((packed_->height - to_height) / 2) * packed_->linesize[0] +
                              pixel_bytes_ * ((packed_->width - to_width) / 2),
                          nullptr, nullptr, nullptr};
    sws_scale(fitter_.get(), from, from_stride, 0, height, to, to_stride);
}

// Gives the encoder a frame, null for the end, and the container what comes out.
void LibavWriter::encode(const AVFrame* frame) {
    AVCodecContext* context = encoder_.context.get();
    require(avcodec_send_frame(context, frame));
    for (;;) {
        const int got = avcodec_receive_packet(context, packet_.get());
        if (got == AVERROR(EAGAIN) || got == AVERROR_EOF) return;
        require(got);
        std::int64_t lasts = lasts_;
        if (const auto known = known_to_last_.extract(packet_->pts)) {
            lasts = known.mapped();
            packet_->duration = 0;
        }
        av_packet_rescale_ts(packet_.get(), tick_, stream_->time_base);
        if (packet_->duration == 0) packet_->duration = av_rescale_q(lasts, tick_, stream_->time_base);
        packet_->stream_index = stream_->index;
        patience_->begin();
        require(av_interleaved_write_frame(format_.get(), packet_.get()));
        ++frames_;
    }
}

void LibavWriter::add(ConstImageView frame) {
    if (asked_++ % encoder_.every != 0) return;
    add(frame, next_);
}

// The time of a frame of a film with a tick, as the encoder counts it.
std::int64_t LibavWriter::time_of(std::int64_t number) {
    const AVRational given = given_tick();
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 2;
    std::int64_t time = lead_ + std::min(av_rescale_q(number, given, tick_), most);
    const std::int64_t own_gap = av_rescale_q(number - std::exchange(last_number_, number), given, tick_);
    const std::int64_t gap = encoder_.shortest_gap, last = next_ - gap;
    const auto seconds = [&](std::int64_t ticks) { return double(ticks) * av_q2d(tick_); };
    if (next_ > 0 && own_gap > 0 && own_gap < gap)
        throw Error(
            ExitCode::unwritable_output,
            fmt::format("cannot write '{}': it shows a frame for {:g} s at least, and one of the film "
                        "lasts {:g} s: write .mp4",
                        output_.name, seconds(gap), seconds(own_gap)));
    if (next_ > 0 && time <= last) {
        time = next_;
        ++moved_;
    } else {
        time = std::max(time, next_);
        const double error = seconds(time - lead_) - double(number) * av_q2d(given);
        largest_error_ = std::max(largest_error_, std::abs(error));
    }
    if (next_ == 0) return time;
    lasts_ = time - last;
    if (lasts_ > encoder_.longest_gap)
        throw Error(
            ExitCode::unwritable_output,
            fmt::format("cannot write '{}': it shows a frame for {:.0f} s at most, and one of the film "
                        "lasts {:.0f} s: write .mkv",
                        output_.name, seconds(encoder_.longest_gap), seconds(lasts_)));
    return time;
}

std::vector<std::string> LibavWriter::notes() const {
    std::vector<std::string> notes;
    for (const std::string& loss : encoder_.losses)
        notes.push_back(fmt::format("{} in '{}'", loss, output_.name));
    if (moved_ > 0)
        notes.push_back(
            fmt::format("{} frames came no later than the one before: each is {}/{} s after it in '{}'",
                        moved_, encoder_.shortest_gap * tick_.num, tick_.den, output_.name));
    if (copied_)
        for (const std::string& loss : copied_->losses())
            notes.push_back(fmt::format("{} in '{}'", loss, output_.name));
    // Less of a frame is what every container rounds.
    constexpr double visible = 0.1;
    if (largest_error_ * output_.rate.value() > visible)
        notes.push_back(fmt::format("the times of the frames are rounded to {}/{} s, in which '{}' counts",
                                    tick_.num, tick_.den, output_.name));
    return notes;
}

void LibavWriter::add(ConstImageView frame, std::int64_t number, std::int64_t lasts) {
    if (is_over_ || (!output_.tick.num && number < next_)) return;
    const std::string kept = or_discard([&]() -> std::string {
        place(frame);
        require(av_frame_make_writable(coded_.get()));
        sws_scale(scaler_.get(), packed_->data, packed_->linesize, 0, packed_->height, coded_->data,
                  coded_->linesize);
        put_alpha(*packed_, *coded_);
        coded_->pts = output_.tick.num ? time_of(number) : number;
        next_ = coded_->pts + (output_.tick.num ? encoder_.shortest_gap : 1);
        known_of_last_ = lasts > 0 ? std::max<std::int64_t>(1, av_rescale_q(lasts, given_tick(), tick_)) : 0;
        if (known_of_last_ > 0) known_to_last_[coded_->pts] = known_of_last_;
        if (copied_) require(copied_->write_until(double(coded_->pts) * av_q2d(tick_)));
        encode(coded_.get());
        const char* why_full = file_ ? file_->why_full() : nullptr;
        if (!why_full || frames_ == 0) return {};
        // The frames that the encoder still holds are left out: the room that is left may be too small for them.
        is_over_ = true;
        return fmt::format("cannot write '{}': {}; {}", output_.name, why_full, end(false));
    });
    if (!kept.empty()) throw Error(ExitCode::unwritable_output, kept);
}

void LibavWriter::finish() {
    complete(true);
}

std::string LibavWriter::keep_as_part() {
    return complete(false);
}

std::string LibavWriter::complete(bool is_whole) {
    if (std::exchange(is_over_, true)) return {};
    return or_discard([&]() -> std::string {
        if (next_ == 0) {  // a film without a frame is none
            discard();
            return {};
        }
        encode(nullptr);
        if (copied_ && is_whole) require(copied_->write_until(std::numeric_limits<double>::infinity()));
        return end(is_whole);
    });
}

// Writes what the container has behind its frames, and gives the film its name, or that of a part. Returns what there
// is then.
std::string LibavWriter::end(bool is_whole) {
    patience_->begin();
    // The containers of animations take this from nowhere else, in ticks or, of a PNG, in seconds; others do not know
    // the option.
    if (known_of_last_ > 0) {
        const auto lasts = std::clamp(known_of_last_, encoder_.shortest_gap, encoder_.longest_gap);
        if (encoder_.context->codec_id == AV_CODEC_ID_APNG)
            av_opt_set_q(format_.get(), "final_delay", av_mul_q({int(lasts), 1}, tick_),
                         AV_OPT_SEARCH_CHILDREN);
        else
            av_opt_set_int(format_.get(), "final_delay", lasts, AV_OPT_SEARCH_CHILDREN);
    }
    require(av_write_trailer(format_.get()));
    if (is_opened_by_format(*format_)) {
        avio_flush(format_->pb);
        require(format_->pb->error);
        require(avio_closep(&format_->pb));
    }
    format_.reset();
    std::string name = output_.name;
    if (file_ && is_whole)
        file_->flushed().replace_target();
    else if (file_)
        name = file_->flushed().keep_as_part().string();
    file_.reset();
    return fmt::format("'{}' has {} frames", name, frames_);
}

void LibavWriter::discard() {
    is_over_ = true;
    format_.reset();
    file_.reset();
}

// There is no film where the work throws.
std::string LibavWriter::or_discard(const std::function<std::string()>& work) {
    try {
        return work();
    } catch (...) {
        discard();
        throw;
    }
}

}  // namespace

std::unique_ptr<FilmWriter> libav_writer(const FilmOutput& output, OpenOutput open,
                                         std::function<bool()> stop) {
    return std::make_unique<LibavWriter>(output, open, std::move(stop));
}

}  // namespace sweep
