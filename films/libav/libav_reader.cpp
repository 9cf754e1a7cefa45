// A film, read by libavformat, libavcodec and libswscale.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "films/beside/joined_times.h"
#include "films/libav/input.h"
#include "films/module.h"
#include "films/samples/conversion.h"
#include "films/samples/samples_of.h"
#include "films/samples/stream_data.h"

namespace sweep {
namespace {

constexpr AVHWDeviceType gpu_types[] = {AV_HWDEVICE_TYPE_CUDA, AV_HWDEVICE_TYPE_VAAPI};

// The device of this type, made at the first call; null where there is none.
AVBufferRef* gpu_of(AVHWDeviceType type) {
    static std::array<std::pair<bool, AvBuffer>, std::size(gpu_types)> devices;
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    auto& [tried, device] =
        devices[std::size_t(std::find(std::begin(gpu_types), std::end(gpu_types), type) - gpu_types)];
    if (!std::exchange(tried, true)) {
        av_log_set_level(AV_LOG_QUIET);  // that there is none is no error
        AVBufferRef* made = nullptr;
        if (av_hwdevice_ctx_create(&made, type, nullptr, nullptr, 0) >= 0) device.reset(made);
    }
    return device.get();
}

const char* name_of(AVHWDeviceType type) {
    return type == AV_HWDEVICE_TYPE_CUDA ? "CUDA" : "VAAPI";
}

// The kind of frames that this codec decodes to on such a device; AV_PIX_FMT_NONE: it does not.
AVPixelFormat format_on(const AVCodec& codec, AVHWDeviceType type) {
    for (int i = 0;; ++i) {
        const AVCodecHWConfig* way = avcodec_get_hw_config(&codec, i);
        if (!way) return AV_PIX_FMT_NONE;
        if (way->device_type == type && (way->methods & AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX))
            return way->pix_fmt;
    }
}

// Takes the frames of the GPU where they are offered. Where it cannot decode this film,
// the library asks again without them.
AVPixelFormat choose_format(AVCodecContext* context, const AVPixelFormat* offered) {
    const auto wanted = AVPixelFormat(reinterpret_cast<std::intptr_t>(context->opaque));
    for (const AVPixelFormat* format = offered; *format != AV_PIX_FMT_NONE; ++format)
        if (*format == wanted) return *format;
    return avcodec_default_get_format(context, offered);
}

struct State {
    FilmSource source;
    FilmInput input;
    AVStream* stream = nullptr;
    int streams = 0;  // that the file has at its beginning
    AvCodecContext decoder;
    AvPacket packet{av_packet_alloc()};
    AvFrame current{av_frame_alloc()}, next{av_frame_alloc()}, from_gpu{av_frame_alloc()};
    bool has_next = false;   // `next` follows `current`, and has been decoded already
    bool has_ended = false;  // no packets are left
    // Times in ticks of the stream, from the first frame's.
    std::int64_t shown_at = 0;     // of `current`
    std::int64_t next_at = 0;      // of `next`
    std::int64_t decoded_at = -1;  // of the frame that was decoded last
    std::int64_t began_at = 0;     // the first frame's, as the file counts
    bool knows_beginning = false;
    bool is_length_of_all = false;  // the length that is known is the file's, and not that of the picture
    JoinedTimes joins;
    int jumps = 0;  // ahead, of the times, by `longest_jump` seconds at the most
    double longest_jump = 0;
    std::size_t jumps_line = 0;  // of facts.losses
    double packets_end = 0;      // of the packet that ends last, as the file counts, in seconds
    int damaged = 0, turns = 0;
    bool is_mirrored = false;  // when it has been turned
    FilmFacts facts;
    ToRgba to_rgba;
    Image sideways;  // where the frames are turned

    void start_decoder(bool may_use_gpu);
    bool decode(AVFrame& into, std::int64_t& at);
    void keep_jump(double seconds);
    void keep_end();
    void require_end();
    std::int64_t time_of(const AVFrame& frame);
    std::pair<int, int> flat_size() const;
    double tick() const { return av_q2d(stream->time_base); }  // in seconds
    double longest_gap() const { return facts.rate.num > 0 ? 1 / facts.rate.value() : 0.04; }
};

class LibavReader final : public FilmReader {
  public:
    LibavReader(const FilmSource& source, Stop stop, bool may_use_gpu);

    const FilmFacts& facts() const override { return state_.facts; }
    bool advance() override;
    bool seek(double seconds) override;
    double seconds() const override { return double(state_.shown_at) * state_.tick(); }
    std::int64_t ticks() const override { return state_.shown_at; }
    int width() const override;
    int height() const override;
    void convert(Image& into) override;
    FilmSamples samples() const override;
    std::int64_t lasts() const override;
    void convert_codes(Image& into, Sample sample, int channels) override;
    int damaged() const override { return state_.damaged; }

  private:
    void convert(Image& into, Sample sample, int channels, bool as_codes);

    State state_;
};

LibavReader::LibavReader(const FilmSource& source, Stop stop, bool may_use_gpu) {
    av_log_set_level(AV_LOG_QUIET);  // what matters comes as an Error
    State& s = state_;
    s.source = source;
    s.input = open_film_input(source, stop);
    AVFormatContext& format = *s.input.format;
    const int index = picture_of(format);
    if (index < 0)
        throw Error(ExitCode::unreadable_input,
                    fmt::format("cannot open '{}': it has no moving pictures", source.name()));
    s.stream = format.streams[index];
    s.streams = int(format.nb_streams);
    s.joins = JoinedTimes(format, index);
    s.start_decoder(may_use_gpu);

    const AVRational mean = rate_of(*s.stream, source, std::move(stop));
    if (mean.num > 0 && mean.den > 0) s.facts.rate = {mean.num, mean.den};
    s.facts.is_even = s.facts.rate.num > 0 && av_cmp_q(mean, s.stream->r_frame_rate) == 0;
    s.facts.tick = {s.stream->time_base.num, s.stream->time_base.den};
    if (s.stream->duration != AV_NOPTS_VALUE && s.stream->duration > 0)
        s.facts.seconds = double(s.stream->duration) * av_q2d(s.stream->time_base);
    else if (format.duration != AV_NOPTS_VALUE && format.duration > 0) {
        s.facts.seconds = double(format.duration) / AV_TIME_BASE;
        s.is_length_of_all = true;
    }
    s.facts.can_seek = !source.is_live() && source.kind != FilmKind::pipe && format.pb && format.pb->seekable;
    if (!s.facts.can_seek && source.kind != FilmKind::file) s.facts.seconds = 0;
    // Sound is read where it tells whether the file is whole.
    for (unsigned i = 0; i < format.nb_streams; ++i)
        if (int(i) != index && !(s.is_length_of_all && s.facts.seconds > 0))
            format.streams[i]->discard = AVDISCARD_ALL;
    std::tie(s.turns, s.is_mirrored) = turns_of(*s.stream);
    s.facts.losses = losses_of(*s.stream);
    if ((s.turns != 0 || s.is_mirrored) &&
        (side_data(*s.stream, AV_PKT_DATA_SPHERICAL, 1) || side_data(*s.stream, AV_PKT_DATA_STEREO3D, 1)))
        s.facts.losses.emplace_back("what is said of 360° and of two eyes is dropped");
    const AVCodecParameters& coded = *s.stream->codecpar;
    if (const std::string matrix = unknown_matrix(coded.color_space, AVPixelFormat(coded.format));
        !matrix.empty())
        s.facts.note = fmt::format("the matrix {} of this film is not known: its colours are wrong", matrix);
    else if (hdr_transfer(coded.color_trc))
        s.facts.note = "this film is HDR: highlights are compressed, white is 203 cd/m²";
}

void State::start_decoder(bool may_use_gpu) {
    const AVCodecParameters& coded = *stream->codecpar;
    const AVCodec* codec = nullptr;
    // FFmpeg's own decoders of these two take no notice of the alpha.
    if (has_alpha_beside(*stream) && (coded.codec_id == AV_CODEC_ID_VP8 || coded.codec_id == AV_CODEC_ID_VP9))
        codec = avcodec_find_decoder_by_name(coded.codec_id == AV_CODEC_ID_VP8 ? "libvpx" : "libvpx-vp9");
    if (!codec) codec = avcodec_find_decoder(coded.codec_id);
    const auto refuse = [&](const std::string& why) {
        throw Error(ExitCode::unreadable_input, fmt::format("cannot decode '{}': {}: {}", source.name(),
                                                            avcodec_get_name(coded.codec_id), why));
    };
    if (!codec) refuse("the libraries of this machine have no decoder for it");
    decoder.reset(avcodec_alloc_context3(codec));
    if (!decoder || !packet || !current || !next || !from_gpu) throw std::bad_alloc();
    if (const int error = avcodec_parameters_to_context(decoder.get(), &coded); error < 0)
        refuse(av_text(error));
    decoder->pkt_timebase = stream->time_base;
    decoder->thread_count = 0;  // as many as there are processors
    if (source.is_live()) {     // a thread a frame would delay them
        decoder->thread_type = FF_THREAD_SLICE;
        decoder->flags |= AV_CODEC_FLAG_LOW_DELAY;
    }
    facts.decoder = codec->name;
    if (may_use_gpu)
        for (const AVHWDeviceType type : gpu_types) {
            const AVPixelFormat format = format_on(*codec, type);
            AVBufferRef* device = format == AV_PIX_FMT_NONE ? nullptr : gpu_of(type);
            if (!device) continue;
            decoder->hw_device_ctx = av_buffer_ref(device);
            decoder->opaque = reinterpret_cast<void*>(std::intptr_t(format));
            decoder->get_format = choose_format;
            facts.decoder = fmt::format("{} on {}", codec->name, name_of(type));
            break;
        }
    if (const int error = avcodec_open2(decoder.get(), codec, nullptr); error < 0) refuse(av_text(error));
}

// The frame's time, from the first frame's. A frame without one follows the last at the film's rate.
std::int64_t State::time_of(const AVFrame& frame) {
    if (frame.best_effort_timestamp == AV_NOPTS_VALUE)
        return decoded_at < 0 ? 0 : decoded_at + std::llround(longest_gap() / tick());
    constexpr std::int64_t most =
        std::numeric_limits<std::int64_t>::max() / 4;  // a damaged file may say anything
    const std::int64_t said = std::clamp(frame.best_effort_timestamp, -most, most);
    if (!std::exchange(knows_beginning, true)) {
        began_at = said;
        facts.begins = double(began_at) * tick();
    }
    return said - began_at;
}

// Decodes a frame; false at the end.
bool State::decode(AVFrame& into, std::int64_t& at) {
    for (;;) {
        const int got = avcodec_receive_frame(decoder.get(), &into);
        if (got >= 0) {
            if (into.hw_frames_ctx) {
                // The GPU's frame is copied to memory that libswscale can read.
                av_frame_unref(from_gpu.get());
                if (const int error = av_hwframe_transfer_data(from_gpu.get(), &into, 0); error < 0)
                    throw Error(ExitCode::unreadable_input,
                                "cannot take a frame from the GPU: " + av_text(error));
                av_frame_copy_props(from_gpu.get(), &into);
                av_frame_unref(&into);
                av_frame_move_ref(&into, from_gpu.get());
            } else if (facts.decoder.find(" on ") != std::string::npos) {
                facts.decoder = decoder->codec->name;  // the GPU had no way for this film
            }
            add_losses_of(into, facts.losses);
            at = decoded_at = time_of(into);
            return true;
        }
        if (got == AVERROR_EOF) return false;
        if (got != AVERROR(EAGAIN)) {
            ++damaged;
            if (has_ended) return false;
        }
        av_packet_unref(packet.get());
        input.patience->begin();
        const int read = has_ended ? AVERROR_EOF : av_read_frame(input.format.get(), packet.get());
        if (input.patience->is_stopped()) throw Error(ExitCode::failed, "stopped");
        if (read == AVERROR_EOF) {
            if (!std::exchange(has_ended, true)) avcodec_send_packet(decoder.get(), nullptr);
            continue;
        }
        if (read == AVERROR(EAGAIN)) continue;
        if (read < 0)
            throw Error(ExitCode::unreadable_input,
                        fmt::format("'{}' has broken off: {}", source.name(),
                                    read == AVERROR_EXIT ? "nothing came for 10 s" : av_text(read)));
        if (packet->stream_index >= streams) {
            add_loss(facts.losses, "what begins later as another stream is dropped");
            continue;
        }
        keep_end();
        if (packet->stream_index != stream->index) continue;
        if (const double ahead = joins.move_picture(*packet); ahead > 0) keep_jump(ahead);
        if (const int sent = avcodec_send_packet(decoder.get(), packet.get());
            sent < 0 && sent != AVERROR(EAGAIN))
            ++damaged;
    }
}

// One line says of all jumps ahead that they are none any more.
void State::keep_jump(double seconds) {
    if (jumps++ == 0) {
        jumps_line = facts.losses.size();
        facts.losses.emplace_back();
    }
    longest_jump = std::max(longest_jump, seconds);
    facts.losses[jumps_line] =
        jumps == 1
            ? fmt::format("a jump of the times by {:.0f} s is left out", seconds)
            : fmt::format("{} jumps of the times, by up to {:.0f} s, are left out", jumps, longest_jump);
}

void State::keep_end() {
    const std::int64_t begins = packet->pts != AV_NOPTS_VALUE ? packet->pts : packet->dts;
    if (begins == AV_NOPTS_VALUE) return;
    const double unit = av_q2d(input.format->streams[packet->stream_index]->time_base);
    packets_end = std::max(packets_end, (double(begins) + double(packet->duration)) * unit);
}

// Refuses an end that comes long before the one that the file claims. A file's length is that of what lasts longest
// in it, which may be the sound, and counts from 0, where a part of a film need not begin;
// the picture's counts from its first frame.
void State::require_end() {
    const double end = packets_end - (is_length_of_all ? 0 : double(began_at) * tick()),
                 missing = facts.seconds - (end + longest_gap());
    if (facts.seconds > 0 && missing > std::max(1.0, 0.1 * facts.seconds))
        throw Error(ExitCode::unreadable_input,
                    fmt::format("'{}' is cut short: it ends at {:.1f} s of {:.1f} s", source.name(),
                                std::max(end, 0.0), facts.seconds));
}

bool LibavReader::advance() {
    State& s = state_;
    if (std::exchange(s.has_next, false)) {
        std::swap(s.current, s.next);
        s.shown_at = s.next_at;
        return true;
    }
    std::int64_t at = 0;
    if (!s.decode(*s.next, at)) {
        s.require_end();
        if (s.decoded_at < 0)
            throw Error(ExitCode::unreadable_input,
                        fmt::format("'{}' has no frame that can be decoded", s.source.name()));
        return false;
    }
    std::swap(s.current, s.next);
    s.shown_at = at;
    return true;
}

bool LibavReader::seek(double seconds) {
    State& s = state_;
    if (!s.facts.can_seek)
        throw Error(ExitCode::unreadable_input, fmt::format("'{}' cannot be searched", s.source.name()));
    constexpr double near = 1e-4;  // seconds: a file's ticks are coarser
    AVFormatContext* format = s.input.format.get();
    const double tick = s.tick();
    const auto is_later = [&](std::int64_t at) { return double(at) * tick > seconds + near; };
    // Times count from the first frame, not from the file's beginning.
    std::int64_t first = 0;
    if (s.decoded_at < 0 && !s.knows_beginning && !s.decode(*s.current, first)) return advance();
    seconds = std::max(seconds, 0.0);
    // Some indices lead to a frame behind the one that is asked for: then the search begins earlier, at last at the
    // file's first byte.
    constexpr double from_first_byte = -1;
    for (const double earlier : {0.0, 1.0, 5.0, 30.0, 1e9, from_first_byte}) {
        const double from = std::max(seconds - earlier, 0.0);
        const auto target = s.began_at + std::int64_t(std::floor((from + near) / tick));
        s.input.patience->begin();
        const bool by_bytes = earlier == from_first_byte;
        const int error = by_bytes ? av_seek_frame(format, -1, 0, AVSEEK_FLAG_BYTE)
                                   : av_seek_frame(format, s.stream->index, target, AVSEEK_FLAG_BACKWARD);
        if (error < 0) continue;
        avcodec_flush_buffers(s.decoder.get());
        s.joins.seek();
        s.has_ended = s.has_next = false;
        s.decoded_at = -1;
        std::int64_t at = 0;
        if (!s.decode(*s.current, at)) continue;
        if (is_later(at) && !by_bytes) continue;
        s.shown_at = at;
        while (s.decode(*s.next, s.next_at)) {
            if (is_later(s.next_at)) {
                s.has_next = true;
                return true;
            }
            std::swap(s.current, s.next);
            s.shown_at = s.next_at;
        }
        return true;
    }
    throw Error(ExitCode::unreadable_input,
                fmt::format("cannot find {:.2f} s in '{}'", seconds, s.source.name()));
}

// The size before turning, with square pixels. Those of a picture that moves are its own:
// what it says of them stays beside it.
std::pair<int, int> State::flat_size() const {
    if (stream->codecpar->codec_id == AV_CODEC_ID_APNG) return {current->width, current->height};
    AVRational aspect = current->sample_aspect_ratio;
    if (aspect.num <= 0 || aspect.den <= 0) aspect = stream->sample_aspect_ratio;
    double ratio = aspect.num > 0 && aspect.den > 0 ? av_q2d(aspect) : 1;
    if (!(ratio > 0.25 && ratio < 4)) ratio = 1;
    return {std::max(1, int(std::lround(current->width * ratio))), current->height};
}

int LibavReader::width() const {
    const auto [width, height] = state_.flat_size();
    return state_.turns % 2 ? height : width;
}
int LibavReader::height() const {
    const auto [width, height] = state_.flat_size();
    return state_.turns % 2 ? width : height;
}

void LibavReader::convert(Image& into) {
    convert(into, Sample::u8, 4, false);
}

void LibavReader::convert_codes(Image& into, Sample sample, int channels) {
    convert(into, sample, channels, true);
}

void LibavReader::convert(Image& into, Sample sample, int channels, bool as_codes) {
    State& s = state_;
    const auto fit = [&](Image& image, int width, int height) {
        const Shape shape{width, height, channels};
        if (image.shape() == shape && image.sample() == sample) return;
        image = {};
        image = make_image(shape, sample, fmt::format("a frame of {} x {}", width, height));
    };
    const auto take = [&](Image& image) {
        as_codes ? s.to_rgba.convert_codes(*s.current, image.view())
                 : s.to_rgba.convert(*s.current, image.view());
    };
    fit(into, width(), height());
    if (s.turns == 0) {
        take(into);
    } else {
        const auto [flat_width, flat_height] = s.flat_size();
        fit(s.sideways, flat_width, flat_height);
        take(s.sideways);
        turn(std::as_const(s.sideways).view(), into.view(), s.turns);
    }
    if (s.is_mirrored) mirror(into.view());
}

std::int64_t LibavReader::lasts() const {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    return std::max<std::int64_t>(0, state_.current->duration);
#else
    return std::max<std::int64_t>(0, state_.current->pkt_duration);
#endif
}

FilmSamples LibavReader::samples() const {
    FilmSamples samples = samples_of(*state_.current, *state_.stream);
    // They are of the pictures before these are turned.
    if (state_.turns != 0 || state_.is_mirrored) samples.spherical.clear(), samples.stereo.clear();
    return samples;
}

}  // namespace

std::unique_ptr<FilmReader> libav_reader(const FilmSource& source, FilmReader::Stop stop, bool may_use_gpu) {
    return std::make_unique<LibavReader>(source, std::move(stop), may_use_gpu);
}

std::string libav_text() {
    const auto version = [](unsigned v) { return fmt::format("{}.{}", v >> 16, (v >> 8) & 0xff); };
    std::string text =
        fmt::format("libavformat {}, libavcodec {}, libswscale {}", version(avformat_version()),
                    version(avcodec_version()), version(swscale_version()));
    std::string where = "decoded by the processor";
    for (const AVHWDeviceType type : gpu_types)
        if (gpu_of(type)) {
            where = fmt::format("decoded on {}", name_of(type));
            break;
        }
    return text + "; " + where;
}

}  // namespace sweep
