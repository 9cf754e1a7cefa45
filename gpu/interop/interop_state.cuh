// The state behind a GlImage, for gpu/interop/interop_state.cu and the engine.
#pragma once

#include <optional>

#include <cuda_runtime.h>

#include "gpu/device/check.h"
#include "gpu/interop/interop.h"
#include "gpu/interop/registrations.h"

namespace sweep::gpu {

struct GlImage::State {
    cudaGraphicsResource_t resource = nullptr;
    Shape shape;
    int bits = 32;  // of a component of a texel, of a sample in a buffer
    bool is_buffer = false;
    std::optional<Registration> registration;  // counts this object while it lives
    void* data = nullptr;                      // address of a mapped buffer
    // A view of the mapped array. It is made again only when mapping returns another array.
    cudaArray_t array = nullptr;
    cudaSurfaceObject_t surface = 0;

    ~State();
    void view_mapped();
    bool holds(Sample sample) const { return bits == int(size_of(sample)) * 8; }
};

}  // namespace sweep::gpu
