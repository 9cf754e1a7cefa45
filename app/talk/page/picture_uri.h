// Pictures inside of a page.
#pragma once

#include <string>

#include "core/base/image.h"

namespace sweep::app {

// A picture of 8 bits, RGB or RGBA, as "data:image/jpeg;base64,.."; one that is transparent somewhere as a PNG.
std::string picture_uri(const ConstImageView& picture);
// Light, four channels of float32, in the encoding of screens.
std::string light_uri(const ConstImageView& light);

}  // namespace sweep::app
