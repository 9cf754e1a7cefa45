// What the engine makes of a row of choices, and how a row is measured.
#include "core/families/algorithms.h"
#include "gpu/engine.h"
#include "gpu/tuner.h"
#include "tests/support/cases.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

using gpu::Choice;
using gpu::Tuning;

class GpuTuning : public testing::Test {
  protected:
    void SetUp() override {
        if (const gpu::Device device = gpu::probe(); !device.usable) SKIP_WITHOUT("gpu", device.reason);
    }
    // A row that says the same of images of one channel whether bulk copies move them or not.
    static Tuning row(int order, std::vector<Choice> choices) {
        Tuning tuning{"any", "a test", {}};
        for (const bool in_bulk : {false, true})
            tuning.classes.push_back({{order, 1, Sample::f32, in_bulk}, choices});
        return tuning;
    }
};

constexpr Choice by_7(std::size_t from, int block) {
    return {from, Algorithm::alg7, block, KernelPath::portable};
}

TEST_F(GpuTuning, ChoosesWhereNothingIsAskedFor) {
    gpu::Engine engine;
    engine.set_tuning(row(3, {by_7(0, 64), by_7(100 * 100, 32), by_7(200 * 200, 128)}));
    const auto block = [&](int side, int asked = 0) {
        Problem p = problem({side, side, 1}, gaussian(5));
        p.method.block = asked;
        engine.prepare(p);
        return engine.block();
    };
    EXPECT_EQ(block(99), 64);
    EXPECT_EQ(block(100), 32);
    EXPECT_EQ(block(200), 128);
    EXPECT_EQ(block(200, 64), 64) << "asked for";
    EXPECT_EQ(engine.resolved().method.block, 64);
    engine.set_tuning(row(3, {by_7(0, 32)}));
    EXPECT_EQ(block(200), 32);
    EXPECT_EQ(engine.resolved().method.block, 32) << "a job is what runs";
    Tuning wide = row(3, {by_7(0, 32)});
    for (gpu::ClassChoices& of : wide.classes) of.wide = 150, of.wide_block = 128;
    engine.set_tuning(wide);
    EXPECT_EQ(block(150), 32);
    engine.prepare(problem({151, 20, 1}, gaussian(5)));
    EXPECT_EQ(engine.block(), 128) << "rows that are too wide for small blocks";
    gpu::Engine of_64(64);
    of_64.set_tuning(row(3, {by_7(0, 32)}));
    of_64.prepare(problem({100, 100, 1}, gaussian(5)));
    EXPECT_EQ(of_64.block(), 64) << "asked for of the engine";
}

TEST_F(GpuTuning, TakesTheChipWhereLinesGoOnAsConstantsDoAndFiltersForget) {
    gpu::Engine engine;
    engine.set_tuning(row(3, {{0, Algorithm::alg8, 32, KernelPath::portable}}));
    Problem p = problem({96, 96, 1}, gaussian(5));
    p.boundary.kind = BoundaryKind::clamp;
    engine.prepare(p);
    EXPECT_EQ(engine.resolved().method.algorithm, Algorithm::alg8);
    p.filter = gaussian(100);  // which remembers more than pays
    engine.prepare(p);
    EXPECT_EQ(engine.resolved().method.algorithm, Algorithm::alg7);
    p.filter = gaussian(5);
    p.boundary.kind = BoundaryKind::mirror;
    engine.prepare(p);
    EXPECT_EQ(engine.resolved().method.algorithm, Algorithm::alg7);
    EXPECT_EQ(engine.block(), 32);
    p.boundary.kind = BoundaryKind::clamp;
    p.method.algorithm = Algorithm::alg7;
    engine.prepare(p);
    EXPECT_EQ(engine.resolved().method.algorithm, Algorithm::alg7) << "asked for";
    p.method.algorithm = Algorithm::automatic;
    for (const Axes axis : {Axes::x, Axes::y}) {  // lines that are too long to be kept stream
        p.shape = axis == Axes::x ? Shape{1024, 64, 1} : Shape{64, 1024, 1};
        p.filter.axes = axis;
        engine.prepare(p);
        EXPECT_EQ(engine.resolved().method.algorithm,
                  engine.has_bulk_copies() ? Algorithm::alg8 : Algorithm::alg7);
    }
    p.filter = gaussian(2);
    for (const BoundaryKind boundary : {BoundaryKind::mirror, BoundaryKind::reflect101})
        for (const int height : {640, 6400}) {  // of whole tiles, which stream where there are many
            p.boundary.kind = boundary;
            p.shape = {128, height, 1};
            engine.prepare(p);
            EXPECT_EQ(engine.resolved().method.algorithm == Algorithm::alg8,
                      engine.has_bulk_copies() && height > 640);
        }
    p.filter = gaussian(5);
    p.boundary.kind = BoundaryKind::clamp;
    p.shape = {4098, 2049, 1};  // more tiles than a chip holds, in rows that cannot stream
    engine.prepare(p);
    EXPECT_EQ(engine.resolved().method.algorithm, Algorithm::alg7);
}

TEST_F(GpuTuning, TakesAnotherAlgorithmForTables) {
    gpu::Engine engine;
    engine.set_tuning(row(0, {{0, Algorithm::sat, 64, KernelPath::portable},
                              {100 * 100, Algorithm::sat_one_pass, 32, KernelPath::portable}}));
    Problem p = problem({64, 64, 1}, of_kind(FilterKind::sat));
    engine.prepare(p);
    EXPECT_EQ(engine.resolved().method.algorithm, Algorithm::sat);
    p.shape = {128, 128, 1};
    engine.prepare(p);
    EXPECT_EQ(engine.resolved().method.algorithm, Algorithm::sat_one_pass);
    EXPECT_EQ(engine.block(), 32);
}

// Of the smallest images, as far as an emulated GPU gets: what is measured there means nothing,
// what is made of it does.
TEST_F(GpuTuning, MeasuresARowThatTheEngineTakes) {
    const bool is_emulated = gpu::probe().name.find("mulat") != std::string::npos;
    gpu::Tuner tuner(gpu::built_in_tuning(""), is_emulated ? 4 * 256 * 256 : 4 * 768 * 768);
    ASSERT_GT(tuner.count(), 6u);
    EXPECT_FALSE(tuner.next().empty());
    for (int i = 0; !tuner.is_done() && (!is_emulated || i < 2); ++i) {
        const gpu::TuningStep step = tuner.step();
        EXPECT_GT(step.ms, 0);
        EXPECT_EQ(step.problem.input == Sample::u8 || step.problem.input == Sample::f32, true);
        if (!step.is_another) {
            EXPECT_EQ(step.ms, step.base_ms);
        }
    }
    const Tuning found = tuner.result();
    ASSERT_FALSE(found.classes.empty());
    gpu::Engine engine;
    engine.set_tuning(found);
    for (const gpu::ClassChoices& c : found.classes) {
        ASSERT_EQ(c.choices.front().from, 0u);
        if (c.of.order != 3) continue;
        Problem p = problem({64, 64, c.of.channels}, gaussian(5));
        p.input = c.of.samples;
        engine.prepare(p);
        if (engine.resolved().method.algorithm == Algorithm::alg7) {
            EXPECT_EQ(engine.block(), c.choices.front().block);
        }
    }
}

}  // namespace
}  // namespace sweep::test
