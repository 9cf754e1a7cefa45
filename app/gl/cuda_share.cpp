#include "app/gl/cuda_share.h"

namespace sweep::app {
namespace {

struct Registered {
    Shape shape;
    std::unique_ptr<gpu::GlImage> image;
};

template <class Holder, class Register>
gpu::GlImage* registered(const Holder& holder, Shape shape, gpu::Access access, Register&& make) {
    std::shared_ptr<void>& hold = holder.holds()[access == gpu::Access::read ? 0 : 1];
    const auto* there = static_cast<const Registered*>(hold.get());
    if (!there || there->shape != shape) {
        hold.reset();
        std::unique_ptr<gpu::GlImage> image = make();
        if (!image) return nullptr;
        hold = std::make_shared<Registered>(Registered{shape, std::move(image)});
    }
    return static_cast<const Registered*>(hold.get())->image.get();
}

}  // namespace

Buffer make_shared_buffer(GLsizeiptr bytes) {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    Buffer buffer(name);
    forget_errors();
    glNamedBufferData(name, bytes, nullptr, GL_DYNAMIC_COPY);
    require_storage("a buffer", double(bytes));
    return buffer;
}

gpu::GlImage* shared_with_cuda(const Texture& texture, Shape shape, gpu::Access access,
                               std::string& why_not) {
    return registered(texture, shape, access,
                      [&] { return gpu::register_texture(texture.name(), shape, access, why_not); });
}

gpu::GlImage* shared_with_cuda(const Buffer& buffer, Shape shape, gpu::Access access, std::string& why_not) {
    return registered(buffer, shape, access,
                      [&] { return gpu::register_buffer(buffer.name(), shape, access, why_not); });
}

}  // namespace sweep::app
