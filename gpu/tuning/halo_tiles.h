// The tiles of algorithm `halo`, for each order and halo, as launch.h has the numbers of other algorithms: chosen
// on an NVIDIA H200. (Notes: filters that forget fast)
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "core/problem/problem.h"

namespace sweep::gpu::tuning {

// Blocks with halos, for one channel of floats.
//   halo          columns on each side of a tile that its neighbours have too, a multiple of 4
//   rows_above    the rows above and below likewise
//   rows, groups  the rows of a thread; the threads one below the other
//   each, at_once the samples of a lane along rows; times the rows that a warp has in its lanes
//   thread_blocks those that fit on a multiprocessor
template <int halo_, int rows_above_, int rows_, int groups_, int each_, int at_once_, int thread_blocks_>
struct HaloTile {
    static constexpr int width = 128, halo = halo_, rows_above = rows_above_, rows = rows_, groups = groups_,
                         each = each_, at_once = at_once_, thread_blocks = thread_blocks_;
    static constexpr int threads = width / 4 * groups, own_width = width - 2 * halo,
                         own_height = rows * groups - 2 * rows_above;
    template <int order>
    static constexpr int shared_bytes(Sample) {
        return (own_height + 2 * groups * order) * width * 4;
    }
};
// Strips with halos; the parameters as in HaloTile. A thread block takes `step` rows at a time, a warp each.
template <int halo_, int thread_blocks_>
struct HaloStrip {
    static constexpr int across = 128, step = 8, halo = halo_, rows_above = halo_, each = 4,
                         thread_blocks = thread_blocks_;
    static constexpr int rows = step, threads = 2 * across, own_width = across - 2 * halo, own_height = step;
    static constexpr int bytes_of_tables = 16 * 1024;  // of what bytes stand for
    template <int order>
    static constexpr int shared_bytes(Sample input) {
        return 2 * step * across * 16 + (input == Sample::u8 ? bytes_of_tables : 0);
    }
};
// A tile, for images of fewer pixels than this.
template <class Tile_, std::size_t most_pixels_ = ~std::size_t(0)>
struct HaloChoice {
    using Tile = Tile_;
    static constexpr std::size_t most_pixels = most_pixels_;
};
template <class... Choices>
struct HaloChoices {};
// The tiles of each order, narrow halos first.
struct Halo {
    // A thread block has no more than this.
    static constexpr int most_shared_bytes = 100 * 1024;
    // All tiles of 2048^2 are on the GPU at once in those of 16 rows a thread.
    static auto of(std::integral_constant<int, 1>) -> HaloChoices<
        HaloChoice<HaloTile<12, 12, 8, 8, 4, 1, 4>, 3'000'000>,
        HaloChoice<HaloTile<12, 12, 16, 12, 4, 2, 2>, 6'000'000>,
        HaloChoice<HaloTile<12, 12, 8, 8, 4, 1, 4>, 12'000'000>, HaloChoice<HaloTile<12, 12, 14, 8, 4, 2, 3>>,
        HaloChoice<HaloTile<20, 20, 8, 12, 4, 1, 2>>, HaloChoice<HaloTile<28, 28, 8, 16, 4, 1, 2>>>;
    static auto of(std::integral_constant<int, 2>)
        -> HaloChoices<HaloChoice<HaloTile<20, 20, 12, 12, 8, 1, 2>>,
                       HaloChoice<HaloTile<28, 28, 20, 8, 8, 2, 2>>>;
    static auto of(std::integral_constant<int, 3>)
        -> HaloChoices<HaloChoice<HaloTile<16, 16, 16, 8, 8, 1, 2>>,
                       HaloChoice<HaloTile<20, 20, 12, 12, 8, 1, 2>, 6'000'000>,
                       HaloChoice<HaloTile<20, 20, 20, 8, 8, 1, 2>>>;
    template <int order>
    using Choices = decltype(of(std::integral_constant<int, order>()));
};

// The strips of each order, narrow halos first.
struct HaloOfPixels {
    static auto of(std::integral_constant<int, 1>)
        -> HaloChoices<HaloChoice<HaloStrip<12, 2>>, HaloChoice<HaloStrip<28, 2>>>;
    static auto of(std::integral_constant<int, 2>)
        -> HaloChoices<HaloChoice<HaloStrip<20, 2>>, HaloChoice<HaloStrip<28, 2>>>;
    static auto of(std::integral_constant<int, 3>)
        -> HaloChoices<HaloChoice<HaloStrip<16, 2>>, HaloChoice<HaloStrip<20, 2>>>;
    template <int order>
    using Choices = decltype(of(std::integral_constant<int, order>()));
};

// Tiles that are convolved (gpu/halo/taps.cuh): L columns on each side and as many rows above and below, `across`
// columns with them. A thread has `rows` outputs of a column; `groups` threads stand one below the other.
template <int halo_, int across_, int thread_blocks_>
struct TapsTile {
    static constexpr int halo = halo_, across = across_, rows = 32, groups = 2,
                         thread_blocks = thread_blocks_, threads = across * groups,
                         own_width = across - 2 * halo, own_height = rows * groups;
};
// Short taps first. Where the halo is wide, more columns take less of it.
using TapsTiles =
    HaloChoices<TapsTile<8, 128, 3>, TapsTile<12, 128, 2>, TapsTile<16, 160, 2>, TapsTile<24, 160, 2>>;

// Strips of bytes that are convolved by products of matrices (gpu/halo/products.cuh): L columns on each side, and a
// halo with the 16 columns and rows of a warp's step in `blocks` of 16.
template <int halo_, int thread_blocks_>
struct ProductsStrip {
    static constexpr int halo = halo_, blocks = halo / 8 + 1, thread_blocks = thread_blocks_, warps = 4,
                         threads = 32 * warps, own_width = 16 * warps, step = 16,
                         words_of_bands = 4 * blocks * 32,  // of 16 bytes
        shared_bytes = words_of_bands * 16 + warps * (blocks - 1) * 4096;
};
// Short taps first.
using ProductsStrips = HaloChoices<ProductsStrip<8, 4>, ProductsStrip<16, 3>, ProductsStrip<24, 2>>;

}  // namespace sweep::gpu::tuning

namespace sweep::gpu {

// True for one channel of float32 in linear memory, which has kernels of its own.
inline bool is_plane_of_floats(const Problem& p) {
    return p.shape.channels == 1 && p.input == Sample::f32 && p.method.memory == Memory::linear;
}

// Calls use<Choice>(i) for each choice in turn.
template <class... Choices, class Use>
void for_each_choice(tuning::HaloChoices<Choices...>, const Use& use) {
    int i = 0;
    (use.template operator()<Choices>(i++), ...);
}

// The first tile that is wide enough, for images of this size, and for which the device has room; -1: there is none.
template <int order, class Choices>
int halo_tile(Choices choices, const Problem& problem, int halo, int shared_bytes_per_block) {
    constexpr int most_tiles_down = 65535;  // of a grid
    int found = -1;
    bool is_last = false;
    for_each_choice(choices, [&]<class Choice>(int i) {
        using Tile = typename Choice::Tile;
        constexpr int reach = std::min(Tile::halo, Tile::rows_above);
        if (is_last || reach < halo ||
            Tile::template shared_bytes<order>(problem.input) > shared_bytes_per_block ||
            problem.shape.height > most_tiles_down * Tile::own_height)
            return;
        found = i;
        is_last = problem.shape.pixels() < Choice::most_pixels;
    });
    return found;
}

}  // namespace sweep::gpu
