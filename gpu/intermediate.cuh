// What lies between two passes of an algorithm that goes through memory: the output's own memory or, where a GL texture
// is written, a float image of ours. Samples are interleaved and relative to the datum.
#pragma once

#include "gpu/device_buffer.h"
#include "gpu/pixels.cuh"

namespace sweep::gpu {

class Intermediate {
  public:
    float* image(const PixelSink& out, const Shape& shape) {
        if (out.format != PixelFormat::texture_f32) return static_cast<float*>(out.data);
        own_.grow(shape.samples());
        return own_.data();
    }
    std::size_t bytes() const { return own_.bytes(); }

  private:
    DeviceBuffer<float> own_;
};

// Sample `channel` of pixel (x, y).
__device__ inline void put_sample(const PixelSink& out, int x, int y, int channel, float v) {
    if (out.format == PixelFormat::texture_f32)
        surf2Dwrite(v, out.surface, (x * 4 + channel) * int(sizeof(float)), y);
    else
        static_cast<float*>(out.data)[(std::size_t(y) * out.width + x) * out.channels + channel] = v;
}

}  // namespace sweep::gpu
