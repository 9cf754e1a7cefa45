// The record of a run: every block is there once, nothing ends before it begins,
// and a stage waits for the one before it.
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/plan/offers.h"
#include "cpu/engine.h"
#include "tests/support/cases.h"

namespace sweep::test {
namespace {

void expect_whole(const Trace& trace, const Problem& p) {
    ASSERT_EQ(trace.begin.size(), trace.stages.size());
    const Shape& shape = trace.shape;
    double before = 0;
    for (std::size_t k = 0; k < trace.stages.size(); ++k) {
        EXPECT_GE(trace.begin[k], before);
        EXPECT_GE(trace.end[k], trace.begin[k]);
        before = trace.end[k];
    }
    EXPECT_EQ(trace.milliseconds(), before);
    std::map<int, std::set<int>> numbers;
    std::map<int, std::vector<int>> covered;  // how often each pixel was, by the pieces of a stage
    for (const TracePiece& piece : trace.pieces) {
        const auto k = std::size_t(piece.stage);
        // The stages of signals are several loops.
        EXPECT_TRUE(numbers[piece.stage].insert(piece.number).second || info(p.method.algorithm).lines)
            << piece.number << " ran twice";
        EXPECT_LE(piece.begin, piece.end);
        EXPECT_GE(piece.begin, trace.begin[k]);
        EXPECT_LE(piece.end, trace.end[k]);
        EXPECT_GE(piece.processor, 0);
        EXPECT_LT(piece.processor, trace.processors);
        std::vector<int>& pixels = covered[piece.stage];
        pixels.resize(shape.pixels());
        for (int y = piece.y; y < piece.y + piece.height; ++y)
            for (int x = piece.x; x < piece.x + piece.width; ++x)
                ++pixels[std::size_t(y) * std::size_t(shape.width) + std::size_t(x)];
    }
    ASSERT_EQ(numbers.size(), trace.stages.size()) << "a stage without pieces";
    for (const auto& [stage, pixels] : covered) {
        const auto [least, most] = std::minmax_element(pixels.begin(), pixels.end());
        EXPECT_EQ(*least, *most) << trace.stages[std::size_t(stage)].name << " covers pixels unequally";
    }
    EXPECT_EQ(trace.algorithm, algorithm_name(p));
    const std::vector<int> lane = lanes(trace);
    ASSERT_EQ(lane.size(), trace.pieces.size());
    std::map<std::pair<int, int>, double> busy_until;
    for (std::size_t i = 0; i < lane.size(); ++i) {
        double& end = busy_until[{trace.pieces[i].processor, lane[i]}];
        EXPECT_GE(trace.pieces[i].begin, end) << "two pieces in one lane";
        end = trace.pieces[i].end;
    }
}

TEST(CpuTrace, HasEveryBlockOnce) {
    cpu::Engine engine;
    for (const AlgorithmInfo& a : algorithms()) {
        if (!has_algorithm(EngineKind::cpu, a.algorithm) || a.algorithm == Algorithm::automatic) continue;
        for (int channels : {1, 3}) {
            Problem p = problem(a.lines ? Shape{20000, 1, channels} : Shape{200, 150, channels},
                                filter_for(a, gaussian(a.algorithm == Algorithm::halo ? 1 : 3)));
            p.method.algorithm = a.algorithm;
            SCOPED_TRACE(text(p));
            engine.prepare(p);
            const Image in = random_image(p.shape, p.input);
            Image plain(p.shape, output_sample(p)), traced(p.shape, output_sample(p));
            engine.run(in.view(), plain.view());
            const Trace trace = engine.trace(in.view(), traced.view());
            expect_whole(trace, engine.resolved());
            EXPECT_EQ(std::memcmp(plain.data<char>(), traced.data<char>(),
                                  p.shape.samples() * size_of(output_sample(p))),
                      0);
        }
    }
}

TEST(CpuTrace, NeedsAPreparedProblem) {
    cpu::Engine engine;
    Image image({8, 8, 1}, Sample::f32);
    EXPECT_THROW(engine.trace(image.view(), image.view()), Error);
}

}  // namespace
}  // namespace sweep::test
