// Blocks of an image on their way to shared memory and back, and samples on their way to float16.
#include <bit>
#include <set>

#include <cuda_runtime.h>

#include "gpu/image/half_tiles.cuh"
#include "gpu/image/move_tile.cuh"
#include "gpu/image/tile.cuh"
#include "tests/support/emulated_layers.h"

namespace sweep::test {
namespace {

using gpu::PixelFormat;

// ---- gpu/image/tile.cuh --------------------------------------------------------------------------------------

// Every sample has its place, and no bank of shared memory is asked twice: of 4 bytes by a warp along a row, of 16
// bytes by each quarter of a warp down the rows.
template <int T>
void expect_places() {
    std::set<int> places;
    for (int r = 0; r < T; ++r)
        for (int c = 0; c < T; ++c) places.insert(gpu::at<T>(r, c));
    EXPECT_EQ(places.size(), std::size_t(T * T));
    EXPECT_EQ(*places.begin(), 0);
    EXPECT_EQ(*places.rbegin(), T * T - 1);
    for (int line = 0; line < T; ++line)
        for (int first = 0; first < T; first += 32) {
            std::set<int> along, down[4];
            for (int lane = 0; lane < 32; ++lane) {
                along.insert(gpu::at<T>(line, first + lane) % 32);
                down[lane / 8].insert(gpu::at<T>(first + lane, line / 4 * 4) % 32);
            }
            EXPECT_EQ(along.size(), 32u) << "row " << line;
            for (const std::set<int>& words : down) EXPECT_EQ(words.size(), 8u) << "column " << line;
        }
}

TEST(LayerTile, PlacesOfSamplesAreInBanksOfTheirOwn) {
    expect_places<32>();
    expect_places<64>();
    expect_places<128>();
}

// A line of the second of two planes, N samples at a time, there and back.
template <int T, int N>
void expect_lines() {
    std::vector<float> plane(2 * T * T), columns(2 * T * T), rows(2 * T * T);
    for (int i = 0; i < 2 * T * T; ++i) plane[std::size_t(i)] = float(i);
    alignas(16) float tile[2 * T * T], column_tile[2 * T * T] = {}, row_tile[2 * T * T] = {};
    for (int r = 0; r < T; ++r)
        for (int c = 0; c < T; ++c) tile[T * T + gpu::at<T>(r, c)] = float(r * T + c);
    int wrong = 0;
    for (int t = 0; t < T; ++t)
        for (int i = 0; i < T; i += N) {
            alignas(16) float column[N], row[N];
            gpu::ColumnOfTile<T>(tile, t, T * T).get(i, column);
            gpu::RowOfTile<T>(tile, t, T * T).get(i, row);
            for (int k = 0; k < N; ++k)
                wrong += column[k] != float((i + k) * T + t) || row[k] != float(t * T + i + k);
            gpu::ColumnOfTile<T>(column_tile, t, T * T).put(i, column);
            gpu::RowOfTile<T>(row_tile, t, T * T).put(i, row);
        }
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(std::memcmp(column_tile + T * T, tile + T * T, sizeof tile / 2), 0);
    EXPECT_EQ(std::memcmp(row_tile + T * T, tile + T * T, sizeof tile / 2), 0);
}

TEST(LayerTile, LinesComeAndGo) {
    expect_lines<32, 1>(), expect_lines<32, 16>(), expect_lines<32, 32>();
    expect_lines<64, 1>(), expect_lines<64, 16>(), expect_lines<64, 64>();
    expect_lines<128, 1>(), expect_lines<128, 16>(), expect_lines<128, 128>();
}

// ---- gpu/image/move_tile.cuh ---------------------------------------------------------------------------------

struct Picture {
    PixelFormat format;
    int channels;

    bool is_texture() const {
        return format == PixelFormat::texture_u8 || format == PixelFormat::texture_f32 ||
               format == PixelFormat::texture_f16;
    }
    static std::string name(const testing::TestParamInfo<Picture>& of) {
        static const char* const formats[] = {"Floats",         "Halves",          "Bytes",
                                              "TextureOfBytes", "TextureOfFloats", "TextureOfHalves"};
        return formats[int(of.param.format)] + std::string("Of") + std::to_string(of.param.channels);
    }
};

// Rows of whole words and others; whole blocks, parts of blocks, and both.
constexpr std::pair<int, int> sizes[] = {{64, 64}, {128, 64}, {68, 33}, {131, 67}, {31, 130}, {3, 5}, {1, 1}};

// An image as memory or a texture, `bytes` to a pixel. What lies behind it cannot be touched, or is an array's.
class Pixels {
  public:
    Pixels(const Picture& as, int width, int height, int bytes)
        : array_{std::size_t(width * bytes), std::size_t(height),
                 std::vector<std::byte>(std::size_t(width * height * bytes)), 0},
          memory_(as.is_texture() ? 0 : array_.data.size()) {}
    template <class V>
    V* as() {
        return reinterpret_cast<V*>(memory_.data() ? memory_.data() : array_.data.data());
    }
    cudaSurfaceObject_t surface() { return reinterpret_cast<cudaSurfaceObject_t>(&array_); }

  private:
    EmulatedArray array_;
    gpu::DeviceBuffer<std::byte> memory_;
};

class LayerLoads : public testing::TestWithParam<Picture> {};
class LayerStores : public testing::TestWithParam<Picture> {};

// Each block of an image in its planes, by `threads` threads a channel: its samples, decoded, and zeros beyond it.
template <int T, int threads>
void expect_loads(const Picture& as, int width, int height) {
    SCOPED_TRACE(std::to_string(width) + "x" + std::to_string(height) + " in blocks of " + std::to_string(T));
    const int C = as.channels;
    const bool bytes = as.format == PixelFormat::u8 || as.format == PixelFormat::texture_u8;
    const gpu::Tiling tiling = gpu::Tiling::of({width, height, C}, T);
    Pixels pixels(as, width, height, C * (bytes ? 1 : 4));
    Random random{unsigned(width)};
    std::vector<float> colour = random.floats(256), alpha = random.floats(256),
                       image(std::size_t(width * height * C));
    colour[0] = alpha[0] = 0;  // as in every table
    for (std::size_t i = 0; i < image.size(); ++i)
        if (bytes) {
            const auto byte = pixels.as<std::uint8_t>()[i] = std::uint8_t(127 + 127 * random());
            image[i] = (C % 2 == 0 && int(i) % C == C - 1 ? alpha : colour)[byte];
        } else {
            image[i] = pixels.as<float>()[i] = float(random());
        }
    const gpu::PixelSource in{
        as.format, C, pixels.as<void>(), pixels.surface(), colour.data(), alpha.data(), false, width};
    int wrong = 0;
    on_gpu(unsigned(tiling.M * tiling.N), unsigned(threads * C), sizeof(float) * std::size_t(C * T * T), [&] {
        const auto [m, n] = tiling.block(blockIdx.x);
        gpu::load_tile<T, threads>(in, tiling, m, n, shared());
        gpu::arrive_tile();
        for (int i = int(threadIdx.x); i < C * T * T; i += threads * C) {
            const int channel = i / (T * T), r = i / T % T, c = i % T, y = m * T + r, x = n * T + c;
            const float want =
                y < height && x < width ? image[std::size_t((y * width + x) * C + channel)] : 0.f;
            wrong += shared()[channel * T * T + gpu::at<T>(r, c)] != want;
        }
    });
    EXPECT_EQ(wrong, 0);
}

TEST_P(LayerLoads, BlocksOfAnySize) {
    for (const auto& [width, height] : sizes) {
        expect_loads<32, 32>(GetParam(), width, height);
        expect_loads<32, 64>(GetParam(), width, height);
        expect_loads<64, 64>(GetParam(), width, height);
        expect_loads<64, 128>(GetParam(), width, height);
        if (GetParam().channels == 1) expect_loads<128, 128>(GetParam(), width, height);
        if (GetParam().channels == 1) expect_loads<128, 256>(GetParam(), width, height);
    }
}
INSTANTIATE_TEST_SUITE_P(Of, LayerLoads,
                         testing::Values(Picture{PixelFormat::f32, 1}, Picture{PixelFormat::f32, 2},
                                         Picture{PixelFormat::f32, 3}, Picture{PixelFormat::f32, 4},
                                         Picture{PixelFormat::u8, 1}, Picture{PixelFormat::u8, 2},
                                         Picture{PixelFormat::u8, 3}, Picture{PixelFormat::u8, 4},
                                         Picture{PixelFormat::texture_u8, 4},
                                         Picture{PixelFormat::texture_f32, 4}),
                         Picture::name);

// Calls store(tiling, m, n, planes, sink) by T threads a channel for blocks of which every sample is another number;
// `count` of `V` are a pixel, and found(k of a pixel, its number) says what one of them must be.
template <int T, class V, class Store, class Wanted>
void expect_stores(const Picture& as, int width, int height, Store store, Wanted wanted) {
    SCOPED_TRACE(std::to_string(width) + "x" + std::to_string(height) + " in blocks of " + std::to_string(T));
    const int C = as.channels;
    const gpu::Tiling tiling = gpu::Tiling::of({width, height, C}, T);
    Pixels pixels(as, width, height, C * int(sizeof(V)));
    const gpu::PixelSink out{as.format, C, pixels.as<void>(), pixels.surface(), width};
    const auto number = [&](int channel, int y, int x) {
        return float((y * width + x) * C + channel) + 0.3f;
    };
    on_gpu(unsigned(tiling.M * tiling.N), unsigned(T * C), sizeof(float) * std::size_t(C * T * T), [&] {
        const auto [m, n] = tiling.block(blockIdx.x);
        for (int i = int(threadIdx.x); i < C * T * T; i += T * C)
            shared()[i / (T * T) * T * T + gpu::at<T>(i / T % T, i % T)] =
                number(i / (T * T), m * T + i / T % T, n * T + i % T);
        __syncthreads();
        store(tiling, m, n, shared(), out);
    });
    int wrong = 0;
    for (int i = 0; i < width * height * C; ++i)
        wrong += pixels.as<V>()[i] != wanted(number(i % C, i / C / width, i / C % width));
    EXPECT_EQ(wrong, 0);
}

template <int T>
void expect_float_stores(const Picture& as, int width, int height) {
    constexpr float scale = 0.7f;
    expect_stores<T, float>(
        as, width, height,
        [&](const gpu::Tiling& p, int m, int n, const float* tile, const gpu::PixelSink& out) {
            gpu::store_tile<T>(out, p, m, n, tile, scale);
        },
        [&](float number) { return number * scale; });
}

TEST_P(LayerStores, BlocksOfAnySizeScaled) {
    for (const auto& [width, height] : sizes) {
        expect_float_stores<32>(GetParam(), width, height);
        expect_float_stores<64>(GetParam(), width, height);
        if (GetParam().channels == 1) expect_float_stores<128>(GetParam(), width, height);
    }
}
INSTANTIATE_TEST_SUITE_P(Of, LayerStores,
                         testing::Values(Picture{PixelFormat::f32, 1}, Picture{PixelFormat::f32, 2},
                                         Picture{PixelFormat::f32, 3}, Picture{PixelFormat::f32, 4},
                                         Picture{PixelFormat::texture_f32, 4}),
                         Picture::name);

// ---- gpu/device/half.h, halves.cuh, half_tiles.cuh ------------------------------------------------------------

// All of them that are finite, and what lies between one and the next: the nearer, and of two the even one.
TEST(LayerHalves, AreTheNearestFloat16) {
    int wrong = 0;
    for (std::uint32_t bits = 0; bits < 0x7c00; ++bits) {
        const int exponent = int(bits >> 10);
        const double value =
            exponent == 0 ? bits * std::exp2(-24) : (1 + (bits & 0x3ff) / 1024.0) * std::exp2(exponent - 15);
        wrong += gpu::half_value(std::uint16_t(bits)) != value ||
                 gpu::half_value(std::uint16_t(bits | 0x8000)) != -value;
        wrong += gpu::half_bits(float(value)) != bits || gpu::half_bits(-float(value)) != (bits | 0x8000);
        if (bits == 0x7bff) break;  // the largest
        const float between = float((value + double(gpu::half_value(std::uint16_t(bits + 1)))) / 2);
        wrong += gpu::half_bits(between) != bits + bits % 2;
        wrong += gpu::half_bits(std::nextafter(between, 0.f)) != bits;
        wrong += gpu::half_bits(std::nextafter(between, 1e9f)) != bits + 1;
    }
    EXPECT_EQ(wrong, 0);
}

TEST(LayerHalves, AreTwoInAWordAndFourInAPixel) {
    EXPECT_EQ(gpu::two_halves(1, -2), 0xc0003c00u);
    const std::uint32_t channels[4] = {0x00020001, 0x00040003, 0x00060005, 0x00080007};
    const uint4 pixels = gpu::two_pixels(channels);
    EXPECT_EQ(pixels.x, 0x00030001u);
    EXPECT_EQ(pixels.y, 0x00070005u);
    EXPECT_EQ(pixels.z, 0x00040002u);
    EXPECT_EQ(pixels.w, 0x00080006u);
}

// `by_rows`: they have been rounded by the threads that had a row each; otherwise they are when they are stored.
class LayerHalfStores : public testing::TestWithParam<Picture> {};
TEST_P(LayerHalfStores, PicturesOfAnySize) {
    constexpr int T = 64;
    for (bool by_rows : {false, true})
        for (const auto& [width, height] : sizes)
            expect_stores<T, std::uint16_t>(
                GetParam(), width, height,
                [&](const gpu::Tiling& p, int m, int n, float* tile, const gpu::PixelSink& out) {
                    gpu::HalfTiles<false> tiles;
                    tiles.out = out;
                    if (by_rows) {
                        float* plane = tile + threadIdx.x / T * T * T;
                        float v[T];
                        gpu::RowOfTile<T>(plane, int(threadIdx.x) % T).get(0, v);
                        __syncthreads();
                        gpu::HalvesOfRow<T>(plane, int(threadIdx.x) % T).put(0, v);
                    }
                    tiles.store<T>(p, m, n, tile, by_rows);
                },
                [](float number) { return gpu::half_bits(number); });
}
INSTANTIATE_TEST_SUITE_P(Of, LayerHalfStores,
                         testing::Values(Picture{PixelFormat::f16, 4}, Picture{PixelFormat::texture_f16, 4}),
                         Picture::name);

}  // namespace
}  // namespace sweep::test
