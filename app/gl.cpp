#include "app/gl.h"

#include "core/error.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>

namespace sweep::app {
namespace {

void GLAD_API_PTR on_debug_message(GLenum, GLenum type, GLuint, GLenum severity, GLsizei,
                                   const GLchar* message, const void*) {
    static const bool verbose = std::getenv("SWEEP_GL_DEBUG") != nullptr;
    if (type == GL_DEBUG_TYPE_ERROR || (verbose && severity != GL_DEBUG_SEVERITY_NOTIFICATION))
        std::fprintf(stderr, "sweep: OpenGL: %s\n", message);
}

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw Error(ExitCode::failed, "cannot read the shader " + path.string() + ": reinstall Sweep");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// What is shared belongs to the stage of the file that ends the list.
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
        glDeleteShader(shader);  // lives on in the program
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

bool gl_is_software() {
    const std::string_view renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return renderer.starts_with("llvmpipe") || renderer.starts_with("softpipe");
}

Buffer make_buffer(GLsizeiptr bytes, const void* data, GLbitfield flags) {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    glNamedBufferStorage(name, bytes, data, flags);
    return Buffer(name);
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
    if (samples > 1) {
        glTextureStorage2DMultisample(name(), samples, format, width, height, GL_TRUE);
        return;  // has no sampler state
    }
    if (layers)
        glTextureStorage3D(name(), levels, format, width, height, layers);
    else
        glTextureStorage2D(name(), levels, format, width, height);
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
    glGetTextureImage(name(), 0, format, type, GLsizei(bytes), pixels);
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
}

Framebuffer Framebuffer::of_layer(const Texture& array, int layer) {
    Framebuffer framebuffer({}, nullptr);
    glNamedFramebufferTextureLayer(framebuffer.name(), GL_COLOR_ATTACHMENT0, array.name(), 0, layer);
    glNamedFramebufferDrawBuffer(framebuffer.name(), GL_COLOR_ATTACHMENT0);
    return framebuffer;
}

Program::Program(std::vector<std::string> files, std::string definitions)
    : Owned(build(files, definitions)), files_(std::move(files)), definitions_(std::move(definitions)) {}

std::string Program::reload() {
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
    // Core profile draws nothing without a vertex array; this empty one lives as long as the context.
    static thread_local GLuint empty = 0;
    if (!empty || !glIsVertexArray(empty)) glCreateVertexArrays(1, &empty);
    glBindVertexArray(empty);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace sweep::app
