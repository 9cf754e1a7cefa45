// The device's side of runs from host memory to host memory: input and output lie in linear memory or in
// textures (Method::memory).
#pragma once

#include "core/problem/problem.h"
#include "gpu/device/device_buffer.h"
#include "gpu/device/texture_array.h"

namespace sweep::gpu {

class HostImages {
  public:
    // The images of the last run: null where they are not in linear memory, 0 where they are not in textures.
    const std::byte* in() const { return in_textures_ ? nullptr : in_.data(); }
    std::byte* out() const { return in_textures_ ? nullptr : out_.data(); }
    cudaSurfaceObject_t in_surface() const { return in_textures_ ? in_texture_.surface() : 0; }
    cudaSurfaceObject_t out_surface() const { return in_textures_ ? out_texture_.surface() : 0; }
    bool are_there() const { return in() || in_surface(); }

    // Uploads the input and makes room for the output.
    void take(const ConstImageView& in, Sample out_sample, Memory memory, cudaStream_t stream) {
        in_textures_ = memory == Memory::texture;
        if (in_textures_) {
            in_texture_.become(in.shape, in.sample);
            out_texture_.become(in.shape, out_sample);
            return in_texture_.upload(in, stream);
        }
        const std::size_t row = in.shape.row_bytes(in.sample), height = std::size_t(in.shape.height),
                          out_bytes = in.shape.row_bytes(out_sample) * height;
        in_.grow(row * height);
        out_.grow(out_bytes);
        check(cudaMemcpy2DAsync(in_.data(), row, in.data, std::size_t(in.stride), row, height,
                                cudaMemcpyHostToDevice, stream));
    }
    // Downloads the output.
    void give(const ImageView& out, cudaStream_t stream) const {
        if (in_textures_) return out_texture_.download(out, stream);
        const std::size_t row = out.shape.row_bytes(out.sample);
        check(cudaMemcpy2DAsync(out.data, std::size_t(out.stride), out_.data(), row, row,
                                std::size_t(out.shape.height), cudaMemcpyDeviceToHost, stream));
    }

  private:
    DeviceBuffer<std::byte> in_, out_;
    TextureArray in_texture_, out_texture_;
    bool in_textures_ = false;
};

}  // namespace sweep::gpu
