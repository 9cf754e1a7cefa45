// The CUDA engine's summed-area tables beyond the table of cases (groups.cpp): every algorithm, exact in integers.
#include <algorithm>
#include <cstring>
#include <optional>

#include "core/base/error.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"
#include "gpu/engine.h"
#include "tests/support/gpu_cases.h"

namespace sweep::test {
namespace {

struct Variant {
    Algorithm algorithm;
    int block;  // sat-ha, sat-1pass: side of a block; 0: what is fastest
};

std::string name_of(const Variant& variant) {
    std::string name(info(variant.algorithm).name);
    std::replace(name.begin(), name.end(), '-', '_');
    return variant.block > 0 ? name + "_" + std::to_string(variant.block) : name;
}

class GpuTables : public testing::TestWithParam<Variant> {
  protected:
    void SetUp() override {
        const gpu::Device device = gpu::probe();
        if (!device.usable) SKIP_WITHOUT("gpu", device.reason);
        engine_.emplace();
        emulated_ = device.name == "emulated";
        if (emulated_) most_samples_ = 2200;  // the emulator is slow
    }

    Problem with_variant(Problem p) const {
        p.method.algorithm = GetParam().algorithm;
        p.method.block = GetParam().block;
        return p;
    }
    void run(const Problem& p, ConstImageView in, ImageView out) {
        engine_->prepare(with_variant(p));
        engine_->run(in, out);
    }
    void expect(const Problem& p, double tolerance) {
        if (p.shape.samples() > most_samples_ || !why_not(with_variant(p), EngineKind::cuda).empty()) return;
        expect_matches({text(p), p, tolerance},
                       [&](const Problem& q, ConstImageView in, ImageView out) { run(q, in, out); });
    }

    std::optional<gpu::Engine> engine_;
    bool emulated_ = false;
    std::size_t most_samples_ = ~std::size_t(0);
};

// Around the sides of blocks and chunks, lines and single pixels, to the last bit.
TEST_P(GpuTables, OddSizes) {
    for (int w : {1, 2, 31, 33, 64, 65, 66, 129, 132, 1025})
        for (int h : {1, 2, 31, 33, 64, 65, 129})
            for (int channels : {1, 2, 3, 4}) {
                Problem p = problem({w, h, channels}, of_kind(FilterKind::sat));
                p.input = Sample::u8;
                expect(p, 0);
            }
}

TEST_P(GpuTables, ALargeImageOfBytesIsExact) {
    Problem p = problem({3001, 2503, 1}, of_kind(FilterKind::sat));
    p.input = Sample::u8;
    expect(p, 0);
}

// sat-1pass takes larger blocks from 900^2 pixels on, and from 27 million samples of four channels on antidiagonals.
TEST_P(GpuTables, LargeImagesOfSeveralChannels) {
    for (Shape shape : {Shape{1000, 900, 2}, Shape{900, 901, 3}, Shape{3301, 2203, 4}})
        for (Sample sample : {Sample::u8, Sample::f32}) {
            Problem p = problem(shape, of_kind(FilterKind::sat));
            p.input = sample;
            expect(p, sample == Sample::u8 ? 0 : float_tolerance);
        }
}

// More rows than a grid has, more blocks in a line than a thread block scans at a time.
TEST_P(GpuTables, LongLines) {
    most_samples_ = std::max(most_samples_, std::size_t(4225));
    for (Shape shape : {Shape{2, 70001, 1}, Shape{70001, 2, 1}, Shape{1, 4225, 1}, Shape{4225, 1, 1}}) {
        Problem p = problem(shape, of_kind(FilterKind::sat));
        p.input = Sample::u8;
        expect(p, 0);
    }
}

// Whatever earlier runs have left behind; stages overlapping each other; the same bits each time.
TEST_P(GpuTables, RunsAreIndependentAndRepeatable) {
    const Problem p = with_variant(problem({97, 89, 1}, of_kind(FilterKind::sat)));
    const Image in = random_image(p.shape, p.input), other = random_image(p.shape, p.input, 99);
    Image first(p.shape, Sample::f32), again(p.shape, Sample::f32);
    engine_->prepare(p);
    engine_->run(in.view(), first.view());
    EXPECT_LE(largest_error(first.view(), reference(p, in.view()).view()), float_tolerance);
    engine_->run(other.view(), again.view());
    for (int i = 0; i < 3; ++i) {
        engine_->run(in.view(), again.view());
        EXPECT_EQ(std::memcmp(first.data<float>(), again.data<float>(), first.bytes()), 0);
        engine_->time_runs(10);
    }
}

// However far blocks have come when others look back at them, sums of floats are rounded alike. The last two: lines
// of more blocks of 128 than a look-back reads, and four channels along antidiagonals.
TEST_P(GpuTables, LargeTablesHaveTheSameBitsEachTime) {
    if (emulated_) GTEST_SKIP() << "blocks come one after the other there";
    for (Shape shape : {Shape{2111, 1203, 1}, Shape{2112, 1203, 1}, Shape{1111, 777, 3}, Shape{4224, 2309, 1},
                        Shape{3301, 2203, 4}}) {
        const Problem p = with_variant(problem(shape, of_kind(FilterKind::sat)));
        const Image in = random_image(p.shape, p.input);
        Image first(p.shape, Sample::f32), again(p.shape, Sample::f32);
        engine_->prepare(p);
        engine_->run(in.view(), first.view());
        for (int i = 0; i < (shape.samples() > 4'000'000 ? 6 : 20); ++i) {
            engine_->run(in.view(), again.view());
            ASSERT_EQ(std::memcmp(first.data<float>(), again.data<float>(), first.bytes()), 0) << text(p);
        }
    }
}

TEST_P(GpuTables, TheMeanCanBeReadBack) {
    constexpr int rows = 1030;  // more than blocks that add them up
    for (Sample sample : {Sample::u8, Sample::f32})
        for (Shape shape : {Shape{1, 1, 1}, Shape{97, 65, 3}, Shape{3, rows, 4}}) {
            Problem p = problem(shape, of_kind(FilterKind::sat));
            p.input = sample;
            p.method.precision = Precision::f32_less_mean;
            const Image in = random_image(p.shape, p.input);
            Image out(p.shape, Sample::f32);
            for (int i = 0; i < 2; ++i) {
                run(p, in.view(), out.view());
                EXPECT_EQ(engine_->table_mean(), reference_mean(p, in.view())) << text(p);
            }
            p.method.precision = Precision::f32;
            run(p, in.view(), out.view());
            EXPECT_TRUE(engine_->table_mean().empty());
        }
}

TEST_P(GpuTables, ReportsEveryStage) {
    for (const FilterSpec& filter : {of_kind(FilterKind::sat), box(3)}) {
        Problem p = with_variant(problem({95, 90, 1}, filter));
        p.method.precision = Precision::f32_less_mean;
        const Image in = random_image(p.shape, p.input);
        Image out(p.shape, Sample::f32);
        run(p, in.view(), out.view());
        const RunReport& report = engine_->report();
        const std::vector<Stage> expected = stages(p, engine_->block());
        ASSERT_EQ(report.stages.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_EQ(report.stages[i].stage.name, expected[i].name);
            EXPECT_EQ(report.stages[i].stage.term, expected[i].term);
        }
        if (GetParam().block > 0) {
            EXPECT_EQ(engine_->block(), GetParam().block);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    By, GpuTables,
    testing::Values(Variant{Algorithm::sat, 0}, Variant{Algorithm::sat_one_pass, 0},
                    Variant{Algorithm::sat_one_pass, 32}, Variant{Algorithm::sat_one_pass, 64},
                    Variant{Algorithm::sat_one_pass, 128}, Variant{Algorithm::sat_doubling, 0},
                    Variant{Algorithm::sat_multiwave, 0}, Variant{Algorithm::sat_multiwave_fused, 0},
                    Variant{Algorithm::sat_transpose, 0}, Variant{Algorithm::sat_ha, 32},
                    Variant{Algorithm::sat_ha, 64}, Variant{Algorithm::sat_ha, 128}),
    [](const testing::TestParamInfo<Variant>& variant) { return name_of(variant.param); });

// Two channels fit into blocks of 64 on every GPU; 128 are of one channel.
TEST(GpuTableAlone, HasBlocksThatFit) {
    if (const gpu::Device device = gpu::probe(); !device.usable) SKIP_WITHOUT("gpu", device.reason);
    gpu::Engine engine;
    auto block_of = [&](Shape shape, int asked) {
        Problem p = problem(shape, of_kind(FilterKind::sat));
        p.method.algorithm = Algorithm::sat_one_pass;
        p.method.block = asked;
        engine.prepare(p);
        return engine.block();
    };
    EXPECT_EQ(block_of({899, 900, 2}, 0), 32);
    EXPECT_EQ(block_of({900, 900, 2}, 0), 64);
    EXPECT_EQ(block_of({8, 8, 1}, 0), 128) << "all at once";
    EXPECT_EQ(block_of({900, 900, 2}, 32), 32);
    EXPECT_EQ(block_of({8, 8, 2}, 64), 64);
    EXPECT_EQ(block_of({8, 8, 2}, 128), 64);
}

TEST(GpuTableAlone, RefusesWhatItDoesNotHave) {
    if (const gpu::Device device = gpu::probe(); !device.usable) SKIP_WITHOUT("gpu", device.reason);
    gpu::Engine engine;
    Problem p = problem({8, 8, 1}, of_kind(FilterKind::sat));
    p.method.precision = Precision::f64;
    for (Algorithm algorithm :
         {Algorithm::sat_one_pass, Algorithm::sat_doubling, Algorithm::sat_multiwave,
          Algorithm::sat_multiwave_fused, Algorithm::sat_transpose, Algorithm::sat_ha}) {
        p.method.algorithm = algorithm;
        EXPECT_THROW(engine.prepare(p), Error) << info(algorithm).name;
    }
    p.method.algorithm = Algorithm::sat;
    EXPECT_NO_THROW(engine.prepare(p));
    p.method.precision = Precision::automatic;
    p.method.algorithm = Algorithm::sat_ha;
    p.method.block = 48;
    EXPECT_THROW(engine.prepare(p), Error);
}

// Tables in one pass of images that are on the chip all at once: one channel of float32 or bytes in rows of whole
// words, when nobody asks for blocks. Parts of blocks, one block, a row and a column of them,
// and as many as a GPU holds.
class TablesAtOnce : public GpuCases {
  protected:
    static Problem table(Shape shape, Sample input = Sample::f32) {
        Problem p = problem(shape, of_kind(FilterKind::sat));
        p.input = input;
        p.method.algorithm = Algorithm::sat_one_pass;
        return p;
    }
};

TEST_F(TablesAtOnce, MatchTheReference) {
    std::vector<Shape> shapes{{4, 1, 1},     {128, 64, 1},  {132, 65, 1},
                              {260, 200, 1}, {1000, 12, 1}, {8, 700, 1}};
    if (!emulated_)
        for (Shape shape :
             {Shape{1000, 700, 1}, Shape{1920, 1080, 1}, Shape{1924, 1081, 1}, Shape{2048, 2048, 1},
              Shape{4096, 1024, 1}, Shape{64, 30000, 1}, Shape{33788, 64, 1}})
            shapes.push_back(shape);
    for (const Sample input : {Sample::f32, Sample::u8})
        for (const Shape& shape : shapes) expect(table(shape, input), Algorithm::sat_one_pass);
}

TEST_F(TablesAtOnce, RunsAreRepeatable) {
    expect_same_bits(table(emulated_ ? Shape{260, 200, 1} : Shape{1920, 1080, 1}), emulated_ ? 2 : 300);
}

// What is too large is made by blocks that look back, as before, and so is what somebody asks blocks for.
TEST_F(TablesAtOnce, LeaveTheRestToLookBack) {
    const auto is_at_once = [&](const Problem& p) {
        engine_->prepare(p);
        const std::size_t blocks =
            std::size_t((p.shape.height + 63) / 64) * std::size_t((p.shape.width + 127) / 128);
        return engine_->working_bytes() == blocks * (64 + 128 + 1) * 8;
    };
    EXPECT_TRUE(is_at_once(table({132, 64, 1})));
    Problem p = table({132, 64, 1});
    p.method.block = 64;
    EXPECT_FALSE(is_at_once(p));
    EXPECT_FALSE(is_at_once(table({133, 64, 1}))) << "rows of no whole words";
    EXPECT_FALSE(is_at_once(table({132, 64, 2})));
    EXPECT_TRUE(is_at_once(table({132, 64, 1}, Sample::u8)));
    EXPECT_FALSE(is_at_once(table({133, 64, 1}, Sample::u8))) << "rows of no whole words";
    p = table({132, 64, 1}, Sample::u8);
    p.method.precision = Precision::fixed_point;
    EXPECT_FALSE(is_at_once(p)) << "bytes that are scaled";
    EXPECT_FALSE(is_at_once(table({4096, 4096, 1})));
    EXPECT_TRUE(is_at_once(table({512, 64, 1}))) << "after an image that was too large";
}

}  // namespace
}  // namespace sweep::test
