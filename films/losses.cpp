#include "films/losses.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

namespace sweep {
namespace {

bool has_alpha(const AVStream& picture, const AVPixFmtDescriptor* kind) {
    // The alpha of VP9 is a film of its own, which only the container tells of.
    const AVDictionaryEntry* mode = av_dict_get(picture.metadata, "alpha_mode", nullptr, 0);
    if (mode && std::string(mode->value) == "1") return true;
    return kind && (kind->flags & AV_PIX_FMT_FLAG_ALPHA) && !(kind->flags & AV_PIX_FMT_FLAG_PAL);
}

bool is_interlaced(AVFieldOrder order) {
    return order != AV_FIELD_UNKNOWN && order != AV_FIELD_PROGRESSIVE;
}

}  // namespace

std::vector<std::string> losses_of(const AVFormatContext& format, const AVStream& picture) {
    const AVCodecParameters& coded = *picture.codecpar;
    const AVPixFmtDescriptor* kind = av_pix_fmt_desc_get(AVPixelFormat(coded.format));
    std::vector<std::string> losses;
    if (has_alpha(picture, kind)) losses.push_back("alpha is dropped");
    if (kind && kind->comp[0].depth > 8)
        losses.push_back(fmt::format("samples of {} bits become 8 bits", kind->comp[0].depth));
    if (is_interlaced(coded.field_order))
        losses.push_back("interlaced frames are filtered whole, and are not marked so");
    const std::span streams(format.streams, format.nb_streams);
    const auto has = [&](AVMediaType type) {
        return std::any_of(streams.begin(), streams.end(),
                           [&](const AVStream* stream) { return stream->codecpar->codec_type == type; });
    };
    const bool has_sound = has(AVMEDIA_TYPE_AUDIO), has_subtitles = has(AVMEDIA_TYPE_SUBTITLE);
    if (has_sound && has_subtitles)
        losses.push_back("sound and subtitles are dropped");
    else if (has_sound)
        losses.push_back("sound is dropped");
    else if (has_subtitles)
        losses.push_back("subtitles are dropped");
    return losses;
}

}  // namespace sweep
