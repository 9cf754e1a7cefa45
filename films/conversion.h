// Between the planes that films hold and RGBA bytes. Only .cpp files of this folder include it.
#pragma once

#include "core/base/image.h"
#include "films/libav.h"

namespace sweep {

// Converts the planes of decoded frames to RGBA.
class ToRgba {
  public:
    // `into` has four channels of bytes; a frame of another size is scaled to it. Throws Error(unreadable_input).
    void convert(const AVFrame& frame, ImageView into);

  private:
    struct Kind {
        int width = 0, height = 0, format = -1, matrix = 0, to_width = 0, to_height = 0;
        bool full_range = false;
        friend bool operator==(const Kind&, const Kind&) = default;
    };
    const AVFrame& with_planes(const AVFrame& frame);

    AvScaler scaler_, parter_;
    Kind kind_;       // of scaler_
    AvFrame planes_;  // of a frame whose two chroma channels were interleaved
};

// Turns an image of four bytes a pixel clockwise, by so many quarters, 1 to 3. `to` has the turned size.
void turn(ConstImageView from, ImageView to, int quarters);

}  // namespace sweep
