#include "films/beside/spatial.h"

#include <cstring>
#include <new>
#include <optional>
#include <string_view>

extern "C" {
#include <libavutil/stereo3d.h>
}

namespace sweep {
namespace {

// As Matroska names it; empty: it has none. A .webm takes the first two kinds alone.
std::string stereo_mode(const AVStereo3D& stereo, bool is_webm) {
    const bool is_inverted = stereo.flags & AV_STEREO3D_FLAG_INVERT;
    switch (stereo.type) {
        case AV_STEREO3D_SIDEBYSIDE:
            return is_inverted ? "right_left" : "left_right";
        case AV_STEREO3D_TOPBOTTOM:
            return is_inverted ? "bottom_top" : "top_bottom";
        default:
            break;
    }
    if (is_webm) return {};
    const std::string order = is_inverted ? "_rl" : "_lr";
    switch (stereo.type) {
        case AV_STEREO3D_CHECKERBOARD:
            return "checkerboard" + order;
        case AV_STEREO3D_LINES:
            return "row_interleaved" + order;
        case AV_STEREO3D_COLUMNS:
            return "col_interleaved" + order;
        case AV_STEREO3D_FRAMESEQUENCE:
            return "block" + order;
        default:
            return {};
    }
}

std::optional<AVStereo3D> stereo_of(const std::vector<std::uint8_t>& bytes) {
    AVStereo3D stereo;
    if (bytes.size() < sizeof stereo) return {};
    std::memcpy(&stereo, bytes.data(), sizeof stereo);
    if (stereo.type == AV_STEREO3D_2D) return {};
    return stereo;
}

}  // namespace

void set_side_data(AVStream& stream, AVPacketSideDataType type, const std::vector<std::uint8_t>& bytes) {
    if (bytes.empty()) return;
    auto* copy = static_cast<std::uint8_t*>(av_memdup(bytes.data(), bytes.size()));
    if (!copy) throw std::bad_alloc();
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    AVCodecParameters& coded = *stream.codecpar;
    const bool is_set = av_packet_side_data_add(&coded.coded_side_data, &coded.nb_coded_side_data, type, copy,
                                                bytes.size(), 0) != nullptr;
#else
    const bool is_set = av_stream_add_side_data(&stream, type, copy, bytes.size()) >= 0;
#endif
    if (is_set) return;
    av_free(copy);
    throw std::bad_alloc();
}

std::vector<std::string> state_spatial(const FilmSamples& like, AVFormatContext& format, AVStream& stream,
                                       AVFrame& frame, const std::string& encoder) {
    const std::string_view container = format.oformat->name;
    const bool is_mp4 = container == "mp4", is_webm = container == "webm",
               is_matroska = is_webm || container == "matroska";
    std::vector<std::string> losses;
    if (!like.spherical.empty()) {
        if (is_mp4 || is_matroska)
            set_side_data(stream, AV_PKT_DATA_SPHERICAL, like.spherical);
        else
            losses.emplace_back("what is said of 360° is dropped");
    }
    if (const std::optional<AVStereo3D> stereo = stereo_of(like.stereo)) {
        bool is_kept = encoder == "libx264";  // which writes it into the pictures
        if (is_kept) {
            AVFrameSideData* data =
                av_frame_new_side_data(&frame, AV_FRAME_DATA_STEREO3D, like.stereo.size());
            if (!data) throw std::bad_alloc();
            std::memcpy(data->data, like.stereo.data(), like.stereo.size());
        }
        const bool is_usual = stereo->type == AV_STEREO3D_SIDEBYSIDE || stereo->type == AV_STEREO3D_TOPBOTTOM;
        if (const std::string mode = stereo_mode(*stereo, is_webm); is_matroska && !mode.empty()) {
            av_dict_set(&stream.metadata, "stereo_mode", mode.c_str(), 0);
            is_kept = true;
        } else if (is_mp4 && is_usual && !(stereo->flags & AV_STEREO3D_FLAG_INVERT)) {
            set_side_data(stream, AV_PKT_DATA_STEREO3D, like.stereo);
            is_kept = true;
        }
        if (!is_kept) losses.emplace_back("what is said of two eyes (stereo) is dropped");
    }
    // libavformat writes both into an .mp4 where it may write what the standard does not have yet.
    if (is_mp4 && !(like.spherical.empty() && like.stereo.empty()))
        format.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL;
    return losses;
}

}  // namespace sweep
