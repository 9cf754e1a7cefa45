#include "app/views/focus/probe.h"

#include <algorithm>
#include <numeric>

namespace sweep::app {

void FocusProbe::ask(const Texture& depth, int x, int y) {
    if (fence_) return;  // one question at a time
    if (!buffer_) buffer_ = make_buffer(side * side * sizeof(float), nullptr, GL_MAP_READ_BIT);
    const int width = std::min(side, depth.width()), height = std::min(side, depth.height());
    x = std::clamp(x - side / 2, 0, depth.width() - width);
    y = std::clamp(y - side / 2, 0, depth.height() - height);
    count_ = width * height;
    const GLenum format = depth.format() == GL_R32F ? GL_RED : GL_DEPTH_COMPONENT;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_.name());
    glGetTextureSubImage(depth.name(), 0, x, y, 0, width, height, 1, format, GL_FLOAT,
                         GLsizei(sizeof(float)) * count_, nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    fence_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

std::optional<float> FocusProbe::answer() {
    if (!fence_) return std::nullopt;
    const GLenum state = glClientWaitSync(fence_, GL_SYNC_FLUSH_COMMANDS_BIT, 0);
    if (state != GL_ALREADY_SIGNALED && state != GL_CONDITION_SATISFIED) return std::nullopt;
    glDeleteSync(fence_);
    fence_ = nullptr;
    float values[side * side] = {};
    glGetNamedBufferSubData(buffer_.name(), 0, GLsizeiptr(sizeof(float)) * count_, values);
    return std::accumulate(values, values + count_, 0.0f) / float(count_);
}

}  // namespace sweep::app
