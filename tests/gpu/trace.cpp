// The record of a run on the GPU: every thread block is there once, nothing ends before it begins, what a kernel
// waits for has ended when it goes on, and the result is that of a run without a record.
#include <limits>
#include <map>
#include <set>

#include "core/plan/offers.h"
#include "tests/support/gpu_cases.h"

namespace sweep::test {
namespace {

using GpuTrace = GpuCases;

// Two events that are nearer than this may be noted in either order: the device's clock moves in steps of 32 ns.
constexpr double step_of_clock = 64e-6;

void expect_blocks_once(const Trace& trace, const Problem& p) {
    std::map<int, std::set<int>> numbers;
    std::map<int, std::vector<int>> covered;  // how often each pixel was, by the pieces of a stage
    std::map<int, std::set<int>> channels;    // of these pieces
    for (const TracePiece& piece : trace.pieces) {
        const auto k = std::size_t(piece.stage);
        numbers[piece.stage].insert(piece.number);
        EXPECT_LE(piece.begin, piece.end);
        EXPECT_GE(piece.begin, trace.begin[k]);
        EXPECT_LE(piece.end, trace.end[k]);
        EXPECT_GE(piece.processor, 0);
        EXPECT_LT(piece.processor, trace.processors);
        if (piece.width == 0) continue;
        channels[piece.stage].insert(piece.channel);
        std::vector<int>& pixels = covered[piece.stage];
        pixels.resize(p.shape.pixels());
        for (int y = piece.y; y < piece.y + piece.height; ++y)
            for (int x = piece.x; x < piece.x + piece.width; ++x)
                ++pixels[std::size_t(y) * std::size_t(p.shape.width) + std::size_t(x)];
    }
    for (const auto& [stage, all] : numbers) {
        EXPECT_EQ(*all.begin(), 0);
        EXPECT_EQ(*all.rbegin(), int(all.size()) - 1) << "a thread block is missing";
    }
    for (const auto& [stage, pixels] : covered) {
        const auto [least, most] = std::minmax_element(pixels.begin(), pixels.end());
        EXPECT_GT(*least, 0) << trace.stages[std::size_t(stage)].name << " leaves pixels out";
        EXPECT_EQ(*least, *most) << trace.stages[std::size_t(stage)].name << " covers pixels unequally";
        // Once for all channels, or once for each.
        EXPECT_EQ(int(channels[stage].size()), *most) << trace.stages[std::size_t(stage)].name;
    }
}

void expect_dependencies(const Trace& trace) {
    std::map<std::pair<int, int>, double>
        goes_on;  // the first wait of a thread block: for the kernel before it
    for (const TraceWait& wait : trace.waits) {
        EXPECT_LE(wait.begin, wait.end);
        goes_on.insert({{wait.stage, wait.number}, wait.end});
    }
    std::map<int, double> ended;
    for (const TracePiece& piece : trace.pieces) ended[piece.stage] = std::max(ended[piece.stage], piece.end);
    for (const auto& [block, at] : goes_on)
        if (const auto before = ended.find(block.first - 1); before != ended.end()) {
            EXPECT_GE(at, before->second - step_of_clock) << trace.stages[std::size_t(block.first)].name;
        }
}

TEST_F(GpuTrace, HasEveryBlockOnce) {
    for (const AlgorithmInfo& a : algorithms()) {
        if (!has_algorithm(EngineKind::cuda, a.algorithm) || a.algorithm == Algorithm::automatic ||
            a.algorithm == Algorithm::fft)
            continue;
        for (int channels : {1, 4})
            for (int block : {0, 128}) {
                // In the emulator, where these take seconds, each channel count and each block is there once.
                if (emulated_ && (channels == 4) != (block == 128)) continue;
                Problem p = problem(a.lines ? Shape{20000, 1, channels} : Shape{260, 150, channels},
                                    filter_for(a, gaussian(3)));
                p.method.algorithm = a.algorithm;
                p.method.block = block;
                SCOPED_TRACE(text(p));
                if (!why_not(p, EngineKind::cuda).empty()) continue;
                if (p.method.algorithm == Algorithm::alg8 && !fits(*engine_, p)) continue;
                engine_->prepare(p);
                const Image in = random_image(p.shape, p.input);
                Image plain(p.shape, output_sample(p)), traced(p.shape, output_sample(p));
                engine_->run(in.view(), plain.view());
                const Trace trace = engine_->trace(in.view(), traced.view());
                EXPECT_EQ(trace.algorithm, algorithm_name(engine_->resolved()));
                ASSERT_EQ(trace.begin.size(), trace.stages.size());
                ASSERT_FALSE(trace.pieces.empty());
                expect_blocks_once(trace, p);
                expect_dependencies(trace);
                EXPECT_EQ(std::memcmp(plain.data<char>(), traced.data<char>(),
                                      p.shape.samples() * size_of(output_sample(p))),
                          0);
                // Nothing is noted in a run that nobody asks of.
                engine_->run(in.view(), traced.view());
            }
    }
}

// Of an image that streams through the chip each tile is a piece, from its load to its store, and waits in between for
// others along the columns, and then along the rows. Of a mirrored image the first tiles begin before it.
TEST_F(GpuTrace, HasTheStayOfEachTile) {
    for (const BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::mirror}) {
        Problem p = problem(emulated_ ? Shape{132, 590, 1} : Shape{3000, 1500, 1}, gaussian(3), boundary);
        SCOPED_TRACE(text(p));
        p.method.algorithm = Algorithm::alg8;
        engine_->prepare(p);
        const Image in = random_image(p.shape, p.input);
        Image plain(p.shape, Sample::f32), traced(p.shape, Sample::f32);
        engine_->run(in.view(), plain.view());
        const Trace trace = engine_->trace(in.view(), traced.view());
        EXPECT_EQ(std::memcmp(plain.data<float>(), traced.data<float>(), plain.bytes()), 0);
        expect_blocks_once(trace, p);
        std::map<int, const TracePiece*> tiles;
        for (const TracePiece& piece : trace.pieces) {
            EXPECT_GT(piece.width, 0);
            tiles[piece.number] = &piece;
        }
        EXPECT_EQ(int(tiles.size()), stream_tiles(p.shape.width) * stream_tiles(p.shape.height));
        const auto before = [&](int n) {
            return runs_back(boundary) ? MirroredTiles::of(boundary, n).before : 0;
        };
        EXPECT_EQ(tiles.at(0)->width, stream_side - before(p.shape.width));
        EXPECT_EQ(tiles.at(0)->height, stream_side - before(p.shape.height));
        std::map<int, double> columns_done;
        for (const TraceWait& wait : trace.waits) {
            const TracePiece& piece = *tiles.at(wait.number);
            EXPECT_LE(piece.begin, wait.begin);
            EXPECT_LE(wait.begin, wait.end);
            EXPECT_LE(wait.end, piece.end);
            if (wait.what == TraceWait::For::columns) columns_done[wait.number] = wait.end;
        }
        EXPECT_EQ(columns_done.size(), tiles.size());
        std::size_t rows = 0;
        for (const TraceWait& wait : trace.waits)
            if (wait.what == TraceWait::For::rows) {
                ++rows;
                EXPECT_GE(wait.begin, columns_done.at(wait.number));
            }
        EXPECT_EQ(rows, tiles.size());
    }
}

// The record takes hardly any time of its own: all stages together last as long as events say without it.
TEST_F(GpuTrace, TakesAsLongAsARunWithout) {
    if (emulated_) GTEST_SKIP() << "the emulator has no times";
    for (Algorithm algorithm : {Algorithm::alg7, Algorithm::alg8, Algorithm::alg5, Algorithm::rt,
                                Algorithm::sat_one_pass, Algorithm::sat}) {
        Problem p =
            problem({4096, 4096, 1}, info(algorithm).makes_tables ? of_kind(FilterKind::sat) : gaussian(5));
        p.method.algorithm = algorithm;
        SCOPED_TRACE(text(p));
        engine_->prepare(p);
        const Image in = random_image(p.shape, p.input);
        Image out(p.shape, output_sample(p));
        engine_->run(in.view(), out.view());
        // Events stand outside of the launches, which take some microseconds. What else runs on the GPU only makes a
        // run longer, so that the shortest of many are compared.
        double with = std::numeric_limits<double>::max(), without = with;
        for (int again = 0; again < 20; ++again) {
            with = std::min(with, engine_->trace(in.view(), out.view()).milliseconds());
            without = std::min(without, engine_->time_runs(1).front());
        }
        EXPECT_NEAR(with, without, std::max(0.05 * without, 0.005));
    }
}

}  // namespace
}  // namespace sweep::test
