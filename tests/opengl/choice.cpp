// Which engine `auto` takes where there is OpenGL: a GPU by OpenGL is faster than the processor, and the processor by
// OpenGL slower than by itself.
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/random_image.h"
#include "core/problem/reference.h"
#include "cpu/engine.h"
#include "engines/either.h"
#include "engines/start.h"
#include "opengl/engine.h"
#include "tests/support/comparison.h"
#include "tests/support/problems.h"
#include "tests/support/required.h"

namespace sweep {
namespace {

TEST(OpenGLChoice, AutomaticLeavesTheProcessorToTheCpuEngine) {
    const EngineKind picked = pick_engine(EngineKind::automatic).kind;
    if (!opengl::probe().is_hardware) {
        EXPECT_NE(picked, EngineKind::opengl);
    } else if (!entry_of(EngineKind::cuda).availability().usable) {
        EXPECT_EQ(picked, EngineKind::opengl);
    }
    // It does not filter float64.
    EXPECT_NE(pick_engine(EngineKind::automatic, Sample::f64).kind, EngineKind::opengl);
}

TEST(OpenGLChoice, WhoAsksForItGetsItOrHearsWhyNot) {
    if (opengl::probe().usable) {
        const StartedEngine started = start_engine(EngineKind::opengl, Sample::f32, nullptr);
        EXPECT_EQ(started.engine->kind(), EngineKind::opengl);
        EXPECT_NE(started.text().find(opengl::probe().text), std::string::npos) << started.text();
        return;
    }
    try {
        start_engine(EngineKind::opengl, Sample::f32, nullptr);
        ADD_FAILURE() << "it started";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::no_engine);
        EXPECT_NE(std::string(error.what()).find("the engine opengl: "), std::string::npos) << error.what();
    }
}

// What the first of two engines does not have, or refuses, the second does.
TEST(OpenGLChoice, TheCpuTakesWhatOpenGLDoesNotHave) {
    if (!opengl::probe().usable) SKIP_WITHOUT("window", opengl::probe().text);
    EitherEngine both(std::make_unique<opengl::Engine>(), std::make_unique<cpu::Engine>());
    Problem p = test::problem({70, 50, 1}, test::gaussian(4));
    both.prepare(p);
    EXPECT_EQ(both.kind(), EngineKind::opengl);
    p.filter = test::box(3);
    both.prepare(p);
    EXPECT_EQ(both.kind(), EngineKind::cpu);
    p.shape.width = 0;
    EXPECT_THROW(both.prepare(p), Error);
    p = test::problem({70, 50, 1}, test::gaussian(4));
    both.prepare(p);
    EXPECT_EQ(both.kind(), EngineKind::opengl);
    const Image in = random_image(p.shape, p.input), want = reference(p, in.view());
    Image out(p.shape, Sample::f32);
    both.run(in.view(), out.view());
    EXPECT_LE(test::largest_error(out.view(), want.view()), test::float_tolerance);
}

}  // namespace
}  // namespace sweep
