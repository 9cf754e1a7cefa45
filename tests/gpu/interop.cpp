// The CUDA engine on textures of OpenGL, in place: what it reads and writes there against the reference.
#include "gpu/interop/interop.h"

#include "app/screen/gl/cuda_share.h"
#include "app/screen/gl/gl.h"
#include "app/screen/gl/headless_egl.h"
#include "core/base/error.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"
#include "gpu/engine.h"
#include "tests/support/cases.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

class GpuInterop : public testing::Test {
  protected:
    void SetUp() override {
        const gpu::Device device = gpu::probe();
        if (!device.usable) SKIP_WITHOUT("gpu", device.reason);
        context_ = std::make_unique<app::HeadlessContext>();
    }

    // Puts `in` into a texture, lets CUDA filter it into another, and reads that.
    static Image filter(gpu::Engine& engine, const Problem& p, const Image& in) {
        const bool bytes = p.input == Sample::u8, table = output_sample(p) == Sample::u32;
        const app::Texture from(p.shape.width, p.shape.height, bytes ? GL_RGBA8 : GL_RGBA32F),
            to(p.shape.width, p.shape.height,
               table                  ? GL_RGBA32UI
               : p.method.half_result ? GL_RGBA16F
                                      : GL_RGBA32F);
        from.upload(GL_RGBA, bytes ? GL_UNSIGNED_BYTE : GL_FLOAT, in.data<void>());
        std::string why_not;
        const auto source = gpu::register_texture(from.name(), p.shape, Access::read, why_not);
        const auto sink = gpu::register_texture(to.name(), p.shape, Access::write, why_not);
        Image out(p.shape, table ? Sample::u32 : Sample::f32);  // OpenGL widens what it reads
        if (!source || !sink) {
            ADD_FAILURE() << why_not;
            return out;
        }
        engine.prepare(p);
        for (int frame = 0; frame < 3; ++frame) engine.run(*source, *sink);  // mapped again each frame
        to.read(table ? GL_RGBA_INTEGER : GL_RGBA, table ? GL_UNSIGNED_INT : GL_FLOAT, out.bytes(),
                out.data<void>());
        return out;
    }

    static void expect_reference(const Problem& p, double tolerance) {
        SCOPED_TRACE(text(p));
        const Image in = random_image(p.shape, p.input, 99);
        gpu::Engine engine;
        EXPECT_LE(largest_error(filter(engine, p, in).view(), reference(p, in.view()).view()), tolerance);
    }

    std::unique_ptr<app::HeadlessContext> context_;
};

TEST_F(GpuInterop, FiltersTexturesInPlace) {
    for (Shape shape : {Shape{1, 1, 4}, Shape{97, 65, 4}, Shape{640, 353, 4}})
        for (Sample sample : {Sample::u8, Sample::f32})
            for (bool linear : {true, false}) {
                Problem p = problem(shape, gaussian(5));
                p.input = sample;
                p.linear = linear;
                expect_reference(p, float_tolerance);
                p.filter = of_kind(FilterKind::none);
                expect_reference(p, float_tolerance);
                p.filter = box(9);
                expect_reference(p, 1e-5);
            }
}

TEST_F(GpuInterop, WritesFloat16) {
    for (Shape shape : {Shape{1, 1, 4}, Shape{97, 65, 4}, Shape{640, 353, 4}})
        for (Sample sample : {Sample::u8, Sample::f32}) {
            Problem p = problem(shape, gaussian(5));
            p.input = sample;
            p.method.half_result = true;
            expect_reference(p, 0x1p-11 + float_tolerance);
        }
}

// A texture of another format is refused before anything is written.
TEST_F(GpuInterop, RefusesTexturesOfOtherFormats) {
    const Shape shape{64, 64, 4};
    const app::Texture bytes(64, 64, GL_RGBA8), floats(64, 64, GL_RGBA32F), halves(64, 64, GL_RGBA16F);
    std::string why_not;
    auto registered = [&](const app::Texture& texture, Access access) {
        return gpu::register_texture(texture.name(), shape, access, why_not);
    };
    const auto byte_source = registered(bytes, Access::read), float_source = registered(floats, Access::read),
               half_sink = registered(halves, Access::write);
    ASSERT_TRUE(byte_source && float_source && half_sink) << why_not;
    gpu::Engine engine;
    Problem p = problem(shape, gaussian(5));
    engine.prepare(p);
    EXPECT_THROW(engine.run(*float_source, *half_sink), Error);
    p.method.half_result = true;
    engine.prepare(p);
    EXPECT_THROW(engine.run(*byte_source, *half_sink), Error);
    engine.run(*float_source, *half_sink);
}

TEST_F(GpuInterop, TablesInPlaceAreExact) {
    for (Shape shape : {Shape{1, 1, 4}, Shape{97, 65, 4}, Shape{640, 353, 4}}) {
        Problem p = problem(shape, of_kind(FilterKind::sat));
        p.input = Sample::u8;
        expect_reference(p, 0);
        p.input = Sample::f32;
        p.method.fixed_point = 4096;
        expect_reference(p, 0);
        p.method.fixed_point = 0;
        expect_reference(p, float_tolerance);
    }
}

// Whatever comes first and last in an algorithm has textures too; also where it stops after one pass or two.
TEST_F(GpuInterop, EveryAlgorithmFiltersTextures) {
    int algorithms_done = 0;
    for (const AlgorithmInfo& algorithm : algorithms()) {
        bool done = false;
        for (BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::mirror})
            for (int passes : {1, 2, 3, 4})
                for (Sample sample : {Sample::u8, Sample::f32}) {
                    Problem p = problem({97, 65, 4}, gaussian(5), boundary);
                    p.method.algorithm = algorithm.algorithm;
                    p.method.cascade = *parse_cascade("5_1+4_2");
                    p.passes = passes;
                    p.input = sample;
                    if (!why_not(p, EngineKind::cuda).empty()) continue;
                    SCOPED_TRACE(algorithm_name(p));
                    try {
                        expect_reference(p, float_tolerance);
                        done = true;
                    } catch (const Error& error) {  // cuFFT is not here
                        EXPECT_EQ(error.code(), ExitCode::no_engine) << error.what();
                    }
                }
        algorithms_done += done;
    }
    EXPECT_GE(algorithms_done, 8);
}

// What the window does with grey pictures: four channels would take up to four times as long.
TEST_F(GpuInterop, FiltersOneChannelFromABufferIntoATexture) {
    for (Shape shape : {Shape{1, 1, 1}, Shape{97, 65, 1}, Shape{640, 353, 1}})
        for (Sample sample : {Sample::u8, Sample::f32})
            for (FilterKind kind : {FilterKind::gaussian, FilterKind::sat, FilterKind::none}) {
                Problem p = problem(shape, kind == FilterKind::gaussian ? gaussian(5) : of_kind(kind));
                p.input = sample;
                SCOPED_TRACE(text(p));
                const Image in = random_image(p.shape, p.input, 99);
                Image out(p.shape, output_sample(p));
                const bool table = out.sample() == Sample::u32;
                const app::Buffer from = app::make_shared_buffer(GLsizeiptr(in.bytes()), true);
                const app::Texture to(shape.width, shape.height, table ? GL_R32UI : GL_R32F);
                const app::Buffer upload = app::make_buffer(GLsizeiptr(in.bytes()), in.data<void>());
                glCopyNamedBufferSubData(upload.name(), from.name(), 0, 0, GLsizeiptr(in.bytes()));
                std::string why_not;
                const auto source = gpu::register_buffer(from.name(), shape, Access::read, why_not);
                const auto sink = gpu::register_texture(to.name(), shape, Access::write, why_not);
                ASSERT_TRUE(source && sink) << why_not;
                gpu::Engine engine;
                engine.prepare(p);
                for (int frame = 0; frame < 3; ++frame) engine.run(*source, *sink);
                to.read(table ? GL_RED_INTEGER : GL_RED, table ? GL_UNSIGNED_INT : GL_FLOAT, out.bytes(),
                        out.data<void>());
                EXPECT_LE(largest_error(std::as_const(out).view(), reference(p, in.view()).view()),
                          float_tolerance);
            }
}

// The emulator and Mesa share no memory.
TEST_F(GpuInterop, MakesBuffersOfMemoryOfCuda) {
    std::vector<app::Buffer> buffers;
    std::vector<std::size_t> sizes{1, 3, 6305, 1 << 20, 100'000'003};
    for (const std::size_t bytes : sizes) {
        buffers.push_back(app::make_shared_buffer(GLsizeiptr(bytes), true));
        GLint is_of_cuda = 0;
        glGetNamedBufferParameteriv(buffers.back().name(), GL_BUFFER_IMMUTABLE_STORAGE, &is_of_cuda);
        EXPECT_EQ(is_of_cuda != 0, gpu::probe().name != "emulated");
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const auto byte = GLubyte(i + 1);
        glClearNamedBufferData(buffers[i].name(), GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, &byte);
    }
    for (std::size_t i = 0; i < sizes.size(); ++i)
        for (std::size_t byte = 0; byte <= sizes.size(); ++byte)
            EXPECT_EQ(gpu::finds_byte(buffers[i].name(), sizes[i], static_cast<unsigned char>(byte)),
                      byte == i + 1)
                << sizes[i];
}

// Mapping has rows of its own in the report, beside the stages.
TEST_F(GpuInterop, ReportsMapAndUnmap) {
    const Problem p = problem({640, 353, 4}, gaussian(5));
    gpu::Engine engine;
    filter(engine, p, random_image(p.shape, p.input));
    glFinish();
    const RunReport& report = engine.report();
    ASSERT_EQ(report.stages.size(), stages(p, engine.block()).size() + 2);
    EXPECT_EQ(report.stages.front().stage.name, "map");
    EXPECT_EQ(report.stages.back().stage.name, "unmap");
}

}  // namespace
}  // namespace sweep::test
