// The window when CUDA is missing or fails: the emulated CUDA takes away one rung of the ladder after the
// other.
#include "app/work/engines/engines.h"
#include "core/base/error.h"
#include "core/problem/reference.h"
#include "gpu/device/check.h"
#include "gpu/interop/interop.h"
#include "tests/support/comparison.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

class WindowFaults : public Offscreen {
  protected:
    void TearDown() override {
        emulated::faults() = {};
        cudaGetLastError();
        Offscreen::TearDown();
    }
    static ExitCode code_of(EngineKind choice) {
        try {
            pick_engine(choice);
        } catch (const Error& error) {
            return error.code();
        }
        return ExitCode::done;
    }
    static Problem blur(int width, int height) {
        Problem problem;
        problem.shape = {width, height, 4};
        problem.filter.sigma = 3;
        return problem;
    }
    // Compares a result of `filter` with the reference.
    static void expect_right(TextureFilter& filter, int width, int height) {
        const Problem problem = blur(width, height);
        const Image light = test::noise(problem.shape, Sample::f32);
        const Texture source(width, height, GL_RGBA32F);
        source.upload(GL_RGBA, GL_FLOAT, light.data<void>());
        filter.run(source, problem, true);
        Image result(problem.shape, Sample::f32);
        filter.result().read(GL_RGBA, GL_FLOAT, result.bytes(), result.data<void>());
        EXPECT_LT(test::largest_error(result.view(), reference(problem, light.view()).view()), 3e-6);
    }
};

TEST_F(WindowFaults, WithoutADriverTheEngineIsNotHere) {
    emulated::faults().driver = 0;
    EXPECT_EQ(code_of(EngineKind::cuda), ExitCode::no_engine);
    const EnginePick pick = pick_engine(EngineKind::automatic);
    EXPECT_EQ(pick.kind, EngineKind::cpu);
    EXPECT_NE(pick.reason.find("no NVIDIA driver"), std::string::npos) << pick.reason;
}

TEST_F(WindowFaults, WithoutADeviceTheEngineIsNotHere) {
    emulated::faults().has_no_device = true;
    EXPECT_EQ(code_of(EngineKind::cuda), ExitCode::no_engine);
    EXPECT_EQ(pick_engine(EngineKind::automatic).kind, EngineKind::cpu);
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
}

// Within a major version a driver runs code that was compiled for its GPU, and compiles PTX of its own
// version and older ones.
TEST_F(WindowFaults, DriversThatCannotCompileThisBuildAreOld) {
    emulated::faults().code = cudaErrorUnsupportedPtxVersion;
    EXPECT_EQ(code_of(EngineKind::cuda), ExitCode::old_driver);
    EXPECT_EQ(pick_engine(EngineKind::automatic).kind, EngineKind::cpu);
    emulated::faults().code = cudaErrorNoKernelImageForDevice;
    EXPECT_EQ(code_of(EngineKind::cuda), ExitCode::no_engine);
    EXPECT_NE(gpu::probe().reason.find("has no code for"), std::string::npos);
}

TEST_F(WindowFaults, WhatIsNotSharedIsCopied) {
    emulated::faults().shares_nothing = true;
    TextureFilter filter(EngineKind::automatic);
    expect_right(filter, 40, 30);
    EXPECT_EQ(filter.engine(), EngineKind::cuda);
    EXPECT_FALSE(filter.in_place());
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
}

TEST_F(WindowFaults, AutoGoesOnByTheCpuWhenTheDeviceIsLost) {
    TextureFilter filter(EngineKind::automatic);
    expect_right(filter, 40, 30);
    EXPECT_TRUE(filter.in_place());
    EXPECT_EQ(filter.take_news(), "");
    emulated::faults().is_lost = true;
    expect_right(filter, 40, 30);
    EXPECT_EQ(filter.engine(), EngineKind::cpu);
    EXPECT_NE(filter.take_news().find("the CPU engine takes over"), std::string::npos);
    EXPECT_EQ(filter.take_news(), "") << "said once";
    expect_right(filter, 32, 30);
    EXPECT_EQ(filter.engine(), EngineKind::cpu);
}

TEST_F(WindowFaults, CudaAskedForByNameSaysSoEachTime) {
    TextureFilter filter(EngineKind::cuda);
    expect_right(filter, 40, 30);
    emulated::faults().is_lost = true;
    const Texture source(40, 30, GL_RGBA32F);
    for (int i = 0; i < 2; ++i) EXPECT_THROW(filter.run(source, blur(40, 30), true), Error);
    EXPECT_NE(filter.engine(), EngineKind::cpu);
}

TEST_F(WindowFaults, AutoTakesCudaAgainWhenThePictureFits) {
    TextureFilter filter(EngineKind::automatic);
    expect_right(filter, 40, 30);
    emulated::faults().device_bytes = 0;
    expect_right(filter, 300, 200);
    EXPECT_EQ(filter.engine(), EngineKind::cpu);
    EXPECT_NE(filter.reason().find("of GPU memory"), std::string::npos) << filter.reason();
    emulated::faults() = {};
    expect_right(filter, 300, 200);
    EXPECT_EQ(filter.engine(), EngineKind::cpu) << "of this size it is known";
    expect_right(filter, 41, 30);
    EXPECT_TRUE(filter.in_place());
}

TEST_F(WindowFaults, ErrorsOfLettingGoAreNotLeftBehind) {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    glNamedBufferData(name, 4 * 4 * 4 * sizeof(float), nullptr, GL_DYNAMIC_COPY);
    std::string why_not;
    std::unique_ptr<gpu::GlImage> image = gpu::register_buffer(name, {4, 4, 4}, Access::read, why_not);
    ASSERT_TRUE(image) << why_not;
    glDeleteBuffers(1, &name);
    image.reset();
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
}

class FaultyWindow : public DemoFrames {
  protected:
    FaultyWindow() : DemoFrames(320, 200) {}
    void SetUp() override {
        DemoFrames::SetUp();
        if (IsSkipped()) return;
        WindowOptions options;
        options.keys = " ";
        start(options);
        demo_->set("sigma", "3");
        draw(2);
    }
    void TearDown() override {
        demo_.reset();
        emulated::faults() = {};
        cudaGetLastError();
        DemoFrames::TearDown();
    }
    bool has_said(const std::string& text) const {
        return std::ranges::any_of(demo_->messages().all(), [&](const Message& message) {
            return message.text.find(text) != std::string::npos;
        });
    }
};

TEST_F(FaultyWindow, GoesOnByTheCpuAndSaysSo) {
    EXPECT_FALSE(has_said("the CPU engine takes over"));
    const Region beside_panels{285, 115, 35, 60};
    const Screen before = frame().part(beside_panels);
    emulated::faults().is_lost = true;
    for (const char* sigma : {"4", "3"}) {  // a slow run is not repeated for its times alone
        demo_->set("sigma", sigma);
        draw(2);
    }
    EXPECT_TRUE(has_said("the CPU engine takes over"));
    EXPECT_LT(differing(before, frame().part(beside_panels)), 35 * 60 / 4);
    for (const char* view : {"depth-of-field", "wipe", "passes", "difference"}) {
        demo_->set("view", view);
        EXPECT_NO_THROW(draw(2)) << view;
    }
}

TEST_F(FaultyWindow, StaysOpenWithCudaAskedForByName) {
    demo_->set("engine", "cuda");
    draw(2);
    emulated::faults().is_lost = true;
    demo_->set("sigma", "4");  // a slow run is not repeated for its times alone
    EXPECT_NO_THROW(draw(3));
    EXPECT_TRUE(has_said("CUDA: "));
    EXPECT_FALSE(has_said("the CPU engine takes over"));
}

TEST_F(FaultyWindow, GoesOnWhenGpuMemoryIsShort) {
    emulated::faults().device_bytes = 0;
    demo_->set("filter", "bspline3");
    demo_->set("algorithm", "4");
    EXPECT_NO_THROW(draw(2));
    EXPECT_TRUE(has_said("of GPU memory"));
    EXPECT_TRUE(has_said("the CPU engine takes over"));
}

}  // namespace
}  // namespace sweep::app
