// Registration of GL textures and buffers with CUDA.
#include "gpu/interop/interop_state.cuh"

#include <cuda_gl_interop.h>
#include <GL/gl.h>

namespace sweep::gpu {

GlImage::State::~State() {
    if (!resource) return;
    ignore(cudaDeviceSynchronize());  // a kernel that still runs may use the surface
    if (surface) ignore(cudaDestroySurfaceObject(surface));
    ignore(cudaGraphicsUnregisterResource(resource));
}

void GlImage::State::view_mapped() {
    if (is_buffer) {
        std::size_t size = 0;
        check(cudaGraphicsResourceGetMappedPointer(&data, &size, resource));
        bits = int(8 * size / shape.samples());
        return;
    }
    cudaArray_t mapped = nullptr;
    check(cudaGraphicsSubResourceGetMappedArray(&mapped, resource, 0, 0));
    if (mapped == array) return;
    array = mapped;
    cudaResourceDesc description{};
    description.resType = cudaResourceTypeArray;
    description.res.array.array = mapped;
    if (surface) check(cudaDestroySurfaceObject(surface));
    check(cudaCreateSurfaceObject(&surface, &description));
    cudaChannelFormatDesc format{};
    check(cudaGetChannelDesc(&format, mapped));
    bits = format.x;
}

namespace {

// `name` is "texture" or "buffer".
std::unique_ptr<GlImage> registered(std::unique_ptr<GlImage::State> state, cudaError_t status,
                                    unsigned gl_name, const char* name, std::string& why_not) {
    if (status == cudaSuccess) {
        state->registration.emplace(state->is_buffer ? GlKind::buffer : GlKind::texture, gl_name);
        return std::make_unique<GlImage>(std::move(state));
    }
    ignore(status);
    state->resource = nullptr;
    why_not = std::string("the driver does not share this OpenGL ") + name + " with CUDA (" +
              cudaGetErrorString(status) + "): frames are copied; does another GPU draw the window?";
    return nullptr;
}

}  // namespace

GlImage::GlImage(std::unique_ptr<State> state) : state_(std::move(state)) {}
GlImage::~GlImage() = default;

std::unique_ptr<GlImage> register_texture(unsigned texture, Shape shape, Access access,
                                          std::string& why_not) {
    auto state = std::make_unique<GlImage::State>();
    state->shape = shape;
    unsigned flags = cudaGraphicsRegisterFlagsSurfaceLoadStore;
    if (access == Access::read) flags |= cudaGraphicsRegisterFlagsReadOnly;
    const cudaError_t status = cudaGraphicsGLRegisterImage(&state->resource, texture, GL_TEXTURE_2D, flags);
    return registered(std::move(state), status, texture, "texture", why_not);
}

void on_mapped_buffers(GlImage& in, GlImage& out,
                       const std::function<void(const void* from, void* to)>& work) {
    cudaGraphicsResource_t resources[] = {in.state().resource, out.state().resource};
    check(cudaGraphicsMapResources(2, resources, nullptr));
    struct Unmap {
        cudaGraphicsResource_t* resources;
        ~Unmap() { ignore(cudaGraphicsUnmapResources(2, resources, nullptr)); }
    } unmap{resources};
    in.state().view_mapped();
    out.state().view_mapped();
    work(in.state().data, out.state().data);
    check(cudaStreamSynchronize(nullptr));
}

bool finds_byte(unsigned buffer, std::size_t bytes, unsigned char byte) {
    std::string why_not;
    const auto image = register_buffer(buffer, {1, 1, 1}, Access::read, why_not);
    if (!image) return false;
    GlImage::State& state = image->state();
    if (cudaGraphicsMapResources(1, &state.resource, nullptr) != cudaSuccess) {
        cudaGetLastError();
        return false;
    }
    bool found = true;
    try {
        state.view_mapped();
        // A place in each half of the units in which memory is allocated, and the last byte.
        constexpr std::size_t step = 1 << 20;
        for (std::size_t i = 0; i < bytes + step && found; i += step) {
            unsigned char there = 0;
            const auto* at = static_cast<const unsigned char*>(state.data) + (i < bytes ? i : bytes - 1);
            check(cudaMemcpy(&there, at, 1, cudaMemcpyDeviceToHost));
            found = there == byte;
        }
    } catch (const Error&) {
        found = false;
    }
    ignore(cudaGraphicsUnmapResources(1, &state.resource, nullptr));
    return found;
}

std::unique_ptr<GlImage> register_buffer(unsigned buffer, Shape shape, Access access, std::string& why_not) {
    auto state = std::make_unique<GlImage::State>();
    state->shape = shape;
    state->is_buffer = true;
    const unsigned flags =
        access == Access::read ? cudaGraphicsRegisterFlagsReadOnly : cudaGraphicsRegisterFlagsWriteDiscard;
    const cudaError_t status = cudaGraphicsGLRegisterBuffer(&state->resource, buffer, flags);
    return registered(std::move(state), status, buffer, "buffer", why_not);
}

}  // namespace sweep::gpu
