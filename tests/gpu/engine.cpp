// What only a GPU needs to be asked beside the table of cases (groups.cpp), with blocks of 32 and of 64: many chunks
// of blocks, runs that follow each other, other stages' memory.
#include "gpu/engine.h"

#include "core/base/error.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"
#include "tests/support/cases.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

class GpuEngine : public testing::TestWithParam<int> {
  protected:
    void SetUp() override {
        const gpu::Device device = gpu::probe();
        if (!device.usable) SKIP_WITHOUT("gpu", device.reason);
    }
    static test::Run on(gpu::Engine& engine) {
        return [&engine](const Problem& p, ConstImageView in, ImageView out) {
            engine.prepare(p);
            engine.run(in, out);
        };
    }
};

// Rows that are whole words and not, blocks that the image fills and does not; a form that has no larger blocks than
// 32 (its rounded coefficients cost it the rest of the tolerance).
TEST_P(GpuEngine, AnyWidth) {
    gpu::Engine engine(GetParam());
    for (Shape size : {Shape{128, 64, 1}, Shape{132, 70, 1}, Shape{67, 129, 1}, Shape{65, 33, 1},
                       Shape{66, 65, 1}, Shape{3, 5, 1}})
        for (int channels : {1, 2, 3, 4})
            for (Realisation form : {Realisation::delta, Realisation::direct})
                for (Sample sample : {Sample::u8, Sample::f32}) {
                    Problem p =
                        problem({size.width, size.height, channels}, gaussian(4), BoundaryKind::clamp);
                    p.input = sample;
                    p.method.realisation = form;
                    p.linear = channels % 2 == 0;
                    const double tolerance = float_tolerance * (form == Realisation::direct ? 8 : 1);
                    expect_matches({text(p), p, tolerance}, on(engine));
                }
}

// More blocks in a line than a thread block scans at a time, both ways, for every order.
// The emulator, a hundred times slower, runs every second case, so that any two of order, shape and boundary meet.
TEST_P(GpuEngine, LongLines) {
    gpu::Engine engine(GetParam());
    const bool is_emulated = gpu::probe().name == "emulated";
    const int across = is_emulated ? 37 : 70;
    int turn = 0;
    for (int order : {1, 2, 3, 4, 5, 8}) {
        ++turn;
        for (Shape shape : {Shape{30011, across, 1}, Shape{across, 30011, 1}}) {
            ++turn;
            for (BoundaryKind boundary :
                 {BoundaryKind::none, BoundaryKind::clamp, BoundaryKind::repeat, BoundaryKind::mirror}) {
                if (is_emulated && (turn + int(boundary)) % 2) continue;
                FilterSpec filter = order < 3 || order > 5 ? unsymmetric(order) : gaussian(90, order);
                if (runs_back(boundary)) filter.anticausal.clear();
                const Problem p = problem(shape, filter, boundary);
                expect_matches({text(p), p, float_tolerance}, on(engine));
            }
        }
    }
}

TEST_P(GpuEngine, LargeImage) {
    gpu::Engine engine(GetParam());
    for (double sigma : {5.0, 340.0}) {
        const Problem p = problem({2111, 1801, 1}, gaussian(sigma));
        expect_matches({text(p), p, float_tolerance}, on(engine));
    }
}

// Sigma n / 6, the use that [N16] is for.
TEST_P(GpuEngine, WidestFilters) {
    gpu::Engine engine(GetParam());
    const int across = gpu::probe().name == "emulated" ? 35 : 100;
    for (BoundaryKind boundary : boundaries_but(BoundaryKind::constant))
        for (int order : {3, 4, 5})
            for (Shape shape : {Shape{8192, across, 1}, Shape{across, 8192, 1}}) {
                const Problem p = problem(shape, gaussian(8192 / 6.0, order), boundary);
                expect_matches({text(p), p, 4e-6}, on(engine));
            }
}

// Relative to their first pixel constant images are zero, in every stage.
TEST_P(GpuEngine, ConstantImagesStayConstantToTheLastBit) {
    gpu::Engine engine(GetParam());
    for (BoundaryKind boundary : boundaries_where(keeps_constants))
        for (double sigma : {0.8, 5.0, 50.0, 1000.0})
            for (int order : {3, 4, 5}) {
                const Problem p = problem({517, 389, 1}, gaussian(sigma, order), boundary);
                SCOPED_TRACE(text(p));
                Image in(p.shape, Sample::f32), out(p.shape, Sample::f32);
                std::fill_n(in.data<float>(), p.shape.samples(), 0.7654321f);
                engine.prepare(p);
                engine.run(in.view(), out.view());
                EXPECT_EQ(std::memcmp(in.data<float>(), out.data<float>(), in.bytes()), 0);
            }
}

// A run must not depend on what earlier runs left in the workspace, and must be repeatable to the last bit.
TEST_P(GpuEngine, RunsAreIndependentAndRepeatable) {
    gpu::Engine engine(GetParam());
    const Problem p = problem({777, 555, 1}, gaussian(12)), other = problem({777, 555, 1}, gaussian(200));
    const Image in = random_image(p.shape, p.input);
    Image first(p.shape, Sample::f32), again(p.shape, Sample::f32);
    engine.prepare(p);
    engine.run(in.view(), first.view());
    engine.prepare(other);
    engine.run(in.view(), again.view());
    engine.prepare(p);
    for (int i = 0; i < 5; ++i) {
        engine.run(in.view(), again.view());
        EXPECT_EQ(std::memcmp(first.data<float>(), again.data<float>(), first.bytes()), 0);
    }
    engine.time_runs(3);  // the stages overlapping each other give the same
    engine.run(in.view(), again.view());
    EXPECT_EQ(std::memcmp(first.data<float>(), again.data<float>(), first.bytes()), 0);
}

TEST_P(GpuEngine, TakesLittleMemory) {
    gpu::Engine engine(GetParam());
    expect_little_working_memory(engine);
}

TEST_P(GpuEngine, ReportsEveryStage) {
    gpu::Engine engine(GetParam());
    Problem p = problem({500, 400, 1}, gaussian(5));
    const Image in = random_image(p.shape, p.input);
    Image out(p.shape, Sample::f32);
    for (p.passes = 1; p.passes <= all_passes; ++p.passes) {
        engine.prepare(p);
        engine.run(in.view(), out.view());
        const RunReport& report = engine.report();
        const std::vector<Stage> expected = stages(p, engine.block());
        ASSERT_EQ(report.stages.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_EQ(report.stages[i].stage.name, expected[i].name);
            EXPECT_GT(report.stages[i].milliseconds, 0);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Blocks, GpuEngine, testing::Values(32, 64),
                         [](const testing::TestParamInfo<int>& blocks) {
                             return "Of" + std::to_string(blocks.param);
                         });

// Sums of bytes of random images are exact, wrap-around included.
TEST(GpuTable, BoxSumsOfBytesAreExact) {
    if (const gpu::Device device = gpu::probe(); !device.usable) SKIP_WITHOUT("gpu", device.reason);
    Problem p = problem({8192, 8192, 1}, of_kind(FilterKind::sat));
    p.input = Sample::u8;
    const Image in = random_image(p.shape, p.input);
    Image table(p.shape, Sample::u32);
    gpu::Engine engine;
    engine.prepare(p);
    engine.run(in.view(), table.view());
    const auto* t = table.data<std::uint32_t>();
    auto corner = [&](int x, int y) {
        return x < 0 || y < 0 ? 0u : t[std::size_t(y) * 8192 + std::size_t(x)];
    };
    std::mt19937 generator(7);
    for (int i = 0; i < 500; ++i) {
        const int r = int(generator() % 40), x = int(generator() % 8192), y = int(generator() % 8192);
        const int x0 = std::max(0, x - r), x1 = std::min(8191, x + r), y0 = std::max(0, y - r),
                  y1 = std::min(8191, y + r);
        std::uint32_t want = 0;
        for (int v = y0; v <= y1; ++v)
            for (int u = x0; u <= x1; ++u)
                want += in.data<std::uint8_t>()[std::size_t(v) * 8192 + std::size_t(u)];
        EXPECT_EQ(corner(x1, y1) - corner(x0 - 1, y1) - corner(x1, y0 - 1) + corner(x0 - 1, y0 - 1), want);
    }
}

// The table in one pass, run after run over what earlier runs have left behind.
TEST(GpuTable, InOnePass) {
    const gpu::Device device = gpu::probe();
    if (!device.usable) SKIP_WITHOUT("gpu", device.reason);
    const int back_to_back = device.name == "emulated" ? 3 : 50;
    gpu::Engine engine;
    std::vector<Solver> thrice{{[&](const Problem& p, ConstImageView in, ImageView out) {
                                    engine.prepare(p);
                                    for (int run = 0; run < 3; ++run) engine.run(in, out);
                                },
                                [](Case& c) {
                                    c.problem.method.algorithm = Algorithm::sat_one_pass;
                                    return c.problem.input != Sample::f64 &&
                                           table_sample(c.problem) != Sample::f64;
                                }}};
    for (const char* group : {"tables", "boxes"}) expect_group_matches(group, thrice);
    EXPECT_GT(thrice[0].done, 100);
    Problem large = problem({3001, 2503, 1}, of_kind(FilterKind::sat));
    large.input = Sample::u8;
    large.method.algorithm = Algorithm::sat_one_pass;
    expect_matches({text(large), large, 0}, [&](const Problem& p, ConstImageView in, ImageView out) {
        engine.prepare(p);
        engine.run(in, out);
        engine.time_runs(back_to_back);
        engine.run(in, out);
    });
}

// More rows than a grid has.
TEST(GpuTable, TallImages) {
    if (const gpu::Device device = gpu::probe(); !device.usable) SKIP_WITHOUT("gpu", device.reason);
    gpu::Engine engine;
    for (const FilterSpec& filter : {box(3), of_kind(FilterKind::none), of_kind(FilterKind::sat)}) {
        const Problem p = problem({2, 70001, 1}, filter);
        expect_matches({text(p), p, 1e-5}, [&](const Problem& of, ConstImageView in, ImageView out) {
            engine.prepare(of);
            engine.run(in, out);
        });
    }
}

TEST(GpuTable, OfOnes) {
    if (const gpu::Device device = gpu::probe(); !device.usable) SKIP_WITHOUT("gpu", device.reason);
    const Problem p = problem({1333, 771, 1}, of_kind(FilterKind::sat));
    Image in(p.shape, Sample::f32), table(p.shape, Sample::f32);
    std::fill_n(in.data<float>(), p.shape.samples(), 1.f);
    gpu::Engine engine;
    engine.prepare(p);
    engine.run(in.view(), table.view());
    for (int y = 0; y < p.shape.height; ++y)
        for (int x = 0; x < p.shape.width; ++x)
            ASSERT_EQ(table.data<float>()[y * p.shape.width + x], float((x + 1) * (y + 1)));
}

TEST(GpuEngineAlone, RefusesWhatItDoesNotHave) {
    if (const gpu::Device device = gpu::probe(); !device.usable) SKIP_WITHOUT("gpu", device.reason);
    gpu::Engine engine;
    Problem p = problem({8, 8, 1}, gaussian(2));
    p.input = Sample::f64;
    EXPECT_THROW(engine.prepare(p), Error);
}

// Coefficients that float has rounded to a filter that grows: its matrices have NaNs, which are equal to nothing.
TEST(GpuEngineAlone, OutlivesDirectFeedbackThatIsNoFilterAnyMore) {
    if (const gpu::Device device = gpu::probe(); !device.usable) SKIP_WITHOUT("gpu", device.reason);
    gpu::Engine engine;
    for (int order : {3, 4, 5})
        for (double sigma : {40.0, 300.0, 3000.0, 8192.0})
            for (BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::repeat}) {
                Problem p = problem({100, 70, 1}, gaussian(sigma, order), boundary);
                p.method.algorithm = Algorithm::alg7;
                p.method.realisation = Realisation::direct;
                const Image in = random_image(p.shape, p.input, 3);
                Image out(p.shape, Sample::f32);
                engine.prepare(p);
                EXPECT_NO_THROW(engine.run(in.view(), out.view()));
            }
}

}  // namespace
}  // namespace sweep::test
