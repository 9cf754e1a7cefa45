// An OpenGL 4.5 core context without any display, window or X server.
#pragma once

#include <memory>

#include "opengl/context/egl.h"

namespace sweep::app {

class HeadlessContext {
  public:
    // Prefers an NVIDIA device, then whatever device answers, then Mesa's surfaceless platform.
    // The context is current afterwards. Throws Error(failed) with advice when nothing works.
    HeadlessContext();
    ~HeadlessContext();

  private:
    std::unique_ptr<opengl::WindowlessContext> context_;
};

}  // namespace sweep::app
