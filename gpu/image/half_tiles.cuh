// Step 7.4 stores the blocks of an RGBA image, which has four channels, in float16 here
// (Method::half_result). The filtered rows are rounded before they go back to shared memory: half as many
// words are written and read there, and two pixels are one 16-byte word. A thread block of T = 64 threads a
// channel stores a block.
#pragma once

#include "gpu/device/halves.cuh"
#include "gpu/image/rgba_tiles.cuh"

namespace sweep::gpu {

// Row t of a plane, which one thread fills with float16. They take the place of the row's first 32 samples;
// word w is in chunk w / 4.
template <int T>
class HalvesOfRow {
    static_assert(T == 64, "a row of float16 takes the place of 32 floats");

  public:
    __device__ HalvesOfRow(float* plane, int t) : row(plane + t * 32), swizzle(t & 7) {}
    __device__ void put(int, const float (&v)[T]) const {
#pragma unroll
        for (int chunk = 0; chunk < T / 8; ++chunk) {
            const float* from = v + 8 * chunk;
            *reinterpret_cast<uint4*>(row + ((chunk ^ swizzle) << 2)) = {
                two_halves(from[0], from[1]), two_halves(from[2], from[3]), two_halves(from[4], from[5]),
                two_halves(from[6], from[7])};
        }
    }

  private:
    float* row;
    int swizzle;
};

template <bool of_bytes>
struct HalfTiles : RgbaTiles<of_bytes> {
    // `are_halves`: HalvesOfRow has put the rows as float16; otherwise they are floats.
    template <int T>
    __device__ void store(const Tiling& p, int m, int n, const float* tile, bool are_halves) const {
        __syncthreads();
        if (are_halves)
            store_words<T>(p, m, n, [tile](int r, int w, int below) {
                const float* from = tile + r * 32 + (((w >> 2) ^ r) << 2) + (w & 3) + below * 32;
                std::uint32_t words[4];
#pragma unroll
                for (int k = 0; k < 4; ++k) words[k] = __float_as_uint(from[k * T * T]);
                return two_pixels(words);
            });
        else
            store_words<T>(p, m, n, [tile](int r, int w, int below) {
                const float* from = tile + at<T>(r, 2 * w) + below * 32;
                std::uint32_t words[4];
#pragma unroll
                for (int k = 0; k < 4; ++k) words[k] = two_halves(from[k * T * T], from[k * T * T + 1]);
                return two_pixels(words);
            });
    }

  private:
    // Stores the block: word(r, w, below) makes pixels 2 w and 2 w + 1 of row r + below, where r < 8.
    template <int T, class Word>
    __device__ void store_words(const Tiling& p, int m, int n, Word word) const {
        const PixelSink& out = this->out;
        const bool is_texture = out.format == PixelFormat::texture_f16, pairs = p.width % 2 == 0;
        auto* pixels = static_cast<uint2*>(out.data);
        auto store = [&](int r, int w, int below, auto put) {
            const int x = n * T + 2 * w, y = m * T + r + below;
            const uint4 v = word(r, w, below);
            if (x < p.width && y < p.height) put(x, y, v);
        };
        if (is_texture) {
            for_each_in_pieces<T, T / 2, 4 * T>([&](int r, int w, int below) {
                store(r, w, below, [&](int x, int y, const uint4& v) {
                    if (pairs || x + 1 < p.width)
                        surf2Dwrite(v, out.surface, x * 8, y);
                    else
                        surf2Dwrite(uint2{v.x, v.y}, out.surface, x * 8, y);
                });
            });
            return;
        }
#pragma unroll
        for (int below = 0; below < T; below += 8)
            store(int(threadIdx.x / (T / 2)), int(threadIdx.x % (T / 2)), below,
                  [&](int x, int y, const uint4& v) {
                      uint2* to = pixels + std::size_t(y) * p.width + x;
                      if (pairs) {
                          *reinterpret_cast<uint4*>(to) = v;
                      } else {
                          to[0] = {v.x, v.y};
                          if (x + 1 < p.width) to[1] = {v.z, v.w};
                      }
                  });
    }
};

}  // namespace sweep::gpu
