// The CPU engine's summed-area tables: both algorithms in every precision, exact in integers, with any number
// of threads.
#include <sys/mman.h>

#include "core/base/error.h"
#include "cpu/base/fresh_memory.h"
#include "cpu/engine.h"
#include "tests/support/cases.h"
#include "tests/support/instruction_sets.h"

namespace sweep::test {
namespace {

class CpuTables : public testing::TestWithParam<Algorithm> {
  protected:
    test::Run on(cpu::Engine& engine) const {
        return [&engine](const Problem& p, ConstImageView in, ImageView out) {
            engine.prepare(with_algorithm(p));
            engine.run(in, out);
        };
    }
    static Problem with_algorithm(Problem p) {
        p.method.algorithm = GetParam();
        return p;
    }
    void expect_groups(std::initializer_list<const char*> names) const {
        cpu::Engine engine;
        for (const char* name : names) expect_group_matches(name, on(engine));
    }
};

TEST_P(CpuTables, MatchTheReference) {
    expect_groups({"tables", "boxes", "precisions"});
}

TEST_P(CpuTables, OnEveryInstructionSet) {
    on_every_other_instruction_set([&] { expect_groups({"precisions"}); });
}

TEST_P(CpuTables, ALargeImageOfBytesIsExact) {
    Problem p = problem({3001, 2503, 1}, of_kind(FilterKind::sat));
    p.input = Sample::u8;
    cpu::Engine engine;
    expect_matches({text(p), p, 0}, on(engine));
}

TEST_P(CpuTables, SameBitsOnAnyNumberOfThreadsRunAfterRun) {
    const Problem p = with_algorithm(problem({1500, 1100, 1}, of_kind(FilterKind::sat)));
    const Image in = random_image(p.shape, p.input);
    Image want(p.shape, Sample::f32), got(p.shape, Sample::f32);
    cpu::Engine one(1), many;
    one.prepare(p);
    one.run(in.view(), want.view());
    many.prepare(p);
    for (int i = 0; i < 5; ++i) {
        many.run(in.view(), got.view());
        EXPECT_EQ(std::memcmp(want.data<float>(), got.data<float>(), want.bytes()), 0);
    }
}

TEST_P(CpuTables, TheMeanCanBeReadBack) {
    cpu::Engine engine;
    for (Sample sample : {Sample::u8, Sample::f32, Sample::f64})
        for (Shape shape : {Shape{1, 1, 1}, Shape{97, 65, 3}, Shape{300, 200, 4}}) {
            Problem p = with_algorithm(problem(shape, of_kind(FilterKind::sat)));
            p.input = sample;
            p.method.precision = Precision::f32_less_mean;
            const Image in = random_image(p.shape, p.input);
            Image out(p.shape, Sample::f32);
            engine.prepare(p);
            engine.run(in.view(), out.view());
            EXPECT_EQ(engine.table_mean(), reference_mean(p, in.view())) << text(p);
            p.method.precision = Precision::f32;
            engine.prepare(p);
            EXPECT_TRUE(engine.table_mean().empty());
        }
}

INSTANTIATE_TEST_SUITE_P(By, CpuTables, testing::Values(Algorithm::sat, Algorithm::sat_one_pass),
                         [](const testing::TestParamInfo<Algorithm>& by) {
                             return by.param == Algorithm::sat ? "sat" : "sat_1pass";
                         });

// Memory that nobody has written to yet, in rows of 1500 floats with 16 in between.
class FreshImage {
  public:
    static constexpr int width = 1500, gap = 16, height = 1201;
    FreshImage() {
        void* const pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) throw Error(ExitCode::failed, "no memory");
        view = {pages, {width, height, 1}, Sample::f32, (width + gap) * std::ptrdiff_t(sizeof(float))};
    }
    ~FreshImage() { munmap(view.data, bytes); }
    FreshImage(const FreshImage&) = delete;
    FreshImage& operator=(const FreshImage&) = delete;

    ImageView view;

  private:
    static constexpr std::size_t bytes = std::size_t(width + gap) * height * sizeof(float);
};

// It is touched before the run, and what lies between the rows stays.
// Images of one pixel, of less than a box, of parts of four rows and of several strips; boxes that are even and off
// centre; what is outside known by a number, or not there. Of bytes and float32
// the mean in double is rounded once, and the values of bytes before.
TEST(CpuRunningBoxes, AreTheDefinition) {
    cpu::Engine engine;
    int cases = 0;
    for (const auto& [sample, width, height] : {std::tuple{Sample::u8, 9, 9},
                                                {Sample::u8, 1, 31},
                                                {Sample::u8, 8, 5},
                                                {Sample::u8, 255, 3},
                                                {Sample::u8, 31, 255},
                                                {Sample::f32, 9, 9},
                                                {Sample::f32, 1, 31},
                                                {Sample::f32, 8, 5},
                                                {Sample::f32, 81, 3},
                                                {Sample::f32, 31, 81}})
        for (Shape shape : {Shape{1, 1, 1}, Shape{5, 3, 4}, Shape{1100, 67, 1}, Shape{515, 131, 2},
                            Shape{700, 9, 3}, Shape{259, 65, 4}})
            for (BoundaryKind boundary : all_boundaries())
                for (Axes axes : {Axes::both, Axes::x, Axes::y}) {
                    if (axes != Axes::both && shape.height != 65) continue;
                    FilterSpec box = of_kind(FilterKind::box);
                    box.box_width = width, box.box_height = height, box.box_origin_x = width % 2 == 0;
                    box.axes = axes;
                    Problem p = problem(shape, box, boundary);
                    p.input = sample;
                    p.linear = shape.width != 700;
                    ASSERT_EQ(resolved(p, EngineKind::cpu).method.algorithm, Algorithm::box_lines);
                    expect_matches({text(p), p, 1.2e-7},
                                   [&](const Problem& q, ConstImageView in, ImageView out) {
                                       engine.prepare(q);
                                       EXPECT_EQ(engine.job().stages.size(), 1U);
                                       engine.run(in, out);
                                   });
                    ++cases;
                }
    EXPECT_GT(cases, 400);
    for (const auto& [sample, width] : {std::pair{Sample::u8, 257}, {Sample::f32, 83}}) {
        FilterSpec wide = of_kind(FilterKind::box);
        wide.box_width = width;
        Problem p = problem({300, 200, 1}, wide);
        p.input = sample;
        engine.prepare(p);
        EXPECT_EQ(engine.job().stages.size(), 2U) << "it has no running boxes of this size";
    }
}

TEST(CpuTablesInFreshMemory, MatchTheReference) {
    const FreshImage first, again;
    const Problem p = problem(first.view.shape, of_kind(FilterKind::sat));
    const Image in = random_image(p.shape, p.input), truth = reference(p, in.view());
    ASSERT_TRUE(cpu::is_fresh(first.view));
    for (int y = 0; y < p.shape.height; ++y)
        std::fill_n(first.view.row<float>(y) + FreshImage::width, FreshImage::gap, 7.f);
    ASSERT_FALSE(cpu::is_fresh(first.view));
    ASSERT_TRUE(cpu::is_fresh(again.view));
    cpu::Engine engine;
    engine.prepare(p);
    engine.run(in.view(), again.view);
    EXPECT_LT(largest_error(again.view, truth.view()), float_tolerance);
    engine.run(in.view(), first.view);
    for (int y = 0; y < p.shape.height; ++y) {
        const float *row = first.view.row<float>(y), *other = again.view.row<float>(y);
        ASSERT_EQ(std::memcmp(row, other, FreshImage::width * sizeof(float)), 0) << y;
        for (int i = 0; i < FreshImage::gap; ++i) {
            ASSERT_EQ(row[FreshImage::width + i], 7.f) << y;
            ASSERT_EQ(other[FreshImage::width + i], 0.f) << y;
        }
    }
}

}  // namespace
}  // namespace sweep::test
