// What engines offer that work on a GPU, beside filtering images from host memory to host memory: they take images that
// lie there already. The header includes neither OpenGL nor CUDA: a texture or a buffer is its name.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/base/image.h"
#include "core/derived/derived_formula.h"

namespace sweep {

enum class Access { read, write };

// A texture or a buffer of OpenGL that an engine reads or writes in place, as long as this object lives. It is to be
// destroyed before the texture is deleted, with the GL context current.
class SharedImage {
  public:
    virtual ~SharedImage() = default;
};

// An engine that filters textures and buffers of OpenGL where they lie. Formats:
//
//     texture to read      GL_RGBA8, GL_RGBA32F
//     texture to write     GL_RGBA32F, GL_RGBA16F (Method::half_result), GL_RGBA32UI (tables); one channel
//                          that is read from a buffer: GL_R32F, GL_R32UI (tables)
//     buffer to read       the problem's channels as float or uint8
//     buffer to write      the problem's channels as float or uint32 (tables)
//
// A buffer holds its rows, packed, and nothing else: its size tells how many bytes a sample has.
class TextureEngine {
  public:
    virtual ~TextureEngine() = default;

    // Shares a texture (buffer) of that shape with the engine. Returns null where the engine's GPU is not that of the
    // GL context, or the driver refuses; `why_not` then says so in one line.
    virtual std::unique_ptr<SharedImage> share_texture(unsigned texture, Shape shape, Access access,
                                                       std::string& why_not) = 0;
    virtual std::unique_ptr<SharedImage> share_buffer(unsigned buffer, Shape shape, Access access,
                                                      std::string& why_not) = 0;

    // Filters one frame of the prepared problem, from and to what this engine shares; waits for nothing.
    // Engine::report() is a few frames behind, and has the stages that hand the images over beside the others. Throws
    // Error(failed) when the shapes or formats are not those of the prepared problem.
    virtual void run(SharedImage& in, SharedImage& out) = 0;
};

// An engine that filters images in the memory of a CUDA device.
class DeviceEngine {
  public:
    virtual ~DeviceEngine() = default;

    // Filters from device memory to device memory on `stream`, a cudaStream_t, and waits for nothing; without times
    // for Engine::report(). Allocates in its first run alone, and nothing where rows are packed and the two images
    // apart; a result may lie where the input was. Runs on several streams follow each other. Throws Error(usage)
    // when a pointer is not to memory of the engine's GPU, and Error(failed) as Engine::run() does.
    virtual void run_on_device(ConstImageView in, ImageView out, void* stream) = 0;
    // Filters `count` images, in_step and out_step bytes apart, as that does, in one set of launches where the
    // algorithm has that.
    virtual void run_batch_on_device(std::size_t count, ConstImageView in, std::size_t in_step, ImageView out,
                                     std::size_t out_step, void* stream) = 0;
    // Filters likewise by this engine and by `others`, engines of its kind that are prepared for the other runs of a
    // derived picture, and derives it into `out`, float32 (runs_of(), numbers_of() of core/derived/derived.h). No
    // kind that is of_moments. The first run allocates room for the results.
    virtual void derive_on_device(DerivedKind kind, const DerivedNumbers& numbers,
                                  std::span<DeviceEngine* const> others, ConstImageView in, ImageView out,
                                  void* stream) = 0;
    // Waits for everything that was asked of the GPU, for instance by Engine::prepare().
    virtual void wait() const = 0;
};

}  // namespace sweep
