// The traffic of the published algorithms against the formulas of the papers, and how far 6b pads.
#include "core/base/error.h"
#include "core/families/algorithms.h"
#include "core/families/published/published.h"
#include "core/plan/planner.h"
#include "core/stages/stages.h"
#include "tests/support/cases.h"

namespace sweep {
namespace {

using namespace sweep::test;

// The formulas are those of [N11] table 1 and section 5. Algorithm 6 adds the traffic of its split: P^T and
// E^T are written, and read, once more.
TEST(StagesOfPublished, TrafficIsThatOfTheFormulas) {
    struct Row {
        Algorithm algorithm;
        double image, perimeter;  // (image + perimeter r/b) h w
        std::size_t stages;
    };
    const Row table[] = {{Algorithm::alg2, 9, 16, 9},
                         {Algorithm::alg4, 5, 18, 5},
                         {Algorithm::alg5, 3, 22, 6},
                         {Algorithm::alg6, 3, 24, 5}};
    for (const Row& row : table)
        for (int b : {32, 64})
            for (int channels : {1, 3})
                for (int order = 1; order <= max_order; ++order) {
                    Problem p = problem({1024, 512, channels}, unsymmetric(order));
                    p.method.algorithm = row.algorithm;
                    SCOPED_TRACE(text(p));
                    const std::vector<Stage> list = stages(p, b);
                    EXPECT_EQ(list.size(), row.stages);
                    EXPECT_DOUBLE_EQ(double(total_bytes(list)),
                                     (row.image + row.perimeter * order / b) * 4 * double(p.shape.samples()));
                }
}

// With fewer passes, the stages of the missing passes fall away. The first stage still reads the image, and
// the last one writes it.
TEST(StagesOfPublished, FewerPassesTakeFewerStages) {
    const std::size_t of[][all_passes] = {{3, 5, 7, 9}, {3, 3, 5, 5}, {4, 4, 6, 6}, {3, 3, 5, 5}};
    const Algorithm algorithms[] = {Algorithm::alg2, Algorithm::alg4, Algorithm::alg5, Algorithm::alg6};
    for (std::size_t a = 0; a < std::size(algorithms); ++a)
        for (int passes = 1; passes <= all_passes; ++passes) {
            Problem p = problem({256, 256, 1}, gaussian(5));
            p.method.algorithm = algorithms[a];
            p.passes = passes;
            const std::vector<Stage> list = stages(p, 32);
            EXPECT_EQ(list.size(), of[a][passes - 1]) << text(p);
            EXPECT_EQ(list.front().bytes_read, p.shape.samples() * 4);
            EXPECT_EQ(list.back().bytes_written, p.shape.samples() * 4);
        }
}

Padding padding_of(const Problem& p) {
    return padding({p, design(p.filter)}, 32);
}

// 6b is 6 on the padded image, except for the last stage, which computes the image alone.
TEST(StagesOfPublished, PaddingIsCounted) {
    Problem p = problem({512, 256, 1}, gaussian(20)), exact = p;
    p.method.algorithm = Algorithm::alg6b;
    exact.method.algorithm = Algorithm::alg6;
    const Padding pad = padding_of(p);
    EXPECT_GT(pad.block_rows, 0);
    EXPECT_EQ(pad.block_rows, pad.block_columns);  // both directions have the same filter
    const std::vector<Stage> list = stages(p, 32), inside = stages(exact, 32);
    exact.shape = {512 + 64 * pad.block_columns, 256 + 64 * pad.block_rows, 1};
    const std::vector<Stage> outside = stages(exact, 32);
    ASSERT_EQ(list.size(), 5u);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(list[i].bytes(), outside[i].bytes());
    EXPECT_EQ(list[4].bytes(), inside[4].bytes());

    p.boundary.kind = BoundaryKind::none;  // zero feedback at the image's own edge
    EXPECT_EQ(padding_of(p).block_rows, 0);
    EXPECT_EQ(padding_of(exact).block_rows, 0);
}

// The padding is enough when a state that any sample in the image's range may leave is forgotten at the
// image's edge. Twice the sigma takes twice the padding.
TEST(StagesOfPublished, PaddingIsEnoughAndNotMuchMore) {
    for (int order : {3, 4, 5}) {
        Problem p = problem({100, 100, 1}, gaussian(30, order));
        p.method.algorithm = Algorithm::alg6b;
        const int pad = 32 * padding_of(p).block_rows;
        const std::vector<double> h = impulse_response(design(p.filter).columns, 2 * pad);
        double tail = 0, inside = 0;
        for (int n = -2 * pad; n <= 2 * pad; ++n)
            (std::abs(n) > pad ? tail : inside) += std::abs(h[std::size_t(n + 2 * pad)]);
        EXPECT_LE(tail, 1e-7 * inside);
        EXPECT_LE(pad, 30 * 16);  // these Gaussians' tails are exponential
        p.filter.sigma = 60;
        EXPECT_NEAR(32 * padding_of(p).block_rows, 2 * pad, 64);
    }
}

TEST(StagesOfPublished, SlowFiltersAreNotPadded) {
    Problem p = problem({64, 64, 1}, of_kind(FilterKind::iir));
    p.filter.causal = {-0.99999};
    p.method.algorithm = Algorithm::alg6b;
    try {
        padding_of(p);
        ADD_FAILURE() << "padded by millions of pixels";
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ExitCode::usage);
    }
    try {
        require_support(p, EngineKind::cuda);
        ADD_FAILURE() << "padded by millions of pixels";
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("would pad this image"), std::string::npos);
        EXPECT_NE(std::string(e.what()).find(" 6,"), std::string::npos) << e.what();
    }
}

}  // namespace
}  // namespace sweep
