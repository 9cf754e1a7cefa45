// Only the first run of the CPU engine asks for memory. The tests go through every algorithm, filter,
// boundary, sample type and channel count that the engine has; allocation_count.h says which calls they
// count.
#include <memory>
#include <thread>

#include "core/families/algorithms.h"
#include "core/plan/offers.h"
#include "core/plan/planner.h"
#include "cpu/engine.h"
#include "tests/support/allocation_count.h"
#include "tests/support/cases.h"

namespace sweep::test {
namespace {

constexpr int runs = 4;  // runs after the first

// oneTBB starts its threads, and fills their pools of tasks, in the first runs of a process.
void wake_threads() {
    cpu::Engine engine;
    const Problem p = problem({1024, 1024, 1}, gaussian(5));
    const Image in = random_image(p.shape, Sample::f32);
    Image out(p.shape, Sample::f32);
    engine.prepare(p);
    for (int i = 0; i < 50; ++i) engine.run(in.view(), out.view());
}

// The engine may have been prepared for another problem before.
void expect_no_allocation(cpu::Engine& engine, const Problem& p) {
    const Image in = random_image(p.shape, p.input);
    Image out(p.shape, output_sample(p));
    engine.prepare(p);
    engine.run(in.view(), out.view());
    const long before = allocation_count();
    for (int i = 0; i < runs; ++i) {
        engine.prepare(p);  // the same problem once more
        engine.run(in.view(), out.view());
    }
    EXPECT_EQ(allocation_count() - before, 0) << text(p) << " algorithm " << algorithm_name(p);
}

std::vector<FilterSpec> filters(const AlgorithmInfo& algorithm) {
    if (algorithm.algorithm == Algorithm::box_lines) return {box(3), box(400)};
    if (algorithm.makes_tables) return {of_kind(FilterKind::sat), box(3)};
    FilterSpec butterworth = of_kind(FilterKind::butterworth);
    butterworth.order = 4;
    return {gaussian(5), gaussian(40, 5), of_kind(FilterKind::bspline3), butterworth};
}

class CpuAllocations : public testing::TestWithParam<const AlgorithmInfo*> {
  protected:
    void SetUp() override { wake_threads(); }

    // Runs the problems that the engine has, and returns their number.
    long check(Shape shape, const std::vector<FilterSpec>& all, const std::vector<BoundaryKind>& boundaries) {
        long done = 0;
        for (const FilterSpec& filter : all)
            for (BoundaryKind boundary : boundaries)
                for (Sample sample : {Sample::u8, Sample::f32, Sample::f64})
                    for (int channels : {1, 3, 4}) {
                        Problem p = problem({shape.width, shape.height, channels}, filter, boundary);
                        p.input = sample;
                        p.method.algorithm = GetParam()->algorithm;
                        if (!why_not(p, EngineKind::cpu).empty()) continue;
                        expect_no_allocation(engine_, p);
                        ++done;
                    }
        return done;
    }

    cpu::Engine engine_;
};

TEST_P(CpuAllocations, NoneAfterTheFirstRun) {
    const AlgorithmInfo& a = *GetParam();
    EXPECT_GT(check(a.lines ? Shape{60000, 1} : Shape{200, 131}, filters(a), all_boundaries()), 0);
}

// Images that do not fit into the caches are written past them.
TEST_P(CpuAllocations, NoneOnLargeImages) {
    const AlgorithmInfo& a = *GetParam();
    Problem p = problem(a.lines ? Shape{5000000, 1, 1} : Shape{2112, 2050, 1},
                        filter_for(a, gaussian(a.algorithm == Algorithm::halo ? 1 : 5)));
    p.method.algorithm = a.algorithm;
    if (!why_not(p, EngineKind::cpu).empty()) p.boundary.kind = BoundaryKind::mirror;
    ASSERT_EQ(why_not(p, EngineKind::cpu), "");
    expect_no_allocation(engine_, p);
}

std::vector<const AlgorithmInfo*> of_this_engine() {
    std::vector<const AlgorithmInfo*> all;
    for (const AlgorithmInfo& a : algorithms())
        if (has_algorithm(EngineKind::cpu, a.algorithm)) all.push_back(&a);
    return all;
}

INSTANTIATE_TEST_SUITE_P(Of, CpuAllocations, testing::ValuesIn(of_this_engine()), [](const auto& of) {
    std::string name(of.param->name);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

// A run without a filter only decodes, and has no algorithm.
TEST(CpuAllocationsOfNoFilter, NoneAfterTheFirstRun) {
    wake_threads();
    cpu::Engine engine;
    for (Sample sample : {Sample::u8, Sample::f32, Sample::f64}) {
        Problem p = problem({200, 131, 3}, of_kind(FilterKind::none));
        p.input = sample;
        expect_no_allocation(engine, p);
    }
}

// The tests above expect the count to stand still: here it must move, on this thread and on another one.
TEST(AllocationCount, SeesWhatIsAllocated) {
    long before = allocation_count();
    const auto number = std::make_unique<int>(1);
    EXPECT_EQ(allocation_count() - before, 1) << *number;
    before = allocation_count();
    const Image image({64, 64, 1}, Sample::f32);
    EXPECT_EQ(allocation_count() - before, 1) << image.bytes();
    long there = 0;
    std::thread([&] {
        const long here = allocation_count();
        const std::vector<int> numbers(100);
        there = allocation_count() - here + long(numbers[7]);
    }).join();
    EXPECT_EQ(there, 1);
}

}  // namespace
}  // namespace sweep::test
