// The passes of the edge filter over a block of lines, in SIMD packs: sample i of line j is at i * block_size + j, so
// that packs lie across the lines. All have `lines` lines, a multiple of line_multiple and at most block_size.
#pragma once

#include <cstddef>

#include "core/base/host_device.h"
#include "core/edge/edge_filter.h"
#include "cpu/base/tile.h"

namespace sweep::cpu {

// A weight w as the passes take it: 1 - w where w > 1/2, and otherwise -w, so that either end keeps its digits.
// y' = y + c (x - y) in the first case and x + c (x - y) in the second, where -0 stands for a hole.

// What is brought into the cache meanwhile: parts of the picture and of its guide.
struct Ahead {
    Fetch picture, guide;
    SWEEP_INLINE void next() {
        picture.next();
        guide.next();
    }
};

// The coefficients between samples i - 1 and i of a guide for 0 <= i <= length, in `length` + 1 rows of c. Plane k of
// the guide begins at guide + k * tile_samples; `before` and `behind` are the samples next to it, block_size a
// channel, or null at an edge of the image.
template <class T>
void edge_weights(EdgeExponent exponent, const T* guide, int channels, const T* before, const T* behind,
                  int length, int lines, T* c, Ahead& ahead);

// Runs a pass in place from the states, and leaves there those at its end. `c` has length + 1 rows.
template <class T>
void edge_pass(T* samples, const T* c, std::ptrdiff_t length, int lines, T* states, bool back, Ahead& ahead);

// What of a core/edge/segment.h a block is, for each line; the weights are those of all channels.
template <class T>
struct BlockWeights {
    alignas(64) T W[block_size], U[block_size], H[block_size];
};
template <class T>
struct BlockSums {
    alignas(64) T r[block_size], Y[block_size], Z[block_size];  // s = r
};

// Of samples that are not filtered; `backwards`: of the same lines read from their end.
template <class T>
void edge_segments(const T* samples, const T* c, int length, int lines, bool backwards, BlockSums<T>& sums,
                   BlockWeights<T>& weights, Ahead& ahead);

}  // namespace sweep::cpu
