// A texture of four channels that is owned: move-only, freed with its owner. It lies in memory as OpenGL's
// do, without OpenGL.
#pragma once

#include <utility>

#include "core/base/image.h"
#include "gpu/device/check.h"

namespace sweep::gpu {

class TextureArray {
  public:
    TextureArray() = default;
    TextureArray(Shape shape, Sample sample) : shape_(shape), sample_(sample) {
        const int bits = int(size_of(sample)) * 8;
        const bool is_float = sample == Sample::f16 || sample == Sample::f32;
        const cudaChannelFormatDesc format = cudaCreateChannelDesc(
            bits, bits, bits, bits, is_float ? cudaChannelFormatKindFloat : cudaChannelFormatKindUnsigned);
        check(cudaMallocArray(&array_, &format, std::size_t(shape.width), std::size_t(shape.height),
                              cudaArraySurfaceLoadStore));
        cudaResourceDesc description{};
        description.resType = cudaResourceTypeArray;
        description.res.array.array = array_;
        check(cudaCreateSurfaceObject(&surface_, &description));
    }
    TextureArray(TextureArray&& other) noexcept { *this = std::move(other); }
    TextureArray& operator=(TextureArray&& other) noexcept {
        std::swap(shape_, other.shape_);
        std::swap(sample_, other.sample_);
        std::swap(array_, other.array_);
        std::swap(surface_, other.surface_);
        return *this;
    }
    ~TextureArray() {
        if (surface_) ignore(cudaDestroySurfaceObject(surface_));
        ignore(cudaFreeArray(array_));
    }

    // Becomes a texture of this shape and sample. Another one is freed first, as both might not fit.
    void become(Shape shape, Sample sample) {
        if (array_ && shape_ == shape && sample_ == sample) return;
        { const TextureArray freed(std::move(*this)); }
        *this = TextureArray(shape, sample);
    }
    cudaSurfaceObject_t surface() const { return surface_; }

    // Copy from and to host memory.
    void upload(const ConstImageView& from, cudaStream_t stream) {
        check(cudaMemcpy2DToArrayAsync(array_, 0, 0, from.data, std::size_t(from.stride), row_bytes(),
                                       std::size_t(shape_.height), cudaMemcpyHostToDevice, stream));
    }
    void download(const ImageView& to, cudaStream_t stream) const {
        check(cudaMemcpy2DFromArrayAsync(to.data, std::size_t(to.stride), array_, 0, 0, row_bytes(),
                                         std::size_t(shape_.height), cudaMemcpyDeviceToHost, stream));
    }

  private:
    std::size_t row_bytes() const { return std::size_t(shape_.width) * 4 * size_of(sample_); }

    Shape shape_;
    Sample sample_ = Sample::f32;
    cudaArray_t array_ = nullptr;
    cudaSurfaceObject_t surface_ = 0;
};

}  // namespace sweep::gpu
