#include "opengl/context/objects.h"

#include <vector>

#include "core/base/error.h"
#include "core/base/memory.h"

namespace sweep::opengl {
namespace {

constexpr int most_errors = 16;  // of earlier calls: a lost context reports errors without end

}  // namespace

Buffer::Buffer(const std::shared_ptr<Context>& context, std::size_t bytes, const std::string& what) {
    if (bytes == 0) return;
    const Driver& driver = context->driver();
    if (bytes > driver.most_block)
        throw Error(ExitCode::failed, what + " needs a buffer of " + memory_text(bytes) +
                                          ", and shaders of " + driver.renderer + " reach " +
                                          memory_text(driver.most_block) + ": use --engine cpu");
    const Functions& gl = context->gl();
    for (int i = 0; i < most_errors && gl.GetError() != 0; ++i) continue;
    Name name = 0;
    gl.CreateBuffers(1, &name);
    static_cast<Owned&>(*this) = Owned(context, name);
    gl.NamedBufferStorage(name, std::ptrdiff_t(bytes), nullptr, gl::dynamic_storage_bit);
    if (gl.GetError() != 0)
        throw Error(ExitCode::failed,
                    what + " needs " + memory_text(bytes) +
                        " of graphics memory, which OpenGL does not give: use --engine cpu");
    bytes_ = bytes;
}

void Buffer::write(const void* from, std::size_t bytes, std::size_t at) const {
    if (bytes > 0) context().gl().NamedBufferSubData(name(), std::ptrdiff_t(at), std::ptrdiff_t(bytes), from);
}

void Buffer::read(void* to, std::size_t bytes, std::size_t at) const {
    if (bytes > 0)
        context().gl().GetNamedBufferSubData(name(), std::ptrdiff_t(at), std::ptrdiff_t(bytes), to);
}

Texture::Texture(const std::shared_ptr<Context>& context, int width, int height, Sample sample)
    : width_(width),
      height_(height),
      format_(sample == Sample::u8    ? gl::rgba8
              : sample == Sample::f16 ? gl::rgba16f
                                      : gl::rgba32f),
      type_(sample == Sample::u8    ? gl::type_byte
            : sample == Sample::f16 ? gl::type_half
                                    : gl::type_float) {
    const Functions& gl = context->gl();
    for (int i = 0; i < most_errors && gl.GetError() != 0; ++i) continue;
    Name name = 0;
    gl.CreateTextures(gl::texture_2d, 1, &name);
    static_cast<Owned&>(*this) = Owned(context, name);
    gl.TextureStorage2D(name, 1, format_, width, height);
    if (gl.GetError() != 0)
        throw Error(ExitCode::failed, "OpenGL gives no texture of " + std::to_string(width) + " x " +
                                          std::to_string(height) + ": use --memory linear");
    gl.TextureParameteri(name, gl::texture_min_filter, int(gl::nearest));  // there are no smaller levels
}

void Texture::write(const void* from) const {
    context().gl().TextureSubImage2D(name(), 0, 0, 0, width_, height_, gl::rgba, type_, from);
}

void Texture::read(void* to, std::size_t bytes) const {
    context().gl().GetTextureImage(name(), 0, gl::rgba, type_, int(bytes), to);
}

Program begin_program(const std::shared_ptr<Context>& context, std::span<const std::string> texts) {
    const Functions& gl = context->gl();
    std::vector<const char*> starts;
    std::vector<int> lengths;
    for (const std::string& text : texts) {
        starts.push_back(text.data());
        lengths.push_back(int(text.size()));
    }
    Program program(context, gl.CreateProgram());
    const Name shader = gl.CreateShader(gl::compute_shader);
    gl.ShaderSource(shader, int(starts.size()), starts.data(), lengths.data());
    gl.CompileShader(shader);
    gl.AttachShader(program.name(), shader);
    gl.DeleteShader(shader);  // the program keeps it
    gl.LinkProgram(program.name());
    return program;
}

bool is_complete(const Program& program) {
    int complete = 0;
    program.context().gl().GetProgramiv(program.name(), gl::completion_status, &complete);
    return complete != 0;
}

void require_linked(const Program& program, std::string_view name) {
    const Functions& gl = program.context().gl();
    int linked = 0, compiled = 0;
    gl.GetProgramiv(program.name(), gl::link_status, &linked);
    if (linked) return;
    char log[1024] = "";
    Name shader = 0;
    gl.GetAttachedShaders(program.name(), 1, nullptr, &shader);
    gl.GetShaderiv(shader, gl::compile_status, &compiled);
    if (compiled)
        gl.GetProgramInfoLog(program.name(), sizeof log, nullptr, log);
    else
        gl.GetShaderInfoLog(shader, sizeof log, nullptr, log);
    const std::string text = log;
    throw Error(ExitCode::failed, "the driver refuses the shader " + std::string(name) + " (" +
                                      text.substr(0, text.find('\n')) + "): use --engine cpu");
}

}  // namespace sweep::opengl
