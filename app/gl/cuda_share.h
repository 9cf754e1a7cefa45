// Textures and buffers of OpenGL that CUDA reads and writes in place.
#pragma once

#include <string>

#include "app/gl/gl.h"
#include "gpu/interop.h"

namespace sweep::app {

// A buffer for CUDA to register: of memory that CUDA exports, where `for_cuda` and the driver has that, and otherwise with
// mutable storage, which is the kind that CUDA is documented to register. Only shaders, copies and CUDA write into the
// former. Its storage is never replaced.
Buffer make_shared_buffer(GLsizeiptr bytes, bool for_cuda);

// The texture or buffer as CUDA has it. It is registered at the first call, and the registration ends before
// OpenGL deletes the object. Returns null, and the reason in one line in `why_not`, where the driver does not
// share it.
gpu::GlImage* shared_with_cuda(const Texture& texture, Shape shape, gpu::Access access, std::string& why_not);
gpu::GlImage* shared_with_cuda(const Buffer& buffer, Shape shape, gpu::Access access, std::string& why_not);

}  // namespace sweep::app
