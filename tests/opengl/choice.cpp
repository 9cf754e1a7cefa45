// Which engine `auto` takes where there is OpenGL: a GPU by OpenGL is faster than the processor, and the processor by OpenGL
// slower than by itself.
#include <gtest/gtest.h>

#include "engines/start.h"
#include "opengl/engine.h"

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

}  // namespace
}  // namespace sweep
