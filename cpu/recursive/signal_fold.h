// A long signal as an image. It has too many blocks for one scan, so that carries are completed on two levels
// ([N11] section 7): the signal is folded into segments of L blocks, which lie under each other like the rows
// of an image and give lines to SIMD and work to all threads:
//
//     segment 0   | block 0 | block 1     | .. | block L - 1   |
//     segment 1   | block L | block L + 1 | .. | block 2 L - 1 |
//     ..            the last segment may be shorter, and is filtered apart
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "cpu/recursive/steps.h"

namespace sweep::cpu {

// A tile: block l of the segments of a group, one segment a row.
struct SignalTile {
    int group, l;
    std::int64_t first;  // its first sample in the signal
    int rows, columns;
};

// The signal in segments of L blocks; all but the last are whole.
struct Fold {
    // The samples of the signal, the blocks of a whole segment, how many whole segments there are, and the
    // samples of the last segment, which counts apart even where it is as long as the others.
    int length, L, whole, tail;
    int groups, lines;  // of whole segments: groups of block_size of them, and their number padded
    explicit Fold(int samples) : length(samples) {
        const int blocks = int((std::int64_t(samples) + block_size - 1) / block_size);
        // About four times as many segments as a segment has blocks. L is odd, so that segments do not meet
        // in the same cache sets.
        L = int(std::sqrt(double(blocks)) / 2) | 1;
        whole = (blocks - 1) / L;
        tail = samples - whole * L * block_size;
        groups = (whole + block_size - 1) / block_size;
        lines = padded(whole);
    }
    int segment() const { return L * block_size; }  // in samples
    int segments() const { return whole + 1; }
    int tail_blocks() const { return (tail + block_size - 1) / block_size; }
    // The lines of group g < groups, or of the last segment, which is a group of its own.
    int lines_of(int g) const {
        return g < groups ? padded(std::min(block_size, whole - g * block_size)) : line_multiple;
    }
    std::ptrdiff_t tiles() const { return std::ptrdiff_t(groups) * L + tail_blocks(); }
    SignalTile tile(std::ptrdiff_t index) const {
        const std::ptrdiff_t of_whole = std::ptrdiff_t(groups) * L;
        const int g = index < of_whole ? int(index / L) : groups,
                  l = int(index < of_whole ? index % L : index - of_whole);
        const std::int64_t first =
            std::int64_t(g < groups ? g * block_size : whole) * segment() + std::int64_t(l) * block_size;
        if (g < groups) return {g, l, first, std::min(block_size, whole - g * block_size), block_size};
        return {g, l, first, 1, std::min(block_size, tail - l * block_size)};
    }
};

// The samples of a tile: where the signal is dense in memory an image of its own, otherwise to be copied.
class SignalTileView {
  public:
    SignalTileView(const ConstImageView& image, const SignalTile& tile, int segment, bool along_rows)
        : tile_(tile),
          sample_(image.sample),
          shape_{tile.columns, tile.rows, image.shape.channels},
          pixel_(image.shape.channels * std::ptrdiff_t(size_of(image.sample))),
          step_(along_rows ? pixel_ : image.stride),
          row_(segment * step_),
          first_(static_cast<std::byte*>(const_cast<void*>(image.data)) + tile.first * step_) {}

    // Calls load(image of the tile, all of it).
    template <class F>
    void load(const F& load) const {
        alignas(64) std::byte copy[most];
        if (!is_dense())
            for_each_pixel(
                [&](const std::byte* from, std::ptrdiff_t to) { std::copy_n(from, pixel_, copy + to); });
        load(ConstImageView{is_dense() ? first_ : copy, shape_, sample_, row_of_dense()}, all());
    }
    // Calls store(image of the tile, all of it).
    template <class F>
    void store(const F& store) const {
        alignas(64) std::byte copy[most];
        store(ImageView{is_dense() ? first_ : copy, shape_, sample_, row_of_dense()}, all());
        if (!is_dense())
            for_each_pixel(
                [&](std::byte* into, std::ptrdiff_t from) { std::copy_n(copy + from, pixel_, into); });
    }

  private:
    static constexpr std::size_t most = 4 * tile_samples * sizeof(double);
    bool is_dense() const { return step_ == pixel_; }
    std::ptrdiff_t row_of_dense() const { return is_dense() ? row_ : block_size * pixel_; }
    Region all() const { return {0, 0, tile_.rows, tile_.columns}; }
    // Calls body(address in the signal, offset in a dense copy whose rows have block_size pixels).
    template <class F>
    void for_each_pixel(const F& body) const {
        for (int i = 0; i < tile_.rows; ++i)
            for (int j = 0; j < tile_.columns; ++j)
                body(first_ + i * row_ + j * step_, (i * block_size + j) * pixel_);
    }

    const SignalTile tile_;
    const Sample sample_;
    const Shape shape_;
    const std::ptrdiff_t pixel_, step_, row_;  // in bytes: of a pixel, between samples, between segments
    std::byte* const first_;
};

}  // namespace sweep::cpu
