// The datums of algorithm 7: each block has one of its own, c_mn, relative to which its samples are taken and the states
// that enter it are kept (core/problem/datum.h). No block has less digits for what stands in another one.
//
// A state that goes from a block to the next changes its datum. With s, the state of a line of ones,
//
//     P_{m+1} - s c_{m+1} = A_F^b (P_m - s c_m) + (Pbar_m - s' c_m) + s (c_m - c_{m+1}),    s' = s - A_F^b s,
//
// where Pbar_m - s' c_m is the perimeter of the samples less c_m, and likewise E with the block before. Q is E - H P
// (gpu/scan/segment_algebra.cuh), where E enters block m and P block m + 1. Within block m both count from c_m, so that
// Qbar_m gets A_R^b H s (c_m - c_{m+1}), too. All this joins the perimeters before they are scanned; in a constant image
// it is 0. The ends of a line change nothing, but where it is continued by its other end.
//
// Row dots of the samples less c_mn are less c_mn times the dot of ones, and so is that datum along their columns. Behind
// the column passes a block's datum is c_mn times their response.
#pragma once

#include "gpu/image/pixels.cuh"
#include "gpu/image/tile.cuh"

namespace sweep::gpu {

struct BlockDatums : OutsideConstant {
    bool from_image;  // otherwise they are 0
    float* found;     // [channel][m][n]

    __device__ float of(const Tiling& p, int channel, int m, int n) const {
        return __ldcg(found + (channel * p.M + m) * p.N + n);
    }
};

// The datums as step 7.1 looks for them. A warp asks for candidates, and then settles; in between other loads may start,
// so that all are in flight together.
//
// A slow filter's state is far larger than what a block adds to it, and each step of the datum rounds it. So blocks of
// slow filters share a datum, found in the whole image, where that is not large beside their own samples.
struct BlockDatumsOfImage : BlockDatums {
    bool are_shared;
    DatumLattice lattice;  // of 32 points, its columns a power of two

    // Returns a candidate: of the samples around this lane of a lattice in block (m, n), the one of least magnitude.
    template <int T, class Source>
    __device__ float ask(const Source& in, const Tiling& p, int m, int n, int channel, int lane) const {
        if (!from_image) return 0;
        constexpr int samples = T > 64 ? 2 : 1, dx = T / 8, dy = T / 4 / samples;
        const int x = min(n * T + lane % 8 * dx + dx / 2, p.width - 1);
        float candidate = NAN;
#pragma unroll
        for (int i = 0; i < samples; ++i) {
            const int y = min(m * T + (lane / 8 * samples + i) * dy + dy / 2, p.height - 1);
            candidate = less_in_magnitude(in.sample(x, y, channel), candidate);
        }
        return candidate;
    }
    // Returns a candidate that blocks share.
    template <class Source>
    __device__ float ask_image(const Source& in, int channel, int lane) const {
        return from_image && are_shared ? sample_of_lane(in, lattice, channel, lane) : 0;
    }
    // Returns the block's datum, of least magnitude in the warp. The thread that `keeps` leaves it for the steps that
    // follow.
    __device__ float settle(float own, float of_image, const Tiling& p, int channel, int m, int n,
                            bool keeps) const {
        float c = least_of_warp(own);
        if (!(fabsf(c) <= largest_datum)) c = 0;
        if (are_shared)
            if (const float shared = least_of_warp(of_image); fabsf(shared) <= 4 * fabsf(c)) c = shared;
        if (keeps) found[(channel * p.M + m) * p.N + n] = c;
        return c;
    }
};

// What a perimeter gets where the datum of its block is larger by 1 than that of the block before or behind.
template <int R>
struct DatumSteps {
    float of[2 * R];     // P: than behind; then Q or E, whichever is scanned: than before
    float shares[2][R];  // Q: than behind, and of the line's last block; 0 where E is scanned
    bool wraps;          // the line is continued by its other end

    // Functional k of a block whose datum is so much larger, with what it gets.
    __device__ float add(float functional, int k, bool is_last, float than_before, float than_behind) const {
        if (k < R) return fmaf(of[k], than_behind, functional);
        return fmaf(shares[is_last][k - R], than_behind, fmaf(of[k], than_before, functional));
    }

    // The block whose datum counts as that of block b of a line of `blocks`, where b may be one too small or too large.
    __device__ int neighbour(int b, int blocks) const {
        if (b < 0) return wraps ? blocks - 1 : 0;
        if (b >= blocks) return wraps ? 0 : blocks - 1;
        return b;
    }
};

}  // namespace sweep::gpu
