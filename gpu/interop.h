// GL textures and buffers that the CUDA engine reads and writes in place. No CUDA and no GL header: a texture or
// buffer is its name.
#pragma once

#include <memory>
#include <string>

#include "gpu/engine.h"

namespace sweep::gpu {

enum class Access { read, write };

// A GL_TEXTURE_2D or a buffer registered with CUDA for as long as this object lives: make one per texture and size,
// and destroy it before the texture, with the GL context current. That waits for the GPU. Formats of textures: GL_RGBA8,
// GL_RGBA32F to read; GL_RGBA32F, GL_RGBA16F (Problem::half_result), GL_RGBA32UI (tables) to write; of one channel GL_R32F
// and GL_R32UI to write what is read from a buffer. Of buffers: the problem's channels as float or uint8 to read, as float
// or uint32 (tables) to write; rows packed, and of no more bytes than these.
class GlImage {
  public:
    ~GlImage();
    struct State;
    explicit GlImage(std::unique_ptr<State> state);
    State& state() { return *state_; }

  private:
    std::unique_ptr<State> state_;
};

enum class GlKind { texture, buffer };

// What was registered so far. No texture or buffer is to be deleted before its registration ends.
struct GlRegistrations {
    int alive = 0;
    long made = 0, deleted_too_early = 0;
};
GlRegistrations gl_registrations();
// By whoever is about to delete a texture or buffer of OpenGL: counts it, if it is registered.
void note_deletion(GlKind kind, unsigned name);

// Null when the context's GPU is not the CUDA device or the driver refuses; `why_not` then says so in one
// line.
std::unique_ptr<GlImage> register_texture(unsigned texture, Shape shape, Access access, std::string& why_not);
std::unique_ptr<GlImage> register_buffer(unsigned buffer, Shape shape, Access access, std::string& why_not);

}  // namespace sweep::gpu
