#include "films/samples/conversion.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "core/base/error.h"
#include "core/base/memory.h"

namespace sweep {
namespace {

void keep(void*, std::uint8_t*) {}

// A frame whose memory is somebody else's.
AvFrame frame_over(ImageView image, AVPixelFormat format) {
    AvFrame frame(av_frame_alloc());
    if (!frame) throw std::bad_alloc();
    frame->width = image.shape.width;
    frame->height = image.shape.height;
    frame->format = format;
    frame->data[0] = static_cast<std::uint8_t*>(image.data);
    frame->linesize[0] = int(image.stride);
    frame->buf[0] = av_buffer_create(frame->data[0], std::size_t(image.stride) * std::size_t(frame->height),
                                     keep, nullptr, 0);
    if (!frame->buf[0]) throw std::bad_alloc();
    return frame;
}

// Chroma at half resolution is repeated, whose mean is what the writer makes of it again: libswscale's bilinear way
// would move it down by a quarter of its samples. Frames of another size are scaled, luma and all.
int exact_flags(int width, int height, const Shape& to) {
    const bool is_scaled = width != to.width || height != to.height;
    return (is_scaled ? SWS_BILINEAR : SWS_POINT) | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT;
}

// Calls work with a number of as many bytes as a pixel has.
void with_pixel(const Shape& shape, Sample sample, const auto& work) {
    switch (size_of(sample) * std::size_t(shape.channels)) {
        case 1:
            return work(std::uint8_t{});
        case 2:
            return work(std::uint16_t{});
        case 4:
            return work(std::uint32_t{});
        default:
            return work(std::uint64_t{});
    }
}

}  // namespace

// What states none follows the custom of players.
int scaler_matrix(AVColorSpace states, int height) {
    switch (states) {
        case AVCOL_SPC_BT709:
            return SWS_CS_ITU709;
        case AVCOL_SPC_BT470BG:
        case AVCOL_SPC_SMPTE170M:
            return SWS_CS_ITU601;
        case AVCOL_SPC_SMPTE240M:
            return SWS_CS_SMPTE240M;
        case AVCOL_SPC_FCC:
            return SWS_CS_FCC;
        case AVCOL_SPC_BT2020_NCL:
        case AVCOL_SPC_BT2020_CL:
            return SWS_CS_BT2020;
        default:
            return height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601;
    }
}

// Whether black is 0. What states no range is of television where it has colours, and a picture of numbers where it
// is grey, as cameras and depth sensors write it.
bool is_full_range(const AVFrame& frame) {
    switch (frame.format) {
        case AV_PIX_FMT_YUVJ420P:
        case AV_PIX_FMT_YUVJ422P:
        case AV_PIX_FMT_YUVJ444P:
        case AV_PIX_FMT_YUVJ440P:
        case AV_PIX_FMT_YUVJ411P:
            return true;
        default:
            break;
    }
    if (frame.color_range != AVCOL_RANGE_UNSPECIFIED) return frame.color_range == AVCOL_RANGE_JPEG;
    const AVPixFmtDescriptor* kind = av_pix_fmt_desc_get(AVPixelFormat(frame.format));
    return kind && kind->nb_components <= 2;  // grey, perhaps with alpha
}

// GPUs give frames with interleaved chroma, for which libswscale has no fast way to RGB. Taking the channels apart
// first is ten times as fast.
const AVFrame& ToRgba::with_planes(const AVFrame& frame) {
    if (frame.format != AV_PIX_FMT_NV12) return frame;
    if (!planes_ || planes_->width != frame.width || planes_->height != frame.height) {
        planes_.reset(av_frame_alloc());
        if (!planes_) throw std::bad_alloc();
        planes_->width = frame.width;
        planes_->height = frame.height;
        planes_->format = AV_PIX_FMT_YUV420P;
        if (av_frame_get_buffer(planes_.get(), 0) < 0) throw std::bad_alloc();
        parter_.reset(sws_getContext(frame.width, frame.height, AV_PIX_FMT_NV12, frame.width, frame.height,
                                     AV_PIX_FMT_YUV420P, SWS_POINT, nullptr, nullptr, nullptr));
        if (!parter_) throw std::bad_alloc();
    }
    sws_scale(parter_.get(), frame.data, frame.linesize, 0, frame.height, planes_->data, planes_->linesize);
    planes_->colorspace = frame.colorspace;
    planes_->color_range = frame.color_range;
    return *planes_;
}

std::optional<HdrTransfer> hdr_transfer(AVColorTransferCharacteristic states) {
    if (states == AVCOL_TRC_SMPTE2084) return HdrTransfer::pq;
    if (states == AVCOL_TRC_ARIB_STD_B67) return HdrTransfer::hlg;
    return std::nullopt;
}

void ToRgba::convert(const AVFrame& given, ImageView into) {
    const AVFrame& frame = with_planes(given);
    const std::optional<HdrTransfer> transfer = hdr_transfer(given.color_trc);
    if (!transfer) return scale(frame, AV_PIX_FMT_RGBA, into);
    const bool is_wide = given.color_primaries == AVCOL_PRI_BT2020;
    if (const int kind = 2 * int(*transfer) + int(is_wide); !hdr_ || kind != hdr_kind_) {
        hdr_.emplace(*transfer, is_wide);
        hdr_kind_ = kind;
    }
    if (wide_.shape() != into.shape) {
        wide_ = {};
        wide_ = make_image(into.shape, Sample::u16, "a frame of a high dynamic range");
    }
    scale(frame, AV_PIX_FMT_RGBA64, wide_.view());
    hdr_->convert(std::as_const(wide_).view(), into);
}

void ToRgba::convert_codes(const AVFrame& frame, ImageView into) {
    const bool is_deep = into.sample == Sample::u16;
    scale(frame,
          into.shape.channels == 1 ? (is_deep ? AV_PIX_FMT_GRAY16 : AV_PIX_FMT_GRAY8)
                                   : (is_deep ? AV_PIX_FMT_RGBA64 : AV_PIX_FMT_RGBA),
          into, true);
}

void ToRgba::scale(const AVFrame& frame, AVPixelFormat format, ImageView into, bool is_exact) {
    const Kind kind{
        frame.width,      frame.height,      frame.format, scaler_matrix(frame.colorspace, frame.height),
        into.shape.width, into.shape.height, format,       is_full_range(frame),
        is_exact};
    if (!scaler_ || kind != kind_) {
        scaler_.reset(sws_alloc_context());
        if (!scaler_) throw std::bad_alloc();
        const auto set = [&](const char* name, std::int64_t value) {
            av_opt_set_int(scaler_.get(), name, value, 0);
        };
        set("srcw", kind.width);
        set("srch", kind.height);
        set("src_format", kind.format);
        set("src_range", kind.full_range);
        set("dstw", kind.to_width);
        set("dsth", kind.to_height);
        set("dst_format", kind.to_format);
        set("dst_range", 1);
        set("sws_flags", !is_exact ? SWS_BILINEAR : exact_flags(kind.width, kind.height, into.shape));
        constexpr int most_threads = 8;  // more bands than this gain nothing
        set("threads", std::clamp(int(std::thread::hardware_concurrency()) / 2, 1, most_threads));
        if (sws_init_context(scaler_.get(), nullptr, nullptr) < 0) {
            scaler_.reset();
            const char* name = av_get_pix_fmt_name(AVPixelFormat(kind.format));
            throw Error(ExitCode::unreadable_input, std::string("frames of the kind ") +
                                                        (name ? name : "unknown") +
                                                        " cannot be converted to RGB");
        }
        constexpr int one = 1 << 16;  // in 16.16 fixed point
        // Between grey and grey with two matrices libswscale goes by RGB, and forgets the range.
        const bool to_grey = format == AV_PIX_FMT_GRAY8 || format == AV_PIX_FMT_GRAY16;
        sws_setColorspaceDetails(scaler_.get(), sws_getCoefficients(kind.matrix), kind.full_range,
                                 sws_getCoefficients(to_grey ? kind.matrix : SWS_CS_DEFAULT), 1, 0, one, one);
        kind_ = kind;
    }
    const AvFrame to = frame_over(into, format);
    if (const int error = sws_scale_frame(scaler_.get(), to.get(), &frame); error < 0)
        throw Error(ExitCode::unreadable_input, "cannot convert a frame to RGB: " + av_text(error));
}

void put_alpha(const AVFrame& rgba, AVFrame& planes) {
    const AVPixFmtDescriptor& kind = *av_pix_fmt_desc_get(AVPixelFormat(planes.format));
    const bool is_deep = rgba.format == AV_PIX_FMT_RGBA64;
    constexpr auto own_plane = AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PLANAR;
    if ((!is_deep && rgba.format != AV_PIX_FMT_RGBA) || (kind.flags & own_plane) != own_plane ||
        (kind.flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_BE)))
        return;
    const AVComponentDescriptor& alpha = kind.comp[3];
    const int fewer = 16 - alpha.depth;  // bits
    const std::uint32_t opaque = (1u << alpha.depth) - 1;
    // Alpha of 16 bits is that of fewer with zeros, or its first bits, behind it: it is cut off,
    // but for what a filter rounds.
    const auto of_words = [&](std::uint32_t a) {
        return std::min(opaque, (a + ((1u << fewer) >> 3)) >> fewer);
    };
    const auto of_bytes = [&](std::uint32_t a) { return (a * opaque + 127) / 255; };
    for (int y = 0; y < planes.height; ++y) {
        const std::uint8_t* const from = rgba.data[0] + std::ptrdiff_t(y) * rgba.linesize[0];
        std::uint8_t* const to = planes.data[alpha.plane] + std::ptrdiff_t(y) * planes.linesize[alpha.plane];
        for (int x = 0; x < planes.width; ++x) {
            const std::uint32_t value =
                is_deep ? of_words(reinterpret_cast<const std::uint16_t*>(from)[4 * x + 3])
                        : of_bytes(from[4 * x + 3]);
            if (alpha.depth > 8)
                reinterpret_cast<std::uint16_t*>(to)[x] = std::uint16_t(value);
            else
                to[x] = std::uint8_t(value);
        }
    }
}

void turn(ConstImageView from, ImageView to, int quarters) {
    const int width = from.shape.width, height = from.shape.height;
    constexpr int side = 32;  // tiles stay in the cache, whichever way they are written
    with_pixel(from.shape, from.sample, [&](auto pixel) {
        using Pixel = decltype(pixel);
        for (int top = 0; top < height; top += side)
            for (int left = 0; left < width; left += side)
                for (int y = top; y < std::min(top + side, height); ++y) {
                    const Pixel* row = from.row<Pixel>(y);
                    for (int x = left; x < std::min(left + side, width); ++x) {
                        const int to_x = quarters == 1 ? height - 1 - y : quarters == 2 ? width - 1 - x : y;
                        const int to_y = quarters == 1 ? x : quarters == 2 ? height - 1 - y : width - 1 - x;
                        to.row<Pixel>(to_y)[to_x] = row[x];
                    }
                }
    });
}

void mirror(ImageView image) {
    with_pixel(image.shape, image.sample, [&](auto pixel) {
        for (int y = 0; y < image.shape.height; ++y) {
            auto* row = image.row<decltype(pixel)>(y);
            std::reverse(row, row + image.shape.width);
        }
    });
}

}  // namespace sweep
