// Counts the textures and buffers of OpenGL that are registered with CUDA, or with the emulator in its place,
// so that one that is deleted before its registration ends does not go unnoticed.
#pragma once

namespace sweep::gpu {

enum class GlKind { texture, buffer };

// The registrations of this process so far. No texture or buffer may be deleted before its registration ends.
struct GlRegistrations {
    int alive = 0;
    long made = 0, deleted_too_early = 0;
};
GlRegistrations gl_registrations();
// Must be called before a texture or buffer of OpenGL is deleted; counts it if it is registered.
void note_deletion(GlKind kind, unsigned name);

// One registration, from its beginning to its end.
class Registration {
  public:
    Registration(GlKind kind, unsigned name);
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;
    ~Registration();

  private:
    GlKind kind_;
    unsigned name_;
};

}  // namespace sweep::gpu
