#include "app/screen/gl/cuda_share.h"

#include "gpu/interop/interop.h"

namespace sweep::app {
namespace {

struct Held {
    Shape shape;
    std::unique_ptr<SharedImage> image;
};

template <class Holder, class Share>
SharedImage* shared(const Holder& holder, Shape shape, Access access, Share&& share) {
    std::shared_ptr<void>& hold = holder.holds()[access == Access::read ? 0 : 1];
    const auto* there = static_cast<const Held*>(hold.get());
    if (!there || there->shape != shape) {
        hold.reset();
        std::unique_ptr<SharedImage> image = share();
        if (!image) return nullptr;
        hold = std::make_shared<Held>(Held{shape, std::move(image)});
    }
    return static_cast<const Held*>(hold.get())->image.get();
}

// Returns no buffer where OpenGL or CUDA refuses any step of it.
Buffer make_buffer_of_cuda(GLsizeiptr bytes) {
    if (!GLAD_GL_EXT_memory_object || !GLAD_GL_EXT_memory_object_fd) return {};
    forget_errors();
    gpu::Uuid uuid{};
    glGetUnsignedBytei_vEXT(GL_DEVICE_UUID_EXT, 0, uuid.data());
    const gpu::ExportedMemory exported = gpu::export_memory(std::size_t(bytes), uuid);
    if (exported.file < 0) return {};
    GLuint memory = 0, name = 0;
    glCreateMemoryObjectsEXT(1, &memory);
    // Without this NVIDIA's driver 580 takes it, and CUDA finds other memory in a registered buffer.
    const GLint dedicated = GL_TRUE;
    glMemoryObjectParameterivEXT(memory, GL_DEDICATED_MEMORY_OBJECT_EXT, &dedicated);
    bool imported = glGetError() == GL_NO_ERROR;
    if (imported) {
        glImportMemoryFdEXT(memory, exported.bytes, GL_HANDLE_TYPE_OPAQUE_FD_EXT, exported.file);
        imported = glGetError() == GL_NO_ERROR;
    }
    if (!imported) {
        gpu::drop(exported);
        glDeleteMemoryObjectsEXT(1, &memory);
        forget_errors();
        return {};
    }
    glCreateBuffers(1, &name);
    Buffer buffer(name);
    glNamedBufferStorageMemEXT(name, bytes, memory, 0);
    glDeleteMemoryObjectsEXT(1, &memory);  // the buffer keeps the memory
    bool works = glGetError() == GL_NO_ERROR;
    for (const GLubyte byte : {GLubyte(0xa5), GLubyte(0x3c)}) {  // one of them memory may have had before
        if (!works) break;
        glClearNamedBufferData(name, GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, &byte);
        works = glGetError() == GL_NO_ERROR && gpu::finds_byte(name, std::size_t(bytes), byte);
    }
    forget_errors();
    return works ? std::move(buffer) : Buffer();
}

}  // namespace

Buffer make_shared_buffer(GLsizeiptr bytes, bool for_cuda) {
    if (for_cuda)
        if (Buffer of_cuda = make_buffer_of_cuda(bytes)) return of_cuda;
    GLuint name = 0;
    glCreateBuffers(1, &name);
    Buffer buffer(name);
    forget_errors();
    glNamedBufferData(name, bytes, nullptr, GL_DYNAMIC_COPY);
    require_storage("a buffer", double(bytes));
    return buffer;
}

SharedImage* shared_with(TextureEngine& engine, const Texture& texture, Shape shape, Access access,
                         std::string& why_not) {
    return shared(texture, shape, access,
                  [&] { return engine.share_texture(texture.name(), shape, access, why_not); });
}

SharedImage* shared_with(TextureEngine& engine, const Buffer& buffer, Shape shape, Access access,
                         std::string& why_not) {
    return shared(buffer, shape, access,
                  [&] { return engine.share_buffer(buffer.name(), shape, access, why_not); });
}

}  // namespace sweep::app
