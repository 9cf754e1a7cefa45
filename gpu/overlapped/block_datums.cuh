// The datums of algorithm 7: each block has one of its own, c_mn, relative to which its samples are taken and the
// states that enter it are kept (core/problem/datum.h). No block has less digits for what stands in another one.
//
// A state that goes from a block to the next changes its datum. With s, the state of a line of ones,
//
//     P_{m+1} - s c_{m+1} = A_F^b (P_m - s c_m) + (Pbar_m - s' c_m) + s (c_m - c_{m+1}),    s' = s - A_F^b s,
//
// where Pbar_m - s' c_m is the perimeter of the samples less c_m, and likewise E with the block before. Q is E - H P
// (gpu/scan/segment_algebra.cuh), where E enters block m and P block m + 1. Within block m both count from c_m, so that
// Qbar_m gets A_R^b H s (c_m - c_{m+1}), too. All this joins the perimeters before they are scanned; in a constant
// image it is 0. The ends of a line change nothing, but where it is continued by its other end.
//
// Row dots of the samples less c_mn are less c_mn times the dot of ones, and so is that datum along their columns.
// Behind the column passes a block's datum is c_mn times their response.
#pragma once

#include "gpu/image/datum.cuh"
#include "gpu/image/tile.cuh"

namespace sweep::gpu {

struct BlockDatums : PartDatum {
    float* found;  // [channel][m][n]

    __host__ __device__ static int at(const Tiling& p, int channel, int m, int n) {
        return (channel * p.M + m) * p.N + n;
    }
    __device__ float of(const Tiling& p, int channel, int m, int n) const {
        return __ldcg(found + at(p, channel, m, n));
    }

    // Leaves the datum of block (m, n) for the steps that follow.
    __device__ void keep(const Tiling& p, int channel, int m, int n, float c) const {
        found[at(p, channel, m, n)] = c;
    }
};

// The samples of block (m, n) in shared memory.
template <int T>
struct BlockInTile {
    const float* tile;
    int m, n;

    __device__ float sample(int x, int y, int channel) const {
        return tile[channel * T * T + at<T>(y - m * T, x - n * T)];
    }
    __device__ ImagePart part() const { return {n * T, m * T, T, T}; }
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

    __device__ int neighbour(int b, int blocks) const { return neighbouring_part(b, blocks, wraps); }
};

}  // namespace sweep::gpu
