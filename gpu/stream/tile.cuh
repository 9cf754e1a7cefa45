// What the warps of a thread block of algorithm 8 beyond the chip share: its tiles, the barriers through which a tile
// goes from warp to warp, and the words that tiles leave for each other.
#pragma once

#include "core/families/chip/resident.h"
#include "gpu/device/bulk_copy.cuh"
#include "gpu/image/datum.cuh"
#include "gpu/image/tile.cuh"
#include "gpu/resident/perimeter_words.cuh"
#include "gpu/tuning/stream.h"
#include "gpu/tuning/stream_fits.h"

namespace sweep::gpu {

inline constexpr int stream_warps = 2 * tuning::Stream::pairs + tuning::Stream::dot_warps + 1,
                     stream_threads = 32 * stream_warps, pair_threads = 64;
static_assert(pair_threads == stream_side, "a thread filters a column of its pair's tile, and then a row");

// The slots of a thread block. Tile i of those that it filters, one after the other, is in slot i % tiles.
struct StreamShared {
    static constexpr int tiles = tuning::Stream::tiles;
    float samples[tiles][stream_side * stream_side];
    CopyBarrier loaded[tiles];                    // its samples have come
    CopyBarrier dotted[tiles];                    // its datum is found, and the dots of its columns are taken
    CopyBarrier filtered[tiles];                  // it is done, and may be stored
    CopyBarrier together[tuning::Stream::pairs];  // the two warps of a pair
    int tile[tiles];                              // its number in the image; -1: there are no more
    float datum[tiles];
};
static_assert(sizeof(StreamShared) <= stream_shared_bytes);

// The datum of a tile for others, with the tag of its strip.
struct alignas(8) DatumWord {
    unsigned tag;
    float datum;
};

// The image in tiles, tile b by rows of tiles, and what changes from run to run.
//
// Words lie in rings of strips, which are rows of tiles, so that they stay in L2: those of a column of strip m at
// [m % column_strips][direction][x], those of a row at [m % row_strips][tile n][direction][y]. The words of
// strip m say by the number first_tag + m + 1 that they are those of this run. finished[m] counts, over all runs, the
// tiles of strip m that have been filtered and need no words any more.
struct StreamWalk {
    Tiling tiling;
    int column_strips, row_strips;
    unsigned first_tag, all_finished;  // the last is finished[m] when strip m is done
    unsigned zero;                     // 0 (StreamHalves)
    PerimeterWord *column_words, *row_words;
    DatumWord* datums;  // [m % column_strips][n]
    unsigned* finished;
    float* result;

    __host__ __device__ int padded_width() const { return tiling.N * stream_side; }
    __device__ unsigned tag(int m) const { return first_tag + unsigned(m) + 1; }
    // The place in a ring of `strips` that is j before or behind another one.
    __device__ static int before(int place, int j, int strips) {
        return place - j < 0 ? place - j + strips : place - j;
    }
    __device__ static int behind(int place, int j, int strips) {
        return place + j >= strips ? place + j - strips : place + j;
    }
    // The words of column x, or of row y of tile n, in direction d, in a place of the ring.
    __device__ PerimeterWord* of_column(int place, int d, int x) const {
        return column_words + (unsigned(place * 2 + d) * padded_width() + x);
    }
    __device__ PerimeterWord* of_row(int place, int n, int d, int y) const {
        return row_words + (unsigned((place * tiling.N + n) * 2 + d) * stream_side + y);
    }
    __device__ void publish_datum(int m, int n, float datum) const {
        const unsigned long long word =
            static_cast<unsigned long long>(__float_as_uint(datum)) << 32 | tag(m);
        *reinterpret_cast<volatile unsigned long long*>(datums + (m % column_strips) * tiling.N + n) = word;
    }
    __device__ DatumWord ask_datum(int m, int n) const {
        const unsigned long long word = *reinterpret_cast<const volatile unsigned long long*>(
            datums + (m % column_strips) * tiling.N + n);
        return {unsigned(word), __uint_as_float(unsigned(word >> 32))};
    }
    // True if `count`, which was read of finished[m], says that the strip is done in this run.
    __device__ bool is_finished(unsigned count) const { return int(count - all_finished) >= 0; }
    __device__ unsigned ask_finished(int m) const {
        return *const_cast<const volatile unsigned*>(finished + m);
    }
};

}  // namespace sweep::gpu
