// Which of its blocks algorithm 7 takes where nobody has asked for one: what was measured.
#pragma once

#include <cstddef>

#include "core/problem.h"
#include "gpu/rows.cuh"
#include "gpu/thread_filter.cuh"

namespace sweep::gpu {

// 64 x 64 blocks halve the carries, 128 x 128 once more, but smaller ones fill a GPU sooner. On an H200, clamp, ms:
//
//                  order 1                                order 3                                order 5
//                  1024^2   2048^2   4096^2   8192^2     1024^2   2048^2   4096^2   8192^2     2048^2   8192^2
//     32           0.0143   0.0246   0.0707   0.2722     0.0184   0.0349   0.1016   0.4611     0.0519   0.6929
//     64           0.0145   0.0248   0.0694   0.2255     0.0207   0.0335   0.0920   0.2919     0.0465   0.4407
//     128          0.0182   0.0263   0.0802   0.2383     0.0244   0.0344   0.0993   0.2881     0.0459   0.4034
//     64, bulk     0.0125   0.0201   0.0607   0.2137     0.0144   0.0240   0.0698   0.2880     0.0355   0.4055
//     128, bulk                     0.0634   0.2110                       0.0738   0.2361              0.3032
//
// These are older than FloatTiles, by which 64 takes 0.0139, 0.0244 and 0.0753 of order 3, and than order 5's sharing of work between
// products and multiply-adds, by which 64, bulk takes 0.0346 and 128, bulk 0.290. With FloatTiles, before the latter, us of a run by 32
// and by 64, bulk:
//
//                  512^2          768^2          896^2          1000^2         1024^2         1280^2
//     order 1       9.9   10.2    10.9   11.4    12.2   12.2    13.5   13.1    11.9   12.5    14.4   14.4
//     order 3      11.1   12.2    12.3   12.8    14.4   14.7    16.6   15.6    14.3   13.6    17.3   17.1
//     order 5      14.4   15.2    16.4   17.1    20.4   20.4    23.3   21.1    19.3   18.9    24.7   23.8
//
// Rows of more than eight blocks a thread of 7.3 of 64 take it a second round: of 6144 samples at order 3, of 4096 at orders 4 and 5.
// By 128 a cluster of thread blocks has them. us by 64 and by 128, bulk:
//
//                  4096^2         4160^2         4608^2         5120^2         5632^2
//     order 3      67.9   71.4    71.5   75.5    83.4   87.2   100.5   99.6   123.3  118.4
//     order 4      78.2   81.0   104.3   83.9   118.6   99.1   139.2  116.1   162.6  134.7
//     order 5      93.0   98.1   131.9  103.8   150.8  115.3   175.6  136.4   202.6  154.5
//
// Rows that are no whole words, order 3, by 32, by 64 and by 128: 0.0157 and 0.0171 at 767^2, 0.0387 and 0.0340 at 2047^2, 0.1172,
// 0.0951 and 0.1006 at 4095^2, 0.3681 by 64 and 0.3348 by 128 at 8191^2. (Sample by sample through the loop for all formats: 0.2720
// at 4095^2.)
//
// One channel of bytes, order 3, by 32, by 64 and by 128: 0.0194 and 0.0201 at 1024^2, 0.0250 and 0.0245 at 1920 x 1080, 0.0883 by 64
// at 4096^2, by 64 and by 128 0.3232 and 0.2828 at 8192^2.
//
// Four channels of bytes, 3840 x 2160, order 3: 0.2690 by blocks of 32, 0.2578 of 64 by the kernels for all images, 0.1585 by
// those for four channels.
template <int R>
int fastest_block(const Problem& problem, bool bulk, bool has_clusters) {
    const Shape& shape = problem.shape;
    const std::size_t pixels = shape.pixels();
    if (shape.channels > 1) return 64;
    const std::size_t few = R == 1 ? 1030 * 1030 : 900 * 900;
    if (pixels < (problem.input == Sample::f32 ? few : 1500 * 1500)) return 32;
    const bool is_too_wide = shape.width > 8 * rows_threads<ThreadFilter<R, ThreadForm::delta>, 64>;
    const bool gains_by_width = R == 3 || (R > 3 && has_clusters);  // at order 3 threads by 128 reach further
    return (pixels >= 6000 * 6000 && (R > 1 || bulk)) || (is_too_wide && gains_by_width) ? 128 : 64;
}

}  // namespace sweep::gpu
