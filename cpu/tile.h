// Tiles: blocks of the image in a compact buffer that stays in the first-level cache, one plane per channel.
// A compact copy also avoids that rows of a power-of-two pitch fall into the same cache sets.
#pragma once

#include "core/host_device.h"
#include "core/image.h"

namespace sweep::cpu {

// Side of a block. 64 x 64 floats are 16 KB: a tile and its transpose fit into a 32 KB first-level cache, and
// four packs of AVX-512 hide the latency of one recurrence.
inline constexpr int block_size = 64;
inline constexpr int tile_samples = block_size * block_size;

// Lines of tiles and carries are counted in multiples of the widest pack; the lanes beyond the image hold
// zeros.
inline constexpr int line_multiple = 16;

constexpr int padded(int lines) {
    return (lines + line_multiple - 1) / line_multiple * line_multiple;
}

// Rows [y, y + rows) and columns [x, x + columns) of an image.
struct Region {
    int y = 0, x = 0, rows = 0, columns = 0;
};

// Brings a region into the second-level cache while something else is computed: one cache line each time that
// next() is called. Asked for all at once, the lines would queue up, and the work behind them. (4096^2
// float32, order 3, one core of an AMD EPYC (Zen 5): step 7.4 from 15.3 to 11.8 ms, table S.4 from 9.3
// to 6.5.)
class Fetch {
  public:
    Fetch() = default;
    Fetch(const ConstImageView& in, Region region);

    SWEEP_INLINE void next() {
        if (left_ == 0) return;
        --left_;
        __builtin_prefetch(row_ + at_, 0, 2);
        at_ += line;
        if (at_ >= row_bytes_) {
            at_ = 0;
            row_ += pitch_;
        }
    }

  private:
    static constexpr std::ptrdiff_t line = 64;
    const std::byte* row_ = nullptr;
    std::ptrdiff_t pitch_ = 0, row_bytes_ = 0, at_ = 0, left_ = 0;
};

// How samples become numbers of a tile.
template <class T>
struct Decoding {
    T datum[4] = {};             // float input: subtracted, per channel
    float scale = 0, limit = 0;  // float input, T = uint32: round(x * scale), x clamped to [0, limit]
    T bytes[4][256] = {};        // 8-bit input: what each byte becomes, per channel
    bool raw_bytes = false;      // 8-bit input, T = uint32: bytes are taken as they are, without the table
};

// Copies a region into planes of block_size x block_size, plane k at tile + k * tile_samples, and clears the
// rest of `padded_rows` x `padded_columns`.
// T = float, double or uint32; of u8, f32 or f64.
template <class T>
void load_tile(const Decoding<T>& decoding, const ConstImageView& in, Region region, int padded_rows,
               int padded_columns, T* tile);

// Whether an output is so large that writing past the caches pays: nothing of it would still be there when
// somebody reads it, and lines that are written whole need not be read first. (7.4, as above: 11.8 to 9.6
// ms.)
bool writes_past_caches(const ImageView& out);

// Writes the planes to a region of an image of samples T.
template <class T>
void store_tile(const T* tile, const ImageView& out, Region region, bool past_caches);

// As store_tile, of gain * sample + offset[channel].
template <class T>
void store_tile_scaled(const T* tile, T gain, const T (&offset)[4], const ImageView& out, Region region,
                       bool past_caches);

// As store_tile_scaled, of a transposed tile of a single-channel image.
template <class T>
void store_transposed_scaled(const T* tile, T gain, T offset, const ImageView& out, Region region,
                             bool past_caches);

// to[j][i] = from[i][j] for j < to_rows and i < padded(from_rows), with zeros for the rows beyond from_rows,
// which are not read. Columns of `from` are read up to padded(to_rows). Pitches in samples.
template <class T>
void transpose_tile(const T* from, std::ptrdiff_t from_pitch, int from_rows, T* to, std::ptrdiff_t to_pitch,
                    int to_rows);

}  // namespace sweep::cpu
