// Between the planes that films hold and RGBA bytes. Only .cpp files of this folder include it.
#pragma once

#include <optional>

#include "core/base/image.h"
#include "films/samples/hdr.h"
#include "films/samples/libav.h"

namespace sweep {

// How a film codes a high dynamic range, where it does.
std::optional<HdrTransfer> hdr_transfer(AVColorTransferCharacteristic states);

// Converts the planes of decoded frames to RGBA.
class ToRgba {
  public:
    // `into` has four channels of bytes; a frame of another size is scaled to it. Throws Error(unreadable_input).
    void convert(const AVFrame& frame, ImageView into);

  private:
    struct Kind {
        int width = 0, height = 0, format = -1, matrix = 0, to_width = 0, to_height = 0;
        AVPixelFormat to_format = AV_PIX_FMT_RGBA;
        bool full_range = false;
        friend bool operator==(const Kind&, const Kind&) = default;
    };
    const AVFrame& with_planes(const AVFrame& frame);
    void scale(const AVFrame& frame, AVPixelFormat format, ImageView into);

    AvScaler scaler_, parter_;
    Kind kind_;       // of scaler_
    AvFrame planes_;  // of a frame whose two chroma channels were interleaved
    Image wide_;      // of an HDR frame, 16 bits a channel
    std::optional<HdrToSrgb> hdr_;
    int hdr_kind_ = -1;  // of hdr_: the transfer and the primaries that it was made for
};

// Turns an image of four bytes a pixel clockwise, by so many quarters, 1 to 3. `to` has the turned size.
void turn(ConstImageView from, ImageView to, int quarters);
// Changes left and right of an image of four bytes a pixel.
void mirror(ImageView image);

}  // namespace sweep
