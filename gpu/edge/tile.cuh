// A tile of the edge filter: 32 x 32 pixels, whose thread block has a warp a channel. A lane owns a column, and then
// a row. The weights are those of all channels, so that each warp makes those of some rows.
//
// Shared memory has a plane of [32][33] floats a channel, and one for coefficients.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/edge/lines.cuh"
#include "gpu/image/tile.cuh"

namespace sweep::gpu {

// What an iteration of the filter reads and writes. Steps are those from row to row, in bytes, so that an address is
// one instruction.
struct EdgeImages {
    const float *in, *guide;
    float* out;  // may be `in`
    int in_step, guide_step, out_step;
    int guide_channels;
    bool guide_is_whole;         // it has four channels, and its pixels are words of 16 bytes
    float step, per_difference;  // EdgeExponent
};

__device__ inline const float* edge_row(const float* from, int i, int step) {
    return reinterpret_cast<const float*>(reinterpret_cast<const char*>(from) + std::int64_t(i) * step);
}

__device__ inline float edge_difference(float a, float b) {
    return fabsf(a - b);
}
__device__ inline float edge_difference(const float4& a, const float4& b) {
    return fabsf(a.x - b.x) + fabsf(a.y - b.y) + fabsf(a.z - b.z) + fabsf(a.w - b.w);
}
__device__ inline float of_lane_before(float v) {
    return __shfl_up_sync(~0u, v, 1);
}
__device__ inline float4 of_lane_before(const float4& v) {
    return {of_lane_before(v.x), of_lane_before(v.y), of_lane_before(v.z), of_lane_before(v.w)};
}

// The pixels: one channel, and one of the guide; four, in words of 16 bytes, and any of the guide; or any of both.
enum class EdgePixels { one, four, any };

// `inner`: nothing of the tile, nor of the pixels around it, is beyond the image, so that nothing asks for its ends.
template <EdgePixels pixels, bool inner>
class EdgeTile {
    static constexpr bool single = pixels == EdgePixels::one, in_words = pixels == EdgePixels::four;

  public:
    static constexpr int side = 32, pitch = side + 1, plane_samples = side * pitch;
    static constexpr std::size_t shared_bytes(int channels) {
        return sizeof(float) * std::size_t(plane_samples) * std::size_t(channels + 1);
    }

    __device__ EdgeTile(const EdgeImages& images, const Tiling& p, const Tiling::Block& block)
        : images_(images),
          p_(p),
          block_(block),
          channels(single     ? 1
                   : in_words ? 4
                              : p.channels),
          channel(single ? 0 : int(threadIdx.y)),
          lane(int(threadIdx.x)),
          top(block_.m * side),
          left(block_.n * side),
          rows(inner ? side : min(side, p.height - top)),
          columns(inner ? side : min(side, p.width - left)),
          column_(inner ? left + lane : min(left + lane, p.width - 1)) {}

    __device__ int m() const { return block_.m; }
    __device__ int n() const { return block_.n; }
    // Of the lane's column (row) in EdgeLines. What is beyond the last column is that column again.
    __device__ std::size_t column_line() const { return std::size_t(channel) * p_.width + column_; }
    __device__ std::size_t row_line() const { return std::size_t(channel) * p_.height + top + lane; }
    __device__ bool has_column() const { return inner || lane < columns; }
    __device__ bool has_row() const { return inner || lane < rows; }

    // Reads samples, which are then to be put() into their places: those of the lane's column or, in words, the
    // lane's pixels of the rows of this warp. Below the last row is that row again.
    __device__ void load(float (&x)[side]) const {
        if constexpr (in_words) {
            const float* const from =
                edge_row(images_.in, top, images_.in_step) + std::ptrdiff_t(column_) * channels;
#pragma unroll
            for (int i = 0; i < side / 4; ++i) {
                const float4 pixel = *reinterpret_cast<const float4*>(
                    edge_row(from, row_near(first_row() + i), images_.in_step));
                x[4 * i] = pixel.x, x[4 * i + 1] = pixel.y, x[4 * i + 2] = pixel.z, x[4 * i + 3] = pixel.w;
            }
        } else {
            const float* const from =
                edge_row(images_.in, top, images_.in_step) + std::ptrdiff_t(column_) * channels + channel;
#pragma unroll
            for (int i = 0; i < side; ++i) x[i] = *edge_row(from, row_near(i), images_.in_step);
        }
    }

    // Plane k of shared memory. The first are those of the channels.
    __device__ static float* plane(float* shared, int k) {
        return shared + k * plane_samples;
    }
    // The samples of this warp's channel, which only it moves until the result is stored:
    // sample j of row i is at i * pitch + j.
    __device__ float* samples(float* shared) const {
        return plane(shared, channel);
    }

    // Makes coefficients: in `down` those between rows i - 1 and i of column j at i * side + j, which are 0 for rows
    // that the image does not have; in `along` those between columns j - 1 and j of row i at i * pitch + j.
    // All warps call it.
    template <bool with_columns, bool with_rows>
    __device__ void make_weights(float* down, float* along) const {
        const int each = (side + channels) / channels, first = channel * each,
                  end = min(first + each, side + 1);
#pragma unroll(single ? 3 : 1)
        for (int i = first; i < end; i += batch)
            weights_of_rows<with_columns, with_rows>(i, end, down, along);
        if (with_rows && channel == channels - 1) weights_of_ends(along);
        __syncthreads();
    }

    // Takes those of the lane's column, and leaves their place to samples.
    __device__ void take_weights(const float* down, float (&c)[side + 1]) const {
#pragma unroll
        for (int i = 0; i <= side; ++i) c[i] = down[i * side + lane];
        __syncthreads();
    }

    // What load() has read. All warps call it, and samples() are there behind it.
    __device__ void put(float* shared, const float (&x)[side]) const {
        if constexpr (in_words) {
#pragma unroll
            for (int i = 0; i < side; ++i) plane(shared, i % 4)[(first_row() + i / 4) * pitch + lane] = x[i];
            __syncthreads();
        } else {
            put_columns(shared, x);
        }
    }
    // Makes of what load() has read the lane's column. All warps call it, and nobody needs what is in the planes.
    __device__ void take_columns(float* shared, float (&x)[side]) const {
        if constexpr (in_words) {
            put(shared, x);
#pragma unroll
            for (int i = 0; i < side; ++i) x[i] = samples(shared)[i * pitch + lane];
        }
    }

    __device__ void put_columns(float* shared, const float (&x)[side]) const {
#pragma unroll
        for (int i = 0; i < side; ++i) samples(shared)[i * pitch + lane] = x[i];
        __syncwarp();
    }

    // Writes the samples of all channels.
    __device__ void store(const float* shared) const {
        __syncthreads();
        if (!has_column()) return;
        const float* const to =
            edge_row(images_.out, top, images_.out_step) + std::ptrdiff_t(left + lane) * channels;
#pragma unroll 8
        for (int i = channel; i < rows; i += channels) {
            const float* const from = shared + i * pitch + lane;
            float* const pixel = const_cast<float*>(edge_row(to, i, images_.out_step));
            if (in_words)
                *reinterpret_cast<float4*>(pixel) =
                    float4{from[0], from[plane_samples], from[2 * plane_samples], from[3 * plane_samples]};
            else
                for (int k = 0; k < channels; ++k) pixel[k] = from[k * plane_samples];
        }
    }

  private:
    // Of the rows whose pixels this warp reads as words.
    __device__ int first_row() const {
        return channel * (side / 4);
    }

    static constexpr int batch = single ? 11 : 9;  // rows of which a warp reads the guide at once

    // Row i of the tile, -1 to 32, or that of the image which is nearest to it.
    __device__ int row_near(int i) const {
        return inner ? i : max(min(i, p_.height - 1 - top), -top);
    }
    __device__ int guide_channels() const {
        return single ? 1 : images_.guide_channels;
    }
    __device__ const float* guide_row(int i) const {
        return edge_row(images_.guide, top + i, images_.guide_step);
    }
    __device__ float coefficient(float difference) const {
        return edge_coefficient(fmaf(difference, images_.per_difference, images_.step));
    }

    // Adds those of some channels of the guide, whose column begins at `from`: one, or four as a word.
    template <bool with_columns, bool with_rows, class Pixel>
    __device__ void add_differences(const float* from, int i, float (&below)[batch],
                                    float (&beside)[batch]) const {
        Pixel v[batch + 1];
#pragma unroll
        for (int k = 0; k <= batch; ++k)
            v[k] = __ldg(
                reinterpret_cast<const Pixel*>(edge_row(from, row_near(i + k - 1), images_.guide_step)));
#pragma unroll
        for (int k = 0; k < batch; ++k) {
            if (with_columns) below[k] += edge_difference(v[k + 1], v[k]);
            if (with_rows) beside[k] += edge_difference(v[k + 1], of_lane_before(v[k + 1]));
        }
    }

    // The coefficients between rows i - 1 + k and i + k, as far as i + k < end; and those along these rows.
    template <bool with_columns, bool with_rows>
    __device__ void weights_of_rows(int i, int end, float* down, float* along) const {
        float below[batch], beside[batch];
#pragma unroll
        for (int k = 0; k < batch; ++k) below[k] = beside[k] = 0;
        const float* const from = guide_row(0) + std::ptrdiff_t(column_) * guide_channels();
        if (!single && images_.guide_is_whole)
            add_differences<with_columns, with_rows, float4>(from, i, below, beside);
        else
            for (int g = 0; g < guide_channels(); ++g)
                add_differences<with_columns, with_rows, float>(from + g, i, below, beside);
#pragma unroll
        for (int k = 0; k < batch; ++k) {
            // The guide goes on as its edge does: row_near() has no other row there, so that the difference is 0, or
            // none of a hole.
            const bool is_row = inner || i + k < rows || i + k == side;
            if (with_columns && i + k < end) down[(i + k) * side + lane] = is_row ? coefficient(below[k]) : 0;
            if (!with_rows || i + k >= min(end, side) || lane == 0) continue;
            along[(i + k) * pitch + lane] = has_column() ? coefficient(beside[k]) : 0;
        }
    }

    // Along the rows, before the first column and behind the last: a lane owns a row.
    __device__ void weights_of_ends(float* along) const {
        const float* const from = guide_row(row_near(lane));
        const int first = left, last = left + columns - 1, before = inner ? left - 1 : max(left - 1, 0),
                  behind = inner ? left + side : min(left + side, p_.width - 1);
        float in_front = 0, at_end = 0;
        const auto add = [&](const auto& at) {
            in_front += edge_difference(at(first), at(before));
            at_end += edge_difference(at(behind), at(last));
        };
        if (!single && images_.guide_is_whole)
            add([&](int x) { return __ldg(reinterpret_cast<const float4*>(from) + x); });
        else
            for (int g = 0; g < guide_channels(); ++g)
                add([&](int x) { return __ldg(from + std::ptrdiff_t(x) * guide_channels() + g); });
        along[lane * pitch] = coefficient(in_front);
        along[lane * pitch + side] = coefficient(at_end);
    }

    const EdgeImages& images_;
    const Tiling& p_;
    const Tiling::Block block_;

  public:
    const int channels, channel, lane, top, left, rows, columns;

  private:
    const int column_;
};

// Calls body(tile, x, c) for the tile of the thread block; x and c are room for a line. Of several channels the code
// would be too large twice.
template <EdgePixels pixels, class Body>
__device__ inline void on_edge_tile(const EdgeImages& images, const Tiling& p, const Body& body) {
    const Tiling::Block b = p.block(blockIdx.x);
    float x[32], c[33];
    if constexpr (pixels == EdgePixels::one) {
        if (b.m > 0 && b.m < p.M - 1 && b.n > 0 && b.n < p.N - 1)
            return body(EdgeTile<pixels, true>(images, p, b), x, c);
    }
    body(EdgeTile<pixels, false>(images, p, b), x, c);
}

}  // namespace sweep::gpu
