// What a registered GL texture or buffer is made of, for gpu/interop.cu and the engine.
#pragma once

#include <cuda_runtime.h>

#include <optional>

#include "gpu/check.h"
#include "gpu/interop.h"
#include "gpu/registrations.h"

namespace sweep::gpu {

struct GlImage::State {
    cudaGraphicsResource_t resource = nullptr;
    Shape shape;
    int bits = 32;  // of a component
    bool is_buffer = false;
    std::optional<Registration> registration;  // counts it
    void* data = nullptr;                      // of a mapped buffer
    // A view of the mapped array; made again only when mapping returns another array.
    cudaArray_t array = nullptr;
    cudaSurfaceObject_t surface = 0;

    ~State();
    void view_mapped();
    bool holds(Sample sample) const { return bits == int(size_of(sample)) * 8; }
};

}  // namespace sweep::gpu
