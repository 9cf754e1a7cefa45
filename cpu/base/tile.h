// Tiles: blocks of the image in a compact buffer, one plane per channel, which stays in the first-level
// cache. In the image itself rows whose pitch is a power of two would fall into the same cache sets.
#pragma once

#include "core/base/host_device.h"
#include "core/base/image.h"

namespace sweep::cpu {

// The side of a block. A tile of 64 x 64 floats is 16 KB: it fits into a first-level cache of 32 KB together
// with its transpose, and its four packs of AVX-512 hide the latency of one recurrence.
inline constexpr int block_size = 64;
inline constexpr int tile_samples = block_size * block_size;

// Tiles and carries have multiples of this many lines, the widest pack. Lines beyond the image hold zeros.
inline constexpr int line_multiple = 16;

constexpr int padded(int lines) {
    return (lines + line_multiple - 1) / line_multiple * line_multiple;
}

// Rows y to y + rows - 1 and columns x to x + columns - 1 of an image.
struct Region {
    int y = 0, x = 0, rows = 0, columns = 0;
};

// Brings a region into the second-level cache while something else is computed, one cache line with each
// next(), or as many as `at_once` says where there is less to compute. All lines at once would queue up, and the work
// behind them too (step 7.4 on one core: 15.3 to 11.8 ms; bench/results/notes.md).
class Fetch {
  public:
    Fetch() = default;
    Fetch(const ConstImageView& in, Region region, int at_once = 1);

    SWEEP_INLINE void next() {
        if (left_ == 0) return;
        --left_;
        for (const std::byte *at = row_ + at_, *const end = at + step_; at < end; at += line)
            __builtin_prefetch(at, 0, 2);
        at_ += step_;
        if (at_ >= row_bytes_) {
            at_ = 0;
            row_ += pitch_;
        }
    }

  private:
    static constexpr std::ptrdiff_t line = 64;
    const std::byte* row_ = nullptr;
    std::ptrdiff_t pitch_ = 0, row_bytes_ = 0, step_ = line, at_ = 0, left_ = 0;
};

// How samples of the image become numbers of a tile.
template <class T>
struct Decoding {
    T datum[4] = {};             // float input: the number that is subtracted in each channel
    float scale = 0, limit = 0;  // float input, T = uint32: round(x * scale), x clamped to [0, limit]
    T bytes[4][256] = {};        // 8-bit input: the number for each byte, in each channel
    bool raw_bytes = false;      // 8-bit input, T = uint32: bytes are taken as they are, without the table
};

// Copies a region of samples u8, f32 or f64 into planes of T, float, double or uint32. Plane k, of block_size
// x block_size, begins at tile + k * tile_samples; the rest of its `padded_rows` x `padded_columns` is
// cleared.
template <class T>
void load_tile(const Decoding<T>& decoding, const ConstImageView& in, Region region, int padded_rows,
               int padded_columns, T* tile);

// True when an output is so large that writing past the caches pays: nothing of it would be left there for
// its reader, and lines that are written whole need not be read first (step 7.4 on one core: 11.8 to 9.6 ms).
// Not for fresh memory, which the system has just cleared through the caches (a table of 4096 x 4096: 37 and 24
// ms). To be asked once, before the run: its writing makes the memory a used one.
bool writes_past_caches(const ImageView& out);

// Writes the planes to a region of an image whose samples are T.
template <class T>
void store_tile(const T* tile, const ImageView& out, Region region, bool past_caches);

// As store_tile(), but gain * sample + offset[channel].
template <class T>
void store_tile_scaled(const T* tile, T gain, const T (&offset)[4], const ImageView& out, Region region,
                       bool past_caches);

// As store_tile_scaled(), from the transposed tile of a single-channel image.
template <class T>
void store_transposed_scaled(const T* tile, T gain, T offset, const ImageView& out, Region region,
                             bool past_caches);

// Writes rows of samples to a region of a single-channel image, past the caches where packs are aligned.
// Pieces of a kilobyte and more go at the speed of memory; rows of one tile after the other, where they lie a
// multiple of a page apart, at a quarter of it with AVX2 (bench/results/notes.md). The pitch is in samples.
template <class T>
void stream_rows(const T* from, std::ptrdiff_t pitch, const ImageView& out, Region region);

// to[j][i] = from[i][j] for j < to_rows and i < padded(from_rows). Rows beyond from_rows count as zeros and
// are not read; columns are read up to padded(to_rows). Pitches are in samples.
template <class T>
void transpose_tile(const T* from, std::ptrdiff_t from_pitch, int from_rows, T* to, std::ptrdiff_t to_pitch,
                    int to_rows);

}  // namespace sweep::cpu
