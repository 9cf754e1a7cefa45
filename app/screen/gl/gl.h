// The part of OpenGL 4.5 core that the window needs: move-only owners of GL objects, and programs made from
// files.
//
// Every owner belongs to the context that was current when it was made, and must be destroyed there.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <glad/gl.h>

namespace sweep::app {

// Loads the functions of the current context and routes its debug messages to stderr (errors always,
// the rest when SWEEP_GL_DEBUG is set). Throws Error(failed) when the context is older than 4.5.
void load_gl(GLADloadfunc get_function);

// "NVIDIA H200/PCIe/SSE2, OpenGL 4.5.0 NVIDIA 580.1"
std::string gl_description();
// True when the driver was reset and the objects of this context are lost. Only a context that was created
// with reset notification says so.
bool gl_is_lost();

// True for Mesa's llvmpipe and softpipe: fragments are computed on the CPU.
bool gl_is_software();

// Owns a GL name, which Traits::destroy() deletes. What is registered in holds() is released first.
template <class Traits>
class Owned {
  public:
    Owned() = default;
    explicit Owned(GLuint name) : name_(name) {}
    Owned(Owned&& other) noexcept
        : name_(std::exchange(other.name_, 0)), holds_(std::exchange(other.holds_, {})) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(name_, other.name_);
        std::swap(holds_, other.holds_);
        return *this;
    }
    ~Owned() {
        holds_ = {};
        if (name_) Traits::destroy(name_);
    }

    // What must be released before the name is deleted: CUDA's registrations, to read and to write
    // (app/screen/gl/cuda_share.h).
    using Holds = std::array<std::shared_ptr<void>, 2>;
    Holds& holds() const { return holds_; }

    GLuint name() const { return name_; }
    explicit operator bool() const { return name_ != 0; }

  private:
    GLuint name_ = 0;
    mutable Holds holds_;
};

struct BufferTraits {
    static void destroy(GLuint name);
};
struct VertexArrayTraits {
    static void destroy(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct FramebufferTraits {
    static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};
struct QueryTraits {
    static void destroy(GLuint name) { glDeleteQueries(1, &name); }
};
struct TextureTraits {
    static void destroy(GLuint name);
};
struct ProgramTraits {
    // Dear ImGui sets the program that it found again, which must then still have its name.
    static void destroy(GLuint name) {
        GLint current = 0;
        glGetIntegerv(GL_CURRENT_PROGRAM, &current);
        if (GLuint(current) == name) glUseProgram(0);
        glDeleteProgram(name);
    }
};

using Buffer = Owned<BufferTraits>;
using VertexArray = Owned<VertexArrayTraits>;
using Query = Owned<QueryTraits>;

// Buffers, textures and framebuffers throw Error(failed) when OpenGL has no memory for them, or refuses them.

// A buffer with immutable storage; `data` may be null.
Buffer make_buffer(GLsizeiptr bytes, const void* data, GLbitfield flags = 0);
VertexArray make_vertex_array();
Query make_query(GLenum target);
// Calls to put around glNamedBufferData() and the like: the first forgets the errors of earlier calls, the
// second throws as above where storage of `bytes` could not be made. `what` is named in the message.
void forget_errors();
void require_storage(const std::string& what, double bytes);

// A two-dimensional texture, or an array of them, with immutable storage.
class Texture : public Owned<TextureTraits> {
  public:
    Texture() = default;
    // layers 0: GL_TEXTURE_2D; samples > 1: GL_TEXTURE_2D_MULTISAMPLE.
    Texture(int width, int height, GLenum format, int levels = 1, int layers = 0, int samples = 1);

    int width() const { return width_; }
    int height() const { return height_; }
    GLenum format() const { return format_; }
    int levels() const { return levels_; }
    bool is(int width, int height) const { return name() && width_ == width && height_ == height; }

    void filter(GLenum minify, GLenum magnify) const;
    void wrap(GLenum mode) const;
    void bind(int unit) const { glBindTextureUnit(GLuint(unit), name()); }
    void make_mipmaps() const { glGenerateTextureMipmap(name()); }
    // These write and read the whole of level 0, with packed rows.
    void upload(GLenum format, GLenum type, const void* pixels) const;
    void read(GLenum format, GLenum type, std::size_t bytes, void* pixels) const;
    // Reads a part of level 0, `bytes` in all, into `pixels`, or to that offset of the buffer at
    // GL_PIXEL_PACK_BUFFER. OpenGL counts the bytes of a call in 31 bits, so the part is read in bands of at
    // most `most` bytes, or of one row.
    void read_part(int x, int y, int width, int height, GLenum format, GLenum type, std::size_t bytes,
                   void* pixels, std::size_t most = std::size_t(1) << 30) const;

  private:
    int width_ = 0, height_ = 0, levels_ = 1;
    GLenum format_ = 0;
};

int mip_levels(int width, int height);

class Framebuffer : public Owned<FramebufferTraits> {
  public:
    Framebuffer() = default;
    // Any number of colour textures; `depth` may be null.
    Framebuffer(std::initializer_list<const Texture*> colours, const Texture* depth);
    // Layer `layer` of an array texture.
    static Framebuffer of_layer(const Texture& array, int layer);
};

// A program linked from files of the shader folder. reload() keeps the old program when a file is broken.
class Program : public Owned<ProgramTraits> {
  public:
    Program() = default;
    // Files by name; the shader stage follows from the extension (.vert, .frag, .comp; .glsl: that of the
    // last file). `definitions` are lines that come after #version in each of them. Throws Error(failed) with
    // the compiler's messages.
    explicit Program(std::vector<std::string> files, std::string definitions = "");

    // Reads and compiles the files again. Returns the compiler's messages; empty when all went well. Throws
    // nothing.
    std::string reload();

    void use() const { glUseProgram(name()); }
    void set(const char* uniform, int value) const;
    void set(const char* uniform, float value) const;
    void set(const char* uniform, float x, float y) const;
    void set(const char* uniform, float x, float y, float z) const;
    void set(const char* uniform, float x, float y, float z, float w) const;
    void set_matrix(const char* uniform, const float* column_major_4x4) const;

  private:
    GLint location(const char* uniform) const { return glGetUniformLocation(name(), uniform); }
    std::vector<std::string> files_;
    std::string definitions_;
};

// Draws one triangle that covers the viewport; shaders/fullscreen.vert goes with it.
void draw_fullscreen();

}  // namespace sweep::app
