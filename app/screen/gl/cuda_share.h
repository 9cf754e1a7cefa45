// Textures and buffers of OpenGL that an engine reads and writes in place.
#pragma once

#include <string>

#include "app/screen/gl/gl.h"
#include "core/engine/gpu_images.h"

namespace sweep::app {

// A buffer for CUDA to register: of memory that CUDA exports, where `for_cuda` and the driver has that, and otherwise
// with mutable storage, which is the kind that CUDA is documented to register. Only shaders, copies and CUDA write
// into the former. Its storage is never replaced.
Buffer make_shared_buffer(GLsizeiptr bytes, bool for_cuda);

// The texture or buffer as the engine has it. It is shared at the first call, and no longer before OpenGL deletes the
// object. Returns null, and the reason in one line in `why_not`, where the engine does not share it.
SharedImage* shared_with(TextureEngine& engine, const Texture& texture, Shape shape, Access access,
                         std::string& why_not);
SharedImage* shared_with(TextureEngine& engine, const Buffer& buffer, Shape shape, Access access,
                         std::string& why_not);

}  // namespace sweep::app
