// Buffers that OpenGL and CUDA share.
#pragma once

#include "app/gl.h"

namespace sweep::app {

// Storage that could be replaced, though nobody does: the kind that CUDA is documented to register.
inline Buffer make_shared_buffer(GLsizeiptr bytes) {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    Buffer buffer(name);
    forget_errors();
    glNamedBufferData(name, bytes, nullptr, GL_DYNAMIC_COPY);
    require_storage("a buffer", double(bytes));
    return buffer;
}

}  // namespace sweep::app
