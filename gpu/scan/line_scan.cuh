// The carry scan in chunks, for lines of any length: from the perimeters of each block to the states that
// enter it, exact at the line's ends.
//
//     P_{m+1} = A_F^b P_m + Pbar_m                                               [N16] (24)
//     E_m     = A_R^b E_{m+1} + H(A_RB A_FP) P_m + Ebar_m                        [N16] (25)
//
//     line     |                                               |
//     chunk    |               |               |               |    what a thread block holds at once
//     segment  |       |       |       |       |       |       |    what a thread scans; S in a chunk
//     block    | | | | | | | | | | | | | | | | | | | | | | | | |    b samples; L in a segment
//
// Each thread runs its segment from zero and leaves the state at the segment's end in shared memory. After a
// barrier it runs over the ends of the segments before its own with A^(L b), and then once more over its own
// blocks: two short chains in place of one of S L steps ([N11] section 7, hierarchical reduction). Chunks
// follow one another.
//
// The last block of a line may be shorter than b. Only that block needs the matrices of its own length, once.
#pragma once

#include "core/blocks/extension.h"

namespace sweep::gpu {

// The matrices of one axis of the image.
template <int R>
struct AxisMatrices {
    CarryMatrices<float, R> block;    // length b
    CarryMatrices<float, R> segment;  // length L b; its head_A_RB_A_FP is not used
    CarryMatrices<float, R> last;     // length of the line's last block
    Extension<float, R> extension;
    ScanOrder order;
};

// The states at the ends of a chunk's segments: number k of segment s is at[(s * R + k) * stride].
template <int R>
struct SegmentEnds {
    float* at;
    int stride;

    __device__ Vec<float, R> get(int s) const {
        Vec<float, R> v;
#pragma unroll
        for (int k = 0; k < R; ++k) v[k] = at[(s * R + k) * stride];
        return v;
    }
    __device__ void set(int s, const Vec<float, R>& v) const {
#pragma unroll
        for (int k = 0; k < R; ++k) at[(s * R + k) * stride] = v[k];
    }
    __device__ void sync() const {
        __syncthreads();
    }
};

// One line, as the thread of segment `s` sees it. `Blocks` holds the chunk that is at hand:
//   P(l), E(l), set_P(l, v), set_E(l, v)   block l of this thread: its perimeter, later the carry
//   set_local_E(l, v)                      Ebar with the prologue's share, between the two
//   fetch(chunk)                           makes a chunk the one at hand
//   keep_P(chunk), keep_E(chunk)           keep its states, which are final or will be needed again
// All threads that share `ends` call run().
template <int R, int L, class Blocks>
class LineScan {
  public:
    using State = Vec<float, R>;

    // This thread scans segment `own` of `threads`; the line has `length` blocks.
    __device__ LineScan(const AxisMatrices<R>& matrices, Blocks& line, SegmentEnds<R> shared, int own,
                        int threads, int length)
        : m(matrices), blocks(line), ends(shared), s(own), segments(threads), total(length) {}

    // c_first, c_last: the constants before and behind the line, where constants continue it, or its first and last
    // sample under reflect101.
    __device__ void run(float c_first, float c_last) {
        const State P = prologues(c_first, c_last);
        epilogues(behind(c_last, P), P);
    }

    // The first half finds all P. Returns the P that enters the line's last block, in its owner's thread.
    __device__ State prologues(float c_first, float c_last) {
        State P{};
        if (m.order == ScanOrder::once) P = m.extension.first_prologue(c_first);
        for (int i = 0; i < chunks(); ++i) {
            fetch(i);
            forward(P);
            blocks.keep_P(i);
        }
        if (m.order == ScanOrder::once) return P;
        const State tail = broadcast(line_end(P));
        State front{};
        if (m.order == ScanOrder::mirror) {
            add_product(m.extension.H_zeros, tail, front);
            for (int i = chunks() - 1; i >= 0; --i) fetch(i), front = backward_front(front, P);
        }
        State change = m.extension.first_prologue(tail, front, c_first, c_last);
        for (int i = 0; i < chunks(); ++i) {
            fetch(i);
            add_prologue(change, P);
            blocks.keep_P(i);
        }
        return P;
    }

    // Returns the E that enters the line from behind; P is what prologues() returned in this thread. Under
    // repeat only epilogues() can find that E.
    __device__ State behind(float c_last, const State& P) const {
        return m.extension.last_epilogue(c_last, line_end(P));
    }

    // The second half finds all E; E enters the line from behind, and P is what prologues() returned.
    __device__ void epilogues(State E, const State& P) {
        if (m.order == ScanOrder::repeat) {
            State front{};
            for (int i = chunks() - 1; i >= 0; --i) fetch(i), front = backward_front(front, P);
            E = {};
            add_product(m.extension.wrap, front, E);
        }
        for (int i = chunks() - 1; i >= 0; --i) {
            fetch(i);
            backward(E, P);
            blocks.keep_E(i);
        }
    }

    // Returns what prologues() returned, for a second half in a kernel of its own, whose blocks hold all P.
    __device__ State last_prologue() {
        fetch(chunks() - 1);
        State P{};
#pragma unroll
        for (int l = 0; l < L; ++l)
            if (s * L + l == count - 1) P = blocks.P(l);
        return P;
    }
    // True in the thread that owns the last block of the chunk at hand.
    __device__ bool owns_last() const {
        return s == owner();
    }

  private:
    const AxisMatrices<R>& m;
    Blocks& blocks;
    SegmentEnds<R> ends;
    int s, segments, total;
    int count = 0;                     // blocks in the chunk at hand
    bool first = true, final = false;  // the chunk holds the line's first block, its last block
    State last_local{};                // Pbar of the line's last block, in the thread that owns it

    __device__ int chunks() const {
        return (total + segments * L - 1) / (segments * L);
    }
    __device__ void fetch(int i) {
        count = min(segments * L, total - i * segments * L);
        first = i == 0;
        final = (i + 1) * segments * L >= total;
        blocks.fetch(i);
    }
    // The segment, and so the thread, of the chunk's last block.
    __device__ int owner() const {
        return (count - 1) / L;
    }
    // All blocks but the line's last have the ordinary matrices.
    __device__ bool ordinary(int l) const {
        return s * L + l < count - (final ? 1 : 0);
    }
    // Returns the owner's `v` in all threads of the line.
    __device__ State broadcast(const State& v) {
        ends.sync();
        if (s == owner()) ends.set(0, v);
        ends.sync();
        const State all = ends.get(0);
        ends.sync();
        return all;
    }

    // Returns the P that leaves the line, from the P that enters its last block. For the owner's thread.
    __device__ State line_end(State P) const {
        m.last.next_prologue(P, last_local);
        return P;
    }

    // P enters the chunk. It becomes the P that enters the next chunk or, in the owner's thread, the line's
    // last block.
    __device__ void forward(State& P) {
        State t{};
        if (s == 0) t = P;
#pragma unroll
        for (int l = 0; l < L; ++l)
            if (ordinary(l)) advance(m.block.tail_A_FP, t, blocks.P(l));
        ends.sync();  // `ends` of an earlier chunk has been read
        ends.set(s, t);
        ends.sync();
        if (s > 0) {
            t = ends.get(0);
            for (int q = 1; q < s; ++q) advance(m.segment.tail_A_FP, t, ends.get(q));
        } else {
            t = P;
        }
#pragma unroll
        for (int l = 0; l < L; ++l) {
            if (s * L + l >= count) break;
            const State local = blocks.P(l);
            blocks.set_P(l, t);
            if (ordinary(l))
                advance(m.block.tail_A_FP, t, local);
            else
                last_local = local;
        }
        P = final ? t : broadcast(t);
    }

    // `change` is added to the P that enters the chunk: corrects all P of the chunk, and makes `change` the
    // one that is to be added to the P of the next chunk.
    __device__ void add_prologue(State& change, State& P) {
        State t = change;
        for (int q = 0; q < s; ++q) advance(m.segment.tail_A_FP, t);
#pragma unroll
        for (int l = 0; l < L; ++l) {
            if (s * L + l >= count) break;
            State sum = blocks.P(l);
#pragma unroll
            for (int k = 0; k < R; ++k) sum[k] += t[k];
            blocks.set_P(l, sum);
            if (!ordinary(l))
                P = sum;
            else
                advance(m.block.tail_A_FP, t);
        }
        if (!final)
            for (int q = 0; q < segments; ++q) advance(m.segment.tail_A_FP, change);
    }

    // Returns Ebar of block l plus the share of the P that enters it.
    __device__ State epilogue_of(int l) const {
        State local = blocks.E(l);
        add_product(m.block.head_A_RB_A_FP, blocks.P(l), local);
        return local;
    }
    // Carries E over the line's last block, which P enters. For the owner's thread.
    __device__ State past_last_block(State E, const State& P) const {
#pragma unroll
        for (int l = 0; l < L; ++l)
            if (s * L + l == count - 1) m.last.next_epilogue(E, P, blocks.E(l));
        return E;
    }
    // Runs all segments backward, from zero but for the owner's, which E enters, and leaves the states at
    // their fronts in `ends`. With `keep` the blocks hold their epilogue_of() afterwards. Returns E past the
    // line's last block.
    template <bool keep>
    __device__ State segment_ends(const State& E, const State& P) {
        const State start = final && s == owner() ? past_last_block(E, P) : E;
        State u{};
        if (s == owner()) u = start;
#pragma unroll
        for (int l = L - 1; l >= 0; --l)
            if (ordinary(l)) {
                const State local = epilogue_of(l);
                if (keep) blocks.set_local_E(l, local);
                advance(m.block.head_A_RE, u, local);
            }
        ends.sync();
        ends.set(s, u);
        ends.sync();
        return start;
    }
    // Returns the E that enters `segment` from behind; for segment -1 the E that leaves the chunk's front.
    __device__ State from_behind(int segment) const {
        State u = ends.get(owner());
        for (int q = owner() - 1; q > segment; --q) advance(m.segment.head_A_RE, u, ends.get(q));
        return u;
    }

    // Returns the E that leaves the chunk's front when E enters behind the chunk.
    __device__ State backward_front(const State& E, const State& P) {
        segment_ends<false>(E, P);
        return from_behind(-1);
    }

    // E enters the chunk from behind. It becomes the E that enters the chunk before this one.
    __device__ void backward(State& E, const State& P) {
        const State start = segment_ends<true>(E, P);
        State u = s < owner() ? from_behind(s) : start;
        if (final && s == owner()) set_last(E);
        if (!first) E = from_behind(-1);
#pragma unroll
        for (int l = L - 1; l >= 0; --l)
            if (ordinary(l)) {
                const State local = blocks.E(l);
                blocks.set_E(l, u);
                advance(m.block.head_A_RE, u, local);
            }
    }
    __device__ void set_last(const State& E) {
#pragma unroll
        for (int l = 0; l < L; ++l)
            if (s * L + l == count - 1) blocks.set_E(l, E);
    }
};

}  // namespace sweep::gpu
