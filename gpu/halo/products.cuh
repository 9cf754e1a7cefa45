// Algorithm `halo` on images of bytes: taps of a response that is short, as products of small matrices.
//
//     W(y, x) = sum_k b_k (X(y, x + k - L) - c)      of 16 columns and 8 rows: a band matrix of b times X
//     V(y, x) = sum_k a_k W(y + k - L, x) + c        of the same: W times a band matrix of a
//
// Grid: a thread block (n, m) has p.rows_of_block rows of 16 columns for each of its warps, which go down alone. A
// step of a warp makes 16 rows of W from the bytes of its columns and of the L on each side, and then 16 rows of V
// from those and the rows of W before, which wait in registers: the lanes hold W as the second product wants it. A
// lane has two columns and four rows of V, of all channels, and stores whole pixels. The bytes of the next step are on
// their way meanwhile.
//
// Tensor cores multiply float16 and add up float32. A float32 is split into two float16, which have 22 of its 24 bits;
// the product of their lower parts is left out. Bytes that stand for b / 255 are float16 as they are. Others are
// looked up, split and less the datum.
//
// All is computed relative to a datum of the thread block, so that a constant image stays as it is to the last bit.
#pragma once

#include "gpu/device/halves.cuh"
#include "gpu/device/launch.cuh"
#include "gpu/device/tensor_product.cuh"
#include "gpu/halo/edges.cuh"
#include "gpu/image/datum.cuh"
#include "gpu/tuning/halo_tiles.h"

namespace sweep::gpu {

struct ProductsImage {
    int width, height;
    BoundaryKind rows, columns;  // what lies beyond their ends
    bool has_outside;
    std::uint32_t outside;  // the bytes of the pixels there, where constants continue the image
    PartDatum datum;
    int rows_of_block;     // a multiple of 16
    bool has_fours;        // each four pixels of a row are a word of 16 bytes
    float response;        // of the filter to the constant 1
    float scale;           // what V is of a byte's value, relative to the sums of products,
    float scale_of_unorm;  // and of a byte that stands for b / 255
};

// The weights, each a float32 times a power of two as two float16 (half_pair()), with zeros around them.
template <int L>
struct ProductsFilter {
    static constexpr int before = 7, count = 2 * L + 15;
    std::uint32_t rows[count], columns[count];
};

// What bytes stand for less the datum, times 256, as two float16, in copies that neighbouring lanes look up.
template <bool is_unorm>
struct SplitTables {
    static constexpr int copies = 8, channels = 3;  // alpha stands for b / 255
    std::uint32_t words[channels][256][copies];

    // Of channel c of a pixel.
    __device__ std::uint32_t at(int c, std::uint32_t pixel, int lane) const {
        const std::uint32_t* const own = &words[c][0][lane % copies];
        return own[__byte_perm(pixel, 0, 0x4440 | c) * copies];
    }
};
template <>
struct SplitTables<true> {
    __device__ static std::uint32_t at(int, std::uint32_t, int) { return 0; }
};

// Two words as two of their lower halves and two of their upper ones.
__device__ inline std::uint32_t lower_halves(std::uint32_t a, std::uint32_t b) {
    return __byte_perm(a, b, 0x5410);
}
__device__ inline std::uint32_t upper_halves(std::uint32_t a, std::uint32_t b) {
    return __byte_perm(a, b, 0x7632);
}

__device__ inline std::uint32_t halves_of(bool is_upper, std::uint32_t a, std::uint32_t b) {
    return is_upper ? upper_halves(a, b) : lower_halves(a, b);
}

// The bytes of channel c of two pixels, less the datum, as float16: 1024 + b less 1024 + c is exact.
inline constexpr std::uint32_t halves_of_1024 = 0x64006400;
template <int c>
__device__ inline std::uint32_t two_bytes(std::uint32_t first, std::uint32_t second, std::uint32_t datum) {
    const std::uint32_t pairs = __byte_perm(first, second, c < 2 ? 0x5140 : 0x7362);
    return less_halves(__byte_perm(pairs, halves_of_1024, c % 2 == 0 ? 0x7150 : 0x7352), datum);
}

template <class S, bool is_unorm>
__global__ __launch_bounds__(S::threads, S::thread_blocks) void halo_products_kernel(
    const __grid_constant__ PixelSource in, const __grid_constant__ PixelSink out,
    const __grid_constant__ ProductsImage p, const __grid_constant__ ProductsFilter<S::halo> f,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    using Filter = ProductsFilter<S::halo>;
    using Tables = SplitTables<is_unorm>;
    constexpr int N = S::blocks, L = S::halo, U = 2 * N - 1, across = S::own_width + 2 * L;
    static_assert(L == 8 * (N - 1) && across <= S::threads && Filter::count <= S::threads);
    extern __shared__ __align__(16) uint4 shared[];
    __shared__ std::uint32_t weights[2][Filter::count];
    __shared__ int columns[across];  // where they come from
    __shared__ float origins[4];
    __shared__ Tables tables;
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32, g = lane / 4, q = lane % 4;
    const int x_block = int(blockIdx.x) * S::own_width, x_own = x_block + 16 * warp,
              y_own = int(blockIdx.y) * p.rows_of_block, y_end = min(y_own + p.rows_of_block, p.height);
    const bool is_inside = x_own >= L && x_own + 16 + L <= p.width;

    if (int(threadIdx.x) < across)
        columns[threadIdx.x] = index_near(p.rows, x_block - L + int(threadIdx.x), p.width);
    if (int(threadIdx.x) < Filter::count)
        weights[0][threadIdx.x] = f.rows[threadIdx.x], weights[1][threadIdx.x] = f.columns[threadIdx.x];
    if (warp < in.channels) {
        const ImagePart own{x_block, y_own, S::own_width, p.rows_of_block};
        const float c = p.datum.settle(p.datum.ask(in, own, p.width, p.height, warp, lane));
        if (lane == 0) origins[warp] = c;
    } else if (lane == 0 && warp < 4) {
        origins[warp] = 0;
    }
    __syncthreads();
    if constexpr (!is_unorm) {
#pragma unroll 1
        for (int i = int(threadIdx.x); i < 256 * Tables::channels; i += S::threads) {
            const float value = in.decode(std::uint8_t(i % 256), i / 256);
            const std::uint32_t word = half_pair((value - origins[i / 256]) * 256);
#pragma unroll
            for (int k = 0; k < Tables::copies; ++k) tables.words[i / 256][i % 256][k] = word;
        }
    }
    // Band matrices, as the lanes of each warp multiply by them: of b from the left, of a from the right.
    uint4* const bands = shared + lane;
    uint2* const columns_of = reinterpret_cast<uint2*>(shared + 2 * N * 32) + lane;
    for (int i = warp; i < 2 * N; i += S::warps) {
        const int k = i / 2;
        // Words 8 u from the edge of the matrix.
        // The four columns that a lane has stand where a product has two and two.
        const auto word = [&](int column, int row) {
            const int at = column - row;
            return at < -1 || at > 2 * L ? 0
                                         : halves_of(i % 2, weights[0][Filter::before + at],
                                                     weights[0][Filter::before + at + 1]);
        };
        const int column = 16 * k + 4 * q;
        bands[i * 32] = {word(column, g), word(column, g + 8), word(column + 2, g), word(column + 2, g + 8)};
    }
    for (int i = warp; i < 4 * N; i += S::warps) {
        const int k = i / 4, j = i / 2 % 2;
        // 8 u from the edge of the matrix.
        const auto word = [&](int u) {
            const int at = Filter::before + 8 * u + 2 * q - g;
            return u < 0 || u >= U ? 0 : halves_of(i % 2, weights[1][at], weights[1][at + 1]);
        };
        columns_of[i * 32] = {word(2 * k - j), word(2 * k - j + 1)};
    }
    __syncthreads();
    if (x_own >= p.width) return;

    std::uint32_t datums[4];
    float shifts[4];
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        datums[c] = halves_of_1024 + __float2uint_rn(origins[c] * unorm_scale) * 0x10001;
        shifts[c] = origins[c] * p.response;
    }

    // The pixels of rows y + g and y + 8 + g: of each 16 columns the lane has four.
    std::uint32_t words[2][2 * N][2];
    const auto ask = [&](int y) {
        int row[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) row[j] = index_near(p.columns, y + 8 * j + g, p.height);
        const bool beyond = has_constants_outside(p.columns) && (y < 0 || y + 16 > p.height);
        const int x = x_own - L + 4 * q;
        const auto fours = [&](auto load) {
#pragma unroll
            for (int j = 0; j < 2; ++j)
#pragma unroll
                for (int k = 0; k < N; ++k) {
                    const uint4 v = load(x + 16 * k, row[j]);
                    words[j][2 * k][0] = v.x, words[j][2 * k][1] = v.y;
                    words[j][2 * k + 1][0] = v.z, words[j][2 * k + 1][1] = v.w;
                }
        };
        if (is_inside && !beyond && in.format == PixelFormat::texture_u8) {
            fours(
                [&](int x, int y) { return surf2Dread<uint4>(in.surface, 4 * x, y, cudaBoundaryModeZero); });
            return;
        }
        if (is_inside && !beyond && p.has_fours) {
            fours([&](int x, int y) {
                const auto* row = static_cast<const std::uint32_t*>(in.data) + std::size_t(y) * in.width;
                return __ldg(reinterpret_cast<const uint4*>(row + x));
            });
            return;
        }
        const int* from = columns + 16 * warp + 4 * q;
        // The branch on the format is outside of the loads, so that they are in flight together.
        const auto each = [&](auto load) {
#pragma unroll
            for (int j = 0; j < 2; ++j)
#pragma unroll
                for (int m = 0; m < 2 * N; ++m)
#pragma unroll
                    for (int e = 0; e < 2; ++e)
                        words[j][m][e] = load(max(from[16 * (m / 2) + 2 * (m % 2) + e], 0), max(row[j], 0));
        };
        const auto* bytes = static_cast<const std::uint8_t*>(in.data);
        const auto at = [&](int column, int y) {
            return bytes + (std::size_t(y) * in.width + column) * in.channels;
        };
        if (in.format == PixelFormat::texture_u8)
            each([&](int column, int y) {
                return surf2Dread<std::uint32_t>(in.surface, 4 * column, y, cudaBoundaryModeZero);
            });
        else if (in.channels == 4)
            each([&](int column, int y) {
                return __ldg(reinterpret_cast<const std::uint32_t*>(at(column, y)));
            });
        else if (in.channels == 1)
            each([&](int column, int y) { return std::uint32_t(__ldg(at(column, y))); });
        else
            each([&](int column, int y) {
                const auto* pixel = at(column, y);
                return std::uint32_t(__ldg(pixel) | __ldg(pixel + 1) << 8 |
                                     __ldg(pixel + in.channels - 1) << 16);
            });
        if (p.has_outside)
#pragma unroll
            for (int j = 0; j < 2; ++j)
#pragma unroll
                for (int m = 0; m < 2 * N; ++m)
#pragma unroll
                    for (int e = 0; e < 2; ++e)
                        if ((from[16 * (m / 2) + 2 * (m % 2) + e] | row[j]) < 0) words[j][m][e] = p.outside;
    };

    // 16 rows of W of each channel, as the left factor of a product: upper and lower parts.
    std::uint32_t fresh[4][2][4] = {};
    const auto make_rows = [&]<int c>(std::integral_constant<int, c>, const auto& band) {
        constexpr bool is_split = !is_unorm && c < 3;
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            std::uint32_t x[2 * N], x_low[2 * N];
#pragma unroll
            for (int m = 0; m < 2 * N; ++m) {
                if constexpr (is_split) {
                    const std::uint32_t first = tables.at(c, words[j][m][0], lane),
                                        second = tables.at(c, words[j][m][1], lane);
                    x[m] = lower_halves(first, second), x_low[m] = upper_halves(first, second);
                } else {
                    x[m] = two_bytes<c>(words[j][m][0], words[j][m][1], datums[c]);
                }
            }
            float sum[4];
            set_half_product(sum, band[1][0], x[0], x[1]);
#pragma unroll
            for (int k = 1; k < N; ++k) add_half_product(sum, band[1][k], x[2 * k], x[2 * k + 1]);
            if constexpr (is_split) {
#pragma unroll
                for (int k = 0; k < N; ++k) add_half_product(sum, band[0][k], x_low[2 * k], x_low[2 * k + 1]);
            }
#pragma unroll
            for (int k = 0; k < N; ++k) add_half_product(sum, band[0][k], x[2 * k], x[2 * k + 1]);
            split_halves(sum[0], sum[1], fresh[c][0][2 * j], fresh[c][1][2 * j]);
            split_halves(sum[2], sum[3], fresh[c][0][2 * j + 1], fresh[c][1][2 * j + 1]);
        }
    };
    // Those of the N - 1 steps before wait in shared memory, each lane's own; the oldest are in place `oldest`.
    uint4* const waiting = shared + S::words_of_bands + warp * (N - 1) * 8 * 32 + lane;
    int oldest = 0;
    const auto keep = [&](int c) {
#pragma unroll
        for (int part = 0; part < 2; ++part) {
            const std::uint32_t(&w)[4] = fresh[c][part];
            waiting[(oldest * 8 + c * 2 + part) * 32] = {w[0], w[1], w[2], w[3]};
        }
    };
    const auto make_columns = [&](int c, const auto& t, float(&v)[2][4]) {
        std::uint32_t of[2][N][4];
#pragma unroll
        for (int part = 0; part < 2; ++part) {
#pragma unroll
            for (int k = 0; k < N - 1; ++k) {
                const int at = oldest + k < N - 1 ? oldest + k : oldest + k - (N - 1);
                const uint4 u = waiting[(at * 8 + c * 2 + part) * 32];
                of[part][k][0] = u.x, of[part][k][1] = u.y, of[part][k][2] = u.z, of[part][k][3] = u.w;
            }
#pragma unroll
            for (int i = 0; i < 4; ++i) of[part][N - 1][i] = fresh[c][part][i];
        }
        keep(c);
        const float scale = is_unorm || c == 3 ? p.scale_of_unorm : p.scale;
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            // Rows 8 j to 8 j + 7: the half of a matrix lies at the one end or at the other.
            float sum[4];
            const auto multiply = [&](const auto& w, const auto& by, bool adds) {
                const std::uint32_t(&half)[4] = w[j == 0 ? N - 1 : 0];
                const std::uint32_t word = j == 0 ? by[N - 1].x : by[0].y;
                if (adds)
                    add_short_half_product(sum, half[2 * j], half[2 * j + 1], word);
                else
                    set_short_half_product(sum, half[2 * j], half[2 * j + 1], word);
#pragma unroll
                for (int k = j; k < N - 1 + j; ++k) add_half_product(sum, w[k], by[k].x, by[k].y);
            };
            multiply(of[1], t[j][0], false);
            multiply(of[0], t[j][1], true);
            multiply(of[0], t[j][0], true);
#pragma unroll
            for (int i = 0; i < 4; ++i) v[j][i] = fmaf(sum[i], scale, shifts[c]);
        }
    };
    const auto put = [&](const float(&v)[4][2][4], int y) {
        const auto each = [&](auto store) {
#pragma unroll
            for (int j = 0; j < 2; ++j)
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    const int x = x_own + g + 8 * (i / 2), row = y + 8 * j + 2 * q + i % 2;
                    if (x < p.width && row < y_end)
                        store(x, row, float4{v[0][j][i], v[1][j][i], v[2][j][i], v[3][j][i]});
                }
        };
        const auto at = [&](int x, int row) { return std::size_t(row) * out.width + x; };
        if (out.is_halves()) {
            const auto halves = [](const float4& v) {
                return uint2{two_halves(v.x, v.y), two_halves(v.z, v.w)};
            };
            if (out.format == PixelFormat::texture_f16)
                each([&](int x, int row, const float4& v) {
                    surf2Dwrite(halves(v), out.surface, x * 8, row);
                });
            else
                each([&](int x, int row, const float4& v) {
                    static_cast<uint2*>(out.data)[at(x, row)] = halves(v);
                });
        } else if (out.format == PixelFormat::texture_f32) {
            each([&](int x, int row, const float4& v) { surf2Dwrite(v, out.surface, x * 16, row); });
        } else if (out.channels == 4) {
            each([&](int x, int row, const float4& v) { static_cast<float4*>(out.data)[at(x, row)] = v; });
        } else {
            each([&](int x, int row, const float4& v) {
                float* to = static_cast<float*>(out.data) + at(x, row) * out.channels;
                to[0] = v.x;
                if (out.channels > 1) to[1] = v.y;
                if (out.channels > 2) to[2] = v.z;
            });
        }
    };

    // Two channels at a time, so that there are sums enough that do not wait for each other.
    const bool are_more = in.channels > 2;
    ask(y_own - L);
#pragma unroll 1
    for (int y = y_own - L; y - L < y_end; y += 16) {
        {
            // They are read again in each step, so that they do not take registers all the time.
            std::uint32_t band[2][N][4];
#pragma unroll
            for (int i = 0; i < 2 * N; ++i) {
                const uint4 b = bands[i * 32];
                std::uint32_t(&to)[4] = band[i % 2][i / 2];
                to[0] = b.x, to[1] = b.y, to[2] = b.z, to[3] = b.w;
            }
            make_rows(std::integral_constant<int, 0>(), band);
            make_rows(std::integral_constant<int, 1>(), band);
            if (are_more) {
                make_rows(std::integral_constant<int, 2>(), band);
                make_rows(std::integral_constant<int, 3>(), band);
            }
        }
        ask(y + 16);
        if (y - L >= y_own) {
            uint2 t[2][2][N];
#pragma unroll
            for (int i = 0; i < 4 * N; ++i) t[i / 2 % 2][i % 2][i / 4] = columns_of[i * 32];
            float v[4][2][4] = {};
            make_columns(0, t, v[0]);
            make_columns(1, t, v[1]);
            if (are_more) {
                make_columns(2, t, v[2]);
                make_columns(3, t, v[3]);
            }
            put(v, y - L);
        } else {
#pragma unroll
            for (int c = 0; c < 4; ++c) keep(c);
        }
        oldest = oldest + 1 < N - 1 ? oldest + 1 : 0;
    }
}

}  // namespace sweep::gpu
