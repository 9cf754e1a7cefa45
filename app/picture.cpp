#include "app/picture.h"

#include "core/error.h"
#include "core/image_file.h"
#include "core/pixels.h"

namespace sweep::app {
namespace {

// Grey becomes three equal channels, and what has no alpha becomes opaque.
template <class T>
Image to_four_channels(const Image& in, T opaque) {
    const int channels = in.shape().channels;
    Image out({in.shape().width, in.shape().height, 4}, in.sample());
    const T* from = in.data<T>();
    T* to = out.data<T>();
    const bool colour = channels >= 3, alpha = channels == 2 || channels == 4;
    for (std::size_t i = 0; i < in.shape().pixels(); ++i, from += channels, to += 4) {
        to[0] = from[0];
        to[1] = colour ? from[1] : from[0];
        to[2] = colour ? from[2] : from[0];
        to[3] = alpha ? from[channels - 1] : opaque;
    }
    return out;
}

Image to_four_channels(const Image& in) {
    switch (in.sample()) {
        case Sample::u8:
            return to_four_channels<std::uint8_t>(in, 255);
        case Sample::u16:
            return to_four_channels<std::uint16_t>(in, 65535);
        case Sample::f32:
            return to_four_channels<float>(in, 1);
        default:
            return to_four_channels<float>(to_float(in.view(), Sample::f32, false), 1);
    }
}

}  // namespace

Picture::Picture(const std::filesystem::path& path) : name_(path.filename().string()) {
    const Image image = load_image(path, &note_);
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (image.shape().width > largest || image.shape().height > largest)
        throw Error(ExitCode::unreadable_input, path.string() + " is larger than a texture of this GPU (" +
                                                    std::to_string(largest) +
                                                    " pixels a side): use sweep filter");
    image_ = to_four_channels(image);
    const int levels = mip_levels(width(), height());
    if (image_.sample() == Sample::u8) {
        integers_ = Texture(width(), height(), GL_RGBA8, levels);
        integers_.upload(GL_RGBA, GL_UNSIGNED_BYTE, image_.data<void>());
    }
    floats_ = Texture(width(), height(), GL_RGBA32F, levels);
    floats_.filter(GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
}

bool Picture::decode(bool linear) {
    if (decoded_ && (linear == linear_ || !has_encoding())) return false;
    const Image light = to_float(image_.view(), Sample::f32, linear);
    floats_.upload(GL_RGBA, GL_FLOAT, light.data<void>());
    floats_.make_mipmaps();
    decoded_ = true;
    linear_ = linear;
    return true;
}

}  // namespace sweep::app
