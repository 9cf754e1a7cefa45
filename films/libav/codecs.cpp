#include "films/libav/codecs.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.h"

namespace sweep {
namespace {

constexpr std::array<EncoderRow, 4> h264{{
    {.encoder = "h264_nvenc",
     .of_files = {{{"preset", "p5"}, {"rc", "vbr"}, {"cq", "19"}}},
     .of_streams = {{{"preset", "p4"}, {"tune", "ll"}, {"zerolatency", "1"}}},
     .quality_option = "cq",
     .worst = 51,
     .best = 1,
     .only = AV_PIX_FMT_YUV420P},
    {.encoder = "libx264",
     .of_files = {{{"preset", "veryfast"}, {"crf", "18"}}},
     .of_streams = {{{"preset", "veryfast"}, {"tune", "zerolatency"}}},
     .quality_option = "crf",
     .worst = 51},
    {.encoder = "libopenh264", .bits_per_pixel = 0.15, .only = AV_PIX_FMT_YUV420P},
    {.encoder = "mpeg4", .bits_per_pixel = 0.3, .only = AV_PIX_FMT_YUV420P},
}};
constexpr std::array<EncoderRow, 1> h265{{
    {.encoder = "libx265",
     .of_files = {{{"preset", "veryfast"}, {"crf", "18"}, {"x265-params", "log-level=none"}}},
     .quality_option = "crf",
     .worst = 51},
}};
constexpr std::array<EncoderRow, 2> vp9{{
    {.encoder = "libvpx-vp9",
     .of_files = {{{"deadline", "realtime"}, {"cpu-used", "6"}, {"row-mt", "1"}, {"crf", "24"}}},
     .quality_option = "crf",
     .worst = 63},
    {.encoder = "libvpx",
     .of_files = {{{"deadline", "realtime"}, {"cpu-used", "4"}}},
     .bits_per_pixel = 0.2,
     .only = AV_PIX_FMT_YUV420P},
}};
constexpr std::array<EncoderRow, 1> av1{{
    {.encoder = "libaom-av1",
     .of_files = {{{"usage", "realtime"}, {"cpu-used", "8"}, {"row-mt", "1"}, {"crf", "24"}}},
     .quality_option = "crf",
     .worst = 63},
}};
constexpr std::array<EncoderRow, 1> ffv1{{{.encoder = "ffv1", .of_files = {{{"level", "3"}}}}}};
// Profiles 0 to 3 have chroma at half the width, 4 and 5 (4444 and 4444 XQ) all of it, and alpha.
constexpr std::array<EncoderRow, 1> prores{
    {{.encoder = "prores_ks", .of_files = {{{"vendor", "apl0"}}}, .quality_option = "profile", .best = 5}}};
constexpr std::array<EncoderRow, 1> gif{{{.encoder = "gif", .only = AV_PIX_FMT_RGB8}}};
constexpr std::array<EncoderRow, 1> apng{{{.encoder = "apng"}}};
constexpr std::array<EncoderRow, 1> y4m{{{.encoder = "wrapped_avframe", .only = AV_PIX_FMT_YUV444P}}};

constexpr std::array<CodecRow, 6> codecs{{{"h264", AV_CODEC_ID_H264, h264},
                                          {"h265", AV_CODEC_ID_HEVC, h265},
                                          {"vp9", AV_CODEC_ID_VP9, vp9},
                                          {"av1", AV_CODEC_ID_AV1, av1},
                                          {"ffv1", AV_CODEC_ID_FFV1, ffv1, false},
                                          {"prores", AV_CODEC_ID_PRORES, prores}}};
constexpr CodecRow gif_codec{"gif", AV_CODEC_ID_GIF, gif, false},
    apng_codec{"apng", AV_CODEC_ID_APNG, apng, false},
    y4m_codec{"y4m", AV_CODEC_ID_WRAPPED_AVFRAME, y4m, false};

using Codecs = std::vector<const CodecRow*>;

const CodecRow* codec_of(std::string_view word) {
    const auto* row =
        std::find_if(codecs.begin(), codecs.end(), [&](const CodecRow& c) { return word == c.word; });
    return row == codecs.end() ? nullptr : row;
}

Codecs named(std::initializer_list<const char*> words) {
    Codecs rows;
    for (const char* word : words) rows.push_back(codec_of(word));
    return rows;
}

// What the container has without being asked, what the most players show first.
Codecs usual_codecs(const std::string& container) {
    if (container == "gif") return {&gif_codec};
    if (container == "apng") return {&apng_codec};
    if (container == "yuv4mpegpipe") return {&y4m_codec};
    if (container == "webm") return named({"vp9", "av1"});
    if (container == "matroska") return named({"h264", "h265", "ffv1"});
    if (container == "mov") return named({"h264", "h265", "prores"});
    if (container == "mp4") return named({"h264", "h265"});
    return named({"h264"});
}

bool takes(const AVOutputFormat& format, const CodecRow& codec) {
    return avformat_query_codec(&format, codec.id, FF_COMPLIANCE_NORMAL) == 1;
}

[[noreturn]] void refuse_codec(const FilmOutput& output, const AVOutputFormat& format) {
    std::vector<std::string_view> taken;
    for (const CodecRow& codec : codecs)
        if (takes(format, codec)) taken.emplace_back(codec.word);
    throw Error(ExitCode::usage,
                taken.empty()
                    ? fmt::format("'{}' takes no --codec: its format has one alone", output.name)
                    : fmt::format("'{}' takes no {}: --codec {} is one that it takes, and .mkv takes all",
                                  output.name, output.codec, fmt::join(taken, " or ")));
}

const AVPixFmtDescriptor& description(AVPixelFormat planes) {
    return *av_pix_fmt_desc_get(planes);
}

// What of the samples these planes do not have, of the flags FF_LOSS_..
int loss_of(AVPixelFormat planes, AVPixelFormat of, const FilmSamples& like) {
    int loss = av_get_pix_fmt_loss(planes, of, like.has_alpha);
    if (like.is_grey) loss &= ~FF_LOSS_RESOLUTION;
    return loss;
}

// How much worse planes are than those that are kept: what is lost, how many bits are, whether RGB becomes Y'CbCr or
// grey becomes colour, and how many bits a pixel takes.
std::tuple<int, int, bool, int> cost_of(AVPixelFormat planes, AVPixelFormat of, const FilmSamples& like) {
    const int loss = loss_of(planes, of, like);
    constexpr std::pair<int, int> weights[] = {
        {FF_LOSS_ALPHA, 8}, {FF_LOSS_CHROMA, 4}, {FF_LOSS_DEPTH, 2}, {FF_LOSS_RESOLUTION, 1}};
    int cost = 0;
    for (const auto& [flag, weight] : weights) cost += loss & flag ? weight : 0;
    return {cost, std::max(0, like.depth - description(planes).comp[0].depth),
            (loss & FF_LOSS_COLORSPACE) != 0, av_get_bits_per_pixel(&description(planes))};
}

// Whether films of a codec may have such planes: what many players show, but for the codec that keeps everything.
bool is_usual(AVPixelFormat planes, const CodecRow& codec) {
    const AVPixFmtDescriptor& kind = description(planes);
    const std::string name = kind.name;
    if (kind.flags & (AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM) ||
        name.starts_with("yuvj"))
        return false;
    // Of two orders of bytes a film has this machine's; PNGs have one.
    if ((kind.flags & AV_PIX_FMT_FLAG_BE) && codec.id != AV_CODEC_ID_APNG) return false;
    const bool is_planar_yuv = (kind.flags & AV_PIX_FMT_FLAG_PLANAR) && kind.nb_components >= 3 &&
                               !(kind.flags & AV_PIX_FMT_FLAG_RGB) && name.starts_with("yuv");
    return is_planar_yuv || !codec.loses;
}

AVPixelFormat best_planes(const AVCodec& encoder, const EncoderRow& row, const CodecRow& codec,
                          AVPixelFormat of, const FilmSamples& like) {
    if (row.only != AV_PIX_FMT_NONE) return row.only;
    AVPixelFormat best = AV_PIX_FMT_NONE;
    for (const AVPixelFormat* planes = encoder.pix_fmts; planes && *planes != AV_PIX_FMT_NONE; ++planes)
        if (is_usual(*planes, codec) &&
            (best == AV_PIX_FMT_NONE || cost_of(*planes, of, like) < cost_of(best, of, like)))
            best = *planes;
    return best;
}

// An animated PNG is the one animation whose colours are not those of a palette or of a film.
AVPixelFormat planes_of_png(const FilmSamples& like) {
    const bool is_deep = like.depth > 8;
    if (like.has_alpha) return is_deep ? AV_PIX_FMT_RGBA64BE : AV_PIX_FMT_RGBA;
    if (like.is_grey) return is_deep ? AV_PIX_FMT_GRAY16BE : AV_PIX_FMT_GRAY8;
    return is_deep ? AV_PIX_FMT_RGB48BE : AV_PIX_FMT_RGB24;
}

FilmSamples ordinary_samples() {
    FilmSamples samples;
    samples.planes = "yuv420p";
    return samples;
}

}  // namespace

AVPixelFormat planes_to_keep(const FilmSamples& like) {
    if (like.codec == "gif" || like.codec == "apng" || like.codec == "webp")
        return like.has_alpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P;
    const AVPixelFormat planes = av_get_pix_fmt(like.planes.c_str());
    if (planes == AV_PIX_FMT_NONE) return AV_PIX_FMT_YUV420P;
    if (planes != AV_PIX_FMT_PAL8) return planes;
    return like.has_alpha ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB24;
}

std::vector<CodecChoice> codec_choices(const FilmOutput& output, const std::string& container,
                                       const AVOutputFormat& format) {
    const FilmSamples like = output.like.value_or(ordinary_samples());
    const AVPixelFormat of = container == "apng" ? planes_of_png(like) : planes_to_keep(like);
    Codecs order = usual_codecs(container);
    if (!output.codec.empty()) {
        const CodecRow* asked = codec_of(output.codec);
        if (!asked || order.front() == &gif_codec || order.front() == &apng_codec || !takes(format, *asked))
            refuse_codec(output, format);
        order = {asked};
    }
    if (output.quality &&
        std::none_of(order.begin(), order.end(), [](const CodecRow* c) { return c->loses; }))
        throw Error(ExitCode::usage,
                    fmt::format("--quality is for codecs that lose something, and {} does not: "
                                "leave it out",
                                order.front()->word));
    if (output.quality) std::erase_if(order, [](const CodecRow* codec) { return !codec->loses; });
    // Few players show H.264 of more than 8 bits.
    constexpr int bits_of_h264 = 8;
    if (like.depth > bits_of_h264 && order.size() > 1 && order[1]->id == AV_CODEC_ID_HEVC)
        std::swap(order[0], order[1]);
    // What comes from a codec for further work goes on in it, where the container takes it.
    for (const char* word : {"ffv1", "prores"})
        if (const CodecRow* codec = codec_of(word); output.codec.empty() && like.codec == word &&
                                                    takes(format, *codec) &&
                                                    !(output.quality && !codec->loses))
            order.insert(order.begin(), codec);

    struct Ranked {
        std::tuple<int, int> cost;
        CodecChoice choice;
    };
    std::vector<Ranked> ranked;
    for (const CodecRow* codec : order)
        for (const EncoderRow& row : codec->encoders) {
            const AVCodec* encoder = avcodec_find_encoder_by_name(row.encoder);
            if (!encoder) continue;
            const AVPixelFormat planes = best_planes(*encoder, row, *codec, of, like);
            if (planes == AV_PIX_FMT_NONE) continue;
            const auto cost = cost_of(planes, of, like);
            // FFmpeg reads 10 bits of ProRes as 12.
            const bool goes_on = codec->id == AV_CODEC_ID_PRORES && like.codec == codec->word;
            ranked.push_back({goes_on ? std::tuple{0, 0} : std::tuple{std::get<0>(cost), std::get<1>(cost)},
                              {codec, &row, planes}});
        }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const Ranked& a, const Ranked& b) { return a.cost < b.cost; });
    std::vector<CodecChoice> choices;
    for (const Ranked& way : ranked) choices.push_back(way.choice);
    if (choices.empty()) {
        std::vector<const char*> tried;
        for (const CodecRow* codec : order)
            for (const EncoderRow& row : codec->encoders) tried.push_back(row.encoder);
        throw Error(ExitCode::unwritable_output,
                    fmt::format("cannot write '{}': no encoder for it is here, of {}", output.name,
                                fmt::join(tried, ", ")));
    }
    return choices;
}

std::vector<std::string> losses_of_planes(const FilmSamples& like, AVPixelFormat planes) {
    const int loss = loss_of(planes, planes_to_keep(like), like);
    const int depth = planes == AV_PIX_FMT_RGB8 ? 8 : description(planes).comp[0].depth;
    std::vector<std::string> losses;
    if (planes == AV_PIX_FMT_RGB8) losses.emplace_back("colours become the 256 of a fixed palette");
    if (like.depth > depth)
        losses.push_back(fmt::format("samples of {} bits become {} bits", like.depth, depth));
    if (loss & FF_LOSS_RESOLUTION) losses.emplace_back("chroma is stored at a lower resolution");
    if (like.is_hdr && depth <= 8)
        losses.emplace_back(
            "the high dynamic range becomes an ordinary one, white is 203 cd/m²: highlights are compressed");
    return losses;
}

}  // namespace sweep
