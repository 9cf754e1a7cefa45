// The overlapped summed-area table, [N11] section 6: the image is read twice and written once.
//
//   S.1  each block alone: P_mn(Ybar), the sums of its columns, and P^T_mn(Vhat), the sums of its rows summed down
//        the block                                                                                  (42), (43)
//   S.2  down the block rows: P_mn(Y) = P_{m-1,n}(Y) + P_mn(Ybar), and s(P_mn(Y)), its sum over the block    (44)
//   S.3  along the block columns: P^T_mn(V) = P^T_{m,n-1}(V) + s(P_{m-1,n}(Y)) + P^T_mn(Vhat)                (45)
//   S.4  each block: B_mn(Y) from P_{m-1,n}(Y), then B_mn(V) from P^T_{m,n-1}(V)                             (41)
//
// S.2 and S.3 leave, in place of a block's own sums, the sums that enter it. V is what is added up: uint32 (with
// wrap-around), float or double.
#pragma once

#include <type_traits>

#include "gpu/launch.cuh"
#include "gpu/tile.cuh"

namespace sweep::gpu {

enum class SumOf : int { bytes, scaled, fixed_point, floats };

// Turns a pixel into what a table adds up.
struct Summand {
    SumOf kind;
    float scale;  // of decoded bytes in a box blur's table, or of the fixed point
    float limit;  // fixed point: x is clamped to [0, limit]
};

template <class V>
__device__ inline V summand(const Summand& s, float x) {
    if (s.kind == SumOf::fixed_point) x = fminf(fmaxf(x, 0.f), s.limit);
    if constexpr (std::is_integral_v<V>)
        return __float2uint_rn(x * s.scale);
    else
        return V(x);
}

// Four neighbours along a row, moved as one or two 16-byte words.
template <class V>
struct alignas(16) Quad {
    V x, y, z, w;
};
template <class V>
__device__ inline Quad<V>& quad(V* p) {
    return *reinterpret_cast<Quad<V>*>(p);
}
template <class V>
__device__ inline const Quad<V>& quad(const V* p) {
    return *reinterpret_cast<const Quad<V>*>(p);
}

template <class V, int T>
__device__ inline void load_summands(const PixelSource& in, const Summand& s, const Tiling& p, int m, int n,
                                     V* tile) {
    if constexpr (std::is_same_v<V, float>) {
        if (in.format == PixelFormat::f32 && in_words(p)) {
            copy_words<T>(in.data, p, m, n, tile);
            return;
        }
    }
    if (in.format == PixelFormat::u8 && s.kind == SumOf::bytes && in_words(p)) {
        const auto* from = static_cast<const std::uint8_t*>(in.data);
        for_each_word<T, T>(
            p, m, n,
            [&](int y, int x, int offset) {
                const uchar4 v = __ldg(reinterpret_cast<const uchar4*>(from + std::size_t(y) * p.width + x));
                quad(tile + offset) = {V(v.x), V(v.y), V(v.z), V(v.w)};
            },
            [&](int offset) { quad(tile + offset) = {}; });
        return;
    }
    const int threads = blockDim.x;
#pragma unroll 4
    for (int i = threadIdx.x; i < T * T; i += threads) {
        const int r = i / T, c = i % T, y = m * T + r, x = n * T + c;
        V v[4] = {};
        if (y < p.height && x < p.width) {
            if (s.kind == SumOf::bytes) {
                const uchar4 b = in.bytes(x, y);
                v[0] = V(b.x), v[1] = V(b.y), v[2] = V(b.z), v[3] = V(b.w);
            } else {
                const float4 f = in.pixel(x, y);
                v[0] = summand<V>(s, f.x), v[1] = summand<V>(s, f.y), v[2] = summand<V>(s, f.z),
                v[3] = summand<V>(s, f.w);
            }
        }
        V* to = tile + at<T>(r, c);
#pragma unroll
        for (int k = 0; k < 4; ++k)
            if (k < p.channels) to[k * T * T] = v[k];
    }
}

// Where the sums lie: column sums [channel][m][N T], row sums [channel][n][M T], scalars [channel][m][n].
template <int T>
struct SatLayout {
    int M, N;
    __host__ __device__ std::size_t column(int channel, int m, int x) const {
        return (std::size_t(channel) * M + m) * (std::size_t(N) * T) + x;
    }
    __host__ __device__ std::size_t row(int channel, int n, int y) const {
        return (std::size_t(channel) * N + n) * (std::size_t(M) * T) + y;
    }
    __host__ __device__ std::size_t scalar(int channel, int m, int n) const {
        return (std::size_t(channel) * M + m) * N + n;
    }
};

template <class V>
__device__ inline V warp_inclusive_sum(V v) {
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        const V other = __shfl_up_sync(~0u, v, d);
        if ((threadIdx.x & 31) >= d) v += other;
    }
    return v;
}

// S.1. A thread block a block, T threads a channel: a thread sums a column, then a row.
template <class V, int T>
__global__ __launch_bounds__(128) void sat_perimeters_kernel(PixelSource in, Summand s, Tiling p, V* columns,
                                                             V* rows) {
    extern __shared__ __align__(16) unsigned char raw[];
    __shared__ V warp_end[4];
    V* tile = reinterpret_cast<V*>(raw);
    const int m = blockIdx.x / p.N, n = blockIdx.x % p.N, channel = threadIdx.x / T, t = threadIdx.x % T;
    const SatLayout<T> layout{p.M, p.N};
    load_summands<V, T>(in, s, p, m, n, tile);
    launch_dependents();
    arrive_tile();
    __syncthreads();
    const V* plane = tile + channel * T * T;
    V column = 0, row = 0;
#pragma unroll 16
    for (int r = 0; r < T; ++r) column += plane[at<T>(r, t)];
    columns[layout.column(channel, m, n * T + t)] = column;
#pragma unroll 4
    for (int c = 0; c < T; c += 4) {
        const Quad<V> v = quad(plane + at<T>(t, c));
        row += (v.x + v.y) + (v.z + v.w);
    }
    V down = warp_inclusive_sum(row);
    if constexpr (T > 32) {
        if (t % 32 == 31) warp_end[threadIdx.x / 32] = down;
        __syncthreads();
        for (int q = 0; q < t / 32; ++q) down += warp_end[channel * (T / 32) + q];
    }
    rows[layout.row(channel, n, m * T + t)] = down;
}

// Exclusive prefix sums of one line: a thread owns L of its sums, value(l), and gets in v[l] what comes
// before them; `ends` is shared, [segments][T]; `carry` goes from chunk to chunk.
template <class V, int L, int T, class Value>
__device__ inline void scan_chunk(V (&v)[L], V& carry, V* ends, int s, int segments, int i, Value value) {
    V sum = 0;
#pragma unroll
    for (int l = 0; l < L; ++l) sum += value(l);
    ends[s * T + i] = sum;
    __syncthreads();
    V before = carry, all = carry;
    for (int q = 0; q < segments; ++q) {
        if (q == s) before = all;
        all += ends[q * T + i];
    }
    carry = all;
#pragma unroll
    for (int l = 0; l < L; ++l) {
        const V own = value(l);
        v[l] = before;
        before += own;
    }
    __syncthreads();
}

inline constexpr int sat_blocks_a_thread = 8;

// S.2. Grid (n, channels), a thread block the T columns of a block column: threads (T, segments).
template <class V, int T>
__global__ __launch_bounds__(1024) void sat_columns_kernel(Tiling p, V* columns, V* scalars) {
    constexpr int L = sat_blocks_a_thread;
    extern __shared__ __align__(16) unsigned char raw[];
    V* ends = reinterpret_cast<V*>(raw);
    __shared__ V half[L][32][T / 32];
    const int n = blockIdx.x, channel = blockIdx.y, i = threadIdx.x, s = threadIdx.y, segments = blockDim.y;
    const SatLayout<T> layout{p.M, p.N};
    wait_for_predecessor();
    launch_dependents();
    V carry = 0;
    for (int m0 = 0; m0 < p.M; m0 += segments * L) {
        const int m = m0 + s * L;
        V own[L], v[L];
#pragma unroll
        for (int l = 0; l < L; ++l)
            own[l] = m + l < p.M ? columns[layout.column(channel, m + l, n * T + i)] : V(0);
        scan_chunk<V, L, T>(v, carry, ends, s, segments, i, [&](int l) { return own[l]; });
#pragma unroll
        for (int l = 0; l < L; ++l) {
            if (m + l < p.M) columns[layout.column(channel, m + l, n * T + i)] = v[l];
            V sum = v[l];
#pragma unroll
            for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
            if (i % 32 == 0) half[l][s][i / 32] = sum;
        }
        __syncthreads();
        if (i < L && m + i < p.M) {
            V sum = 0;
#pragma unroll
            for (int q = 0; q < T / 32; ++q) sum += half[i][s][q];
            scalars[layout.scalar(channel, m + i, n)] = sum;
        }
        __syncthreads();
    }
}

// S.3. Grid (m, channels), a thread block the T rows of a block row: threads (T, segments).
template <class V, int T>
__global__ __launch_bounds__(1024) void sat_rows_kernel(Tiling p, const V* scalars, V* rows) {
    constexpr int L = sat_blocks_a_thread;
    extern __shared__ __align__(16) unsigned char raw[];
    V* ends = reinterpret_cast<V*>(raw);
    const int m = blockIdx.x, channel = blockIdx.y, i = threadIdx.x, s = threadIdx.y, segments = blockDim.y;
    const SatLayout<T> layout{p.M, p.N};
    V carry = 0;
    for (int n0 = 0; n0 < p.N; n0 += segments * L) {
        const int n = n0 + s * L;
        V own[L], v[L];
#pragma unroll
        for (int l = 0; l < L; ++l) own[l] = n + l < p.N ? rows[layout.row(channel, n + l, m * T + i)] : V(0);
        if (n0 == 0) {
            wait_for_predecessor();  // only the scalars come from it
            launch_dependents();
        }
#pragma unroll
        for (int l = 0; l < L; ++l)
            if (n + l < p.N) own[l] += scalars[layout.scalar(channel, m, n + l)];
        scan_chunk<V, L, T>(v, carry, ends, s, segments, i, [&](int l) { return own[l]; });
#pragma unroll
        for (int l = 0; l < L; ++l)
            if (n + l < p.N) rows[layout.row(channel, n + l, m * T + i)] = v[l];
    }
}

template <class V, int T>
__device__ inline void store_table(const PixelSink& out, const Tiling& p, int m, int n, const V* tile) {
    const int threads = blockDim.x, C = p.channels;
    if constexpr (sizeof(V) == 4) {
        if (out.format == PixelFormat::texture_f32) {  // four channels of 4 bytes, whatever they hold
            for (int i = threadIdx.x; i < T * T; i += threads) {
                const int r = i / T, c = i % T, y = m * T + r, x = n * T + c;
                const V* from = tile + at<T>(r, c);
                const Quad<V> parts{from[0], from[T * T], from[2 * T * T], from[3 * T * T]};
                uint4 v;
                memcpy(&v, &parts, 16);
                if (y < p.height && x < p.width) surf2Dwrite(v, out.surface, x * 16, y);
            }
            return;
        }
        if (in_words(p)) {
            V* to = static_cast<V*>(out.data);
            for_each_word<T, T>(
                p, m, n,
                [&](int y, int x, int offset) {
                    quad(to + std::size_t(y) * p.width + x) = quad(tile + offset);
                },
                [](int) {});
            return;
        }
    }
    for (int i = threadIdx.x; i < T * T * C; i += threads) {
        const int r = i / (T * C), c = i % (T * C) / C, k = i % C, y = m * T + r, x = n * T + c;
        if (y < p.height && x < p.width)
            static_cast<V*>(out.data)[(std::size_t(y) * p.width + x) * C + k] = tile[k * T * T + at<T>(r, c)];
    }
}

// S.4. A thread block a block, in the reverse of S.1's order, so that what it read last is still in L2; a
// thread owns a column, then a row; 16 samples in registers at a time.
template <class V, int T>
__global__ __launch_bounds__(128) void sat_blocks_kernel(PixelSource in, Summand s, PixelSink out, Tiling p,
                                                         const V* columns, const V* rows) {
    extern __shared__ __align__(16) unsigned char raw[];
    V* tile = reinterpret_cast<V*>(raw);
    const int b = gridDim.x - 1 - blockIdx.x, m = b / p.N, n = b % p.N;
    const int channel = threadIdx.x / T, t = threadIdx.x % T;
    const SatLayout<T> layout{p.M, p.N};
    load_summands<V, T>(in, s, p, m, n, tile);
    wait_for_predecessor();
    V above = columns[layout.column(channel, m, n * T + t)], left = rows[layout.row(channel, n, m * T + t)];
    arrive_tile();
    __syncthreads();
    V* plane = tile + channel * T * T;
    for (int r = 0; r < T; r += 16) {
        V v[16];
#pragma unroll
        for (int k = 0; k < 16; ++k) v[k] = plane[at<T>(r + k, t)];
#pragma unroll
        for (int k = 0; k < 16; ++k) v[k] = above += v[k];
#pragma unroll
        for (int k = 0; k < 16; ++k) plane[at<T>(r + k, t)] = v[k];
    }
    __syncthreads();
    for (int c = 0; c < T; c += 16) {
        V v[16];
#pragma unroll
        for (int k = 0; k < 16; k += 4) {
            const Quad<V> q = quad(plane + at<T>(t, c + k));
            v[k] = q.x, v[k + 1] = q.y, v[k + 2] = q.z, v[k + 3] = q.w;
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) v[k] = left += v[k];
#pragma unroll
        for (int k = 0; k < 16; k += 4) quad(plane + at<T>(t, c + k)) = {v[k], v[k + 1], v[k + 2], v[k + 3]};
    }
    __syncthreads();
    store_table<V, T>(out, p, m, n, tile);
}

// Mean over the box of `radius` around each sample, from the table: four look-ups, the box cut off at the
// image's edges, divided by what is left of its area. A thread a sample.
template <class V>
__global__ void box_kernel(const V* table, PixelSink out, Tiling p, int radius, float scale) {
    const int C = p.channels, row = p.width * C, i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= row) return;
    const int x = i / C, k = i % C, x0 = max(0, x - radius), x1 = min(p.width - 1, x + radius);
    auto at_corner = [&](int cx, int cy) {
        return cx < 0 || cy < 0 ? V(0) : table[(std::size_t(cy) * p.width + cx) * C + k];
    };
    for (int y = blockIdx.y; y < p.height; y += gridDim.y) {
        const int y0 = max(0, y - radius), y1 = min(p.height - 1, y + radius);
        const V sum =
            at_corner(x1, y1) - at_corner(x0 - 1, y1) - at_corner(x1, y0 - 1) + at_corner(x0 - 1, y0 - 1);
        const double area = double(x1 - x0 + 1) * double(y1 - y0 + 1);
        const float mean = float(double(sum) / (area * double(scale)));
        if (out.format == PixelFormat::texture_f32)
            surf2Dwrite(mean, out.surface, i * 4, y);
        else
            static_cast<float*>(out.data)[std::size_t(y) * row + i] = mean;
    }
}

}  // namespace sweep::gpu
