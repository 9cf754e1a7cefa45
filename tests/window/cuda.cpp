// The window with CUDA in the textures of OpenGL: in any order of events, nothing is deleted while CUDA uses
// it, and nothing is registered twice. The tests run on a GPU, and on the emulated one.
#include "app/screen/gl/cuda_share.h"
#include "files/image_file.h"
#include "gpu/interop/interop.h"
#include "gpu/interop/registrations.h"
#include "tests/support/comparison.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

class CudaWindow : public DemoFrames {
  protected:
    CudaWindow() : DemoFrames(320, 200) {}

    void SetUp() override {
        const gpu::Device device = gpu::probe();
        if (!device.usable) SKIP_WITHOUT("gpu", device.reason);
        DemoFrames::SetUp();
        if (IsSkipped()) return;
        before_ = gpu::gl_registrations();
    }
    void TearDown() override {
        demo_.reset();
        const gpu::GlRegistrations after = gpu::gl_registrations();
        EXPECT_EQ(after.deleted_too_early, before_.deleted_too_early);
        EXPECT_EQ(after.alive, before_.alive) << "registered still, after the window's end";
        DemoFrames::TearDown();
    }
    void begin(const char* view) {
        WindowOptions options;
        options.keys = " ";  // the scene stands still
        start(options);
        demo_->set("sigma", "3");
        demo_->set("view", view);
        draw(2);
        if (gpu::gl_registrations().made == before_.made)
            SKIP_WITHOUT("gpu", "this OpenGL is not on the CUDA device");
    }
    // In frames without anything new, nothing is registered.
    void expect_none_registered_in(int frames) {
        draw(2);
        const long made = gpu::gl_registrations().made;
        draw(frames);
        EXPECT_EQ(gpu::gl_registrations().made, made);
    }
    std::string picture(const char* name, int width, int height) {
        save_image(path(name), test::noise({width, height, 3}, Sample::u8).view());
        return path(name);
    }

    gpu::GlRegistrations before_;
};

TEST_F(CudaWindow, SmoothsBetweenEdgesInBuffersThatItShares) {
    begin("filtered");
    for (const char* of : {"panels", "captions", "dither"}) demo_->set(of, "off");
    demo_->open(picture("one.png", 60, 40));
    demo_->run_action("no-filter");
    const Screen raw = frame();
    demo_->run_action("edge-filter");
    expect_none_registered_in(2);
    const Screen by_cuda = frame();
    EXPECT_GT(differing(by_cuda, raw), 1000);
    demo_->open(picture("two.png", 33, 50));
    draw(3);
    demo_->set("iterations", "1");
    draw(2);
    demo_->set("iterations", "3");
    demo_->open(path("one.png"));
    draw(3);
    EXPECT_LE(differing(frame(), by_cuda), 0);
    demo_->set("engine", "cpu");
    draw(3);
    EXPECT_LE(differing(frame(), by_cuda), 0);
}

TEST_F(CudaWindow, FiltersWhatItIsGivenNext) {
    begin("filtered");
    demo_->open(picture("one.png", 60, 40));
    draw(2);
    demo_->open(picture("two.png", 33, 50));
    draw(2);
    save_image(path("grey.png"), test::noise({41, 30, 1}, Sample::u8).view());
    demo_->open(path("grey.png"));
    draw(2);
    demo_->run_action("scene");
    draw(2);
    demo_->set("filter", "sat");
    draw(2);
    expect_none_registered_in(3);
}

TEST_F(CudaWindow, ReplacesTestPictures) {
    begin("filtered");
    demo_->set("input", "checker");
    for (const char* size : {"16", "48", "32"}) {
        demo_->set("input-size", size);
        draw(2);
    }
    expect_none_registered_in(3);
}

TEST_F(CudaWindow, EndsInAnyView) {
    for (const char* view : {"filtered", "depth-of-field", "wipe", "passes"}) {
        SCOPED_TRACE(view);
        begin(view);
        if (IsSkipped()) return;
        if (std::string(view) == "wipe") {
            demo_->set("slot1", "sigma=1");
            demo_->set("slot2", "sigma=4");
            demo_->set("wipe-sides", "slots");
        }
        draw(2);
        demo_.reset();
        EXPECT_EQ(gpu::gl_registrations().alive, before_.alive);
    }
}

TEST_F(CudaWindow, ChangesTheMethodOfTheDepthOfField) {
    begin("depth-of-field");
    for (const char* method : {"gather", "layers", "spread", "layers"}) {
        demo_->set("focus-method", method);
        draw(2);
    }
    expect_none_registered_in(3);
}

// Two methods in turn, in one frame, keep the textures that they share.
TEST_F(CudaWindow, ComparesMethodsWithoutRegisteringAnew) {
    begin("depth-of-field");
    demo_->set("focus-view", "compare");
    expect_none_registered_in(3);
    demo_->set("focus-method", "spread");
    expect_none_registered_in(3);
}

TEST_F(CudaWindow, ChangesTheEngine) {
    begin("filtered");
    for (const char* engine : {"cpu", "auto", "cuda"}) {
        demo_->set("engine", engine);
        draw(2);
    }
    expect_none_registered_in(3);
}

// Two filters of one picture, and a shader that reads their results, look as the CPU's do.
TEST_F(CudaWindow, DerivesFromTheTexturesOfTwoRuns) {
    begin("filtered");
    demo_->set("panels", "off");
    demo_->set("captions", "off");
    demo_->set("dither", "off");
    demo_->open(picture("one.png", 60, 40));
    for (const char* derive : {"unsharp:2", "dog", "log", "gradient"}) {
        demo_->set("derive", derive);
        demo_->set("engine", "cpu");
        draw(2);
        const Screen by_cpu = frame();
        demo_->set("engine", "cuda");
        draw(2);
        const Screen by_cuda = frame();
        int largest = 0;
        for (std::size_t i = 0; i < by_cpu.bytes.size(); ++i)
            largest = std::max(largest, std::abs(int(by_cpu.bytes[i]) - int(by_cuda.bytes[i])));
        EXPECT_LE(largest, 1) << derive;  // one step of the screen, by rounding
        expect_none_registered_in(3);
    }
}

// The layer that counts notices a deletion that is too early.
TEST_F(CudaWindow, DeletingWhatIsRegisteredIsSeen) {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    glNamedBufferData(name, 4 * 4 * 4 * sizeof(float), nullptr, GL_DYNAMIC_COPY);
    std::string why_not;
    std::unique_ptr<gpu::GlImage> image = gpu::register_buffer(name, {4, 4, 4}, Access::read, why_not);
    if (!image) SKIP_WITHOUT("gpu", why_not);
    gpu::note_deletion(gpu::GlKind::texture, name);
    EXPECT_EQ(gpu::gl_registrations().deleted_too_early, before_.deleted_too_early);
    gpu::note_deletion(gpu::GlKind::buffer, name);
    EXPECT_EQ(gpu::gl_registrations().deleted_too_early, before_.deleted_too_early + 1);
    before_.deleted_too_early += 1;
    image.reset();
    gpu::note_deletion(gpu::GlKind::buffer, name);
    EXPECT_EQ(gpu::gl_registrations().deleted_too_early, before_.deleted_too_early);
    glDeleteBuffers(1, &name);
}

}  // namespace
}  // namespace sweep::app
