// The scans: what enters each thread, each block, each segment of a line, of what they do by themselves.
#include <cuda_runtime.h>

#include "gpu/scan/line_at_once.cuh"
#include "gpu/scan/line_scan.cuh"
#include "gpu/scan/segment_algebra.cuh"
#include "gpu/scan/thread_scan.cuh"
#include "tests/support/emulated_layers.h"

namespace sweep::test {
namespace {

using enum BoundaryKind;

std::vector<LineCase> every_line() {
    std::vector<LineCase> all;
    for (int order : {1, 2, 3, 5, 8})
        for (BoundaryKind boundary : all_boundaries()) all.push_back({order, boundary});
    return all;
}

// A ringing state that slow sections follow is hardly to be seen in E_0, from which mirror finds the first P.
double tolerance(const LineCase& of) {
    return (runs_back(of.boundary) ? 30 : 2) * float_tolerance;
}

class LayerScans : public testing::TestWithParam<LineCase> {};
INSTANTIATE_TEST_SUITE_P(Of, LayerScans, testing::ValuesIn(every_line()), LineCase::name);

// ---- gpu/scan/line_scan.cuh -------------------------------------------------------------------------------

// The blocks of one line, in memory: [block][2 R].
template <int R, int L>
struct BlocksInMemory {
    float* line;
    int segment, at_once, first = 0;

    Vec<float, R> get(int l, int from) const {
        Vec<float, R> v;
        for (int k = 0; k < R; ++k) v[k] = line[(first + l) * 2 * R + from + k];
        return v;
    }
    void set(int l, int from, const Vec<float, R>& v) {
        for (int k = 0; k < R; ++k) line[(first + l) * 2 * R + from + k] = v[k];
    }
    Vec<float, R> P(int l) const { return get(l, 0); }
    Vec<float, R> E(int l) const { return get(l, R); }
    void set_P(int l, const Vec<float, R>& v) { set(l, 0, v); }
    void set_E(int l, const Vec<float, R>& v) { set(l, R, v); }
    void set_local_E(int l, const Vec<float, R>& v) { set(l, R, v); }
    void fetch(int chunk) { first = chunk * at_once + segment * L; }
    void keep_P(int) {}
    void keep_E(int) {}
};

// Lines by `segments` threads of L blocks, which take several chunks for the longer ones;
// two of them in a thread block.
template <int R, int L>
void expect_line_scan(const LineCase& of, int segments, int n, int b) {
    SCOPED_TRACE(std::to_string(n) + " samples in blocks of " + std::to_string(b) + " by " +
                 std::to_string(segments) + " threads");
    const LineFilter<R> filter = of.filter<R>();
    const KnownLine<R> line(filter, of.boundary, n, b, [&](int length) { return filter.weights(length); });
    const gpu::AxisMatrices<R> matrices{
        round_to<float>(filter.matrices(b)), round_to<float>(filter.matrices(L * b)),
        round_to<float>(filter.matrices(line.last)), round_to<float>(filter.extended(of.boundary, n)),
        scan_order(of.boundary)};
    const gpu::DeviceBuffer<float> states(line.own), others(line.own.size());
    for (std::size_t i = 0; i < line.own.size(); ++i) others.data()[i] = -2 * line.own[i];
    on_gpu(1, dim3(2, unsigned(segments)), sizeof(float) * std::size_t(2 * R * segments), [&] {
        const int j = int(threadIdx.x), s = int(threadIdx.y);
        const float unit = j == 0 ? 1 : -2;
        BlocksInMemory<R, L> blocks{(j == 0 ? states : others).data(), s, segments * L};
        gpu::LineScan<R, L, BlocksInMemory<R, L>>(matrices, blocks, {shared() + j, 2}, s, segments,
                                                  line.blocks)
            .run(unit * line.c_first, unit * line.c_last);
    });
    line.expect_found(numbers(states), tolerance(of));
    for (std::size_t i = 0; i < line.own.size(); ++i) EXPECT_EQ(others.data()[i], -2 * states.data()[i]) << i;
}

TEST_P(LayerScans, ALineOfBlocksInChunks) {
    constexpr int b = 8;
    with_order(GetParam().order, [&]<int R>() {
        for (int segments : {1, 3, 5})
            for (int n : {1, b, 3 * b - 1, 4 * segments * b, 4 * segments * b + 3, 9 * segments * b,
                          12 * segments * b - 5, 16 * segments * b})
                expect_line_scan<R, 4>(GetParam(), segments, n, b);
        expect_line_scan<R, 8>(GetParam(), 4, 32 * 16 - 3, 16);
    });
}

// ---- gpu/scan/line_at_once.cuh ----------------------------------------------------------------------------

template <int R, int L, gpu::LineKind kind>
void expect_scan_at_once(const LineCase& of, int n, int b) {
    SCOPED_TRACE(std::to_string(n) + " samples in blocks of " + std::to_string(b) + ", " + std::to_string(L) +
                 " a thread");
    const LineFilter<R> filter = of.filter<R>();
    const KnownLine<R> line(filter, of.boundary, n, b, [&](int length) {
        return gpu::weights_of_P_and_Q<R>(filter, of.boundary, length);
    });
    const gpu::LineAtOnce<R, L, kind> matrices{gpu::end_aligned_line<R>(filter, of.boundary, n, b, L)};
    const gpu::DeviceBuffer<float> states(line.own);
    const int segments = (line.blocks + L - 1) / L, skipped = segments * L - line.blocks;
    // One thread more than there are segments: it holds nothing of the line.
    on_gpu(1, unsigned(segments + 1), sizeof(float) * std::size_t(2 * R * (segments + 1)), [&] {
        const int segment = int(threadIdx.x), first = segment * L - skipped;
        float d[L][2 * R] = {};
        for (int l = 0; l < L; ++l)
            for (int k = 0; k < 2 * R; ++k)
                if (segment < segments && first + l >= 0) d[l][k] = states.data()[(first + l) * 2 * R + k];
        gpu::scan_at_once<kind>(matrices, segment, segment < segments, gpu::SegmentSums<R>{shared(), 1},
                                line.c_first, line.c_last, d, [&](int l, int k, float number) {
                                    states.data()[(first + l) * 2 * R + k] = number;
                                });
    });
    line.expect_found(numbers(states), tolerance(of));
}

// Where all segments are full and something continues the line it is `full`, as in gpu/overlapped/carry_scans.cuh.
TEST_P(LayerScans, ALineThatThreadsHoldAtOnce) {
    constexpr int b = 8, L = 4;
    with_order(GetParam().order, [&]<int R>() {
        for (int n :
             {1, b, 3 * b - 1, L * b, L * b + 1, 2 * L * b, 5 * L * b - 3, 6 * L * b, 7 * L * b - 2 * b})
            if (n % (L * b) == 0 && GetParam().boundary != none)
                expect_scan_at_once<R, L, gpu::LineKind::full>(GetParam(), n, b);
            else
                expect_scan_at_once<R, L, gpu::LineKind::ragged>(GetParam(), n, b);
    });
}

// ---- gpu/scan/thread_scan.cuh -----------------------------------------------------------------------------

// s_t = sum_{u < t} A^(t-1-u) local_u, twice with the same shared memory, by all warps and by those of each half.
template <int R, bool backwards>
void expect_thread_scan(int warps, int groups) {
    const LineFilter<R> filter(unsymmetric(R));
    const CarryMatrices<double, R> of_block = filter.matrices(2);
    const Transition<double, R> A = backwards ? of_block.head_A_RE : of_block.tail_A_FP;
    const gpu::ThreadPowers<R> powers = gpu::thread_powers(A);
    const int each = warps * 32, threads = each * groups;
    const gpu::DeviceBuffer<float> local(Random(unsigned(threads)).floats(std::size_t(threads * R))),
        found(local.size()), again(local.size());
    on_gpu(1, unsigned(threads), sizeof(float) * std::size_t(R * warps * groups), [&] {
        const int t = int(threadIdx.x), warp = t / 32 % warps, group = t / each;
        for (const float unit : {1.f, -2.f}) {
            Vec<float, R> own;
            for (int k = 0; k < R; ++k) own[k] = unit * local.data()[t * R + k];
            const Vec<float, R> s =
                gpu::enter_thread<backwards>(powers, own, shared() + group * warps * R, warp, warps);
            for (int k = 0; k < R; ++k) (unit == 1 ? found : again).data()[t * R + k] = s[k];
        }
    });
    std::vector<double> want(found.size());
    for (int group = 0; group < groups; ++group) {
        Vec<double, R> s{};
        for (int i = 0; i < each; ++i) {
            const int t = group * each + (backwards ? each - 1 - i : i);
            Vec<double, R> next;
            for (int k = 0; k < R; ++k) {
                want[std::size_t(t * R + k)] = s[k];
                next[k] = double(local.data()[t * R + k]);
            }
            advance(A, s, next);
        }
    }
    expect_close(numbers(found), want, 3e-6);
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(again.data()[i], -2 * found.data()[i]) << i;
}

TEST(LayerThreadScan, TheThreadsOfABlock) {
    for (int order : {1, 2, 3, 5, 8})
        for (int warps : {1, 2, 3, 8})
            for (int groups : {1, 2}) {
                SCOPED_TRACE("order " + std::to_string(order) + ", warps " + std::to_string(warps) +
                             " times " + std::to_string(groups));
                with_order(order, [&]<int R>() {
                    expect_thread_scan<R, false>(warps, groups);
                    expect_thread_scan<R, true>(warps, groups);
                });
            }
}

}  // namespace
}  // namespace sweep::test
