// An OpenGL context for tests, without a display.
#pragma once

#include "app/headless_egl.h"
#include "core/error.h"
#include "tests/scratch.h"

#include <gtest/gtest.h>

#include <memory>

namespace sweep::app {

// Tests that draw; skipped only where EGL gives no OpenGL at all.
class Offscreen : public test::ScratchTest {
  protected:
    void SetUp() override {
        try {
            context_ = std::make_unique<HeadlessContext>();
        } catch (const Error& error) {
            GTEST_SKIP() << error.what();
        }
    }
    std::unique_ptr<HeadlessContext> context_;
};

}  // namespace sweep::app
