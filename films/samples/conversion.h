// Between the planes that films hold and RGBA bytes. Only .cpp files of this folder include it.
#pragma once

#include <optional>

#include "core/base/image.h"
#include "films/samples/hdr.h"
#include "films/samples/libav.h"

namespace sweep {

// How a film codes a high dynamic range, where it does.
std::optional<HdrTransfer> hdr_transfer(AVColorTransferCharacteristic states);

// The matrix of a frame of this height that states this one, as libswscale counts them.
int scaler_matrix(AVColorSpace states, int height = 1080);
// Whether black is 0 in a frame.
bool is_full_range(const AVFrame& frame);

// Converts the planes of decoded frames to RGBA.
class ToRgba {
  public:
    // `into` has four channels of bytes; a frame of another size is scaled to it. Throws Error(unreadable_input).
    void convert(const AVFrame& frame, ImageView into);
    // The code values, u8 or u16, as grey where `into` has one channel. Planes that are made of them again are the
    // same ones, which takes longer.
    void convert_codes(const AVFrame& frame, ImageView into);

  private:
    struct Kind {
        int width = 0, height = 0, format = -1, matrix = 0, to_width = 0, to_height = 0;
        AVPixelFormat to_format = AV_PIX_FMT_RGBA;
        bool full_range = false, is_exact = false;
        friend bool operator==(const Kind&, const Kind&) = default;
    };
    const AVFrame& with_planes(const AVFrame& frame);
    void scale(const AVFrame& frame, AVPixelFormat format, ImageView into, bool is_exact = false);

    AvScaler scaler_, parter_;
    Kind kind_;       // of scaler_
    AvFrame planes_;  // of a frame whose two chroma channels were interleaved
    Image wide_;      // of an HDR frame, 16 bits a channel
    std::optional<HdrToSrgb> hdr_;
    int hdr_kind_ = -1;  // of hdr_: the transfer and the primaries that it was made for
};

// Puts the alpha of RGBA, of 8 or 16 bits, into the plane that a frame of YUV has for it; without one nothing. What
// libswscale puts there grows by 1 each time that a film is written.
void put_alpha(const AVFrame& rgba, AVFrame& planes);

// Turns an image of 1, 2, 4 or 8 bytes a pixel clockwise, by so many quarters, 1 to 3. `to` has the turned size.
void turn(ConstImageView from, ImageView to, int quarters);
// Changes left and right of such an image.
void mirror(ImageView image);

}  // namespace sweep
