// The datums on the device (core/problem/datum.h). Algorithms that read the image more than once have one for the whole
// image, found before their first stage (ImageDatum). Algorithms 7, 8 and `halo` have one for each of their blocks or
// tiles, which the thread block finds beside its first loads (PartDatum).
#pragma once

#include <vector>

#include "core/problem/datum.h"
#include "gpu/device/device_buffer.h"
#include "gpu/device/launch.cuh"
#include "gpu/image/pixels.cuh"

namespace sweep::gpu {

// The constant that continues the image.
struct OutsideConstant {
    bool has_outside;   // there is one, along an axis that runs
    float constant[4];  // of each channel; otherwise 0

    // The constant less the datum `origin`; 0 where none continues the image.
    __device__ float outside(int channel, float origin) const {
        return has_outside ? constant[channel] - origin : 0;
    }
};

inline OutsideConstant outside_constant(const Problem& problem) {
    OutsideConstant outside{};
    for (int c = 0; c < problem.shape.channels; ++c)
        if (const std::optional<double> constant = constant_outside(problem, std::size_t(c))) {
            outside.has_outside = true;
            outside.constant[c] = float(*constant);
        }
    return outside;
}

// False if the datum is 0 whatever the samples are: zeros continue all channels.
inline bool has_datum(const Shape& shape, const OutsideConstant& outside) {
    bool any = !outside.has_outside;
    for (int c = 0; c < shape.channels; ++c) any |= outside.constant[c] != 0;
    return any;
}

// A number that orders floats by magnitude, as their sign comes last; NaN is larger than all.
__device__ inline unsigned magnitude_key(float x) {
    const unsigned bits = __float_as_uint(x);
    return bits << 1 | bits >> 31;
}
__device__ inline float of_magnitude_key(unsigned key) {
    return __uint_as_float(key >> 1 | key << 31);
}
inline constexpr unsigned no_key = ~0u;  // that of a NaN, larger than all others

// The least of the keys of the warp's lanes, in all lanes.
__device__ inline unsigned least_of_warp(unsigned key) {
#if __CUDA_ARCH__ >= 800
    return __reduce_min_sync(~0u, key);
#else
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) key = min(key, __shfl_xor_sync(~0u, key, distance));
    return key;
#endif
}

// ---- A datum for the whole image ----------------------------------------------------------------------------

struct Datum : OutsideConstant {
    bool from_image;     // otherwise the datum is 0
    const float* found;  // of each channel

    // The kernel has waited for its predecessor, which may have found it.
    __device__ float of(int channel) const { return from_image ? __ldcg(found + channel) : 0; }
};

// Where the kernel that looks for a datum keeps what it has found so far, in device memory.
struct DatumSearch {
    unsigned least[4];  // of each channel
    unsigned done;      // thread blocks
};

// The datum of an image, and the kernel that finds it at the points of the lattice of core/problem/datum.h.
class ImageDatum {
  public:
    ImageDatum();

    // From the next run on the datum is that of this problem, whose filter has the design `filter`.
    void adopt(const Problem& problem, const FilterDesign& filter);
    // Starts to look for the datum of an image. The kernel that follows on the stream may overlap it, with
    // wait_for_predecessor() before Datum::of(). Returns `on` as that kernel needs it.
    LaunchOn find(LaunchOn on, const PixelSource& in) const;

    // What kernels take.
    const Datum& on_device() const { return datum_; }
    // The datum of each channel of the last run.
    std::vector<float> read(cudaStream_t stream) const;
    std::size_t bytes() const { return found_.bytes() + search_.bytes(); }

  private:
    Datum datum_{};
    DatumLattice lattice_{};
    int channels_ = 1;
    DeviceBuffer<float> found_;
    DeviceBuffer<DatumSearch> search_;
};

// ---- A datum for each part of the image ---------------------------------------------------------------------

// Columns x0 to x0 + columns - 1 of rows y0 to y0 + rows - 1; some may lie beyond the image's edge.
struct ImagePart {
    int x0, y0, columns, rows;
};

// The part whose datum counts as that of part b of a line of `parts`, where b may be one too small or too large. At a
// line's ends no datum changes, unless the line is continued by its other end (`wraps`).
__device__ inline int neighbouring_part(int b, int parts, bool wraps) {
    if (b < 0) return wraps ? parts - 1 : 0;
    if (b >= parts) return wraps ? 0 : parts - 1;
    return b;
}

// How a warp finds the datum of its part of the image: each lane asks for a candidate, the sample of least magnitude at
// its points of a lattice, and then the warp settles; in between other loads may start, so that all are in flight
// together.
//
// A slow filter's state is far larger than what a part adds to it, and each step of the datum rounds it. So the parts
// under slow filters share a datum, found in the whole image, where that is not large beside their own samples.
struct PartDatum : OutsideConstant {
    bool from_image;  // otherwise the datum is 0
    bool is_shared;   // the filter is slow
    bool is_fine;     // the filter is so fast that half the distance is between points

    // The lane's candidate from a part of an image of width x height that `in` holds.
    template <class Source>
    __device__ float ask(const Source& in, const ImagePart& part, int width, int height, int channel,
                         int lane) const {
        return from_image ? least_sample(in, part, width, height, channel, lane) : 0;
    }
    // Returns the datum, from the candidates of the warp's lanes. `of_image` is the one that parts share.
    __device__ float settle(float candidate, float of_image = NAN) const {
        return choose(of_magnitude_key(least_of_warp(magnitude_key(candidate))), of_image);
    }

    // The datum that parts share, found by the whole warp.
    template <class Source>
    __device__ float find_in_image(const Source& in, int width, int height, int channel, int lane) const {
        return settle(ask(in, {0, 0, width, height}, width, height, channel, lane));
    }

    // ask() and settle() where the upper half of the lanes asks for the datum that parts share.
    template <class Source>
    __device__ float ask_by_halves(const Source& in, const ImagePart& part, int width, int height,
                                   int channel, int lane) const {
        const bool asks_image = is_shared && lane >= 16;
        return ask(in, asks_image ? ImagePart{0, 0, width, height} : part, width, height, channel, lane);
    }
    __device__ float settle_by_halves(float candidate, int lane) const {
        if (!is_shared) return settle(candidate);
        const unsigned key = magnitude_key(candidate);
        return choose(of_magnitude_key(least_of_warp(lane < 16 ? key : no_key)),
                      of_magnitude_key(least_of_warp(lane < 16 ? no_key : key)));
    }

  private:
    // The least at this lane's points of a lattice of 8 columns and 4 rows, or of more rows where these would be more
    // than 16 rows of the image apart and the filter is not slow. Each half of the lanes has every other row. Rows are
    // shifted, so that lanes read other banks of shared memory.
    template <class Source>
    __device__ float least_sample(const Source& in, const ImagePart& part, int width, int height, int channel,
                                  int lane) const {
        const int most = (part.rows + 63) / 64, samples = is_shared ? 1 : most, dx = part.columns / 8,
                  dy = is_shared ? part.rows / 4 : part.rows / (4 * most), row = lane / 8 % 2 * 2 + lane / 16;
        unsigned least = no_key;
#pragma unroll 1
        for (int shift = is_fine ? 3 : 0; shift >= 0; --shift) {
            const int x = min(part.x0 + lane % 8 * dx + (row + shift * 2) % 4 * dx / 4, width - 1);
#pragma unroll
            for (int i = 0; i < samples; ++i) {
                const int y = min(part.y0 + (row * samples + i) * dy + shift / 2 * dy / 2, height - 1);
                least = min(least, magnitude_key(in.sample(x, y, channel)));
            }
        }
        return of_magnitude_key(least);
    }
    __device__ float choose(float own, float of_image) const {
        const float c = is_shared && fabsf(of_image) <= 4 * fabsf(own) ? of_image : own;
        return fabsf(c) <= largest_datum ? c : 0;
    }
};

// `is_slow`: the filter's states are larger than what a part adds to them.
inline PartDatum part_datum(const Problem& problem, const FilterDesign& filter, bool is_slow) {
    const OutsideConstant outside = outside_constant(problem);
    const bool from_image = has_datum(problem.shape, outside);
    constexpr int usual = 16;  // between the points of most parts
    return {outside, from_image, is_slow && from_image, remembers_less(problem, filter, usual)};
}

}  // namespace sweep::gpu
