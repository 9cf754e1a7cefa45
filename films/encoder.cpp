#include "films/encoder.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.h"
#include "films/film.h"

namespace sweep {
namespace {

struct Choice {
    const char* encoder;
    AVPixelFormat format;
    // Options of the encoder, for files and for streams, which must not wait for later frames.
    std::array<std::pair<const char*, const char*>, 4> of_files{}, of_streams{};
    double bits_per_pixel = 0;  // 0: the options say how good it is to be
};

constexpr std::array<Choice, 4> h264{{
    {"h264_nvenc",
     AV_PIX_FMT_YUV420P,
     {{{"preset", "p5"}, {"rc", "vbr"}, {"cq", "19"}}},
     {{{"preset", "p4"}, {"tune", "ll"}, {"zerolatency", "1"}}}},
    {"libx264",
     AV_PIX_FMT_YUV420P,
     {{{"preset", "veryfast"}, {"crf", "18"}}},
     {{{"preset", "veryfast"}, {"tune", "zerolatency"}}}},
    {"libopenh264", AV_PIX_FMT_YUV420P, {}, {}, 0.15},
    {"mpeg4", AV_PIX_FMT_YUV420P, {}, {}, 0.3},
}};
constexpr std::array<Choice, 2> vp9{{
    {"libvpx-vp9",
     AV_PIX_FMT_YUV420P,
     {{{"deadline", "realtime"}, {"cpu-used", "6"}, {"row-mt", "1"}, {"crf", "24"}}}},
    {"libvpx", AV_PIX_FMT_YUV420P, {{{"deadline", "realtime"}, {"cpu-used", "4"}}}, {}, 0.2},
}};
constexpr std::array<Choice, 1> gif{{{"gif", AV_PIX_FMT_RGB8}}};
constexpr std::array<Choice, 1> y4m{{{"wrapped_avframe", AV_PIX_FMT_YUV444P}}};

std::span<const Choice> choices_for(const std::string& container) {
    if (container == "webm") return vp9;
    if (container == "gif") return gif;
    if (container == "yuv4mpegpipe") return y4m;
    return h264;
}

// How a container counts the times of frames.
struct Clock {
    int ticks = 0;                                      // a second; 0: as many as one likes
    int most_frames = std::numeric_limits<int>::max();  // a second
    int longest_gap = std::numeric_limits<int>::max();  // in ticks
};

Clock clock_of(const std::string& container) {
    // Hundredths of a second, in 16 bits. Players honour no fewer than two.
    if (container == "gif") return {100, 50, 65535};
    if (container == "matroska" || container == "webm") return {1000, 1000};
    return {};
}

// The unit in which an encoder counts the times of such a film.
AVRational tick_of(const FilmOutput& output, const AVCodec& codec) {
    if (output.tick.num == 0) return av_inv_q({output.rate.num, output.rate.den});
    if (const int ticks = clock_of(container_of(output)).ticks) return {1, ticks};
    // Parts of the film's own tick, so that times stay as they are, and frames that share one stand close together.
    const bool is_mpeg4 = codec.id == AV_CODEC_ID_MPEG4;
    const int ticks = output.tick.den, fine = is_mpeg4 ? 65535 : 100000;
    if (ticks > fine) return {1, is_mpeg4 ? fine : ticks};
    return {1, ticks * (fine / ticks)};
}

void require_clock(const FilmOutput& output, const std::string& container) {
    if (const int most = clock_of(container).most_frames; output.tick.num && output.rate.value() > most)
        throw Error(ExitCode::unwritable_output,
                    fmt::format("cannot write '{}': it holds {} frames a second, and the film has {:.6g}: "
                                "write .mp4",
                                output.name, most, output.rate.value()));
}

}  // namespace

FilmEncoder open_encoder(const FilmOutput& output, bool wants_header) {
    const std::string container = container_of(output);
    require_clock(output, container);
    const double frames_per_second = output.rate.value();
    std::string tried;
    for (const Choice& choice : choices_for(container)) {
        tried += (tried.empty() ? "" : ", ") + std::string(choice.encoder);
        const AVCodec* codec = avcodec_find_encoder_by_name(choice.encoder);
        if (!codec) continue;
        FilmEncoder made{AvCodecContext(avcodec_alloc_context3(codec))};
        if (!made.context) throw std::bad_alloc();
        AVCodecContext& context = *made.context;
        // A GIF of a recording is for the eye, and small.
        made.every = container == "gif" && !output.tick.num ? std::max(1, int(frames_per_second / 20)) : 1;
        made.longest_gap = clock_of(container).longest_gap;
        const bool halves_chroma = choice.format == AV_PIX_FMT_YUV420P;
        context.width = output.width + (halves_chroma ? output.width % 2 : 0);
        context.height = output.height + (halves_chroma ? output.height % 2 : 0);
        context.pix_fmt = choice.format;
        context.time_base = av_mul_q(tick_of(output, *codec), {made.every, 1});
        context.framerate = av_div_q({output.rate.num, output.rate.den}, {made.every, 1});
        if (choice.format != AV_PIX_FMT_RGB8) {
            context.colorspace = AVCOL_SPC_BT709;
            context.color_primaries = AVCOL_PRI_BT709;
            context.color_trc = AVCOL_TRC_IEC61966_2_1;
            context.color_range = AVCOL_RANGE_MPEG;
        }
        const double pixels = double(context.width) * context.height * std::max(frames_per_second, 1.0);
        if (output.is_stream) {
            constexpr double bits_of_streams = 0.1;  // a pixel: 6 Mbit/s for 1920 x 1080 at 30
            context.bit_rate = std::int64_t(bits_of_streams * pixels);
            context.rc_max_rate = context.bit_rate;
            context.rc_buffer_size = int(std::min<std::int64_t>(context.bit_rate, 1 << 30));
            context.gop_size =
                int(2 * frames_per_second);  // who comes later sees something after two seconds
            context.max_b_frames = 0;
        } else if (choice.bits_per_pixel > 0) {
            context.bit_rate = std::int64_t(choice.bits_per_pixel * pixels);
        }
        // Frames that wait long must not be coded after later ones: an .mp4 says by how much in few bits.
        if (output.tick.num && (!output.is_even || frames_per_second < 1)) context.max_b_frames = 0;
        if (wants_header) context.flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
        AvOptions options;
        for (const auto& [name, value] : output.is_stream ? choice.of_streams : choice.of_files)
            if (name) set_option(options, name, value);
        AVDictionary* raw = options.release();
        const int error = avcodec_open2(&context, codec, &raw);
        options.reset(raw);
        if (error >= 0) return made;
    }
    throw Error(ExitCode::unwritable_output,
                fmt::format("cannot write '{}': no encoder for it works here, of {}", output.name, tried));
}

std::string container_of(const FilmOutput& output) {
    const auto begins = [&](const char* scheme) { return output.name.starts_with(scheme); };
    if (output.is_stream) return begins("rtmp") ? "flv" : begins("rtsp") ? "rtsp" : "mpegts";
    if (output.name == "-") return "yuv4mpegpipe";
    const std::string dotted = small_extension(output.name),
                      extension = dotted.empty() ? dotted : dotted.substr(1);
    return extension == "mkv" ? "matroska" : extension == "m4v" ? "mp4" : extension;
}

}  // namespace sweep
