// How the thread blocks of step 7.4 get their blocks of a picture, which is four channels of bytes, and give them back. The
// bytes stay bytes in shared memory until a thread filters its column: it looks up each as it goes, and only what it has
// filtered goes to shared memory as floats. (Order 3 of 3840 x 2160 on an H200: this step took 106 us with floats from the
// start and 16 samples in registers, 85 so.)
#pragma once

#include "gpu/tiles.cuh"

namespace sweep::gpu {

// A thread's column of such a block; samples from number i on. Nothing is put: what comes out goes to the tile.
template <int T>
class ColumnOfPicture {
  public:
    __device__ ColumnOfPicture(const std::uint32_t* pixels, const float (&values_)[256], int t, int channel)
        : bytes(reinterpret_cast<const std::uint8_t*>(pixels + t) + channel), values(values_) {}

    template <int N>
    __device__ void get(int i, float (&v)[N]) const {
#pragma unroll
        for (int k = 0; k < N; ++k) v[k] = values[bytes[(i + k) * T * 4]];
    }

  private:
    const std::uint8_t* bytes;
    const float (&values)[256];
};

struct PictureTiles {
    PixelSource in;
    PixelSink out;

    using Arrival = ByteTables;

    // The pixels, [T][T], lie behind the planes.
    template <int T>
    static constexpr std::size_t shared_bytes() {
        return sizeof(float) * 5 * T * T;
    }
    template <int T>
    __device__ static std::uint32_t* pixels(float* tile) {
        return reinterpret_cast<std::uint32_t*>(tile + 4 * T * T);
    }

    // What is on its way to a thread.
    template <int T>
    struct Coming {
        std::uint32_t pixels[PixelsOfThread<T>::count];
    };
    // Asks for the pixels of block (m, n). All these are called by the whole thread block, of T threads a channel.
    template <int T>
    __device__ Coming<T> fetch(const Tiling& p, int m, int n) const {
        const PixelsOfThread<T> own(p, m, n);
        Coming<T> coming;
        in.words_by_format([&](auto pixel) {
#pragma unroll
            for (int k = 0; k < own.count; ++k)
                coming.pixels[k] = own.has(k) ? pixel(own.x, own.y, own.below(k)) : 0;
        });
        return coming;
    }
    // When it returns they are in shared memory, and what the threads have written there before.
    template <int T>
    __device__ void arrive(const Coming<T>& coming, float* tile, Arrival& tables) const {
        tables.fill(in);
        std::uint32_t* to = pixels<T>(tile) + threadIdx.x;
#pragma unroll
        for (int k = 0; k < PixelsOfThread<T>::count; ++k)
            to[PixelsOfThread<T>::below(k) * T] = coming.pixels[k];
        __syncthreads();
    }
    template <int T>
    __device__ static ColumnOfPicture<T> column(float* tile, int t, int channel, const Arrival& tables) {
        return {pixels<T>(tile), tables.values[channel], t, channel};
    }
    template <int T>
    __device__ void store(const Tiling& p, int m, int n, const float* tile) const {
        __syncthreads();
        store_pixels<T>(out, p, m, n, tile, 1);
    }
};

}  // namespace sweep::gpu
