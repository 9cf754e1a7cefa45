// A film, written by libavformat, libavcodec and libswscale.
#include "films/writer.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "files/output_file.h"
#include "films/encoder.h"
#include "films/input.h"

namespace sweep {
namespace {

// The output's contexts, closed without a trailer.
struct CloseOutput {
    void operator()(AVFormatContext* format) const {
        if (format->pb && !(format->oformat->flags & AVFMT_NOFILE)) avio_closep(&format->pb);
        avformat_free_context(format);
    }
};

// Repeats the last column and row where the film is one wider or higher.
void repeat_edges(AVFrame& frame, int width, int height) {
    for (int y = 0; y < height && frame.width > width; ++y) {
        std::uint8_t* last = frame.data[0] + std::ptrdiff_t(y) * frame.linesize[0] + 3 * (width - 1);
        std::copy_n(last, 3, last + 3);
    }
    if (frame.height > height) {
        const std::uint8_t* last = frame.data[0] + std::ptrdiff_t(height - 1) * frame.linesize[0];
        std::copy_n(last, 3 * frame.width, frame.data[0] + std::ptrdiff_t(height) * frame.linesize[0]);
    }
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

}  // namespace

struct FilmWriter::State {
    FilmOutput output;
    std::unique_ptr<Patience> patience;
    std::unique_ptr<AVFormatContext, CloseOutput> format;
    FilmEncoder encoder;
    std::string encoder_name;
    AVStream* stream = nullptr;
    AvFrame rgb, coded;  // a frame, upright and padded; the same as the encoder wants it
    AvPacket packet{av_packet_alloc()};
    AvScaler scaler, fitter;           // RGB to the encoder's planes; a frame of another size into `rgb`
    Shape fitted;                      // of fitter
    std::filesystem::path part;        // the file as it grows; empty: no file
    std::int64_t next = 0, asked = 0;  // the next frame's number, among those that are kept and among all
    bool is_over = false;

    [[noreturn]] void fail(int error) const {
        throw Error(ExitCode::unwritable_output,
                    fmt::format("cannot write '{}': {}", output.name, av_text(error)));
    }
    void require(int result) const {
        if (result < 0) fail(result);
        if (format->pb && format->pb->error < 0) fail(format->pb->error);
    }
    void place(ConstImageView frame);
    void encode(const AVFrame* frame);
    void remove_part() const {
        std::error_code error;
        if (!part.empty()) std::filesystem::remove(part, error);
    }
};

FilmWriter::FilmWriter(const FilmOutput& output, std::function<bool()> stop)
    : state_(std::make_unique<State>()) {
    av_log_set_level(AV_LOG_QUIET);
    State& s = *state_;
    s.output = output;
    if (!output.is_stream) require_film_output(output.name);
    s.patience = std::make_unique<Patience>(std::move(stop));
    // A reader of the pipe, or a server, that goes away is an error of writing, and not the end of the program.
    if (output.is_stream || output.name == "-") std::signal(SIGPIPE, SIG_IGN);
    const std::string container = container_of(output);
    AVFormatContext* format = nullptr;
    const int made = avformat_alloc_output_context2(&format, nullptr, container.c_str(), output.name.c_str());
    if (made < 0) s.fail(made);
    s.format.reset(format);
    format->interrupt_callback = {Patience::ask, s.patience.get()};
    s.encoder = open_encoder(output, format->oformat->flags & AVFMT_GLOBALHEADER);
    AVCodecContext& encoder = *s.encoder.context;
    s.encoder_name = encoder.codec->name;
    s.stream = avformat_new_stream(format, nullptr);
    if (!s.stream || !s.packet) throw std::bad_alloc();
    s.require(avcodec_parameters_from_context(s.stream->codecpar, &encoder));
    s.stream->time_base = encoder.time_base;
    s.stream->avg_frame_rate = s.stream->r_frame_rate = encoder.framerate;

    s.rgb = make_frame(encoder.width, encoder.height, AV_PIX_FMT_RGB24);
    s.coded = make_frame(encoder.width, encoder.height, encoder.pix_fmt);
    s.scaler.reset(sws_getContext(
        encoder.width, encoder.height, AV_PIX_FMT_RGB24, encoder.width, encoder.height, encoder.pix_fmt,
        SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP, nullptr, nullptr, nullptr));
    if (!s.scaler) s.fail(AVERROR(ENOMEM));
    constexpr int one = 1 << 16;
    if (encoder.pix_fmt != AV_PIX_FMT_RGB8)
        sws_setColorspaceDetails(s.scaler.get(), sws_getCoefficients(SWS_CS_DEFAULT), 1,
                                 sws_getCoefficients(SWS_CS_ITU709), 0, 0, one, one);

    // The library closes what it writes to: a copy, so that standard output itself stays open.
    std::string address = output.name == "-" ? fmt::format("pipe:{}", dup(STDOUT_FILENO)) : output.name;
    if (!output.is_stream && output.name != "-") {
        const std::filesystem::path whole = output.name;
        s.part = whole.parent_path() / fmt::format(".{}.{}.part", whole.filename().string(), getpid());
        address = "file:" + s.part.string();
    }
    try {
        s.patience->begin();
        if (!(format->oformat->flags & AVFMT_NOFILE))
            s.require(avio_open2(&format->pb, address.c_str(), AVIO_FLAG_WRITE, &format->interrupt_callback,
                                 nullptr));
        s.require(avformat_write_header(format, nullptr));
    } catch (...) {
        s.is_over = true;
        s.format.reset();
        s.remove_part();
        throw;
    }
}

FilmWriter::~FilmWriter() {
    if (!state_) return;
    try {
        finish();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "sweep: %s\n", error.what());
    }
}

const std::string& FilmWriter::encoder() const {
    return state_->encoder_name;
}

// Puts a frame into `rgb`.
void FilmWriter::State::place(ConstImageView frame) {
    const int width = frame.shape.width, height = frame.shape.height;
    if (width == output.width && height == output.height) {
        for (int y = 0; y < height; ++y)
            std::copy_n(frame.row<std::uint8_t>(y), 3 * width,
                        rgb->data[0] + std::ptrdiff_t(y) * rgb->linesize[0]);
        return repeat_edges(*rgb, width, height);
    }
    // The largest size of the same proportions that fits, in the middle.
    const double scale = std::min(double(rgb->width) / width, double(rgb->height) / height);
    const int to_width = std::clamp(int(std::lround(width * scale)), 1, rgb->width),
              to_height = std::clamp(int(std::lround(height * scale)), 1, rgb->height);
    if (!fitter || fitted != frame.shape) {
        fitter.reset(sws_getContext(width, height, AV_PIX_FMT_RGB24, to_width, to_height, AV_PIX_FMT_RGB24,
                                    SWS_BICUBIC, nullptr, nullptr, nullptr));
        if (!fitter) fail(AVERROR(ENOMEM));
        fitted = frame.shape;
    }
    for (int y = 0; y < rgb->height; ++y)
        std::fill_n(rgb->data[0] + std::ptrdiff_t(y) * rgb->linesize[0], 3 * rgb->width, 0);
    const std::uint8_t* from[] = {frame.row<std::uint8_t>(0), nullptr, nullptr, nullptr};
    const int from_stride[] = {int(frame.stride), 0, 0, 0}, to_stride[] = {rgb->linesize[0], 0, 0, 0};
    std::uint8_t* to[] = {rgb->data[0] + std::ptrdiff_t((rgb->height - to_height) / 2) * rgb->linesize[0] +
                              3 * ((rgb->width - to_width) / 2),
                          nullptr, nullptr, nullptr};
    sws_scale(fitter.get(), from, from_stride, 0, height, to, to_stride);
}

// Gives the encoder a frame, null for the end, and the container what comes out.
void FilmWriter::State::encode(const AVFrame* frame) {
    AVCodecContext* context = encoder.context.get();
    require(avcodec_send_frame(context, frame));
    for (;;) {
        const int got = avcodec_receive_packet(context, packet.get());
        if (got == AVERROR(EAGAIN) || got == AVERROR_EOF) return;
        require(got);
        av_packet_rescale_ts(packet.get(), context->time_base, stream->time_base);
        if (packet->duration == 0) packet->duration = av_rescale_q(1, context->time_base, stream->time_base);
        packet->stream_index = stream->index;
        patience->begin();
        require(av_interleaved_write_frame(format.get(), packet.get()));
    }
}

void FilmWriter::add(ConstImageView frame) {
    State& s = *state_;
    if (s.asked++ % s.encoder.every != 0) return;
    add(frame, s.next);
}

void FilmWriter::add(ConstImageView frame, std::int64_t number) {
    State& s = *state_;
    if (s.is_over || number < s.next) return;
    try {
        s.place(frame);
        s.require(av_frame_make_writable(s.coded.get()));
        sws_scale(s.scaler.get(), s.rgb->data, s.rgb->linesize, 0, s.rgb->height, s.coded->data,
                  s.coded->linesize);
        s.coded->pts = number;
        s.next = number + 1;
        s.encode(s.coded.get());
    } catch (...) {
        discard();
        throw;
    }
}

void FilmWriter::finish() {
    State& s = *state_;
    if (std::exchange(s.is_over, true)) return;
    if (s.next == 0) {  // a film without a frame is none
        s.format.reset();
        return s.remove_part();
    }
    try {
        s.encode(nullptr);
        s.patience->begin();
        s.require(av_write_trailer(s.format.get()));
        if (s.format->pb && !(s.format->oformat->flags & AVFMT_NOFILE)) {
            avio_flush(s.format->pb);
            s.require(s.format->pb->error);
            s.require(avio_closep(&s.format->pb));
        }
        s.format.reset();
        if (s.part.empty()) return;
        std::error_code error;
        std::filesystem::rename(s.part, s.output.name, error);
        if (error)
            throw Error(ExitCode::unwritable_output,
                        fmt::format("cannot write '{}': {}", s.output.name, error.message()));
    } catch (...) {
        s.format.reset();
        s.remove_part();
        throw;
    }
}

void FilmWriter::discard() {
    State& s = *state_;
    s.is_over = true;
    s.format.reset();
    s.remove_part();
}

}  // namespace sweep
