// Owners of what the engine makes in a context: buffers, programs, queries. Each enters its context to go.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/image.h"
#include "opengl/context/context.h"

namespace sweep::opengl {

// Owns a name of OpenGL, which Traits::destroy() deletes.
template <class Traits>
class Owned {
  public:
    Owned() = default;
    Owned(std::shared_ptr<Context> context, Name name) : context_(std::move(context)), name_(name) {}
    Owned(Owned&& other) noexcept
        : context_(std::move(other.context_)), name_(std::exchange(other.name_, 0)) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(context_, other.context_);
        std::swap(name_, other.name_);
        return *this;
    }
    ~Owned() {
        if (!name_) return;
        const Context::Use use(*context_);
        Traits::destroy(context_->gl(), name_);
    }
    Name name() const { return name_; }
    explicit operator bool() const { return name_ != 0; }
    Context& context() const { return *context_; }

  private:
    std::shared_ptr<Context> context_;
    Name name_ = 0;
};

struct ProgramTraits {
    static void destroy(const Functions& gl, Name name) { gl.DeleteProgram(name); }
};
struct BufferTraits {
    static void destroy(const Functions& gl, Name name) { gl.DeleteBuffers(1, &name); }
};
struct QueryTraits {
    static void destroy(const Functions& gl, Name name) { gl.DeleteQueries(1, &name); }
};
using Program = Owned<ProgramTraits>;
using Query = Owned<QueryTraits>;

// A buffer of a fixed size. Its name is 0 where it has no bytes.
class Buffer : public Owned<BufferTraits> {
  public:
    Buffer() = default;
    // Throws Error(failed), naming `what`, when a shader cannot reach so many bytes or there is no memory for them.
    Buffer(const std::shared_ptr<Context>& context, std::size_t bytes, const std::string& what);

    std::size_t bytes() const { return bytes_; }
    void write(const void* from, std::size_t bytes, std::size_t at = 0) const;
    void read(void* to, std::size_t bytes, std::size_t at = 0) const;

  private:
    std::size_t bytes_ = 0;
};

struct TextureTraits {
    static void destroy(const Functions& gl, Name name) { gl.DeleteTextures(1, &name); }
};
// A texture of four channels, bytes, float16 or float32. Its name is 0 where it is empty.
class Texture : public Owned<TextureTraits> {
  public:
    Texture() = default;
    // Throws Error(failed) when it is too large for the driver.
    Texture(const std::shared_ptr<Context>& context, int width, int height, Sample sample);

    Enum format() const { return format_; }
    // Packed rows.
    void write(const void* from) const;
    void read(void* to, std::size_t bytes) const;

  private:
    int width_ = 0, height_ = 0;
    Enum format_ = 0, type_ = 0;
};

// Begins to compile and to link a compute shader of these texts, one after the other.
Program begin_program(const std::shared_ptr<Context>& context, std::span<const std::string> texts);
// Whether the driver is done with it; asked only where Driver::links_beside.
bool is_complete(const Program& program);
// Waits for it. Throws Error(failed) with the compiler's first message; `name` is named in it.
void require_linked(const Program& program, std::string_view name);

}  // namespace sweep::opengl
