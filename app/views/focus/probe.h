// Reads the depth under the pointer without waiting for the GPU: it is asked for in one frame and arrives in
// a later one.
#pragma once

#include <optional>

#include "app/screen/gl/gl.h"

namespace sweep::app {

class FocusProbe {
  public:
    // Asks for the depth of the 9 x 9 pixels around (x, y), moved into the texture where needed.
    void ask(const Texture& depth, int x, int y);
    // The mean depth, returned once, when it has arrived.
    std::optional<float> answer();

  private:
    static constexpr int side = 9;
    Buffer buffer_;
    GLsync fence_ = nullptr;
    int count_ = 0;
};

}  // namespace sweep::app
