// The OpenGL engine: named cases against the reference, on whatever OpenGL this machine has, and what must hold
// whatever the reference says. Most machines of continuous integration have Mesa's llvmpipe, on which a program takes
// a tenth of a second to link: so of each group some cases run, of small images. SWEEP_OPENGL_CASES=all in the
// environment runs all.
#include "opengl/engine.h"

#include <cstdlib>
#include <memory>

#include "core/base/error.h"
#include "core/plan/planner.h"
#include "cpu/engine.h"
#include "tests/support/cases.h"
#include "tests/support/far_away.h"
#include "tests/support/required.h"

namespace sweep {
namespace {

using namespace sweep::test;

Image filtered(opengl::Engine& engine, const Problem& p, const Image& in) {
    Image out(p.shape, output_sample(p));
    engine.prepare(p);
    engine.run(in.view(), out.view());
    return out;
}

bool same_bits(const Image& a, const Image& b) {
    return a.bytes() == b.bytes() && std::memcmp(a.data<std::byte>(), b.data<std::byte>(), a.bytes()) == 0;
}

// A group, and which of its cases run: one in so many.
struct Share {
    const char* group;
    int step;
};

class OpenGLGroups : public testing::TestWithParam<Share> {
  protected:
    void SetUp() override {
        if (!opengl::probe().usable) SKIP_WITHOUT("window", opengl::probe().text);
    }
};

TEST_P(OpenGLGroups, MatchTheReference) {
    const char* said = std::getenv("SWEEP_OPENGL_CASES");
    opengl::Engine engine;
    std::vector<Solver> solvers{{[&engine](const Problem& p, ConstImageView in, ImageView out) {
        engine.prepare(p);
        engine.run(in, out);
    }}};
    solvers[0].takes = [](Case& c) { return why_not(c.problem, EngineKind::opengl).empty(); };
    expect_group_matches(GetParam().group, solvers,
                         said && std::string_view(said) == "all" ? 1 : GetParam().step);
    EXPECT_GE(solvers[0].done, 3);
}
INSTANTIATE_TEST_SUITE_P(, OpenGLGroups,
                         testing::Values(Share{"sizes", 9}, Share{"orders", 29}, Share{"high orders", 59},
                                         Share{"feedforward", 67}, Share{"sigmas", 11}, Share{"channels", 5},
                                         Share{"passes", 5}, Share{"periodic", 23},
                                         Share{"two boundaries", 97}, Share{"bytes", 13}, Share{"tables", 5},
                                         Share{"boxes", 7}, Share{"precisions", 7}),
                         [](const testing::TestParamInfo<Share>& share) {
                             return in_one_word(share.param.group);
                         });

class OpenGLEngine : public testing::Test {
  protected:
    void SetUp() override {
        if (!opengl::probe().usable) SKIP_WITHOUT("window", opengl::probe().text);
    }
};

// A work group that waited for another would never end here, and one that read what another writes would read it too
// early.
TEST_F(OpenGLEngine, WorkGroupsNeedNotRunTogether) {
    opengl::Engine together, apart;
    apart.run_groups_apart(7);
    for (const Problem& p : {problem({150, 100, 1}, gaussian(9), BoundaryKind::mirror),
                             problem({70, 130, 3}, gaussian(4, 4), BoundaryKind::clamp),
                             problem({70, 130, 1}, of_kind(FilterKind::sat))}) {
        const Image in = random_image(p.shape, p.input);
        const Image one = filtered(apart, p, in), another = filtered(apart, p, in);
        EXPECT_TRUE(same_bits(one, filtered(together, p, in))) << text(p);
        EXPECT_TRUE(same_bits(one, another)) << "it depends on the order";
    }
}

TEST_F(OpenGLEngine, ConstantImagesStayConstantToTheLastBit) {
    opengl::Engine engine;
    for (const BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::repeat, BoundaryKind::reflect101})
        for (const float value : {0.1F, 12345.678F}) {
            const Problem p = problem({97, 65, 1}, gaussian(130), boundary);
            Image in(p.shape, Sample::f32);
            std::fill_n(in.data<float>(), p.shape.samples(), value);
            EXPECT_TRUE(same_bits(filtered(engine, p, in), in)) << text(p);
        }
}

TEST_F(OpenGLEngine, BlocksOf64AreTheSame) {
    opengl::Engine engine;
    for (const int order : {1, 3}) {
        Problem p = problem({200, 150, 1}, unsymmetric(order));
        const Image in = random_image(p.shape, p.input);
        const Image usual = filtered(engine, p, in);
        EXPECT_EQ(engine.block(), 32);
        p.method.block = 64;
        EXPECT_LE(largest_error(filtered(engine, p, in).view(), usual.view()), float_tolerance);
        EXPECT_EQ(engine.block(), 64);
    }
}

// Threads of a scan hold four or eight blocks, and load more by turns. (Programs of other orders take a processor
// seconds.)
TEST_F(OpenGLEngine, LongLinesAreFilteredByFewThreads) {
    opengl::Engine engine;
    std::vector<FilterSpec> filters{of_kind(FilterKind::bspline3)};
    if (opengl::probe().is_hardware) filters.insert(filters.end(), {gaussian(5, 3), gaussian(40, 5)});
    for (const FilterSpec& filter : filters)
        for (const BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::mirror, BoundaryKind::repeat})
            for (const Shape shape : {Shape{1300, 5, 1}, Shape{3000, 5, 1}, Shape{8300, 5, 1},
                                      Shape{5, 1300, 1}, Shape{5, 5000, 1}, Shape{5, 8300, 1}}) {
                Problem p = problem(shape, filter, boundary);
                p.method.algorithm = Algorithm::alg7;
                const Image in = random_image(p.shape, p.input);
                EXPECT_LE(largest_error(filtered(engine, p, in).view(), reference(p, in.view()).view()),
                          float_tolerance)
                    << text(p);
            }
}

// What is far away costs no digits here.
TEST_F(OpenGLEngine, KeepsTheDigitsBesideLargeNumbers) {
    opengl::Engine engine;
    int runs = 0;
    for_each_far_away(
        {150, 110, 1}, Sample::f32,
        [&](const Problem& p, const Image& in) {
            if (!why_not(p, EngineKind::opengl).empty()) return;
            EXPECT_LE(
                local_error(p, in.view(), filtered(engine, p, in).view(), reference(p, in.view()).view()),
                float32_tolerance)
                << text(p);
            ++runs;
        },
        7);
    EXPECT_GT(runs, 10);
}

TEST_F(OpenGLEngine, OutliersAreNoDatum) {
    opengl::Engine engine;
    for_each_outlier(
        {75, 90, 1},
        [&](const Problem& p, const Image& in) {
            if (!why_not(p, EngineKind::opengl).empty()) return;
            EXPECT_LE(error_of_largest(filtered(engine, p, in).view(), reference(p, in.view())), 2e-6)
                << text(p);
        },
        4);
}

// Images of the host may lie in textures, as those of a window do, and have results in float16 there.
TEST_F(OpenGLEngine, TexturesGiveTheSame) {
    opengl::Engine engine;
    Problem p = problem({97, 65, 4}, gaussian(5));
    p.input = Sample::u8;
    const Image in = random_image(p.shape, p.input), linear = filtered(engine, p, in);
    p.method.memory = Memory::texture;
    EXPECT_LE(largest_error(filtered(engine, p, in).view(), linear.view()), 1e-7);
    p.method.half_result = true;
    const Image halves = filtered(engine, p, in);
    EXPECT_EQ(halves.sample(), Sample::f16);
    EXPECT_LE(largest_error(halves.view(), linear.view()), 1e-3) << "a driver may cut off the last bit";
    p.method.memory = Memory::linear;
    EXPECT_THROW(engine.prepare(p), Error);
}

TEST_F(OpenGLEngine, ItsCarriesAreThoseOfTheCpu) {
    // The blocks of the CPU have 64 samples.
    Problem p = problem({150, 140, 1}, gaussian(6));
    p.method.block = 64;
    p.method.algorithm = Algorithm::alg7;
    const Image in = random_image(p.shape, p.input);
    opengl::Engine engine;
    filtered(engine, p, in);
    cpu::Engine other;
    Image out(p.shape, Sample::f32);
    other.prepare(p);
    other.run(in.view(), out.view());
    const Carries got = engine.carries(), want = other.carries();
    ASSERT_EQ(got.block, want.block);
    expect_close(got.columns, want.columns, 1e-5);
    expect_close(got.rows, want.rows, 1e-5);
}

// What enters a block of a table is what stands above and left of it.
TEST_F(OpenGLEngine, TheCarriesOfATableAreSumsOfSamples) {
    Problem p = problem({70, 100, 1}, of_kind(FilterKind::sat));
    p.input = Sample::u8;
    const Image in = random_image(p.shape, p.input);
    opengl::Engine engine;
    const Image table = filtered(engine, p, in);
    const TableCarries carries = engine.table_carries();
    ASSERT_EQ(carries.block, 32);
    const auto entry = [&](int y, int x) {
        return x < 0 || y < 0 ? 0.0 : double(table.view().row<std::uint32_t>(y)[x]);
    };
    for (const int m : {0, 1, 3})
        for (const int x : {0, 31, 69})
            EXPECT_EQ(carries.column(0, m, x), entry(32 * m - 1, x) - entry(32 * m - 1, x - 1));
    for (const int n : {0, 1, 2})
        for (const int y : {0, 33, 99}) EXPECT_EQ(carries.row(0, n, y), entry(y, 32 * n - 1));
    EXPECT_EQ(carries.sum(0, 2, 1), entry(63, 63) - entry(63, 31));
}

TEST_F(OpenGLEngine, TakesLittleMemory) {
    opengl::Engine engine;
    expect_little_working_memory(engine);
}

TEST_F(OpenGLEngine, ReportsTheTimesOfItsStages) {
    opengl::Engine engine;
    const Problem p = problem({300, 200, 1}, gaussian(5));
    const Image in = random_image(p.shape, p.input);
    filtered(engine, p, in);
    ASSERT_EQ(engine.report().stages.size(), 4u);
    for (const StageTime& time : engine.report().stages) EXPECT_GT(time.milliseconds, 0) << time.stage.name;
    Image out(p.shape, Sample::f32);
    for (const double ms : engine.time_runs(in.view(), out.view(), 2)) EXPECT_GT(ms, 0);
    EXPECT_GT(opengl::measure_copy_ms(1 << 20), 0);
}

TEST_F(OpenGLEngine, RefusesByNameWhatItDoesNotHave) {
    opengl::Engine engine;
    const auto expect_refused = [&](const Problem& p, const std::string& words) {
        try {
            engine.prepare(p);
            ADD_FAILURE() << "not refused: " << words;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::usage);
            EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
        }
    };
    Problem p = problem({40, 30, 1}, gaussian(3));
    p.input = Sample::f64;
    p.method.algorithm = Algorithm::alg7;
    expect_refused(p, "reads no float64 on the opengl engine");
    p.input = Sample::f32;
    p.method.algorithm = Algorithm::alg4;
    expect_refused(p, "the opengl engine has no");
    p.method.algorithm = Algorithm::sat;
    p.filter = box(4);
    expect_refused(p, "makes boxes from tables of uint32 on the opengl engine");
    p.filter = of_kind(FilterKind::sat);
    p.method.precision = Precision::f32_less_mean;
    expect_refused(p, "takes no mean off on the opengl engine");
    const Image in = random_image({40, 30, 1}, Sample::f32);
    Image out({40, 30, 1}, Sample::f32);
    const Problem usual = problem({40, 30, 1}, gaussian(3));
    engine.prepare(usual);
    EXPECT_THROW(engine.trace(in.view(), out.view()), Error);
    const Image other = random_image({30, 40, 1}, Sample::f32);
    EXPECT_THROW(engine.run(other.view(), out.view()), Error);
}

// No driver has storage blocks of 4 GiB.
TEST_F(OpenGLEngine, SaysWhatAnImageNeedsThatShadersDoNotReach) {
    opengl::Engine engine;
    const Problem small = problem({40, 30, 1}, gaussian(3));
    engine.prepare(small);
    try {
        engine.prepare(problem({65536, 16384, 1}, gaussian(3)));
        ADD_FAILURE() << "it was prepared";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::failed);
        EXPECT_NE(std::string(error.what()).find("use --engine cpu"), std::string::npos) << error.what();
    }
    const Image in = random_image(small.shape, small.input);
    EXPECT_LE(largest_error(filtered(engine, small, in).view(), reference(small, in.view()).view()),
              float_tolerance)
        << "it works again afterwards";
}

}  // namespace
}  // namespace sweep
