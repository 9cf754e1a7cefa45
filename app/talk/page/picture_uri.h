// Pictures inside of a page.
#pragma once

#include <string>

#include "app/screen/gl/gl.h"
#include "core/base/image.h"

namespace sweep::app {

// A picture of 8 bits, RGB or RGBA, as "data:image/jpeg;base64,.."; one that is transparent somewhere as a PNG.
std::string picture_uri(const ConstImageView& picture);
// Light, four channels of float32, in the encoding of screens.
std::string light_uri(const ConstImageView& light);
// The same of offset + gain * light, without transparency.
std::string opaque_uri(const ConstImageView& light, float gain, float offset);
// The light of a texture; waits for the GPU.
Image light_of(const Texture& texture);

}  // namespace sweep::app
