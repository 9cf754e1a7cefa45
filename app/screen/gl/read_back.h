// Reads parts of textures without waiting for the GPU: they are asked for in one frame and arrive in a later
// one.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "app/base/area.h"
#include "app/screen/gl/gl.h"
#include "core/base/image.h"

namespace sweep::app {

inline Region whole(const Texture& texture) {
    return {0, 0, texture.width(), texture.height()};
}

// A ReadBack belongs to the context that was current when it was made. Its parts() are views of memory that
// the GPU writes; they stay valid until the next ask().
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
    // Asks for parts of textures; busy() must be false. The views have four channels, also those of textures
    // with one, which are grey: bytes from GL_RGBA8, uint32 from GL_RGBA32UI and GL_R32UI, floats from all
    // others. Throws Error(failed) where there is no memory for them.
    void ask(std::span<const Part> parts);
    // True once for every ask(), when the parts have arrived. Never waits.
    bool arrived();
    const std::vector<ConstImageView>& parts() const { return views_; }

  private:
    Buffer buffer_;
    std::size_t capacity_ = 0;
    const std::byte* memory_ = nullptr;
    GLsync fence_ = nullptr;
    std::vector<ConstImageView> views_;
    std::vector<Image> widened_;  // from textures with one channel
};

// The four channels of a pixel of such a view; bytes are 0 to 255.
std::array<double, 4> channels_at(const ConstImageView& view, int x, int y);

}  // namespace sweep::app
