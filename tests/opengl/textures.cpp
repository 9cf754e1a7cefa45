// The OpenGL engine on textures where they lie, as the window has it: bytes and floats in, float32 and float16 out,
// one channel and four.
#include <chrono>
#include <memory>
#include <thread>

#include "app/work/engines/texture_filter.h"
#include "core/base/random_image.h"
#include "core/problem/reference.h"
#include "tests/support/cases.h"
#include "tests/support/offscreen.h"

namespace sweep::app {
namespace {

using namespace sweep::test;

class OpenGLTextures : public Offscreen {
  protected:
    // Filters the picture in a texture, and compares with the reference.
    void expect_right(TextureFilter& filter, const Problem& p, double tolerance = float_tolerance) {
        SCOPED_TRACE(text(p));
        const bool bytes = p.input == Sample::u8;
        const Image in = random_image({p.shape.width, p.shape.height, 4}, p.input, 5);
        Texture texture(p.shape.width, p.shape.height, bytes ? GL_RGBA8 : GL_RGBA32F);
        texture.upload(GL_RGBA, bytes ? GL_UNSIGNED_BYTE : GL_FLOAT, in.data<void>());
        filter.run(texture, p, true);
        EXPECT_EQ(filter.engine(), EngineKind::opengl);
        EXPECT_TRUE(filter.in_place()) << filter.reason();

        Image red(p.shape, p.input);
        if (p.shape.channels == 1)
            for (std::size_t i = 0; i < p.shape.pixels(); ++i) {
                if (bytes)
                    red.data<std::uint8_t>()[i] = in.data<std::uint8_t>()[4 * i];
                else
                    red.data<float>()[i] = in.data<float>()[4 * i];
            }
        Image out(p.shape, Sample::f32);
        filter.result().read(p.shape.channels == 1 ? GL_RED : GL_RGBA, GL_FLOAT, out.bytes(),
                             out.data<void>());
        Problem asked = p;
        asked.method.half_result = false;
        const Image want = reference(asked, (p.shape.channels == 1 ? red : in).view());
        EXPECT_LE(largest_error(out.view(), want.view()), tolerance);
    }
};

TEST_F(OpenGLTextures, AreFilteredWhereTheyLie) {
    TextureFilter filter(EngineKind::opengl);
    for (const Shape shape : {Shape{97, 65, 4}, Shape{64, 96, 4}, Shape{33, 41, 1}})
        for (const Sample sample : {Sample::u8, Sample::f32})
            for (const int passes : {2, 4}) {
                Problem p = problem(shape, gaussian(5));
                p.input = sample;
                p.passes = passes;
                expect_right(filter, p);
                p.linear = false;
                if (sample == Sample::u8) expect_right(filter, p);
            }
    expect_right(filter, problem({70, 50, 4}, of_kind(FilterKind::none)));
}

TEST_F(OpenGLTextures, ResultsInFloat16AreThoseOfFloat32Rounded) {
    TextureFilter filter(EngineKind::opengl);
    Problem p = problem({97, 65, 4}, gaussian(5));
    p.method.half_result = true;
    expect_right(filter, p, 1e-3);
    EXPECT_EQ(filter.result().format(), GLenum(GL_RGBA16F));
}

TEST_F(OpenGLTextures, AreFilteredByHalosWhereTheyLie) {
    TextureFilter filter(EngineKind::opengl);
    for (const int channels : {4, 1})
        for (const Sample input : {Sample::u8, Sample::f32})
            for (const bool halves : {false, true}) {
                if (halves && channels == 1) continue;  // no engine has them
                Problem p = problem({131, 67, channels}, gaussian(1), BoundaryKind::mirror);
                p.input = input;
                p.method.algorithm = Algorithm::halo;
                p.method.half_result = halves;
                expect_right(filter, p, halves ? 1e-3 : float_tolerance);
            }
}

TEST_F(OpenGLTextures, TheirStagesHaveTimes) {
    TextureFilter filter(EngineKind::opengl);
    const Problem p = problem({200, 150, 4}, gaussian(5));
    Texture texture(p.shape.width, p.shape.height, GL_RGBA32F);
    for (int frame = 0; frame < 8; ++frame) {
        filter.run(texture, p, true);
        glFinish();
    }
    ASSERT_EQ(filter.stages().stages.size(), 4u);
    EXPECT_GT(filter.filter_ms(), 0);
}

// As the depth of field asks for them: whole numbers made of floats, from a texture or from a buffer into a buffer.
TEST_F(OpenGLTextures, MakeTablesInBuffers) {
    TextureFilter filter(EngineKind::opengl);
    for (const double fixed_point : {0.0, 4096.0}) {
        Problem p = problem({97, 65, 4}, of_kind(FilterKind::sat));
        p.method.fixed_point = fixed_point;
        const Image in = random_image(p.shape, p.input, 5), want = reference(p, in.view());
        Texture texture(p.shape.width, p.shape.height, GL_RGBA32F);
        texture.upload(GL_RGBA, GL_FLOAT, in.data<void>());
        const Buffer buffer = make_buffer(GLsizeiptr(in.bytes()), in.data<void>());
        for (const TableSource& source :
             {TableSource{&texture, nullptr, {}}, TableSource{nullptr, &buffer, {}}}) {
            filter.make_table(source, p, true);
            EXPECT_TRUE(filter.in_place()) << filter.reason();
            Image out(p.shape, output_sample(p));
            glGetNamedBufferSubData(filter.table().name(), 0, GLsizeiptr(out.bytes()), out.data<void>());
            EXPECT_LE(largest_error(out.view(), want.view()), fixed_point > 0 ? 0 : float_tolerance);
        }
        filter.run(texture, p, true);
        Image out(p.shape, output_sample(p));
        const bool uints = fixed_point > 0;
        filter.result().read(uints ? GL_RGBA_INTEGER : GL_RGBA, uints ? GL_UNSIGNED_INT : GL_FLOAT,
                             out.bytes(), out.data<void>());
        EXPECT_LE(largest_error(out.view(), want.view()), uints ? 0 : float_tolerance);
    }
}

// Programs are linked while the result of before is there; one of them serves all sigmas.
TEST_F(OpenGLTextures, KeepTheirResultUntilProgramsAreLinked) {
    TextureFilter filter(EngineKind::opengl);
    Problem p = problem({97, 65, 4}, gaussian(5));
    expect_right(filter, p);
    const GLuint before = filter.result().name();
    p.input = Sample::u8;
    const auto milliseconds_since = [](std::chrono::steady_clock::time_point start) {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    };
    const auto start = std::chrono::steady_clock::now();
    double longest = 0;  // call
    bool ready = false;
    int calls = 0;
    for (; !ready && calls < 10000; ++calls) {
        if (calls > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        const auto begun = std::chrono::steady_clock::now();
        ready = filter.is_ready(p);
        longest = std::max(longest, milliseconds_since(begun));
        EXPECT_EQ(filter.result().name(), before);
    }
    EXPECT_TRUE(ready);
    EXPECT_GT(calls, 1) << "the first call asks for programs that nobody has linked";
    RecordProperty("longest_call_ms", std::to_string(longest));
    RecordProperty("all_ms", std::to_string(milliseconds_since(start)));
    expect_right(filter, p);
    p.filter = gaussian(50);
    EXPECT_TRUE(filter.is_ready(p));
    const GLuint name = filter.result().name();
    EXPECT_EQ(filter.take_result().name(), name);
    expect_right(filter, p);
}

// What it does not have is refused, and leaves what was there before.
TEST_F(OpenGLTextures, RefuseBoxes) {
    TextureFilter filter(EngineKind::opengl);
    const Problem p = problem({40, 30, 4}, gaussian(5));
    Texture texture(40, 30, GL_RGBA32F);
    filter.run(texture, p, true);
    const GLuint before = filter.result().name();
    EXPECT_THROW(filter.run(texture, problem({40, 30, 4}, box(3)), true), Error);
    EXPECT_EQ(filter.result().name(), before);
}

}  // namespace
}  // namespace sweep::app
