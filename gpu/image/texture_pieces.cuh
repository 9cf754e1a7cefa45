// The order in which threads store a block to a texture.
//
// A texture lies in memory in pieces of 64 bytes by 8 rows, which are 512 bytes; a sector of 32 bytes is 16
// bytes by 2 rows. A warp that stores along a row stores halves of sectors; a warp that stores in this order
// stores a whole piece. Loads gain nothing by it, because the other half of a sector comes from L1.
#pragma once

namespace sweep::gpu {

// Calls store(r, w, below) for each 16-byte word of a block of `rows` rows, a multiple of 8, and `words`
// words a row, a multiple of 4. This is word w of row r + below, where r < 8 and w depend on the thread, and
// `below` is known when this is compiled. Called by the whole thread block of `threads` threads, which cover
// `across` words of a row at a time.
template <int rows, int words, int threads, class Store>
__device__ inline void for_each_in_pieces(Store store) {
    constexpr int across = threads / 32 * 4;  // the words of a row that all warps store at a time
    static_assert(words % across == 0 && rows % 8 == 0);
    const int lane = threadIdx.x % 32, r = lane / 4, w = threadIdx.x / 32 * 4 + lane % 4;
#pragma unroll
    for (int first = 0; first < words; first += across)
#pragma unroll
        for (int below = 0; below < rows; below += 8) store(r, first + w, below);
}

}  // namespace sweep::gpu
