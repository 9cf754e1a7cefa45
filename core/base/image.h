// Images in host memory, and views of memory that somebody else owns. Rows from the top, channels
// interleaved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace sweep {

// The types of a sample. f16 is IEEE binary16: only textures and results of the CUDA engine have it.
enum class Sample { u8, u16, u32, f32, f64, f16 };

constexpr std::size_t size_of(Sample sample) {
    switch (sample) {
        case Sample::u8:
            return 1;
        case Sample::u16:
        case Sample::f16:
            return 2;
        case Sample::u32:
        case Sample::f32:
            return 4;
        case Sample::f64:
            return 8;
    }
    return 0;
}

template <class T>
constexpr Sample sample_of() {
    if constexpr (std::is_same_v<T, std::uint8_t>)
        return Sample::u8;
    else if constexpr (std::is_same_v<T, std::uint16_t>)
        return Sample::u16;
    else if constexpr (std::is_same_v<T, std::uint32_t>)
        return Sample::u32;
    else if constexpr (std::is_same_v<T, float>)
        return Sample::f32;
    else {
        static_assert(std::is_same_v<T, double>);
        return Sample::f64;
    }
}

struct Shape {
    int width = 0, height = 0, channels = 1;
    friend bool operator==(const Shape&, const Shape&) = default;
    std::size_t pixels() const { return std::size_t(width) * std::size_t(height); }
    std::size_t samples() const { return pixels() * std::size_t(channels); }
    std::size_t row_bytes(Sample sample) const {  // of a row without padding
        return std::size_t(width) * std::size_t(channels) * size_of(sample);
    }
};

// A view of an image. Sample k of pixel (x, y) is row<T>(y)[x * channels + k], T being the type that `sample`
// names; `stride` is the distance from one row to the next in bytes.
struct ConstImageView {
    const void* data = nullptr;
    Shape shape;
    Sample sample = Sample::f32;
    std::ptrdiff_t stride = 0;

    template <class T>
    const T* row(int y) const {
        return reinterpret_cast<const T*>(static_cast<const std::byte*>(data) + y * stride);
    }
};

struct ImageView {
    void* data = nullptr;
    Shape shape;
    Sample sample = Sample::f32;
    std::ptrdiff_t stride = 0;

    template <class T>
    T* row(int y) const {
        return reinterpret_cast<T*>(static_cast<std::byte*>(data) + y * stride);
    }
    operator ConstImageView() const { return {data, shape, sample, stride}; }
};

// An image that owns its samples. Rows are packed, and the first begins at a cache line. New samples are not
// initialised: every writer writes all of them. Throws std::bad_alloc; see also make_image() in
// core/base/memory.h.
class Image {
  public:
    Image() = default;
    Image(Shape shape, Sample sample)
        : shape_(shape),
          sample_(sample),
          data_(static_cast<std::byte*>(::operator new[](shape.samples() * size_of(sample), alignment))) {}

    const Shape& shape() const { return shape_; }
    Sample sample() const { return sample_; }
    bool empty() const { return shape_.samples() == 0; }
    std::size_t bytes() const { return shape_.samples() * size_of(sample_); }
    ImageView view() { return {data_.get(), shape_, sample_, stride()}; }
    ConstImageView view() const { return {data_.get(), shape_, sample_, stride()}; }
    template <class T>
    T* data() {
        return reinterpret_cast<T*>(data_.get());
    }
    template <class T>
    const T* data() const {
        return reinterpret_cast<const T*>(data_.get());
    }

  private:
    std::ptrdiff_t stride() const {
        return std::ptrdiff_t(std::size_t(shape_.width) * std::size_t(shape_.channels) * size_of(sample_));
    }
    static constexpr std::align_val_t alignment{64};
    struct Delete {
        void operator()(std::byte* data) const { ::operator delete[](data, alignment); }
    };
    Shape shape_;
    Sample sample_ = Sample::f32;
    std::unique_ptr<std::byte[], Delete> data_;
};

}  // namespace sweep
