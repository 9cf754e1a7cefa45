// How the thread blocks of step 7.4 get their blocks of four channels, and give them back. Of a picture, four channels of
// bytes, the bytes stay bytes in shared memory until a thread filters its column: it looks up each as it goes, or filters in
// units of 1 / 255 where that is all that they stand for, and only what it has filtered goes to shared memory as floats, which
// are four times as much to write there and to read.
#pragma once

#include "gpu/tiles.cuh"

namespace sweep::gpu {

// A thread's column of such a block; samples from number i on. Nothing is put: what comes out goes to the tile.
template <int T>
class ColumnOfPicture {
  public:
    __device__ ColumnOfPicture(const std::uint32_t* pixels, const float* values_, int t, int channel)
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
    const float* values;  // of a byte; null: a byte is a number
};

// What a colour's bytes stand for, in shared memory.
struct PictureTable {
    float values[256];
};

// Pixels of bytes and that table, all on their way to the threads together: a loop over the table's entries would wait for each.
template <int T>
struct ComingPicture : ComingPixels<true, T> {
    static_assert(4 * T == 256, "a thread an entry");
    float value;

    __device__ ComingPicture(const PixelSource& in, const Tiling& p, int m, int n)
        : ComingPixels<true, T>(in, p, m, n), value(__ldg(in.colour + threadIdx.x)) {}
    __device__ void fill(PictureTable& table) const { table.values[threadIdx.x] = value; }
};

// `of_bytes`: a picture. Otherwise four channels of float32, which lie in the tile from the start.
template <bool of_bytes>
struct PictureTiles {
    PixelSource in;
    PixelSink out;

    struct Nothing {};
    using Arrival = std::conditional_t<of_bytes, PictureTable, Nothing>;
    template <int T>
    using Coming = std::conditional_t<of_bytes, ComingPicture<T>, ComingPixels<false, T>>;

    // The pixels, [T][T], lie behind the planes.
    template <int T>
    static constexpr std::size_t shared_bytes() {
        return sizeof(float) * (of_bytes ? 5 : 4) * T * T;
    }
    template <int T>
    __device__ static std::uint32_t* pixels(float* tile) {
        return reinterpret_cast<std::uint32_t*>(tile + 4 * T * T);
    }

    // Asks for the pixels of block (m, n). All these are called by the whole thread block, of T threads a channel.
    template <int T>
    __device__ Coming<T> fetch(const Tiling& p, int m, int n) const {
        return {in, p, m, n};
    }
    // When it returns they are in shared memory, and what the threads have written there before.
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
    // Whether a channel's samples are numbers of 1 / 255.
    __device__ bool is_unorm(int channel) const {
        return of_bytes && (in.is_unorm || channel == 3);
    }
    // What a thread's column comes in by.
    template <int T>
    __device__ auto column(float* tile, int t, int channel, const Arrival& arrival) const {
        if constexpr (of_bytes)
            return ColumnOfPicture<T>(pixels<T>(tile), is_unorm(channel) ? nullptr : arrival.values, t,
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
