// Which textures and buffers of OpenGL CUDA has, whatever stands for CUDA: counted, so that one that is deleted too early
// does not stay unseen.
#pragma once

#include "gpu/interop.h"

namespace sweep::gpu {

// One of them, from its registration until that ends.
class Registration {
  public:
    Registration(GlKind kind, unsigned name);
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;
    ~Registration();

  private:
    GlKind kind_;
    unsigned name_;
};

}  // namespace sweep::gpu
