// Registration of GL textures with CUDA.
#include <cuda_gl_interop.h>
#include <GL/gl.h>

#include "gpu/interop_state.cuh"

namespace sweep::gpu {

GlImage::State::~State() {
    if (texture) cudaDestroyTextureObject(texture);
    if (surface) cudaDestroySurfaceObject(surface);
    if (resource) cudaGraphicsUnregisterResource(resource);
}

void GlImage::State::view_mapped_array() {
    cudaArray_t mapped = nullptr;
    check(cudaGraphicsSubResourceGetMappedArray(&mapped, resource, 0, 0));
    if (mapped == array) return;
    array = mapped;
    cudaResourceDesc description{};
    description.resType = cudaResourceTypeArray;
    description.res.array.array = mapped;
    if (access == Access::read) {
        if (texture) check(cudaDestroyTextureObject(texture));
        cudaTextureDesc sampling{};
        sampling.addressMode[0] = sampling.addressMode[1] = cudaAddressModeClamp;
        sampling.filterMode = cudaFilterModePoint;
        sampling.readMode = cudaReadModeElementType;
        check(cudaCreateTextureObject(&texture, &description, &sampling, nullptr));
        cudaChannelFormatDesc format{};
        check(cudaGetChannelDesc(&format, mapped));
        bytes = format.x == 8;
    } else {
        if (surface) check(cudaDestroySurfaceObject(surface));
        check(cudaCreateSurfaceObject(&surface, &description));
    }
}

GlImage::GlImage(std::unique_ptr<State> state) : state_(std::move(state)) {}
GlImage::~GlImage() = default;

std::unique_ptr<GlImage> register_texture(unsigned texture, Shape shape, Access access,
                                          std::string& why_not) {
    auto state = std::make_unique<GlImage::State>();
    state->access = access;
    state->shape = shape;
    const unsigned flags = access == Access::read ? cudaGraphicsRegisterFlagsReadOnly
                                                  : cudaGraphicsRegisterFlagsSurfaceLoadStore;
    const cudaError_t status = cudaGraphicsGLRegisterImage(&state->resource, texture, GL_TEXTURE_2D, flags);
    if (status != cudaSuccess) {
        cudaGetLastError();
        state->resource = nullptr;
        why_not = std::string("the driver does not share this OpenGL texture with CUDA (") +
                  cudaGetErrorString(status) + "): frames are copied; does another GPU draw the window?";
        return nullptr;
    }
    return std::make_unique<GlImage>(std::move(state));
}

}  // namespace sweep::gpu
