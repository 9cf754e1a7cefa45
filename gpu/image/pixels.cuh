// The pixels that the first stage of a plan reads and the last one writes, in linear memory or in a mapped GL
// texture. A kernel may serve several formats: all threads of a grid take the same branch.
#pragma once

#include <cstdint>

#include <cuda_runtime.h>

#include "core/problem/problem.h"

namespace sweep::gpu {

enum class PixelFormat : int {
    f32,          // linear memory, 1 to 4 interleaved floats
    f16,          // linear memory, 4 interleaved float16; only written
    u8,           // linear memory, 1 to 4 interleaved bytes
    texture_u8,   // GL_RGBA8
    texture_f32,  // GL_RGBA32F, and GL_RGBA32UI
    texture_f16,  // GL_RGBA16F; only written
    table,        // linear memory, 1 to 4 interleaved sums; only written
};

// The bytes of a pixel as a word, the first lowest.
__device__ inline std::uint32_t word_of(const uchar4& pixel) {
    return pixel.x | pixel.y << 8 | pixel.z << 16 | std::uint32_t(pixel.w) << 24;
}

// A byte b that stands for b / 255 is the number b in units of 1 / unorm_scale, in which it may be filtered.
// (For each of the 256 bytes, b / 255 rounded to float, times unorm_scale, is b again.)
inline constexpr float unorm_scale = 255;

struct PixelSource {
    PixelFormat format;
    int channels;
    const void* data;  // linear memory, rows packed
    // The surface of a texture. It gives words as they are; a texture object would take their bytes apart.
    cudaSurfaceObject_t surface;
    const float* colour;  // what a byte stands for, 256 entries, ...
    const float* alpha;   // ... and in the alpha channel
    bool is_unorm;        // in every channel a byte b stands for b / 255
    int width;

    __device__ float decode(std::uint8_t byte, int channel) const {
        const bool is_alpha = channel == channels - 1 && (channels & 1) == 0;
        return __ldg((is_alpha ? alpha : colour) + byte);
    }
    // Calls load(pixel) for pixels of four bytes, where pixel(x, y, below, is_there) fetches the word of
    // pixel (x, y + below), or returns zero where not `is_there`. The branch on the format is outside of
    // `load`, so that the loads in it are in flight together.
    template <class Load>
    __device__ void words_by_format(Load load) const {
        load_by_format<std::uint32_t>(format == PixelFormat::texture_u8, load);
    }
    // Calls load(pixel) likewise, for pixels of four floats.
    template <class Load>
    __device__ void floats_by_format(Load load) const {
        load_by_format<float4>(format == PixelFormat::texture_f32, load);
    }
    // The bytes (floats) of one pixel, not decoded. Channels that the image does not have are 0.
    __device__ uchar4 bytes(int x, int y) const {
        if (format == PixelFormat::texture_u8) return texel<uchar4>(x, y);
        const auto* p = static_cast<const std::uint8_t*>(data) + (std::size_t(y) * width + x) * channels;
        if (channels == 4) return __ldg(reinterpret_cast<const uchar4*>(p));
        uchar4 v = {__ldg(p), 0, 0, 0};
        if (channels > 1) v.y = __ldg(p + 1);
        if (channels > 2) v.z = __ldg(p + 2);
        return v;
    }
    __device__ float4 floats(int x, int y) const {
        if (format == PixelFormat::texture_f32) return texel<float4>(x, y);
        const auto* p = static_cast<const float*>(data) + (std::size_t(y) * width + x) * channels;
        if (channels == 4) return __ldg(reinterpret_cast<const float4*>(p));
        float4 v = {__ldg(p), 0, 0, 0};
        if (channels > 1) v.y = __ldg(p + 1);
        if (channels > 2) v.z = __ldg(p + 2);
        return v;
    }
    __host__ __device__ bool is_bytes() const {
        return format == PixelFormat::u8 || format == PixelFormat::texture_u8;
    }

    // One pixel, decoded to floats.
    __device__ float4 pixel(int x, int y) const {
        if (!is_bytes()) return floats(x, y);
        const uchar4 b = bytes(x, y);
        float4 v = {decode(b.x, 0), 0, 0, 0};
        if (channels > 1) v.y = decode(b.y, 1);
        if (channels > 2) v.z = decode(b.z, 2);
        if (channels > 3) v.w = decode(b.w, 3);
        return v;
    }
    __device__ float sample(int x, int y, int channel) const {
        const float4 v = pixel(x, y);
        return channel == 0 ? v.x : channel == 1 ? v.y : channel == 2 ? v.z : v.w;
    }

  private:
    // A pixel of a texture; zeros outside.
    template <class V>
    __device__ V texel(int x, int y) const {
        return surf2Dread<V>(surface, x * int(sizeof(V)), y, cudaBoundaryModeZero);
    }
    template <class V, class Load>
    __device__ void load_by_format(bool is_texture, Load load) const {
        if (is_texture)
            load([&](int x, int y, int below, bool is_there) {
                return is_there ? texel<V>(x, y + below) : V{};
            });
        else
            load([&](int x, int y, int below, bool is_there) {
                const V* pixel = static_cast<const V*>(data) + std::size_t(y) * width + x;
                return is_there ? __ldg(pixel + std::ptrdiff_t(width) * below) : V{};
            });
    }
};

struct PixelSink {
    PixelFormat format;
    int channels;
    void* data;                   // linear memory, rows packed
    cudaSurfaceObject_t surface;  // of a texture
    int width;

    __host__ __device__ bool is_halves() const {
        return format == PixelFormat::f16 || format == PixelFormat::texture_f16;
    }
};

}  // namespace sweep::gpu
