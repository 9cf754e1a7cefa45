// The scan of what enters the blocks of each line: P down the blocks, then E back up (core/edge/segment.h), in double.
//
// Thread block b has 32 lines, 32 b and on, with 8 threads each. A thread owns some blocks of a line, one behind the
// other: it makes one segment of them; the first warp takes what enters the line through these,
// and each thread that through its blocks.
#pragma once

#include "core/edge/segment.h"
#include "gpu/device/launch.cuh"
#include "gpu/edge/lines.cuh"

namespace sweep::gpu {

inline constexpr int edge_scan_parts = 8;

// What a line is beyond its ends.
struct EdgeEnds {
    BoundaryKind boundary;
    double reach;  // E, where the last sample of the pass before is 1, and what follows 0
};

class EdgeScan {
  public:
    static constexpr int parts = edge_scan_parts, ahead = 8;

    __device__ EdgeScan(const EdgeLines& lines, const EdgeLines& backwards, double (*shared)[parts][32])
        : lines_(lines),
          backwards_(backwards),
          shared_(shared),
          each_((lines.blocks + parts - 1) / parts),
          used_((lines.blocks + each_ - 1) / each_),
          begin_(min(int(threadIdx.y) * each_, lines.blocks)),
          end_(min(begin_ + each_, lines.blocks)),
          line_(std::size_t(blockIdx.x) * 32 + threadIdx.x),
          is_there_(line_ < lines.lines) {
        if (!is_there_) line_ = lines.lines - 1;
    }

    __device__ void run(const EdgeEnds& ends) {
        const bool mirrored = ends.boundary == BoundaryKind::mirror;
        Segment back;
        if (mirrored) {
            share(of_blocks(backwards_, true));
            if (threadIdx.y == 0) back = of_parts(true);
            __syncthreads();
        }
        share(of_blocks(lines_, false));
        if (threadIdx.y == 0) enter_parts(ends, back);
        __syncthreads();
        if (is_there_) enter_blocks();
    }

  private:
    // Numbers of a segment in shared memory, and what enters it in their places.
    enum { r, s, Y, W, Z, H, U, P = r, E = s };

    __device__ static Segment in_double(const EdgeSegment& of) {
        const double r = of.r;
        return {r, r, r + of.Y, of.W, r + of.Z, of.H, of.U};
    }

    // Has `ahead` blocks from block i on in batch_; beyond the last of this thread that one again.
    __device__ void take(const EdgeLines& lines, int i) {
#pragma unroll
        for (int k = 0; k < ahead; ++k) batch_[k] = lines.segment(min(i + k, end_ - 1), line_);
    }

    // All blocks of this thread as one segment, which leaves the last of them in batch_; or, where the line is read
    // backwards, from the last block to the first.
    __device__ Segment of_blocks(const EdgeLines& lines, bool backwards) {
        Segment all;
        for (int i = begin_; i < end_; i += ahead) {
            take(lines, i);
#pragma unroll
            for (int k = 0; k < ahead; ++k) {
                if (i + k >= end_) continue;
                const Segment next = in_double(batch_[k]);
                all = i + k == begin_ ? next : backwards ? next.and_then(all) : all.and_then(next);
            }
        }
        return all;
    }

    __device__ void share(const Segment& all) const {
        const double numbers[] = {all.r, all.s, all.Y, all.W, all.Z, all.H, all.U};
#pragma unroll
        for (int k = 0; k < 7; ++k) shared_[k][threadIdx.y][threadIdx.x] = numbers[k];
        __syncthreads();
    }
    __device__ Segment part(int i) const {
        const auto number = [&](int k) { return shared_[k][i][threadIdx.x]; };
        return {number(r), number(s), number(Y), number(W), number(Z), number(H), number(U)};
    }
    __device__ Segment of_parts(bool backwards) const {
        Segment all = part(backwards ? used_ - 1 : 0);
        for (int i = 1; i < used_; ++i) all = all.and_then(part(backwards ? used_ - 1 - i : i));
        return all;
    }

    // Leaves what enters each part.
    __device__ void enter_parts(const EdgeEnds& ends, const Segment& backwards) const {
        const bool mirrored = ends.boundary == BoundaryKind::mirror;
        const Segment line = mirrored ? of_parts(false) : Segment{};
        double p = enter_front(ends.boundary, lines_.at(EdgeLines::r, 0, line_), line, backwards), e = 0;
        if (mirrored) e = enter_mirrored_back(p, line, backwards);
        double entered[parts];
#pragma unroll
        for (int i = 0; i < parts; ++i) {
            entered[i] = p;
            if (i < used_) p = part(i).behind(p);
        }
        if (!mirrored) {
            const double outside = ends.boundary == BoundaryKind::zero ? 0 : lines_.last[line_];
            e = outside + (p - outside) * ends.reach;
        }
#pragma unroll
        for (int i = parts - 1; i >= 0; --i) {
            if (i >= used_) continue;
            const double leaves = part(i).in_front(entered[i], e);
            shared_[P][i][threadIdx.x] = entered[i];
            shared_[E][i][threadIdx.x] = e;
            e = leaves;
        }
    }

    // Leaves what enters each block of this thread in its place. The last blocks are still in batch_,
    // all of most lines.
    __device__ void enter_blocks() {
        double p = shared_[P][threadIdx.y][threadIdx.x], e = shared_[E][threadIdx.y][threadIdx.x],
               entered[ahead];
        const int last = begin_ + (max(end_ - begin_, 1) - 1) / ahead * ahead;
        for (int i = begin_; i < end_; i += ahead) {
            if (last != begin_) take(lines_, i);
#pragma unroll
            for (int k = 0; k < ahead; ++k) {
                if (i + k >= end_) continue;
                entered[k] = p;
                lines_.at(EdgeLines::P, i + k, line_) = float(p);
                p = in_double(batch_[k]).behind(p);
            }
        }
        for (int i = last; i >= begin_; i -= ahead) {
            if (i != last) {
                take(lines_, i);  // P is where Y was, which is not needed
#pragma unroll
                for (int k = 0; k < ahead; ++k) entered[k] = batch_[k].Y;
            }
#pragma unroll
            for (int k = ahead - 1; k >= 0; --k) {
                if (i + k >= end_) continue;
                lines_.at(EdgeLines::E, i + k, line_) = float(e);
                e = in_double(batch_[k]).in_front(entered[k], e);
            }
        }
    }

    EdgeSegment batch_[ahead];
    const EdgeLines &lines_, &backwards_;
    double (*const shared_)[parts][32];
    const int each_, used_, begin_, end_;
    std::size_t line_;
    const bool is_there_;
};

__global__ __launch_bounds__(32 * edge_scan_parts,
                             2) void edge_scan_kernel(const __grid_constant__ EdgeAxis axis,
                                                      const __grid_constant__ EdgeEnds ends,
                                                      const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    __shared__ double shared[7][edge_scan_parts][32];
    wait_for_predecessor();
    launch_dependents();
    const EdgeLines backwards = axis.reversed();
    EdgeScan(axis.lines, backwards, shared).run(ends);
}

}  // namespace sweep::gpu
