// Textures and buffers of OpenGL that CUDA reads and writes in place.
#pragma once

#include "app/gl.h"
#include "gpu/interop.h"

#include <string>

namespace sweep::app {

// Storage that could be replaced, though nobody does: the kind that CUDA is documented to register.
Buffer make_shared_buffer(GLsizeiptr bytes);

// The texture or buffer as CUDA has it: registered when it is asked for the first time, and given back before OpenGL deletes
// it, whoever deletes it and when. Null, and `why_not` in one line, where the driver does not share it.
gpu::GlImage* shared_with_cuda(const Texture& texture, Shape shape, gpu::Access access, std::string& why_not);
gpu::GlImage* shared_with_cuda(const Buffer& buffer, Shape shape, gpu::Access access, std::string& why_not);

}  // namespace sweep::app
