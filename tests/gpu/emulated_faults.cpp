// What goes wrong on machines with a GPU, under the emulated CUDA: one thing after the other is taken away from the
// engine.
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/families/chip/resident.h"
#include "core/problem/reference.h"
#include "gpu/device/device_buffer.h"
#include "gpu/engine.h"
#include "tests/support/cases.h"

namespace sweep::test {
namespace {

class Faults : public testing::Test {
  protected:
    void TearDown() override {
        emulated::faults() = {};
        cudaGetLastError();
    }
};

TEST_F(Faults, WithoutADriverTheEngineIsNotHere) {
    emulated::faults().driver = 0;
    const gpu::Device device = gpu::probe();
    EXPECT_FALSE(device.usable || device.driver_too_old);
    EXPECT_NE(device.reason.find("no NVIDIA driver"), std::string::npos) << device.reason;
}

TEST_F(Faults, WithoutADeviceTheEngineIsNotHere) {
    emulated::faults().has_no_device = true;
    const gpu::Device device = gpu::probe();
    EXPECT_FALSE(device.usable || device.driver_too_old);
    EXPECT_NE(device.reason.find("no CUDA device"), std::string::npos) << device.reason;
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
}

TEST_F(Faults, DriversOfAnOlderMajorVersionAreOld) {
    emulated::faults().driver = 12080;
    EXPECT_TRUE(gpu::probe().driver_too_old);
}

// Within a major version a driver runs what was compiled for its GPU, and compiles PTX of its own version and older
// ones.
TEST_F(Faults, DriversThatCannotCompileThisBuildAreOld) {
    emulated::faults().code = cudaErrorUnsupportedPtxVersion;
    const gpu::Device device = gpu::probe();
    EXPECT_TRUE(device.driver_too_old);
    EXPECT_FALSE(device.usable);
    try {
        gpu::Engine engine;
        ADD_FAILURE() << "the engine starts";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::old_driver);
    }
    emulated::faults().code = cudaErrorNoKernelImageForDevice;
    EXPECT_FALSE(gpu::probe().driver_too_old);
    EXPECT_NE(gpu::probe().reason.find("has no code for"), std::string::npos);
}

TEST_F(Faults, ALostDeviceIsNoBuildWithoutCode) {
    emulated::faults().is_lost = true;
    const gpu::Device device = gpu::probe();
    EXPECT_FALSE(device.usable || device.driver_too_old);
    EXPECT_EQ(device.reason.find("has no code"), std::string::npos) << device.reason;
}

TEST_F(Faults, ALostDeviceIsAnErrorEachTime) {
    const Problem p = problem({40, 30, 1}, gaussian(3));
    const Image in = random_image(p.shape, Sample::f32);
    Image out(p.shape, Sample::f32);
    gpu::Engine engine;
    engine.prepare(p);
    engine.run(in.view(), out.view());
    emulated::faults().is_lost = true;
    for (int i = 0; i < 2; ++i) EXPECT_THROW(engine.run(in.view(), out.view()), Error);
}

// Four MiB do not fit beside three; where those are freed first, they do.
TEST_F(Faults, BuffersAreFreedBeforeLargerOnesAreMade) {
    std::size_t free = 0, total = 0;
    cudaMemGetInfo(&free, &total);
    const std::size_t mebibyte = 1 << 20;
    emulated::faults().device_bytes = total - free + 5 * mebibyte;
    gpu::DeviceBuffer<std::byte> buffer(3 * mebibyte);
    EXPECT_NO_THROW(buffer.grow(4 * mebibyte));
    EXPECT_EQ(buffer.bytes(), 4 * mebibyte);
    EXPECT_NO_THROW(buffer.grow(mebibyte));
    EXPECT_EQ(buffer.bytes(), 4 * mebibyte) << "large enough already";
    EXPECT_THROW(buffer.grow(6 * mebibyte), Error);
    EXPECT_EQ(buffer.bytes(), 0u);
}

// The kernel of sat-1pass takes tickets from a counter that outlives runs: each run must find it where the last one
// left it, however its blocks are moved, also when a launch has failed in between.
TEST_F(Faults, TicketsOutliveFailedLaunches) {
    for (KernelPath path : {KernelPath::hopper, KernelPath::portable}) {
        Problem p = problem({256, 192, 1}, of_kind(FilterKind::sat));
        p.method.algorithm = Algorithm::sat_one_pass;
        p.method.precision = Precision::f32;
        p.method.path = path;
        const Image in = random_image(p.shape, Sample::f32), truth = reference(p, in.view());
        Image out(p.shape, Sample::f32);
        gpu::Engine engine;
        engine.prepare(p);
        for (int run = 0; run < 4; ++run) {
            SCOPED_TRACE(run);
            if (run == 1 || run == 2) {
                emulated::faults().failing_launches = 1;
                EXPECT_THROW(engine.run(in.view(), out.view()), Error);
            }
            engine.run(in.view(), out.view());
            EXPECT_LT(largest_error(out.view(), truth.view()), 1e-6);
        }
    }
}

// Nor does an image that streams through the chip wait for the tiles of a launch that failed.
TEST_F(Faults, StreamsGoOnAfterALaunchThatFails) {
    // So many strips that the rings of words come round.
    Problem p = problem({132, 1700, 1}, gaussian(3, 3), BoundaryKind::clamp);
    p.method.algorithm = Algorithm::alg8;
    const Image in = random_image(p.shape, Sample::f32), truth = reference(p, in.view());
    Image out(p.shape, Sample::f32);
    gpu::Engine engine;
    engine.prepare(p);
    ASSERT_EQ(engine.job().block, stream_side);
    for (int run = 0; run < 3; ++run) {
        SCOPED_TRACE(run);
        if (run == 1) {
            emulated::faults().failing_launches = 1;
            EXPECT_THROW(engine.run(in.view(), out.view()), Error);
        }
        engine.run(in.view(), out.view());
        EXPECT_LT(largest_error(out.view(), truth.view()), 1e-6);
    }
}

}  // namespace
}  // namespace sweep::test
