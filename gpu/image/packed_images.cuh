// The images of a run on device memory that somebody else owns. Kernels read and write packed rows from a 16-byte word
// on, and the result nowhere where the input is: where the owner's images are otherwise,
// copies in between make them so.
#pragma once

#include <cstdint>

#include "core/base/image.h"
#include "gpu/device/device_buffer.h"

namespace sweep::gpu {

class PackedImages {
  public:
    // True if kernels may read and write all `count` images of a batch where they lie.
    static bool can_batch(std::size_t count, const ConstImageView& in, std::size_t in_step,
                          const ImageView& out, std::size_t out_step) {
        const auto fits = [](const ConstImageView& view, std::size_t step) {
            return is_packed(view.data, view.stride, view.shape.row_bytes(view.sample)) && step % 16 == 0;
        };
        return fits(in, in_step) && fits(out, out_step) &&
               !overlap(in, out, (count - 1) * in_step, (count - 1) * out_step);
    }
    // Returns the input with packed rows: `in` itself where it is packed and apart from `out`.
    const void* take(const ConstImageView& in, const ImageView& out, cudaStream_t stream) {
        const std::size_t row = in.shape.row_bytes(in.sample), height = std::size_t(in.shape.height);
        if (is_packed(in.data, in.stride, row) && !overlap(in, out)) return in.data;
        in_.grow(row * height);
        check(cudaMemcpy2DAsync(in_.data(), row, in.data, std::size_t(in.stride), row, height,
                                cudaMemcpyDeviceToDevice, stream));
        return in_.data();
    }
    // Returns where the kernels are to write: into `out` itself where its rows are packed.
    void* room_for(const ImageView& out) {
        const std::size_t row = out.shape.row_bytes(out.sample);
        if (is_packed(out.data, out.stride, row)) return out.data;
        out_.grow(row * std::size_t(out.shape.height));
        return out_.data();
    }
    // Copies the result where it does not lie yet.
    void give(const ImageView& out, cudaStream_t stream) const {
        const std::size_t row = out.shape.row_bytes(out.sample);
        if (is_packed(out.data, out.stride, row)) return;
        check(cudaMemcpy2DAsync(out.data, std::size_t(out.stride), out_.data(), row, row,
                                std::size_t(out.shape.height), cudaMemcpyDeviceToDevice, stream));
    }

  private:
    static bool is_packed(const void* data, std::ptrdiff_t stride, std::size_t row) {
        return stride == std::ptrdiff_t(row) && reinterpret_cast<std::uintptr_t>(data) % 16 == 0;
    }
    // Whether two images share bytes, or two rows of images of which the last begins so many bytes behind the first.
    static bool overlap(const ConstImageView& a, const ConstImageView& b, std::size_t a_last = 0,
                        std::size_t b_last = 0) {
        const auto end = [](const ConstImageView& view, std::size_t last) {
            return static_cast<const std::byte*>(view.data) + last + view.stride * (view.shape.height - 1) +
                   std::ptrdiff_t(view.shape.row_bytes(view.sample));
        };
        return a.data < end(b, b_last) && b.data < end(a, a_last);
    }

    DeviceBuffer<std::byte> in_, out_;
};

}  // namespace sweep::gpu
