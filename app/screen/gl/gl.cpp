#include "app/screen/gl/gl.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>

#include "app/base/files/data_file.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "gpu/interop/registrations.h"

namespace sweep::app {
namespace {

void GLAD_API_PTR on_debug_message(GLenum, GLenum type, GLuint, GLenum severity, GLsizei,
                                   const GLchar* message, const void*) {
    static const bool verbose = std::getenv("SWEEP_GL_DEBUG") != nullptr;
    if (type == GL_DEBUG_TYPE_ERROR || (verbose && severity != GL_DEBUG_SEVERITY_NOTIFICATION))
        std::fprintf(stderr, "sweep: OpenGL: %s\n", message);
}

constexpr int most_errors = 16;  // a lost context reports errors without end

// A rough size, for messages alone.
double bytes_per_pixel(GLenum format) {
    switch (format) {
        case GL_RGBA32F:
        case GL_RGBA32UI:
            return 16;
        case GL_RGBA16F:
        case GL_RG32F:
            return 8;
        default:
            return 4;
    }
}

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw Error(ExitCode::failed, "cannot read the shader " + path.string() + ": reinstall Sweep");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// A shared file (.glsl) belongs to the shader stage of the last file of the program.
GLenum stage_of(const std::string& file, const std::string& last) {
    if (file.ends_with(".glsl")) return stage_of(last, ".frag");
    if (file.ends_with(".vert")) return GL_VERTEX_SHADER;
    if (file.ends_with(".comp")) return GL_COMPUTE_SHADER;
    return GL_FRAGMENT_SHADER;
}

std::string without_last_newline(std::string_view log) {
    return std::string(log.substr(0, log.find_last_not_of('\n') + 1));
}

// Compiles and links. Throws Error with the compiler's messages.
Owned<ProgramTraits> build(const std::vector<std::string>& files, const std::string& definitions) {
    Owned<ProgramTraits> program(glCreateProgram());
    std::string message;
    for (const std::string& file : files) {
        std::string text = text_of(data_file("shaders") / file);
        text.insert(text.find('\n') + 1, definitions + "#line 2\n");
        const char* source = text.c_str();
        const GLuint shader = glCreateShader(stage_of(file, files.back()));
        glShaderSource(shader, 1, &source, nullptr);
        glCompileShader(shader);
        GLint compiled = 0;
        glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
        if (!compiled) {
            char log[2048] = "";
            glGetShaderInfoLog(shader, sizeof log, nullptr, log);
            message += "shader " + file + ": " + without_last_newline(log) + "\n";
        }
        glAttachShader(program.name(), shader);
        glDeleteShader(shader);  // the program keeps it
    }
    if (!message.empty()) throw Error(ExitCode::failed, without_last_newline(message));
    glLinkProgram(program.name());
    GLint linked = 0;
    glGetProgramiv(program.name(), GL_LINK_STATUS, &linked);
    if (linked) return program;
    char log[2048] = "";
    glGetProgramInfoLog(program.name(), sizeof log, nullptr, log);
    throw Error(ExitCode::failed, "shader " + files.back() + ": " + without_last_newline(log));
}

GLenum texture_target(int layers, int samples) {
    if (samples > 1) return GL_TEXTURE_2D_MULTISAMPLE;
    return layers ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D;
}

GLuint create_texture(GLenum target) {
    GLuint name = 0;
    glCreateTextures(target, 1, &name);
    return name;
}

void require_complete(GLuint framebuffer) {
    const GLenum status = glCheckNamedFramebufferStatus(framebuffer, GL_FRAMEBUFFER);
    if (status != GL_FRAMEBUFFER_COMPLETE)
        throw Error(ExitCode::failed,
                    "OpenGL cannot draw into this texture (status " + std::to_string(status) + ")");
}

GLuint create_framebuffer() {
    GLuint name = 0;
    glCreateFramebuffers(1, &name);
    return name;
}

}  // namespace

void load_gl(GLADloadfunc get_function) {
    const int version = gladLoadGL(get_function);
    if (version < GLAD_MAKE_VERSION(4, 5)) {
        const char* found = version ? reinterpret_cast<const char*>(glGetString(GL_VERSION)) : "none";
        throw Error(ExitCode::failed, std::string("OpenGL 4.5 is needed, this context offers ") + found +
                                          ": update the graphics driver, or set LIBGL_ALWAYS_SOFTWARE=1");
    }
    glEnable(GL_DEBUG_OUTPUT);
    glDebugMessageCallback(on_debug_message, nullptr);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
}

std::string gl_description() {
    const auto text = [](GLenum name) {
        return std::string(reinterpret_cast<const char*>(glGetString(name)));
    };
    return text(GL_RENDERER) + ", OpenGL " + text(GL_VERSION);
}

bool gl_is_lost() {
    return glGetGraphicsResetStatus() != GL_NO_ERROR;
}

bool gl_is_software() {
    const std::string_view renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return renderer.starts_with("llvmpipe") || renderer.starts_with("softpipe");
}

void BufferTraits::destroy(GLuint name) {
    gpu::note_deletion(gpu::GlKind::buffer, name);
    glDeleteBuffers(1, &name);
}

void TextureTraits::destroy(GLuint name) {
    gpu::note_deletion(gpu::GlKind::texture, name);
    glDeleteTextures(1, &name);
}

Buffer make_buffer(GLsizeiptr bytes, const void* data, GLbitfield flags) {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    Buffer buffer(name);
    forget_errors();
    glNamedBufferStorage(name, bytes, data, flags);
    require_storage("a buffer", double(bytes));
    return buffer;
}

void forget_errors() {
    for (int i = 0; i < most_errors && glGetError() != GL_NO_ERROR; ++i) {
    }
}

void require_storage(const std::string& what, double bytes) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) return;
    const std::string size = memory_text(std::uint64_t(bytes));
    forget_errors();
    if (error == GL_OUT_OF_MEMORY)
        throw Error(ExitCode::failed,
                    "OpenGL has no memory for " + what + " of " + size + ": use a smaller picture");
    throw Error(ExitCode::failed, "OpenGL refuses " + what + " of " + size);
}

VertexArray make_vertex_array() {
    GLuint name = 0;
    glCreateVertexArrays(1, &name);
    return VertexArray(name);
}

Query make_query(GLenum target) {
    GLuint name = 0;
    glCreateQueries(target, 1, &name);
    return Query(name);
}

int mip_levels(int width, int height) {
    return std::bit_width(static_cast<unsigned>(std::max(width, height)));
}

Texture::Texture(int width, int height, GLenum format, int levels, int layers, int samples)
    : Owned(create_texture(texture_target(layers, samples))),
      width_(width),
      height_(height),
      levels_(levels),
      format_(format) {
    forget_errors();
    if (samples > 1)
        glTextureStorage2DMultisample(name(), samples, format, width, height, GL_TRUE);
    else if (layers)
        glTextureStorage3D(name(), levels, format, width, height, layers);
    else
        glTextureStorage2D(name(), levels, format, width, height);
    require_storage("a texture of " + std::to_string(width) + " x " + std::to_string(height),
                    bytes_per_pixel(format) * width * height * std::max(layers, 1) * samples);
    if (samples > 1) return;  // a multisample texture has no sampler state
    filter(GL_NEAREST, GL_NEAREST);
    wrap(GL_CLAMP_TO_EDGE);
}

void Texture::filter(GLenum minify, GLenum magnify) const {
    glTextureParameteri(name(), GL_TEXTURE_MIN_FILTER, GLint(minify));
    glTextureParameteri(name(), GL_TEXTURE_MAG_FILTER, GLint(magnify));
}

void Texture::wrap(GLenum mode) const {
    glTextureParameteri(name(), GL_TEXTURE_WRAP_S, GLint(mode));
    glTextureParameteri(name(), GL_TEXTURE_WRAP_T, GLint(mode));
}

void Texture::upload(GLenum format, GLenum type, const void* pixels) const {
    glTextureSubImage2D(name(), 0, 0, 0, width_, height_, format, type, pixels);
}

void Texture::read(GLenum format, GLenum type, std::size_t bytes, void* pixels) const {
    read_part(0, 0, width_, height_, format, type, bytes, pixels);
}

void Texture::read_part(int x, int y, int width, int height, GLenum format, GLenum type, std::size_t bytes,
                        void* pixels, std::size_t most) const {
    if (bytes == 0) return;
    const std::size_t row = bytes / std::size_t(height);
    const int band = int(std::clamp<std::size_t>(most / row, 1, std::size_t(height)));
    // The address may be an offset into a buffer, on which pointer arithmetic is undefined: count as an
    // integer.
    const auto first = reinterpret_cast<std::uintptr_t>(pixels);
    for (int done = 0; done < height; done += band) {
        const int rows = std::min(band, height - done);
        glGetTextureSubImage(name(), 0, x, y + done, 0, width, rows, 1, format, type,
                             GLsizei(row * std::size_t(rows)),
                             reinterpret_cast<void*>(first + row * std::size_t(done)));
    }
}

Framebuffer::Framebuffer(std::initializer_list<const Texture*> colours, const Texture* depth)
    : Owned(create_framebuffer()) {
    std::vector<GLenum> buffers;
    for (const Texture* colour : colours) {
        buffers.push_back(GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(buffers.size()));
        glNamedFramebufferTexture(name(), buffers.back(), colour->name(), 0);
    }
    glNamedFramebufferDrawBuffers(name(), GLsizei(buffers.size()), buffers.data());
    if (depth) glNamedFramebufferTexture(name(), GL_DEPTH_ATTACHMENT, depth->name(), 0);
    if (depth || colours.size() > 0) require_complete(name());
}

Framebuffer Framebuffer::of_layer(const Texture& array, int layer) {
    Framebuffer framebuffer({}, nullptr);
    glNamedFramebufferTextureLayer(framebuffer.name(), GL_COLOR_ATTACHMENT0, array.name(), 0, layer);
    glNamedFramebufferDrawBuffer(framebuffer.name(), GL_COLOR_ATTACHMENT0);
    require_complete(framebuffer.name());
    return framebuffer;
}

Program::Program(std::vector<std::string> files, std::string definitions)
    : Owned(build(files, definitions)), files_(std::move(files)), definitions_(std::move(definitions)) {}

std::string Program::reload() {
    if (!*this) return "";
    try {
        static_cast<Owned&>(*this) = build(files_, definitions_);
        return "";
    } catch (const std::exception& error) {
        return error.what() + std::string("\n");
    }
}

void Program::set(const char* uniform, int value) const {
    glProgramUniform1i(name(), location(uniform), value);
}
void Program::set(const char* uniform, float value) const {
    glProgramUniform1f(name(), location(uniform), value);
}
void Program::set(const char* uniform, float x, float y) const {
    glProgramUniform2f(name(), location(uniform), x, y);
}
void Program::set(const char* uniform, float x, float y, float z) const {
    glProgramUniform3f(name(), location(uniform), x, y, z);
}
void Program::set(const char* uniform, float x, float y, float z, float w) const {
    glProgramUniform4f(name(), location(uniform), x, y, z, w);
}
void Program::set_matrix(const char* uniform, const float* column_major_4x4) const {
    glProgramUniformMatrix4fv(name(), location(uniform), 1, GL_FALSE, column_major_4x4);
}

void draw_fullscreen() {
    // The core profile draws nothing without a vertex array; this empty one lives as long as the context.
    static thread_local GLuint empty = 0;
    if (!empty || !glIsVertexArray(empty)) glCreateVertexArrays(1, &empty);
    glBindVertexArray(empty);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace sweep::app
