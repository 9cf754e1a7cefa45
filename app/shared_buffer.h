// Buffers that OpenGL and CUDA share.
#pragma once

#include "app/gl.h"

namespace sweep::app {

// Storage that could be replaced, though nobody does: the kind that CUDA is documented to register.
inline Buffer make_shared_buffer(GLsizeiptr bytes) {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    glNamedBufferData(name, bytes, nullptr, GL_DYNAMIC_COPY);
    return Buffer(name);
}

}  // namespace sweep::app
