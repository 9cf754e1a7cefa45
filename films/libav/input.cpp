#include "films/libav/input.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.h"
#include "platform/standard_streams.h"

namespace sweep {
namespace {

// Containers that hold their frames themselves. Playlists, which name other files and hosts, are not among them.
constexpr const char* file_formats =
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,ogg,flv,asf,mxf,yuv4mpegpipe,nut,ivf,"
    "h264,hevc,dv,"
    "m4v,obu,av1,vc1,mjpeg,gif,apng";
constexpr const char* stream_protocols =
    "rtsp,rtmp,rtmps,rtmpt,rtp,srtp,udp,tcp,tls,srt,http,https,crypto,httpproxy";

int read_pipe(void* opaque, std::uint8_t* to, int size) {
    const auto* patience = static_cast<const Patience*>(opaque);
    for (;;) {
        if (patience->is_stopped()) return AVERROR_EXIT;
        constexpr int wait_ms = 50;
        if (!platform::input_arrives(wait_ms)) continue;
        const std::ptrdiff_t bytes = platform::read_input(to, std::size_t(size));
        if (bytes > 0) return int(bytes);
        if (bytes == 0) return AVERROR_EOF;
        if (errno != EINTR && errno != EAGAIN) return AVERROR(errno);
    }
}

[[noreturn]] void refuse(const FilmSource& source, const std::string& why) {
    throw Error(ExitCode::unreadable_input, fmt::format("cannot open '{}': {}", source.name(), why));
}

std::string advice(const FilmSource& source, int error) {
    switch (source.kind) {
        case FilmKind::camera:
            return av_text(error) + ": is it plugged in, and does no other program use it?";
        case FilmKind::pipe:
            return error == AVERROR_EOF ? "nothing comes in"
                                        : av_text(error) + ": send a film, Y4M for example";
        case FilmKind::stream:
            return error == AVERROR_EXIT ? "nothing came for 10 s" : av_text(error);
        case FilmKind::file:
            break;
    }
    return error == AVERROR_INVALIDDATA ? "it is no film that can be read here, or is cut short"
                                        : av_text(error);
}

const AVInputFormat* camera_format() {
    avdevice_register_all();
    for (const char* name : {"v4l2", "avfoundation", "dshow"})
        if (const AVInputFormat* format = av_find_input_format(name)) return format;
    return nullptr;
}

bool is_number(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// Frames a second, by how long the first ones last; 0: the file does not say.
AVRational rate_of_frames(const FilmSource& source, int index, std::function<bool()> stop) {
    const FilmInput input = open_film_input(source, std::move(stop));
    AVFormatContext* format = input.format.get();
    const AvPacket packet(av_packet_alloc());
    if (!packet) throw std::bad_alloc();
    std::int64_t ticks = 0;
    constexpr int enough = 100;
    int frames = 0;
    while (frames < enough && av_read_frame(format, packet.get()) >= 0) {
        if (packet->stream_index == index && packet->duration > 0) {
            ++frames;
            ticks += packet->duration;
        }
        av_packet_unref(packet.get());
    }
    AVRational rate{0, 1};
    const AVRational tick = format->streams[index]->time_base;
    if (ticks > 0)
        av_reduce(&rate.num, &rate.den, std::int64_t(frames) * tick.den, ticks * tick.num,
                  std::numeric_limits<int>::max());
    return rate;
}

bool is_interlaced(AVFieldOrder order) {
    return order != AV_FIELD_UNKNOWN && order != AV_FIELD_PROGRESSIVE;
}

}  // namespace

PipeBytes::PipeBytes(const Patience& patience) {
    constexpr int size = 1 << 16;
    auto* buffer = static_cast<std::uint8_t*>(av_malloc(size));
    if (buffer)
        context_ = avio_alloc_context(buffer, size, 0, const_cast<Patience*>(&patience), read_pipe, nullptr,
                                      nullptr);
    if (context_) return;
    av_free(buffer);
    throw std::bad_alloc();
}

PipeBytes::~PipeBytes() {
    if (!context_) return;
    av_freep(&context_->buffer);  // the library may have replaced it
    avio_context_free(&context_);
}

FilmInput open_film_input(const FilmSource& source, std::function<bool()> stop) {
    FilmInput input;
    input.patience = std::make_unique<Patience>(std::move(stop));
    AVFormatContext* format = avformat_alloc_context();
    if (!format) throw std::bad_alloc();
    format->interrupt_callback = {Patience::ask, input.patience.get()};

    AvOptions options;
    std::string address = source.address;
    // With C linkage the parameter is a pointer to const since FFmpeg 5, and to non-const before.
    const AVInputFormat* kind = nullptr;
    switch (source.kind) {
        case FilmKind::file:
            set_option(options, "format_whitelist", file_formats);
            set_option(options, "protocol_whitelist", "file");
            address = "file:" + address;
            break;
        case FilmKind::pipe:
            if (platform::is_terminal(stdin)) {
                avformat_free_context(format);
                refuse(source,
                       "it is the terminal: send a film, as in `ffmpeg .. -f yuv4mpegpipe - | sweep -`");
            }
            set_option(options, "format_whitelist", file_formats);
            set_option(options, "protocol_whitelist", "");
            input.pipe = std::make_unique<PipeBytes>(*input.patience);
            format->pb = input.pipe->context();
            address.clear();
            break;
        case FilmKind::stream:
            set_option(options, "protocol_whitelist", stream_protocols);
            if (source.is_live()) {
                set_option(options, "fflags", "nobuffer");
                set_option(options, "analyzeduration", "1000000");
            }
            break;
        case FilmKind::camera:
            kind = camera_format();
            if (!kind) {
                avformat_free_context(format);
                refuse(source, "the libraries of this build have no cameras");
            }
            if (is_number(address)) address = "/dev/video" + address;
            break;
    }
    AVDictionary* raw = options.release();
    // Frees the context where it fails.
    const int opened = avformat_open_input(&format, address.c_str(), kind, &raw);
    options.reset(raw);
    input.format.reset(format);
    if (input.patience->is_stopped()) throw Error(ExitCode::failed, "stopped");
    if (opened < 0) refuse(source, advice(source, opened));
    input.patience->begin();
    const int known = avformat_find_stream_info(format, nullptr);
    if (input.patience->is_stopped()) throw Error(ExitCode::failed, "stopped");
    if (known < 0) refuse(source, advice(source, known));
    return input;
}

int picture_of(AVFormatContext& format) {
    const auto moves = [&](int i) { return !(format.streams[i]->disposition & AV_DISPOSITION_ATTACHED_PIC); };
    const int best = av_find_best_stream(&format, AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
    if (best < 0) return -1;
    // Of several of one size the first is the picture: behind that of an AVIF comes its alpha.
    const AVCodecParameters& as_best = *format.streams[best]->codecpar;
    for (int i = 0; i < int(format.nb_streams); ++i) {
        const AVCodecParameters& one = *format.streams[i]->codecpar;
        if (one.codec_type == AVMEDIA_TYPE_VIDEO && moves(i) &&
            (!moves(best) || (one.width == as_best.width && one.height == as_best.height)))
            return i;
    }
    return -1;
}

// Of two frames libavformat knows no mean, and takes the rate of the clock for what the file says.
AVRational rate_of(const AVStream& stream, const FilmSource& source, std::function<bool()> stop) {
    if (stream.avg_frame_rate.num > 0) return stream.avg_frame_rate;
    const AVRational rate = source.kind == FilmKind::file
                                ? rate_of_frames(source, stream.index, std::move(stop))
                                : AVRational{0, 1};
    return rate.num > 0 ? rate : stream.r_frame_rate;
}

std::vector<std::string> losses_of(const AVStream& picture) {
    std::vector<std::string> losses;
    if (is_interlaced(picture.codecpar->field_order))
        losses.push_back("interlaced frames are filtered whole, and are not marked so");
    return losses;
}

void add_loss(std::vector<std::string>& losses, const char* line) {
    if (std::find(losses.begin(), losses.end(), line) == losses.end()) losses.emplace_back(line);
}

void add_losses_of(const AVFrame& frame, std::vector<std::string>& losses) {
    static constexpr std::pair<AVFrameSideDataType, const char*> lost[] = {
        {AV_FRAME_DATA_A53_CC, "captions within the pictures are dropped"},
        {AV_FRAME_DATA_DYNAMIC_HDR_PLUS, "what HDR10+ says of each frame is dropped"},
        {AV_FRAME_DATA_DOVI_METADATA, "what Dolby Vision says of each frame is dropped"}};
    for (const auto& [type, line] : lost)
        if (av_frame_get_side_data(&frame, type)) add_loss(losses, line);
}

}  // namespace sweep
