// The scans of algorithms 2, 4, 5, 6 and 6b: from the perimeters of the blocks to the states that enter them,
// along the columns or along the rows, exact at the boundary. A scan has two halves, prologues and epilogues:
//
//     both in one          4.2, 4.4, 6.2, 6.4             P_m by [N16] (24), then E_m by (25); transposed
//                                                         (26), (28)
//     one after the other  2.2, 2.6, 5.2; 2.4, 2.8, 5.3   a stage each. In 2 the E of a block is that of its
//                                                         final Y or U: (27) of [N11], without P.
//     with the fix-up      5.4; 5.5                       [N11] (37), (39), for the blocks of a chunk of the
//                                                         line, chunk after chunk along n
//
// Between two stages, the E that enters a line from behind goes through memory (`behind`), because it depends
// on the P that leaves the line.
//
// Grid: (groups, channels), where a group is the 32 lines of a block column or block row. A thread owns a
// segment of L blocks of one line, a warp the segments of 32 lines; the warps of the thread block span the
// line, in chunks when it has more blocks (gpu/scan/line_scan.cuh).
#pragma once

#include "gpu/published/split.cuh"
#include "gpu/scan/line_scan.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

inline constexpr int published_scan_blocks = tuning::Published::blocks_a_thread;  // L
inline constexpr int most_segments = tuning::Published::most_segments,
                     most_fixing_segments = tuning::Published::most_fixing_segments;

// The scan finds the constants that continue a line in one of these places: Datum::constant, or nothing; under clamp
// the image's first and last row, or columns 0 and w - 1 of Z, in blocks that an earlier stage has stored (`between`)
// or completed from those of Zhat (`edges`).
enum class LineEnds { constant, image, between, edges };

struct ScanStage {
    bool along_rows = false, prologues = false, epilogues = false;
    bool reads_P = false;  // the epilogues need them
    bool fixes = false;    // adds the columns' share to the row perimeters (gpu/published/split.cuh)
    LineEnds ends = LineEnds::constant;
};

struct ScanMemory {
    float* states;  // of this axis (StateLayout)
    float* behind;  // of this axis: [channel][group][r][32]
    BlockMemory blocks;
    SplitMatrices split;
};

template <int R>
struct FixingShared {
    static constexpr int K = 2 * R, T = published_block;
    float weights[2][T * K];
    SplitScratch<R> scratch[most_fixing_segments];
};

// The blocks of one line that a thread holds in registers, a chunk's at a time; others lie in memory.
template <int R, int L>
struct StateBlocks {
    static constexpr int T = published_block, K = 2 * R;
    float* first;      // the first block of this thread's segment of chunk 0
    std::size_t step;  // from a block to the next
    int chunk;         // blocks in a chunk
    int left;          // blocks of the line from `first` to its end
    int chunks;
    bool reads_P, reads_E;
    // These say that there is a fix-up, of which states, and that fixed E are stored for later.
    bool fixes, fixes_P, fixes_E, keeps_fixed_E;
    const float *columns, *response;  // of the segment's first block; of this lane's row
    FixingShared<R>* shared;
    int at_hand = -1, fetched = 0;
    Vec<float, R> p[L], e[L];

    __device__ const Vec<float, R>& P(int l) const { return p[l]; }
    __device__ const Vec<float, R>& E(int l) const { return e[l]; }
    __device__ void set_P(int l, const Vec<float, R>& v) { p[l] = v; }
    __device__ void set_E(int l, const Vec<float, R>& v) { e[l] = v; }
    __device__ void set_local_E(int l, const Vec<float, R>& v) { e[l] = v; }

    __device__ void fetch(int i) {
        if (i == at_hand) return;
        at_hand = i;
        const float* from = first + i * chunk * step;
#pragma unroll
        for (int l = 0; l < L; ++l)
#pragma unroll
            for (int k = 0; k < R; ++k) {
                const bool is_there = l < left - i * chunk;
                p[l][k] = is_there && reads_P ? from[l * step + k * T] : 0.f;
                e[l][k] = is_there && reads_E ? from[l * step + (R + k) * T] : 0.f;
            }
        // Each chunk is fetched once before any is fetched again.
        if (fixes && fetched++ < chunks) fix_up(i);
    }
    __device__ void fix_up(int i) {
#pragma unroll
        for (int l = 0; l < L; ++l) {
            const int to_come = left - i * chunk - l;  // blocks from this one on; the same in the whole warp
            if (to_come <= 0) break;
            const float *from = columns + (i * chunk + l) * step, *weights = shared->weights[to_come == 1];
            SplitScratch<R>& scratch = shared->scratch[threadIdx.y];
            if (fixes_P) add_fix_up<R, R>(from, weights, response, scratch, 0, p[l].v);
            if (fixes_E) add_fix_up<R, R>(from, weights, response, scratch, R, e[l].v);
        }
        if (keeps_fixed_E) keep_E(i);
    }
    __device__ void keep_P(int i) const {
        keep(p, i, 0);
    }
    __device__ void keep_E(int i) const {
        keep(e, i, R);
    }
    __device__ void keep(const Vec<float, R> (&states)[L], int i, int k0) const {
        float* to = first + i * chunk * step + k0 * T;
#pragma unroll
        for (int l = 0; l < L; ++l)
#pragma unroll
            for (int k = 0; k < R; ++k)
                if (l < left - i * chunk) to[l * step + k * T] = states[l][k];
    }
};

// Returns the constants that continue line `lane` of the group before and behind it, relative to the datum.
template <int R>
__device__ inline float2 line_ends(const PixelSource& in, const Tiling& p, const Datum& datum, LineEnds ends,
                                   const ScanMemory& memory, const float* response, int group, int channel,
                                   int lane) {
    constexpr int T = published_block;
    const int line = group * T + lane;
    if (ends == LineEnds::image && line < p.width) {
        const float c = datum.of(channel);
        return {in.sample(line, 0, channel) - c, in.sample(line, p.height - 1, channel) - c};
    }
    const int last = (p.width - 1) % T;
    if (ends == LineEnds::between && line < p.height) {
        auto column = [&](int n, int x) {
            return memory.blocks
                .between[((std::size_t(group) * p.N + n) * p.channels + channel) * T * T + at<T>(lane, x)];
        };
        return {column(0, 0), column(p.N - 1, last)};
    }
    if (ends == LineEnds::edges && line < p.height) {  // [N16] (73), (74)
        const float* edges = memory.blocks.edges + ((std::size_t(channel) * p.M + group) * 2) * T + lane;
        const StateLayout<R> layout{p.M, p.N};
        float2 c{edges[0], edges[T]};
        for (int k = 0; k < 2 * R; ++k) {
            c.x = fmaf(response[k * T], memory.blocks.columns[layout.at(channel, group, 0, k)], c.x);
            c.y = fmaf(response[k * T], memory.blocks.columns[layout.at(channel, group, p.N - 1, k) + last],
                       c.y);
        }
        return c;
    }
    const float outside = datum.has_outside ? datum.outside(channel, datum.of(channel)) : 0;
    return {outside, outside};
}

inline constexpr int most_scan_threads = 32 * most_segments;

template <int R>
__global__ __launch_bounds__(most_scan_threads) void scan_kernel(
    PixelSource in, Tiling p, const __grid_constant__ AxisMatrices<R> matrices,
    const __grid_constant__ Datum datum, const __grid_constant__ ScanStage stage,
    const __grid_constant__ ScanMemory memory, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int T = published_block, L = published_scan_blocks, K = 2 * R;
    extern __shared__ __align__(16) float ends[];  // [segments][R][32], then FixingShared where it fixes
    const int lane = threadIdx.x, s = threadIdx.y, segments = blockDim.y, group = blockIdx.x,
              channel = blockIdx.y;
    const int length = stage.along_rows ? p.N : p.M, chunk = segments * L;
    const StateLayout<R> layout{p.M, p.N};
    const std::size_t step = stage.along_rows ? layout.at(0, 0, 1, 0) : layout.at(0, 1, 0, 0);
    const std::size_t line =
        stage.along_rows ? layout.at(channel, group, 0, 0) : layout.at(channel, 0, group, 0);
    const float* response = memory.split.responses + (group == p.M - 1 ? K * T : 0) + lane;  // of rows

    auto* shared = reinterpret_cast<FixingShared<R>*>(ends + segments * R * 32);
    if (stage.fixes) {
        for (int i = s * 32 + lane; i < 2 * T * K; i += segments * 32)
            (&shared->weights[0][0])[i] = memory.split.weights[i];
        __syncthreads();
    }
    wait_for_predecessor();
    launch_dependents();

    const bool mirrors = matrices.order == ScanOrder::mirror, once = matrices.order == ScanOrder::once;
    const bool reads_E = stage.epilogues || mirrors;
    StateBlocks<R, L> blocks{
        .first = memory.states + line + s * L * step + lane,
        .step = step,
        .chunk = chunk,
        .left = length - s * L,
        .chunks = (length + chunk - 1) / chunk,
        .reads_P = stage.prologues || stage.reads_P,
        .reads_E = reads_E,
        .fixes = stage.fixes,
        .fixes_P = stage.prologues,
        .fixes_E = reads_E && !(mirrors && !stage.prologues),  // mirror has fixed E together with P
        .keeps_fixed_E = reads_E && !once,
        .columns = memory.blocks.columns + line + s * L * step + lane,
        .response = response,
        .shared = shared,
    };
    LineScan<R, L, StateBlocks<R, L>> scan(matrices, blocks, SegmentEnds<R>{ends + lane, 32}, s, segments,
                                           length);
    float* behind = memory.behind + (std::size_t(channel) * gridDim.x + group) * R * 32 + lane;
    Vec<float, R> P, E{};
    if (stage.prologues) {
        const float2 c = line_ends<R>(in, p, datum, stage.ends, memory, response, group, channel, lane);
        P = scan.prologues(c.x, c.y);
        E = scan.behind(c.y, P);
        if (!stage.epilogues) {
            if (scan.owns_last())
#pragma unroll
                for (int k = 0; k < R; ++k) behind[k * 32] = E[k];
            return;
        }
    } else {
        P = scan.last_prologue();
#pragma unroll
        for (int k = 0; k < R; ++k) E[k] = behind[k * 32];
    }
    scan.epilogues(E, P);
}

}  // namespace sweep::gpu
