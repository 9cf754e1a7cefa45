#include "films/samples/samples_of.h"

#include "films/samples/conversion.h"

namespace sweep {
namespace {

std::vector<std::uint8_t> side_data(const AVFrame& frame, AVFrameSideDataType of_frame,
                                    const AVStream& stream, AVPacketSideDataType of_stream) {
    if (const AVFrameSideData* data = av_frame_get_side_data(&frame, of_frame))
        return {data->data, data->data + data->size};
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    const AVPacketSideData* data = av_packet_side_data_get(stream.codecpar->coded_side_data,
                                                           stream.codecpar->nb_coded_side_data, of_stream);
    if (data) return {data->data, data->data + data->size};
#else
    std::size_t size = 0;
    if (const std::uint8_t* data = av_stream_get_side_data(&stream, of_stream, &size))
        return {data, data + size};
#endif
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
                        ((kind.flags & AV_PIX_FMT_FLAG_ALPHA) && !(kind.flags & AV_PIX_FMT_FLAG_PAL));
    samples.is_full_range = is_rgb || is_full_range(frame);
    samples.is_hdr = hdr_transfer(frame.color_trc).has_value();
    samples.primaries = frame.color_primaries;
    samples.transfer = frame.color_trc;
    samples.matrix = is_rgb ? int(AVCOL_SPC_RGB) : frame.colorspace;
    // BT.601 has two code points of the same numbers.
    samples.matrix_used = frame.colorspace == AVCOL_SPC_BT470BG
                              ? int(AVCOL_SPC_BT470BG)
                              : code_point_of(scaler_matrix(frame.colorspace, frame.height));
    samples.chroma_location = frame.chroma_location;
    samples.mastering = side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, stream,
                                  AV_PKT_DATA_MASTERING_DISPLAY_METADATA);
    samples.light =
        side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL);
    return samples;
}

}  // namespace sweep
