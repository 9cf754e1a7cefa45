// An OpenGL context for tests, without a display.
#pragma once

#include "app/headless_egl.h"
#include "core/error.h"
#include "tests/required.h"
#include "tests/scratch.h"

#include <gtest/gtest.h>

#include <memory>

namespace sweep::app {

// Tests that draw; skipped only where EGL gives no OpenGL at all, and that is not required (tests/required.h).
class Offscreen : public test::ScratchTest {
  protected:
    void SetUp() override {
        try {
            context_ = std::make_unique<HeadlessContext>();
        } catch (const Error& error) {
            SKIP_WITHOUT("window", error.what());
        }
    }
    std::unique_ptr<HeadlessContext> context_;
};

}  // namespace sweep::app
