#include "app/screen/gl/read_back.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/base/error.h"

namespace sweep::app {
namespace {

struct Format {
    GLenum format, type;
    Sample sample;
    int channels = 4;
};

Format format_of(const Texture& texture) {
    switch (texture.format()) {
        case GL_RGBA8:
            return {GL_RGBA, GL_UNSIGNED_BYTE, Sample::u8};
        case GL_RGBA32UI:
            return {GL_RGBA_INTEGER, GL_UNSIGNED_INT, Sample::u32};
        case GL_R32UI:
            return {GL_RED_INTEGER, GL_UNSIGNED_INT, Sample::u32, 1};
        case GL_R32F:
            return {GL_RED, GL_FLOAT, Sample::f32, 1};
        default:
            return {GL_RGBA, GL_FLOAT, Sample::f32};
    }
}

// Widens one channel to four as a shader that samples such a texture sees it: grey and opaque.
template <class T>
Image of_four_channels(const ConstImageView& grey) {
    Image image({grey.shape.width, grey.shape.height, 4}, grey.sample);
    T* to = image.data<T>();
    for (int y = 0; y < grey.shape.height; ++y)
        for (int x = 0; x < grey.shape.width; ++x, to += 4) {
            std::fill_n(to, 3, grey.row<T>(y)[x]);
            to[3] = T(1);
        }
    return image;
}

std::size_t bytes_of(const ReadBack::Part& part) {
    const Format format = format_of(*part.texture);
    return std::size_t(part.region.width) * std::size_t(part.region.height) * std::size_t(format.channels) *
           size_of(format.sample);
}

}  // namespace

ReadBack::~ReadBack() {
    if (fence_) glDeleteSync(fence_);
}

void ReadBack::ask(std::span<const Part> parts) {
    std::size_t bytes = 0;
    for (const Part& part : parts) bytes += bytes_of(part);
    if (bytes == 0) return;
    if (bytes > capacity_) {
        const std::size_t capacity = bytes + bytes / 2;
        capacity_ = 0;
        views_.clear();  // they look into the buffer that is replaced here
        constexpr GLbitfield access = GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
        // The buffer lies in the host's memory, because reading it over the bus value by value would be slow.
        buffer_ = make_buffer(GLsizeiptr(capacity), nullptr, access | GL_CLIENT_STORAGE_BIT);
        memory_ = static_cast<const std::byte*>(
            glMapNamedBufferRange(buffer_.name(), 0, GLsizeiptr(capacity), access));
        if (!memory_) throw Error(ExitCode::failed, "OpenGL does not give the pixels of a texture");
        capacity_ = capacity;
    }
    views_.clear();
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_.name());
    std::size_t offset = 0;
    for (const Part& part : parts) {
        const Region& r = part.region;
        const Format format = format_of(*part.texture);
        const std::size_t size = bytes_of(part);
        if (size == 0) {
            views_.emplace_back();
            continue;
        }
        part.texture->read_part(r.x, r.y, r.width, r.height, format.format, format.type, size,
                                reinterpret_cast<void*>(offset));
        views_.push_back({memory_ + offset,
                          {r.width, r.height, format.channels},
                          format.sample,
                          std::ptrdiff_t(size / std::size_t(r.height))});
        offset += size;
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    fence_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

bool ReadBack::arrived() {
    if (!fence_) return false;
    const GLenum state = glClientWaitSync(fence_, GL_SYNC_FLUSH_COMMANDS_BIT, 0);
    if (state != GL_ALREADY_SIGNALED && state != GL_CONDITION_SATISFIED) return false;
    glDeleteSync(fence_);
    fence_ = nullptr;
    widened_.clear();
    for (ConstImageView& view : views_) {
        if (!view.data || view.shape.channels == 4) continue;
        widened_.push_back(view.sample == Sample::u32 ? of_four_channels<std::uint32_t>(view)
                                                      : of_four_channels<float>(view));
        view = std::as_const(widened_.back()).view();
    }
    return true;
}

std::array<double, 4> channels_at(const ConstImageView& view, int x, int y) {
    std::array<double, 4> values{};
    for (std::size_t c = 0; c < 4; ++c) {
        const std::size_t i = std::size_t(x) * 4 + c;
        values[c] = view.sample == Sample::u8    ? double(view.row<std::uint8_t>(y)[i])
                    : view.sample == Sample::u32 ? double(view.row<std::uint32_t>(y)[i])
                                                 : double(view.row<float>(y)[i]);
    }
    return values;
}

}  // namespace sweep::app
