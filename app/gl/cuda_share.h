// Textures and buffers of OpenGL that CUDA reads and writes in place.
#pragma once

#include <string>

#include "app/gl/gl.h"
#include "gpu/interop.h"

namespace sweep::app {

// A buffer with mutable storage, which is the kind that CUDA is documented to register; its storage is never
// replaced.
Buffer make_shared_buffer(GLsizeiptr bytes);

// The texture or buffer as CUDA has it. It is registered at the first call, and the registration ends before
// OpenGL deletes the object. Returns null, and the reason in one line in `why_not`, where the driver does not
// share it.
gpu::GlImage* shared_with_cuda(const Texture& texture, Shape shape, gpu::Access access, std::string& why_not);
gpu::GlImage* shared_with_cuda(const Buffer& buffer, Shape shape, gpu::Access access, std::string& why_not);

}  // namespace sweep::app
