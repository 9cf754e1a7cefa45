// What a registered GL texture or buffer is made of, for gpu/interop.cu and the engine.
#pragma once

#include <cuda_runtime.h>

#include "gpu/check.h"
#include "gpu/interop.h"

namespace sweep::gpu {

struct GlImage::State {
    cudaGraphicsResource_t resource = nullptr;
    Access access = Access::read;
    Shape shape;
    bool bytes = false;  // GL_RGBA8, otherwise four 32-bit components
    bool is_buffer = false;
    void* data = nullptr;  // of a mapped buffer
    // Views of the mapped array; made again only when mapping returns another array.
    cudaArray_t array = nullptr;
    cudaTextureObject_t texture = 0;
    cudaSurfaceObject_t surface = 0;

    ~State();
    void view_mapped();
};

}  // namespace sweep::gpu
