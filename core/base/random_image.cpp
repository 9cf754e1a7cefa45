#include "core/base/random_image.h"

#include <random>
#include <stdexcept>

namespace sweep {

Image random_image(const Shape& shape, Sample sample, unsigned seed) {
    Image image(shape, sample);
    std::mt19937 generator(seed);
    for (std::size_t i = 0; i < shape.samples(); ++i) {
        const std::uint32_t bits = std::uint32_t(generator());
        switch (sample) {
            case Sample::u8:
                image.data<std::uint8_t>()[i] = std::uint8_t(bits >> 24);
                break;
            case Sample::u16:
                image.data<std::uint16_t>()[i] = std::uint16_t(bits >> 16);
                break;
            case Sample::u32:
                image.data<std::uint32_t>()[i] = bits;
                break;
            case Sample::f32:
                image.data<float>()[i] = float(bits >> 8) * 0x1p-24f;
                break;
            case Sample::f64:
                image.data<double>()[i] = double(bits) * 0x1p-32;
                break;
            case Sample::f16:
                throw std::logic_error("no random images in float16");
        }
    }
    return image;
}

}  // namespace sweep
