// An OpenGL 4.5 core context without any display, window or X server.
#pragma once

#include <memory>

namespace sweep::app {

class HeadlessContext {
  public:
    // Prefers an NVIDIA device, then whatever device answers, then Mesa's surfaceless platform.
    // The context is current afterwards. Throws Error(failed) with advice when nothing works.
    HeadlessContext();
    ~HeadlessContext();

  private:
    struct Handles;
    std::unique_ptr<Handles> handles_;
};

}  // namespace sweep::app
