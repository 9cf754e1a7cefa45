// Reads the depth under the pointer without waiting for the GPU: asked in one frame, answered in a later one.
#pragma once

#include "app/gl.h"

#include <optional>

namespace sweep::app {

class FocusProbe {
  public:
    // Depth of the 9 x 9 pixels around (x, y); clipped to the texture.
    void ask(const Texture& depth, int x, int y);
    // The mean depth, once it is there.
    std::optional<float> answer();

  private:
    static constexpr int side = 9;
    Buffer buffer_;
    GLsync fence_ = nullptr;
    int count_ = 0;
};

}  // namespace sweep::app
