// Reads parts of textures without waiting for the GPU: asked in one frame, there in a later one.
#pragma once

#include "app/gl.h"
#include "app/viewer.h"
#include "core/image.h"

#include <array>
#include <span>
#include <vector>

namespace sweep::app {

inline Region whole(const Texture& texture) {
    return {0, 0, texture.width(), texture.height()};
}

// Belongs to the context that was current when it was made. The parts are views of memory that the GPU writes: they
// stay as they are until the next ask().
class ReadBack {
  public:
    struct Part {
        const Texture* texture;
        Region region;  // inside the texture
    };

    ReadBack() = default;
    ReadBack(const ReadBack&) = delete;
    ReadBack& operator=(const ReadBack&) = delete;
    ~ReadBack();

    bool busy() const { return fence_ != nullptr; }
    // Only when it is not busy. The answer has four channels, of textures that are seen grey as well: bytes of GL_RGBA8,
    // uint32 of GL_RGBA32UI and GL_R32UI, floats of everything else.
    // Throws Error(failed) where there is no memory for them.
    void ask(std::span<const Part> parts);
    // True once for every question: when the answer has come. Never waits.
    bool arrived();
    const std::vector<ConstImageView>& parts() const { return views_; }

  private:
    Buffer buffer_;
    std::size_t capacity_ = 0;
    const std::byte* memory_ = nullptr;
    GLsync fence_ = nullptr;
    std::vector<ConstImageView> views_;
    std::vector<Image> widened_;  // of textures that are seen grey
};

// The channels of a pixel of such a view, as floats; bytes as they are, 0 to 255.
std::array<double, 4> channels_at(const ConstImageView& view, int x, int y);

}  // namespace sweep::app
