// The carry scan: from what each block does alone to the states that enter it, along one line of blocks.
//
//     P_{m+1} = P_m + (A_F^b - I) P_m + Pbar_m                                   [N16] (24)
//     E_m     = E_{m+1} + (A_R^b - I) E_{m+1} + H(A_RB A_FP) P_m + Ebar_m        [N16] (25)
//
// A line belongs to S threads, one a segment of L blocks. Each thread runs its segment from zero and leaves
// the end in shared memory; after a barrier it runs over the ends of the segments before its own with A^(L
// b), then once more over its own blocks: two short chains in place of one of S L steps ([N11] section 7,
// hierarchical reduction). Lines of more than S L blocks go through in chunks.
//
// The last block of a line may be shorter than b; only there the matrices of its length are needed, once.
#pragma once

#include "core/block_algebra.h"
#include "core/extension.h"

namespace sweep::gpu {

template <int R>
struct AxisMatrices {
    CarryMatrices<float, R> block;    // length b
    CarryMatrices<float, R> segment;  // length L b; its head_A_RB_A_FP is not used
    CarryMatrices<float, R> last;     // length of the line's last block
    ConstantExtension<float, R> extension;
};

template <int R>
__device__ inline void advance(const Mat<float, R>& A_minus_I, Vec<float, R>& s, const Vec<float, R>& local) {
    Vec<float, R> change = local;
    add_product(A_minus_I, s, change);
#pragma unroll
    for (int k = 0; k < R; ++k) s[k] += change[k];
}

// One chunk of a line, as the thread of segment `s` sees it. `Blocks` gives access to its L blocks:
//   blocks.P(l), blocks.E(l)           block l's state, Vec by value: local at first, then what enters it
//   blocks.set_P(l, v), set_E(l, v)
// `ends` is shared memory, one Vec a segment and line: ends[(s * R + k) * stride].
// All threads of the thread block call; barriers inside.
template <int R, int L>
struct ChunkScan {
    const AxisMatrices<R>& m;
    int s;       // segment of this thread
    int count;   // blocks in this chunk
    bool first;  // whether the line's first block is among them
    bool final;  // whether its last block is
    float* ends;
    int stride;
    Vec<float, R> last_local{};  // what the line's last block does itself, in the thread that owns it

    __device__ int last_segment() const { return (count - 1) / L; }
    // Blocks with the ordinary matrices: all but the line's last.
    __device__ bool ordinary(int l) const { return s * L + l < count - (final ? 1 : 0); }
    __device__ Vec<float, R> end_of(int q) const {
        Vec<float, R> v;
#pragma unroll
        for (int k = 0; k < R; ++k) v[k] = ends[(q * R + k) * stride];
        return v;
    }
    __device__ void set_end(int q, const Vec<float, R>& v) {
#pragma unroll
        for (int k = 0; k < R; ++k) ends[(q * R + k) * stride] = v[k];
    }

    // `carry` enters the chunk. Leaves in `carry` what enters the next chunk, or, in the thread that owns the
    // line's last block, the state that enters that block.
    template <class Blocks>
    __device__ void forward(Blocks& blocks, Vec<float, R>& carry) {
        Vec<float, R> t{};
        if (s == 0) t = carry;
#pragma unroll
        for (int l = 0; l < L; ++l)
            if (ordinary(l)) advance(m.block.tail_A_FP_minus_I, t, blocks.P(l));
        set_end(s, t);
        __syncthreads();
        if (s > 0) {
            t = end_of(0);
            for (int q = 1; q < s; ++q) advance(m.segment.tail_A_FP_minus_I, t, end_of(q));
        } else {
            t = carry;
        }
#pragma unroll
        for (int l = 0; l < L; ++l) {
            if (s * L + l >= count) break;
            const Vec<float, R> local = blocks.P(l);
            blocks.set_P(l, t);
            if (ordinary(l))
                advance(m.block.tail_A_FP_minus_I, t, local);
            else
                last_local = local;  // still needed for the state at the line's end
        }
        carry = t;
        if (!final) {
            __syncthreads();
            if (s == last_segment()) set_end(0, t);
            __syncthreads();
            carry = end_of(0);
            __syncthreads();
        }
    }

    // In the final chunk `carry` is what forward() left, c_last the value with which the line goes on; in the
    // others it is the epilogue that enters from the chunk behind. Leaves in `carry` what enters the chunk
    // before.
    template <class Blocks>
    __device__ void backward(Blocks& blocks, Vec<float, R>& carry, float c_last) {
        Vec<float, R> start = carry;
        const int owner = last_segment();
        if (final && s == owner) {
            const Vec<float, R> P = carry;
            Vec<float, R> P_end = P;
            m.last.next_prologue(P_end, last_local);
            start = m.extension.last_epilogue(c_last, P_end);
#pragma unroll
            for (int l = 0; l < L; ++l)
                if (s * L + l == count - 1) {
                    const Vec<float, R> local = blocks.E(l);
                    blocks.set_E(l, start);
                    m.last.next_epilogue(start, P, local);
                }
        }
#pragma unroll
        for (int l = 0; l < L; ++l)
            if (ordinary(l)) {
                Vec<float, R> local = blocks.E(l);
                add_product(m.block.head_A_RB_A_FP, blocks.P(l), local);
                blocks.set_E(l, local);
            }
        Vec<float, R> u{};
        if (s == owner) u = start;
#pragma unroll
        for (int l = L - 1; l >= 0; --l)
            if (ordinary(l)) advance(m.block.head_A_RE_minus_I, u, blocks.E(l));
        __syncthreads();  // forward() has been read
        set_end(s, u);
        __syncthreads();
        if (s < owner) {
            u = end_of(owner);
            for (int q = owner - 1; q > s; --q) advance(m.segment.head_A_RE_minus_I, u, end_of(q));
        } else {
            u = start;
        }
#pragma unroll
        for (int l = L - 1; l >= 0; --l)
            if (ordinary(l)) {
                const Vec<float, R> local = blocks.E(l);
                blocks.set_E(l, u);
                advance(m.block.head_A_RE_minus_I, u, local);
            }
        if (first) return;
        __syncthreads();
        if (s == 0) set_end(0, u);
        __syncthreads();
        carry = end_of(0);
        __syncthreads();
    }
};

}  // namespace sweep::gpu
