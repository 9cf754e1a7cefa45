// The image between two passes of an algorithm that goes through memory, as interleaved float32. It lies in
// the output's own memory or, where the output is a GL texture, in a float image of this object. The output
// must be one of float32: for a result in float16 the engine gives these algorithms other memory
// (Plan::writes_halves() in gpu/plan/plan.cuh).
#pragma once

#include "gpu/device/device_buffer.h"
#include "gpu/image/pixels.cuh"

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

// Stores sample `channel` of pixel (x, y) of an output of float32.
__device__ inline void put_sample(const PixelSink& out, int x, int y, int channel, float v) {
    if (out.format == PixelFormat::texture_f32)
        surf2Dwrite(v, out.surface, (x * 4 + channel) * int(sizeof(float)), y);
    else
        static_cast<float*>(out.data)[(std::size_t(y) * out.width + x) * out.channels + channel] = v;
}

}  // namespace sweep::gpu
