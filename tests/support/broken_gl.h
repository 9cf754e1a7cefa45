// A thin layer under the calls of OpenGL: while one of these objects lives, one function fails as a driver's
// would.
#pragma once

#include <utility>

#include "app/screen/gl/gl.h"

namespace sweep::test {

// Puts another function in the place of OpenGL's, and puts the old one back at the end.
template <class Function>
class Replaced {
  public:
    Replaced(Function& function, Function by) : function_(function), real_(std::exchange(function, by)) {}
    ~Replaced() { function_ = real_; }
    Replaced(const Replaced&) = delete;
    Replaced& operator=(const Replaced&) = delete;

  private:
    Function& function_;
    Function real_;
};

// Textures and buffers get no memory.
class NoStorage {
  public:
    NoStorage() { error_ = GL_NO_ERROR; }

  private:
    static inline GLenum error_ = GL_NO_ERROR;
    static void GLAD_API_PTR no_texture(GLuint, GLsizei, GLenum, GLsizei, GLsizei) {
        error_ = GL_OUT_OF_MEMORY;
    }
    static void GLAD_API_PTR no_buffer(GLuint, GLsizeiptr, const void*, GLbitfield) {
        error_ = GL_OUT_OF_MEMORY;
    }
    static GLenum GLAD_API_PTR error() { return std::exchange(error_, GL_NO_ERROR); }

    Replaced<PFNGLTEXTURESTORAGE2DPROC> texture_{glad_glTextureStorage2D, no_texture};
    Replaced<PFNGLNAMEDBUFFERSTORAGEPROC> buffer_{glad_glNamedBufferStorage, no_buffer};
    Replaced<PFNGLGETERRORPROC> errors_{glad_glGetError, error};
};

// Buffers cannot be mapped.
class NoMap {
    static void* GLAD_API_PTR no_map(GLuint, GLintptr, GLsizeiptr, GLbitfield) { return nullptr; }
    Replaced<PFNGLMAPNAMEDBUFFERRANGEPROC> map_{glad_glMapNamedBufferRange, no_map};
};

// Nothing can be drawn into new framebuffers.
class NoFramebuffer {
    static GLenum GLAD_API_PTR incomplete(GLuint, GLenum) { return GL_FRAMEBUFFER_UNSUPPORTED; }
    Replaced<PFNGLCHECKNAMEDFRAMEBUFFERSTATUSPROC> check_{glad_glCheckNamedFramebufferStatus, incomplete};
};

}  // namespace sweep::test
