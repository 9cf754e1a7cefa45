// An OpenGL context for tests, without a display.
#pragma once

#include <memory>

#include <gtest/gtest.h>

#include "app/screen/gl/headless_egl.h"
#include "core/base/error.h"
#include "tests/support/required.h"
#include "tests/support/scratch.h"

namespace sweep::app {

// The base of tests that draw. They are skipped only where EGL gives no OpenGL at all and that is not
// required (tests/support/required.h).
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
