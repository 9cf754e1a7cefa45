// Textures and buffers of OpenGL that the CUDA engine reads and writes in place. The header includes neither
// CUDA nor OpenGL: a texture or a buffer is its name.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "core/engine/gpu_images.h"

namespace sweep::gpu {

// A GL_TEXTURE_2D or a buffer that is registered with CUDA as long as this object lives.
// The destructor waits for the GPU.
class GlImage final : public SharedImage {
  public:
    ~GlImage() override;
    struct State;
    explicit GlImage(std::unique_ptr<State> state);
    State& state() { return *state_; }

  private:
    std::unique_ptr<State> state_;
};

// Registers a GL texture (buffer), as TextureEngine shares it.
std::unique_ptr<GlImage> register_texture(unsigned texture, Shape shape, Access access, std::string& why_not);
std::unique_ptr<GlImage> register_buffer(unsigned buffer, Shape shape, Access access, std::string& why_not);

// Calls work(from, to) with the addresses of a registered buffer to read and of one to write, both in memory of the
// CUDA device, for work on the default stream; waits for it, and gives the buffers back to OpenGL, whatever happens.
// Throws Error(failed).
void on_mapped_buffers(GlImage& in, GlImage& out,
                       const std::function<void(const void* from, void* to)>& work);

// Memory of the CUDA device, for a buffer of OpenGL to be made of. OpenGL's own memory slows kernels down once OpenGL
// has drawn (bench/results/notes.md).
struct ExportedMemory {
    int file = -1;  // a descriptor, which OpenGL owns once it has imported it; negative: there is none
    std::size_t bytes = 0;  // of the allocation, which is larger than was asked for
};
using Uuid = std::array<unsigned char, 16>;
// Returns none where the driver exports no memory as files, where it has not so much, or where `gpu`, the GPU of the GL
// context (GL_DEVICE_UUID_EXT), is not the CUDA device.
ExportedMemory export_memory(std::size_t bytes, const Uuid& gpu);
// Gives back what OpenGL has not imported.
void drop(const ExportedMemory& memory);
// Whether a GL buffer that is registered with CUDA, which OpenGL has filled with `byte`, shows that to CUDA from its
// first byte to its last. No document says so of buffers of imported memory.
bool finds_byte(unsigned buffer, std::size_t bytes, unsigned char byte);

}  // namespace sweep::gpu
