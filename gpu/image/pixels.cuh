// The pixels that the first stage of a plan reads and the last one writes, in linear memory or in a mapped GL
// texture; and the datum. A kernel may serve several formats: all threads of a grid take the same branch.
#pragma once

#include <cstdint>

#include <cuda_runtime.h>

#include "core/problem/datum.h"
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

// The one of lesser magnitude; NaN does not count.
__device__ inline float less_in_magnitude(float x, float y) {
    return fabsf(x) < fabsf(y) || y != y ? x : y;  // NaN differs from itself
}
// The number of least magnitude that a lane of the warp has, in all lanes.
__device__ inline float least_of_warp(float x) {
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2)
        x = less_in_magnitude(__shfl_xor_sync(0xffffffff, x, distance), x);
    return x;
}

// The constant that continues the image.
struct OutsideConstant {
    bool has_outside;   // there is one, along an axis that runs
    float constant[4];  // of each channel; otherwise 0

    // The constant less the datum `origin`; 0 where none continues the image.
    __device__ float outside(int channel, float origin) const {
        return has_outside ? constant[channel] - origin : 0;
    }
};

// The datum: the constant of each channel relative to which a whole run is computed (core/problem/datum.h), as the
// stages after the first have it.
struct Datum : OutsideConstant {
    bool from_image;  // otherwise the datum is 0
    float* found;     // where the first stage leaves the datum that it found, a number a channel

    __device__ float of(int channel) const { return from_image ? __ldcg(found + channel) : 0; }
    // The lanes of a warp have a sample of the channel each: the one of least magnitude becomes `origin`, and the found
    // datum of a thread block that `publishes`. Of equal magnitudes any may be taken, NaN does not count, and the datum
    // is 0 where all are NaN or larger than largest_datum.
    __device__ void settle(float candidate, int channel, int lane, bool publishes, float& origin) const {
        candidate = least_of_warp(candidate);
        if (lane != 0) return;
        if (has_outside) candidate = less_in_magnitude(constant[channel], candidate);
        origin = from_image && fabsf(candidate) <= largest_datum ? candidate : 0.f;
        if (publishes && from_image) found[channel] = origin;
    }
};

// The sample of a lattice's point for this lane, where columns are a power of two.
template <class Source>
__device__ inline float sample_of_lane(const Source& in, const DatumLattice& lattice, int channel, int lane) {
    return in.sample(lattice.x(lane & (lattice.columns - 1)),
                     lattice.y(lane >> (31 - __clz(lattice.columns))), channel);
}

// The datum as a first stage looks for it: at the points of a lattice, one for each lane of a warp, so that all samples
// are asked for at the same time. (Later stages do without: their parameters come from a cold cache.)
struct DatumOfImage : Datum {
    DatumLattice lattice;  // columns are a power of two

    // Puts the datum into shared memory, as `origins`, where all channels are visible after __syncthreads(). The thread
    // block that `publishes` also leaves it for the stages that follow. Called by the whole thread block.
    template <class Source>
    __device__ void find(const Source& in, bool publishes, float (&origins)[4]) const {
        const int t = threadIdx.y * blockDim.x + threadIdx.x, warps = blockDim.x * blockDim.y / 32;
        for (int channel = t / 32; channel < in.channels; channel += warps)
            settle(ask(in, channel, t % 32), channel, t % 32, publishes, origins[channel]);
    }
    // The first half of find() for one channel, before settle(), for a kernel that starts other loads in between, so
    // that all are in flight together. Called by a warp.
    template <class Source>
    __device__ float ask(const Source& in, int channel, int lane) const {
        return from_image ? sample_of_lane(in, lattice, channel, lane) : 0;
    }
};

// The datum of a problem. `found` is device memory with room for a number a channel. The lattice has about as many
// columns and rows as the image.
inline DatumOfImage make_datum(const Problem& problem, float* found) {
    constexpr int points = 32;
    const Shape& shape = problem.shape;
    const int most_columns = shape.height > 1 ? points / 2 : points;
    int columns = shape.width > 1 ? 2 : 1;
    while (columns < most_columns && double(columns) * columns * shape.height < double(points) * shape.width)
        columns *= 2;
    DatumOfImage datum{{{false, {}}, true, found}, datum_lattice(shape, columns, points / columns)};
    for (int c = 0; c < shape.channels; ++c) {
        const std::optional<double> outside = constant_outside(problem, std::size_t(c));
        if (!outside) continue;
        datum.has_outside = true;
        datum.constant[c] = float(*outside);
    }
    // Zeros in all channels are the datum whatever the samples are.
    datum.from_image = !datum.has_outside;
    for (int c = 0; c < shape.channels; ++c) datum.from_image |= datum.constant[c] != 0;
    return datum;
}

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
