#include "films/samples/samples_of.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "films/samples/conversion.h"
#include "films/samples/stream_data.h"

namespace sweep {
namespace {

std::vector<std::uint8_t> said_beside(const AVFrame& frame, AVFrameSideDataType of_frame,
                                      const AVStream& stream, AVPacketSideDataType of_stream) {
    if (const AVFrameSideData* data = av_frame_get_side_data(&frame, of_frame))
        return {data->data, data->data + data->size};
    std::size_t size = 0;
    if (const std::uint8_t* data = side_data(stream, of_stream, 1, &size)) return {data, data + size};
    return {};
}

int code_point_of(int scaler_matrix) {
    switch (scaler_matrix) {
        case SWS_CS_ITU601:
            return AVCOL_SPC_SMPTE170M;
        case SWS_CS_SMPTE240M:
            return AVCOL_SPC_SMPTE240M;
        case SWS_CS_FCC:
            return AVCOL_SPC_FCC;
        case SWS_CS_BT2020:
            return AVCOL_SPC_BT2020_NCL;
        default:
            return AVCOL_SPC_BT709;
    }
}

// Whether frames can be converted by a matrix. What is reserved states nothing.
bool is_known(AVColorSpace states) {
    switch (states) {
        case AVCOL_SPC_UNSPECIFIED:
        case AVCOL_SPC_RESERVED:
        case AVCOL_SPC_RGB:
        case AVCOL_SPC_BT709:
        case AVCOL_SPC_FCC:
        case AVCOL_SPC_BT470BG:
        case AVCOL_SPC_SMPTE170M:
        case AVCOL_SPC_SMPTE240M:
        case AVCOL_SPC_BT2020_NCL:
            return true;
        default:
            return false;
    }
}

// Whether a colour of the palette is not opaque: a later frame may use it.
bool has_alpha_in_palette(const AVFrame& frame) {
    std::array<std::uint32_t, AVPALETTE_COUNT> colours;
    if (!frame.data[1]) return false;
    std::memcpy(colours.data(), frame.data[1], sizeof colours);
    return std::any_of(colours.begin(), colours.end(), [](std::uint32_t argb) { return argb >> 24 != 255; });
}

// Semi-planar frames, as GPUs have them, and those whose name states the range, in the planes that files have.
AVPixelFormat planes_of(AVPixelFormat format) {
    switch (format) {
        case AV_PIX_FMT_NV12:
        case AV_PIX_FMT_YUVJ420P:
            return AV_PIX_FMT_YUV420P;
        case AV_PIX_FMT_YUVJ422P:
            return AV_PIX_FMT_YUV422P;
        case AV_PIX_FMT_YUVJ444P:
            return AV_PIX_FMT_YUV444P;
        case AV_PIX_FMT_YUVJ440P:
            return AV_PIX_FMT_YUV440P;
        case AV_PIX_FMT_YUVJ411P:
            return AV_PIX_FMT_YUV411P;
        case AV_PIX_FMT_P010:
            return AV_PIX_FMT_YUV420P10;
        default:
            return format;
    }
}

}  // namespace

bool has_alpha_beside(const AVStream& stream) {
    const AVDictionaryEntry* mode = av_dict_get(stream.metadata, "alpha_mode", nullptr, 0);
    return mode && std::string(mode->value) == "1";
}

std::string unknown_matrix(AVColorSpace states, AVPixelFormat planes) {
    const AVPixFmtDescriptor* kind = av_pix_fmt_desc_get(planes);
    const bool has_matrix =
        kind && kind->nb_components >= 3 && !(kind->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL));
    if (!has_matrix || is_known(states)) return {};
    const char* name = av_color_space_name(states);
    return name ? name : std::to_string(int(states));
}

FilmSamples samples_of(const AVFrame& frame, const AVStream& stream) {
    const AVPixelFormat planes = planes_of(AVPixelFormat(frame.format));
    const AVPixFmtDescriptor& kind = *av_pix_fmt_desc_get(planes);
    const bool is_rgb = kind.flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL);
    FilmSamples samples;
    samples.codec = avcodec_get_name(stream.codecpar->codec_id);
    samples.planes = kind.name;
    samples.depth = kind.comp[0].depth;
    samples.is_grey = kind.nb_components <= 2 && !is_rgb;
    samples.has_alpha = has_alpha_beside(stream) ||
                        (kind.flags & AV_PIX_FMT_FLAG_PAL ? has_alpha_in_palette(frame)
                                                          : (kind.flags & AV_PIX_FMT_FLAG_ALPHA) != 0);
    samples.is_full_range = is_rgb || is_full_range(frame);
    samples.is_hdr = hdr_transfer(frame.color_trc).has_value();
    samples.primaries = frame.color_primaries;
    samples.transfer = frame.color_trc;
    samples.matrix = is_rgb ? int(AVCOL_SPC_RGB) : frame.colorspace;
    // BT.601 has two code points of the same numbers.
    samples.matrix_used = frame.colorspace == AVCOL_SPC_BT470BG
                              ? int(AVCOL_SPC_BT470BG)
                              : code_point_of(scaler_matrix(frame.colorspace, frame.height));
    samples.unknown_matrix = unknown_matrix(frame.colorspace, planes);
    samples.chroma_location = frame.chroma_location;
    samples.mastering = said_beside(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, stream,
                                    AV_PKT_DATA_MASTERING_DISPLAY_METADATA);
    samples.light =
        said_beside(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL);
    samples.spherical = said_beside(frame, AV_FRAME_DATA_SPHERICAL, stream, AV_PKT_DATA_SPHERICAL);
    samples.stereo = said_beside(frame, AV_FRAME_DATA_STEREO3D, stream, AV_PKT_DATA_STEREO3D);
    return samples;
}

}  // namespace sweep
