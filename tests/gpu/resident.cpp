// Algorithm 8 beyond the table of cases (groups.cpp): what tiles need to be asked, runs that follow
// each other, images too large.
#include "core/families/algorithms.h"
#include "core/plan/planner.h"
#include "gpu/plan/orders.h"
#include "tests/support/gpu_cases.h"

namespace sweep::test {
namespace {

class Resident : public GpuCases {
  protected:
    static Problem by_8(Problem p) {
        p.method.algorithm = Algorithm::alg8;
        return p;
    }
    // Some images are too large for this device; every case of few pixels must fit.
    bool fits(const Problem& p) { return GpuCases::fits(*engine_, p); }
    void expect(const Case& c) {
        const Problem p = by_8(c.problem);
        if (why_not(p, EngineKind::cuda).empty() && fits(p)) expect_matches({text(p), p, c.tolerance}, on());
    }
    int filtered_ = 0;
};

// Lines of every number of pieces and tiles, with and without a short last one, of filters that remember one tile,
// some, and all.
TEST_F(Resident, Lengths) {
    for (int length : {1,   31,  32,  33,  63,  64,  65,  95,  96,   97,   127,  128,  129,  160, 191,
                       193, 255, 256, 257, 384, 500, 512, 513, 1000, 1024, 1025, 1537, 2033, 2048})
        for (BoundaryKind boundary : but_reflect101(boundaries_but(BoundaryKind::constant)))
            for (double sigma : {0.7, 4.0, 30.0})
                for (Shape shape : {Shape{21, length, 1}, Shape{length, 21, 1}}) {
                    if (emulated_ && length > 1024) continue;
                    const Problem p = problem(shape, gaussian(sigma, 3), boundary);
                    expect({text(p), p, float_tolerance});
                }
}

TEST_F(Resident, TilesBesideAndBelowEachOther) {
    for (Shape shape :
         {Shape{256, 128, 1}, Shape{300, 200, 1}, Shape{385, 65, 2}, Shape{129, 190, 3}, Shape{500, 201, 1}})
        for (BoundaryKind boundary : but_reflect101(boundaries_but(BoundaryKind::constant)))
            for (int order = 1; order <= gpu::most_resident_order; ++order) {
                const Problem p =
                    problem(shape, order == 1 ? of_kind(FilterKind::bspline3) : unsymmetric(order), boundary);
                expect({text(p), p, float_tolerance});
            }
}

// Poles and zeros, with columns whose response to a constant is not 1, and derivatives,
// which leave nothing of a constant.
TEST_F(Resident, Zeros) {
    for (Shape shape : {Shape{300, 200, 1}, Shape{129, 190, 3}, Shape{31, 500, 1}, Shape{500, 31, 1}})
        for (BoundaryKind boundary : but_reflect101(boundaries_but(BoundaryKind::constant)))
            for (double sigma : {1.5, 6.0, 40.0})
                for (const auto& [accuracy, derivative] :
                     {std::pair{1.4e-2, 0}, {3e-4, 0}, {3e-4, 1}, {1.4e-2, 2}}) {
                    if (emulated_ && (shape.channels == 3 || sigma == 6)) continue;
                    if (derivative == 2 && sigma > 2)
                        continue;  // 7 and 8 lose digits alike, and `auto` takes others
                    FilterSpec filter = gaussian(sigma);
                    filter.accuracy = accuracy;
                    filter.derivative_x = derivative;
                    const Problem p = problem(shape, filter, boundary);
                    engine_->prepare(p);
                    if (engine_->resolved().method.algorithm == Algorithm::rt64)
                        continue;  // blocks lose digits
                    expect({text(p), p, 3 * float_tolerance});
                    filtered_ += why_not(by_8(p), EngineKind::cuda).empty();
                }
    EXPECT_GT(filtered_, 20);
}

// Sigma n / 6, the use that [N16] is for.
TEST_F(Resident, WidestFilters) {
    const int n = emulated_ ? 500 : 2048;
    for (BoundaryKind boundary : but_reflect101(boundaries_but(BoundaryKind::constant)))
        for (int order : {3, 4, 5})
            for (Shape shape : {Shape{100, n, 1}, Shape{n, 100, 1}}) {
                if (emulated_ && (order + int(boundary)) % 4 != 0) continue;
                const Problem p = problem(shape, gaussian(n / 6.0, order), boundary);
                expect({text(p), p, 4e-6});
            }
}

// What fits on a large chip alone: more than the emulator has.
TEST_F(Resident, LargeImages) {
    if (emulated_) GTEST_SKIP() << "too large to emulate";
    for (Shape shape : {Shape{1024, 1024, 1}, Shape{1920, 1080, 1}, Shape{2048, 2048, 1},
                        Shape{2111, 1801, 1}, Shape{510, 500, 4}})
        for (int order : {1, 3, 5})
            for (double sigma : {5.0, 340.0}) {
                const FilterSpec filter = order == 1 ? of_kind(FilterKind::bspline3) : gaussian(sigma, order);
                const Problem p = problem(shape, filter);
                expect({text(p), p, float_tolerance});
            }
}

TEST_F(Resident, ConstantImagesStayConstantToTheLastBit) {
    for (BoundaryKind boundary : but_reflect101(boundaries_where(keeps_constants)))
        for (double sigma : {0.8, 50.0, 1000.0})
            for (int order : {3, 4, 5}) {
                const Problem p = by_8(problem({117, 189, 1}, gaussian(sigma, order), boundary));
                if (!fits(p) || (emulated_ && order != 3)) continue;
                SCOPED_TRACE(text(p));
                Image in(p.shape, Sample::f32), out(p.shape, Sample::f32);
                std::fill_n(in.data<float>(), p.shape.samples(), 0.7654321f);
                engine_->run(in.view(), out.view());
                EXPECT_EQ(std::memcmp(in.data<float>(), out.data<float>(), in.bytes()), 0);
            }
}

// The carries in memory are as the run before has left them.
TEST_F(Resident, RunsAreIndependentAndRepeatable) {
    const Problem p = by_8(problem({97, 155, 1}, gaussian(12))),
                  other = by_8(problem({97, 155, 1}, gaussian(200)));
    if (!fits(p)) return;
    const Image in = random_image(p.shape, p.input);
    Image first(p.shape, Sample::f32), again(p.shape, Sample::f32);
    engine_->run(in.view(), first.view());
    engine_->prepare(other);
    engine_->run(in.view(), again.view());
    EXPECT_NE(std::memcmp(first.data<float>(), again.data<float>(), first.bytes()), 0);
    engine_->prepare(p);
    engine_->time_runs(emulated_ ? 2 : 200);  // back to back
    engine_->run(in.view(), again.view());
    EXPECT_EQ(std::memcmp(first.data<float>(), again.data<float>(), first.bytes()), 0);
}

TEST_F(Resident, ReportsItsStage) {
    for (int passes = 1; passes <= all_passes; ++passes) {
        Problem p = by_8(problem({40, 30, 1}, gaussian(5)));
        p.passes = passes;
        const Image in = random_image(p.shape, p.input);
        Image out(p.shape, Sample::f32);
        engine_->prepare(p);
        engine_->run(in.view(), out.view());
        ASSERT_EQ(engine_->report().stages.size(), 1u);
        EXPECT_GT(engine_->report().stages[0].milliseconds, 0);
        EXPECT_EQ(engine_->report().stages[0].stage.bytes(), total_bytes(stages(p, engine_->block())));
    }
}

TEST_F(Resident, HasTheUsualFormAlone) {
    Problem direct = by_8(problem({40, 30, 1}, gaussian(5)));
    direct.method.realisation = Realisation::direct;
    EXPECT_NE(why_not(direct, EngineKind::cuda).find("delta realisation only"), std::string::npos);
    FilterSpec near_minus_1 = of_kind(FilterKind::iir);
    near_minus_1.causal = feedback({-0.9, -0.8});
    const Problem p = by_8(problem({40, 30, 1}, near_minus_1));
    EXPECT_NE(why_not(p, EngineKind::cuda).find("next to -1"), std::string::npos);
}

TEST_F(Resident, RefusesWhatDoesNotFit) {
    for (Shape shape : {Shape{100000, 10, 1}, Shape{30000, 2048, 1}, Shape{20000, 2000, 4}})
        EXPECT_FALSE(fits(by_8(problem(shape, gaussian(5), BoundaryKind::repeat))));
}

// `auto` is algorithm 8 where that is faster and the image stays on the chip, and 7 as soon as it does not.
TEST_F(Resident, AutoChoosesItWhereItGains) {
    gpu::Tuning tuning;  // for images of 1950^2 and more
    tuning.short_memories.clear();
    for (const bool in_bulk : {false, true})
        tuning.classes.push_back({{1, 1, Sample::f32, in_bulk},
                                  {{0, Algorithm::alg7, 32, KernelPath::hopper},
                                   {1950 * 1950, Algorithm::alg8, 64, KernelPath::hopper}}});
    engine_->set_tuning(tuning);
    for (Shape shape : {Shape{2000, 2000, 1}, Shape{65, 33, 1}}) {
        Problem p = problem(shape, of_kind(FilterKind::bspline3));
        p.boundary.kind = BoundaryKind::clamp;
        // Through an emulated chip, which holds few tiles, it could stream, but would not be faster.
        const bool stays = shape.width >= 2000 && fits(by_8(p)) && !emulated_;
        expect_matches({text(p), p, 4e-6}, on());
        EXPECT_EQ(engine_->resolved().method.algorithm, stays ? Algorithm::alg8 : Algorithm::alg7);
        for (const BoundaryKind boundary : boundaries_where(runs_back)) {  // these stream
            p.boundary.kind = boundary;
            engine_->prepare(p);
            EXPECT_EQ(engine_->resolved().method.algorithm == Algorithm::alg8,
                      stays && engine_->has_bulk_copies());
        }
    }
}

}  // namespace
}  // namespace sweep::test
