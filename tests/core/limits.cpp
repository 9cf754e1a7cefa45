// What `auto` is on the CUDA engine by the limits of a device, which nobody needs to have.
#include "core/plan/job.h"
#include "gpu/tuning/costs.h"
#include "gpu/tuning/row.h"
#include "tests/support/cases.h"

namespace sweep::test {
namespace {

using gpu::DeviceLimits;
using gpu::HeldBlocks;
using gpu::Tuning;

const HeldBlocks four([](const gpu::ChipKernel&, int) { return 4; });
const HeldBlocks none;

DeviceLimits of_h200(const HeldBlocks& held = four) {
    return {132, 227 * 1024, true, true, 0, true, true, held};
}
// A GPU of the desktop, without bulk copies and clusters.
DeviceLimits of_another() {
    return {128, 99 * 1024, false, true, 0, false, false, four};
}

struct Choice {
    Algorithm algorithm;
    int block;
    friend bool operator==(const Choice&, const Choice&) = default;
};
Choice choice(const Problem& p, const DeviceLimits& limits, const Tuning& tuning = gpu::nvidia_h200()) {
    const gpu::TunedDevice device(limits, tuning);
    Job job = plan(Planner(p), EngineKind::cuda, &device);
    gpu::choose_blocks(job, device);
    return {job.problem.method.algorithm, job.problem.method.block};
}

TEST(Limits, AnImageStaysOnTheChipThatHasRoomForIt) {
    Problem p = problem({1022, 1024, 1}, gaussian(5));
    EXPECT_EQ(choice(p, of_h200()), (Choice{Algorithm::alg8, 0}));
    EXPECT_EQ(choice(p, of_h200(none)), (Choice{Algorithm::alg7, 64}));
    EXPECT_EQ(choice(p, of_h200(), gpu::built_in_tuning("")).algorithm, Algorithm::alg7);
    p.shape = {4098, 2049, 1};
    EXPECT_EQ(choice(p, of_h200()).algorithm, Algorithm::alg7);
    p.shape = {4096, 2048, 1};  // its rows stream
    EXPECT_EQ(choice(p, of_h200(none)).algorithm, Algorithm::alg8);
    p.boundary.kind = BoundaryKind::repeat;
    EXPECT_EQ(choice(p, of_h200()).algorithm, Algorithm::alg7);
}

TEST(Limits, WhatIsAskedForIsNotChosen) {
    Problem p = problem({1024, 1024, 1}, gaussian(5));
    p.method.block = 64;
    EXPECT_EQ(choice(p, of_h200()), (Choice{Algorithm::alg7, 64}));
    p.method.block = 0;
    DeviceLimits of_64 = of_h200();
    of_64.block = 64;
    EXPECT_EQ(choice(p, of_64), (Choice{Algorithm::alg7, 0}));
    p.method.path = KernelPath::portable;
    EXPECT_EQ(choice(p, of_h200()).algorithm, Algorithm::alg7);
    p.method.path = KernelPath::automatic;
    p.method.algorithm = Algorithm::alg7;
    EXPECT_EQ(choice(p, of_h200()), (Choice{Algorithm::alg7, 64}));
}

TEST(Limits, LinesOfOneAxisStayWhereAThreadBlockHoldsThem) {
    Problem p = problem({512, 3000, 1}, gaussian(5), BoundaryKind::repeat);
    p.filter.axes = Axes::x;
    for (const DeviceLimits& limits : {of_h200(), of_another()})
        EXPECT_EQ(choice(p, limits).algorithm, Algorithm::alg8a);
    p.shape.width = 513;
    EXPECT_EQ(choice(p, of_h200()).algorithm, Algorithm::alg7);
    p.shape.width = 516;
    p.boundary.kind = BoundaryKind::clamp;
    EXPECT_EQ(choice(p, of_h200()).algorithm, Algorithm::alg8) << "they stream";
    EXPECT_EQ(choice(p, of_another(), gpu::built_in_tuning("")).algorithm, Algorithm::alg7);
}

TEST(Limits, HaloNeedsATile) {
    Problem p = problem({640, 480, 3}, gaussian(1));
    EXPECT_EQ(choice(p, of_h200()).algorithm, Algorithm::halo);
    DeviceLimits small = of_another();
    EXPECT_EQ(choice(p, small).algorithm, Algorithm::alg7) << "less than its largest tile";
    p.shape = {40, 600'000, 3};
    EXPECT_EQ(choice(p, of_h200()).algorithm, Algorithm::alg7) << "more tiles than a grid has rows";
}

// (bench/results/2026-12-01-cuda-taps.md)
TEST(Limits, BytesAreConvolvedWhereTheirTapsAreFewEnough) {
    const auto takes_halo = [](int channels, bool linear, double sigma, double accuracy,
                               const DeviceLimits& limits = of_h200()) {
        Problem p = problem({3840, 2160, channels}, gaussian(sigma));
        p.input = Sample::u8;
        p.linear = linear;
        p.filter.accuracy = accuracy;
        return choice(p, limits).algorithm == Algorithm::halo;
    };
    constexpr double to_order_3 = 0, to_order_5 = 3e-4;
    EXPECT_TRUE(takes_halo(4, false, 1.4, to_order_3)) << "20 samples on each side";
    EXPECT_TRUE(takes_halo(4, true, 0.8, to_order_3)) << "13";
    EXPECT_FALSE(takes_halo(4, true, 1.4, to_order_3)) << "7 is as fast";
    EXPECT_FALSE(takes_halo(4, false, 2.5, to_order_3)) << "too many";
    EXPECT_TRUE(takes_halo(4, true, 2.5, to_order_5)) << "19";
    EXPECT_FALSE(takes_halo(4, true, 5, to_order_5)) << "too many";
    EXPECT_TRUE(takes_halo(3, false, 0.8, to_order_5)) << "6";
    EXPECT_FALSE(takes_halo(3, false, 1.5, to_order_5)) << "7 is as fast";
    EXPECT_FALSE(takes_halo(3, true, 0.8, to_order_5)) << "not measured";
    EXPECT_FALSE(takes_halo(1, false, 0.8, to_order_5)) << "7 is as fast";
    DeviceLimits without = of_h200();
    without.tensor_cores = false;
    EXPECT_FALSE(takes_halo(4, true, 0.8, to_order_5, without));
}

TEST(Limits, TablesAreMadeAtOnceWhereAllBlocksFindRoom) {
    Problem p = problem({512, 512, 1}, of_kind(FilterKind::sat));
    EXPECT_EQ(choice(p, of_h200()), (Choice{Algorithm::sat_one_pass, 0}));
    EXPECT_EQ(choice(p, of_h200(none)), (Choice{Algorithm::sat_one_pass, 64}));
    Tuning of_two_passes{"any", "a test", {}};
    of_two_passes.classes.push_back(
        {{0, 1, Sample::f32, true}, {{0, Algorithm::sat, 64, KernelPath::hopper}}});
    EXPECT_EQ(choice(p, of_h200(), of_two_passes), (Choice{Algorithm::sat, 0}));
}

TEST(Limits, ADeviceIsAskedOnce) {
    static int asked = 0;
    const DeviceLimits limits = of_h200(HeldBlocks([](const gpu::ChipKernel& kernel, int) {
        ++asked;
        return kernel.order == 3 ? 4 : 0;
    }));
    for (const double sigma : {5.0, 6.0})
        EXPECT_EQ(choice(problem({1022, 1024, 1}, gaussian(sigma)), limits).algorithm, Algorithm::alg8);
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(choice(problem({1022, 1024, 1}, gaussian(5, 4)), limits).algorithm, Algorithm::alg7);
    EXPECT_EQ(asked, 2);
}

}  // namespace
}  // namespace sweep::test
