// How the thread blocks of step 7.4 load and store blocks of RGBA images, which have four channels of bytes
// (RGBA8) or of floats. Bytes stay bytes in shared memory until a thread filters its column: it looks up each
// byte as it goes, or filters in units of 1 / 255 where a byte b stands for b / 255. Only filtered samples go
// to shared memory as floats, which are four times as much to write and to read.
//
// filter_kernel (gpu/overlapped/filter.cuh) calls fetch(), arrive(), column(), is_unorm() and store() of the
// tiles. HalfTiles (gpu/image/half_tiles.cuh) takes all but store() from here.
#pragma once

#include "gpu/image/tiles.cuh"

namespace sweep::gpu {

// A thread's column of a block of bytes; get() gives the samples from number i on. There is no put(): the
// filtered samples go to the tile.
template <int T>
class ColumnOfRgba8 {
  public:
    __device__ ColumnOfRgba8(const std::uint32_t* pixels, const float* values_, int t, int channel)
        : bytes(reinterpret_cast<const std::uint8_t*>(pixels + t) + channel), values(values_) {}

    template <int N>
    __device__ void get(int i, float (&v)[N]) const {
#pragma unroll
        for (int k = 0; k < N; ++k) {
            const std::uint8_t byte = bytes[(i + k) * T * 4];
            v[k] = values ? values[byte] : float(byte);
        }
    }

  private:
    const std::uint8_t* bytes;
    const float* values;  // the value of each byte; null: it is the byte itself
};

// The values that the bytes of a colour channel stand for, in shared memory.
struct ColourTable {
    float values[256];
};

// The pixels of bytes and that table on their way into registers. Each thread asks for one entry of the
// table, so that all are in flight together; a loop over the table would wait for each entry.
template <int T>
struct ComingRgba8 : ComingPixels<true, T> {
    static_assert(4 * T == 256, "a thread an entry");
    float value;

    __device__ ComingRgba8(const PixelSource& in, const Tiling& p, int m, int n)
        : ComingPixels<true, T>(in, p, m, n), value(__ldg(in.colour + threadIdx.x)) {}
    __device__ void fill(ColourTable& table) const { table.values[threadIdx.x] = value; }
};

// Pixels of bytes (`of_bytes`), or of four channels of float32, which lie in the tile from the start.
template <bool of_bytes>
struct RgbaTiles {
    PixelSource in;
    PixelSink out;

    struct Nothing {};
    using Arrival = std::conditional_t<of_bytes, ColourTable, Nothing>;
    template <int T>
    using Coming = std::conditional_t<of_bytes, ComingRgba8<T>, ComingPixels<false, T>>;

    // The pixels of bytes, [T][T], lie behind the planes.
    template <int T>
    static constexpr std::size_t shared_bytes() {
        return sizeof(float) * (of_bytes ? 5 : 4) * T * T;
    }
    template <int T>
    __device__ static std::uint32_t* pixels(float* tile) {
        return reinterpret_cast<std::uint32_t*>(tile + 4 * T * T);
    }

    // Asks for the pixels of block (m, n). All these functions are called by the whole thread block, T
    // threads a channel.
    template <int T>
    __device__ Coming<T> fetch(const Tiling& p, int m, int n) const {
        return {in, p, m, n};
    }
    // When it returns, the pixels are in shared memory, and what the threads wrote there is visible to all.
    template <int T>
    __device__ void arrive(const Tiling& p, int m, int n, const Coming<T>& coming, float* tile,
                           Arrival& arrival) const {
        const PixelsOfThread<T> own(p, m, n);
        if constexpr (of_bytes) coming.fill(arrival);
#pragma unroll
        for (int k = 0; k < own.count; ++k) {
            if constexpr (of_bytes)
                pixels<T>(tile)[threadIdx.x + own.below(k) * T] = coming.pixels[k];
            else
                put_pixel<T>(coming.pixels[k], tile + own.place(k));
        }
        __syncthreads();
    }
    // True if the samples of a channel are in units of 1 / 255. Bytes of the alpha channel always are.
    __device__ bool is_unorm(int channel) const {
        return of_bytes && (in.is_unorm || channel == 3);
    }
    // The source of a thread's column.
    template <int T>
    __device__ auto column(float* tile, int t, int channel, const Arrival& arrival) const {
        if constexpr (of_bytes)
            return ColumnOfRgba8<T>(pixels<T>(tile), is_unorm(channel) ? nullptr : arrival.values, t,
                                    channel);
        else
            return ColumnOfTile<T>(tile, t, channel * T * T);
    }
    template <int T>
    __device__ void store(const Tiling& p, int m, int n, const float* tile, Eviction) const {
        __syncthreads();
        store_pixels<T>(out, p, m, n, tile, 1);
    }
};

}  // namespace sweep::gpu
