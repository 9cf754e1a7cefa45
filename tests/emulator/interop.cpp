// Textures and buffers of OpenGL for the emulated CUDA, by copies.
#include "gpu/interop/interop.h"

#include <memory>

#include <glad/gl.h>

#include "cuda_gl_interop.h"

// Mesa's software renderer and the emulator share no memory.
namespace sweep::gpu {
ExportedMemory export_memory(std::size_t, const Uuid&) {
    return {};
}
void drop(const ExportedMemory&) {}
}  // namespace sweep::gpu

struct EmulatedResource {
    unsigned name = 0;
    bool is_buffer = false, is_read_only = false;
    // For a texture:
    unsigned format = 0, type = 0;
    std::unique_ptr<EmulatedArray> array;
    // For a buffer:
    void* memory = nullptr;
    std::size_t bytes = 0;

    ~EmulatedResource() { cudaFree(memory); }
};

namespace {

cudaError_t registered(cudaGraphicsResource_t* resource, std::unique_ptr<EmulatedResource> made) {
    if (emulated::faults().shares_nothing) return emulated::answer(cudaErrorInvalidValue);
    if (const cudaError_t error = emulated::answer(); error != cudaSuccess) return error;
    *resource = made.release();
    return cudaSuccess;
}

int of_texture(unsigned name, GLenum what) {
    GLint value = 0;
    glGetTextureLevelParameteriv(name, 0, what, &value);
    return value;
}

}  // namespace

cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource_t* resource, unsigned texture, unsigned,
                                        unsigned flags) {
    auto made = std::make_unique<EmulatedResource>();
    made->name = texture;
    made->is_read_only = flags & cudaGraphicsRegisterFlagsReadOnly;
    const int format = of_texture(texture, GL_TEXTURE_INTERNAL_FORMAT);
    const int bits = format == GL_RGBA8 ? 8 : format == GL_RGBA16F ? 16 : 32;
    const bool is_grey = format == GL_R32F || format == GL_R32UI,
               is_integer = format == GL_RGBA32UI || format == GL_R32UI;
    made->format = is_grey ? (is_integer ? GL_RED_INTEGER : GL_RED) : is_integer ? GL_RGBA_INTEGER : GL_RGBA;
    made->type = bits == 8    ? GL_UNSIGNED_BYTE
                 : bits == 16 ? GL_HALF_FLOAT
                 : is_integer ? GL_UNSIGNED_INT
                              : GL_FLOAT;
    const std::size_t pixel = std::size_t(bits) / 8 * (is_grey ? 1 : 4),
                      row = std::size_t(of_texture(texture, GL_TEXTURE_WIDTH)) * pixel,
                      rows = std::size_t(of_texture(texture, GL_TEXTURE_HEIGHT));
    made->array =
        std::make_unique<EmulatedArray>(EmulatedArray{row, rows, std::vector<std::byte>(row * rows), bits});
    return registered(resource, std::move(made));
}

cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t* resource, unsigned buffer, unsigned flags) {
    auto made = std::make_unique<EmulatedResource>();
    made->name = buffer;
    made->is_buffer = true;
    made->is_read_only = flags & cudaGraphicsRegisterFlagsReadOnly;
    GLint64 bytes = 0;
    glGetNamedBufferParameteri64v(buffer, GL_BUFFER_SIZE, &bytes);
    made->bytes = std::size_t(bytes);
    return registered(resource, std::move(made));
}

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource) {
    const std::unique_ptr<EmulatedResource> gone(resource);
    const bool is_there = gone->is_buffer ? glIsBuffer(gone->name) : glIsTexture(gone->name);
    return emulated::answer(is_there ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t) {
    if (const cudaError_t error = emulated::answer(); error != cudaSuccess) return error;
    for (int i = 0; i < count; ++i) {
        EmulatedResource& r = *resources[i];
        if (r.is_buffer) {
            if (!r.memory)
                if (const cudaError_t error = cudaMalloc(&r.memory, r.bytes); error != cudaSuccess)
                    return error;
            glGetNamedBufferSubData(r.name, 0, GLsizeiptr(r.bytes), r.memory);
        } else {
            glGetTextureImage(r.name, 0, r.format, r.type, GLsizei(r.array->data.size()),
                              r.array->data.data());
        }
    }
    return cudaSuccess;
}

cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t) {
    for (int i = 0; i < count; ++i) {
        const EmulatedResource& r = *resources[i];
        if (r.is_read_only) continue;
        if (r.is_buffer)
            glNamedBufferSubData(r.name, 0, GLsizeiptr(r.bytes), r.memory);
        else
            glTextureSubImage2D(r.name, 0, 0, 0, of_texture(r.name, GL_TEXTURE_WIDTH),
                                of_texture(r.name, GL_TEXTURE_HEIGHT), r.format, r.type,
                                r.array->data.data());
    }
    return emulated::answer();
}

cudaError_t cudaGraphicsResourceGetMappedPointer(void** pointer, std::size_t* bytes,
                                                 cudaGraphicsResource_t resource) {
    *pointer = resource->memory;
    *bytes = resource->bytes;
    return emulated::answer();
}

cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t* array, cudaGraphicsResource_t resource,
                                                  unsigned, unsigned) {
    *array = resource->array.get();
    return emulated::answer();
}
