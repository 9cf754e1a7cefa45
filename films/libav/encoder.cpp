#include "films/libav/encoder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.h"
#include "films/film.h"
#include "films/libav/codecs.h"

namespace sweep {
namespace {

// How a container counts the times of frames.
struct Clock {
    int ticks = 0;                                      // a second; 0: as many as one likes
    int most_frames = std::numeric_limits<int>::max();  // a second
    // Between two frames, in ticks.
    int shortest_gap = 1, longest_gap = std::numeric_limits<int>::max();
};

Clock clock_of(const std::string& container) {
    // Hundredths of a second, in 16 bits. Players honour no fewer than two.
    if (container == "gif") return {100, 50, 2, 65535};
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

// What the planes are numbers of: as in the film that this one is like, or what screens show.
void state_colours(AVCodecContext& context, const FilmOutput& output, const FrameSamples& frames,
                   bool is_prores) {
    const bool is_rgb = av_pix_fmt_desc_get(context.pix_fmt)->flags & AV_PIX_FMT_FLAG_RGB;
    const FilmSamples* like = output.like && frames.are_codes ? &*output.like : nullptr;
    constexpr int not_stated = 2;
    const bool says_nothing =
        !like || (like->matrix == 0 && like->primaries == not_stated && like->transfer == not_stated);
    context.color_primaries = says_nothing ? AVCOL_PRI_BT709 : AVColorPrimaries(like->primaries);
    context.color_trc = says_nothing ? AVCOL_TRC_IEC61966_2_1 : AVColorTransferCharacteristic(like->transfer);
    // ProRes has no full range.
    const bool is_full = is_rgb || (like && like->is_full_range && like->matrix != 0 && !is_prores);
    context.color_range = is_full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
    context.colorspace = is_rgb                      ? AVCOL_SPC_RGB
                         : like && like->matrix != 0 ? AVColorSpace(like->matrix_used)
                                                     : AVCOL_SPC_BT709;
    if (like && context.pix_fmt == av_get_pix_fmt(like->planes.c_str()))
        context.chroma_sample_location = AVChromaLocation(like->chroma_location);
}

// From what --quality says to the encoder's option.
void set_quality(AvOptions& options, AVCodecContext& context, const EncoderRow& row, int quality) {
    if (context.codec_id == AV_CODEC_ID_PRORES) {
        const bool is_4444 = av_pix_fmt_desc_get(context.pix_fmt)->log2_chroma_w == 0;
        constexpr int xq = 5, of_4444 = 4, quarter = 25, from_xq = 75;
        set_option(
            options, row.quality_option,
            std::to_string(is_4444 ? (quality >= from_xq ? xq : of_4444) : std::min(quality / quarter, 3)));
    } else if (row.quality_option) {
        set_option(options, row.quality_option,
                   std::to_string(std::lround(row.worst + (row.best - row.worst) * quality / 100.0)));
    } else {
        constexpr double usual = 65, doubled_by = 12;
        context.bit_rate = std::int64_t(double(context.bit_rate) * std::exp2((quality - usual) / doubled_by));
    }
}

// What the encoder of this choice is given.
FrameSamples frames_for(const FilmOutput& output, const CodecChoice& choice) {
    if (!output.like || choice.row->only == AV_PIX_FMT_RGB8) return {};
    const FilmSamples& like = *output.like;
    const AVPixFmtDescriptor& kind = *av_pix_fmt_desc_get(choice.planes);
    const bool is_deep = kind.comp[0].depth > 8 && like.depth > 8,
               is_alpha = like.has_alpha && (kind.flags & AV_PIX_FMT_FLAG_ALPHA);
    if (like.is_hdr && !is_deep) return {};
    return {is_deep ? Sample::u16 : Sample::u8, like.is_grey && !is_alpha ? 1 : is_alpha ? 4 : 3, true};
}

}  // namespace

FilmEncoder open_encoder(const FilmOutput& output, const AVOutputFormat& format) {
    const std::string container = container_of(output);
    const std::vector<CodecChoice> choices = codec_choices(output, container, format);
    require_clock(output, container);
    const double frames_per_second = output.rate.value();
    std::string tried;
    for (const CodecChoice& choice : choices) {
        tried += (tried.empty() ? "" : ", ") + std::string(choice.row->encoder);
        const AVCodec* codec = avcodec_find_encoder_by_name(choice.row->encoder);
        FilmEncoder made;
        made.context.reset(avcodec_alloc_context3(codec));
        made.frames = frames_for(output, choice);
        if (!made.context) throw std::bad_alloc();
        AVCodecContext& context = *made.context;
        // A GIF of a recording is for the eye, and small.
        made.every = container == "gif" && !output.tick.num ? std::max(1, int(frames_per_second / 20)) : 1;
        made.shortest_gap = clock_of(container).shortest_gap;
        made.longest_gap = clock_of(container).longest_gap;
        const AVPixFmtDescriptor& kind = *av_pix_fmt_desc_get(choice.planes);
        const auto padded = [&](int size, int halvings) {
            const int part = choice.codec->loses ? 1 << halvings : 1;
            return (size + part - 1) / part * part;
        };
        context.width = padded(output.width, kind.log2_chroma_w);
        context.height = padded(output.height, kind.log2_chroma_h);
        context.pix_fmt = choice.planes;
        context.time_base = av_mul_q(tick_of(output, *codec), {made.every, 1});
        context.framerate = av_div_q({output.rate.num, output.rate.den}, {made.every, 1});
        if (context.pix_fmt != AV_PIX_FMT_RGB8)
            state_colours(context, output, made.frames, choice.codec->id == AV_CODEC_ID_PRORES);
        // Apple's players take H.265 by this name alone.
        if (choice.codec->id == AV_CODEC_ID_HEVC && container != "matroska")
            context.codec_tag = MKTAG('h', 'v', 'c', '1');
        const double pixels = double(context.width) * context.height * std::max(frames_per_second, 1.0);
        if (output.is_stream) {
            constexpr double bits_of_streams = 0.1;  // a pixel: 6 Mbit/s for 1920 x 1080 at 30
            context.bit_rate = std::int64_t(bits_of_streams * pixels);
            context.rc_max_rate = context.bit_rate;
            context.rc_buffer_size = int(std::min<std::int64_t>(context.bit_rate, 1 << 30));
            context.gop_size =
                int(2 * frames_per_second);  // who comes later sees something after two seconds
            context.max_b_frames = 0;
        } else if (choice.row->bits_per_pixel > 0) {
            context.bit_rate = std::int64_t(choice.row->bits_per_pixel * pixels);
        }
        // Frames that wait long must not be coded after later ones: an .mp4 says by how much in few bits.
        if (output.tick.num && (!output.is_even || frames_per_second < 1)) context.max_b_frames = 0;
        if (format.flags & AVFMT_GLOBALHEADER) context.flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
        AvOptions options;
        for (const auto& [name, value] : output.is_stream ? choice.row->of_streams : choice.row->of_files)
            if (name) set_option(options, name, value);
        if (output.quality) set_quality(options, context, *choice.row, *output.quality);
        AVDictionary* raw = options.release();
        const int error = avcodec_open2(&context, codec, &raw);
        options.reset(raw);
        if (error < 0) continue;
        if (output.like) made.losses = losses_of_planes(*output.like, choice.planes);
        return made;
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
    return extension == "mkv"   ? "matroska"
           : extension == "m4v" ? "mp4"
           : extension == "png" ? "apng"
                                : extension;
}

}  // namespace sweep
