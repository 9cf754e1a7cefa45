// Where the first and the last stage read and write pixels: linear memory or a mapped GL texture. One kernel
// serves all formats: the branch on the format is the same for a whole grid.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "core/problem.h"

namespace sweep::gpu {

enum class PixelFormat : int {
    f32,          // linear memory, 1 to 4 interleaved floats
    f16,          // linear memory, 4 interleaved float16; to write
    u8,           // linear memory, 1 to 4 interleaved bytes
    texture_u8,   // GL_RGBA8
    texture_f32,  // GL_RGBA32F, and GL_RGBA32UI
    texture_f16,  // GL_RGBA16F; to write
    table,        // linear memory, 1 to 4 interleaved sums; to write
};

// The bytes of a pixel as a word, the first lowest.
__device__ inline std::uint32_t word_of(const uchar4& pixel) {
    return pixel.x | pixel.y << 8 | pixel.z << 16 | std::uint32_t(pixel.w) << 24;
}

// What a byte is per unit where it stands for b / 255. (For all 256, b / 255 as a float times this is b.)
inline constexpr float unorm_scale = 255;

struct PixelSource {
    PixelFormat format;
    int channels;
    const void* data;  // linear memory, rows packed
    // Of a texture: words come as they are, where a texture object would take the bytes of each apart.
    cudaSurfaceObject_t surface;
    const float* colour;  // what a byte stands for, 256 entries, ...
    const float* alpha;   // ... and in the alpha channel
    bool is_unorm;        // in every channel b / 255
    int width;

    __device__ float decode(std::uint8_t byte, int channel) const {
        const bool is_alpha = channel == channels - 1 && (channels & 1) == 0;
        return __ldg((is_alpha ? alpha : colour) + byte);
    }
    // Calls load(pixel) with what fetches a word of four bytes, pixel(x, y, rows below it, whether the image has it), or zero: the
    // format is told apart outside, so that loads are under way together.
    template <class Load>
    __device__ void words_by_format(Load load) const {
        load_by_format<std::uint32_t>(format == PixelFormat::texture_u8, load);
    }
    // The same of pixels of four floats.
    template <class Load>
    __device__ void floats_by_format(Load load) const {
        load_by_format<float4>(format == PixelFormat::texture_f32, load);
    }
    // The bytes or floats of one pixel, undecoded.
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

// What every sample is taken relative to, channel by channel: the filters have unit response to a constant,
// so they may as well filter the difference. An image that is constant, and continued by the same constant,
// is then zero all through the carries, and stays what it is to the last bit; `constant:V` becomes `zero`.
//
// Of the image's corners the one of least magnitude is taken: under clamp each fills a quarter of the plane,
// so that the result is about that large there, and taking it off costs no precision.
struct Datum {
    bool from_image;    // clamp, repeat, mirror
    float constant[4];  // otherwise this
    float* found;       // the first stage leaves here what it found in the image, a number a channel

    template <class Source>
    __device__ float find(const Source& in, int width, int height, int channel) const {
        if (!from_image) return constant[channel];
        float least = in.sample(0, 0, channel);
        const float others[3] = {in.sample(width - 1, 0, channel), in.sample(0, height - 1, channel),
                                 in.sample(width - 1, height - 1, channel)};
#pragma unroll
        for (int i = 0; i < 3; ++i)
            if (fabsf(others[i]) < fabsf(least)) least = others[i];
        return limited(least);
    }
    // In a first stage: into shared memory, where all channels' are after __syncthreads(); the block that `publishes`
    // leaves them for the stages that follow. Called by the whole first warp. A lane asks for one corner of one channel:
    // otherwise all threads of all blocks would ask for the same four pixels.
    template <class Source>
    __device__ void find(const Source& in, int width, int height, bool publishes, float (&origins)[4]) const {
        const int t = threadIdx.y * blockDim.x + threadIdx.x;
        if (t < 32) settle(ask(in, width, height, t), t, in.channels, publishes, origins);
    }
    // The same in two steps, for a kernel that asks for more in between, so that all its loads are under way. By a warp, whose
    // lane t this is.
    template <class Source>
    __device__ float ask(const Source& in, int width, int height, int t) const {
        const int channel = t / 4, right = t % 2, below = t / 2 % 2;
        if (!from_image || channel >= in.channels) return 0;
        return in.sample(right * (width - 1), below * (height - 1), channel);
    }
    __device__ void settle(float corner, int t, int channels, bool publishes, float (&origins)[4]) const {
        const int channel = t / 4;
#pragma unroll
        for (int distance = 1; distance <= 2; distance *= 2) {
            const float other = __shfl_xor_sync(0xffffffff, corner, distance);
            if (fabsf(other) < fabsf(corner)) corner = other;
        }
        if (t % 4 != 0 || channel >= channels) return;
        origins[channel] = from_image ? limited(corner) : constant[channel];
        if (publishes && from_image) found[channel] = origins[channel];
    }
    // In the stages after the first.
    __device__ float of(int channel) const {
        return from_image ? __ldcg(found + channel) : constant[channel];
    }

  private:
    __device__ static float limited(float least) {
        return fabsf(least) > largest_datum ? 0.f : least;
    }
};

// The datum that the boundary asks for; `found`: room for a number a channel, in device memory.
inline Datum make_datum(const Problem& problem, float* found) {
    const BoundaryKind boundary = problem.boundary.kind;
    Datum datum{boundary == BoundaryKind::clamp || boundary == BoundaryKind::repeat ||
                    boundary == BoundaryKind::mirror,
                {},
                found};
    const std::vector<double>& value = problem.boundary.value;
    if (boundary == BoundaryKind::constant)
        for (int c = 0; c < problem.shape.channels; ++c)
            datum.constant[c] = float(value[value.size() == 1 ? 0 : std::size_t(c)]);
    return datum;
}

struct PixelSink {
    PixelFormat format;
    int channels;
    void* data;                   // linear memory, rows packed
    cudaSurfaceObject_t surface;  // of a texture
    int width;

    bool is_halves() const { return format == PixelFormat::f16 || format == PixelFormat::texture_f16; }
};

}  // namespace sweep::gpu
