// A picture from a file, as textures: what the engines read, and the same in the light that is displayed.
#pragma once

#include "app/gl.h"
#include "core/image.h"

#include <filesystem>
#include <string>

namespace sweep::app {

class Picture {
  public:
    // Throws Error(unreadable_input) for what load_image() refuses and for pictures larger than a texture.
    explicit Picture(const std::filesystem::path& path);

    // Decodes from sRGB to linear light, or leaves the values as they are. False, and free, when nothing
    // changes.
    bool decode(bool linear);

    // GL_RGBA8 for 8-bit files, otherwise GL_RGBA32F; row 0 is the top.
    const Texture& source() const { return integers_ ? integers_ : floats_; }
    // GL_RGBA32F with mip levels, as decode() was told.
    const Texture& light() const { return floats_; }
    // u8 or f32, as source().
    Sample sample() const { return integers_ ? Sample::u8 : Sample::f32; }
    // Whether decode() makes a difference: floats are linear already.
    bool has_encoding() const { return image_.sample() == Sample::u8 || image_.sample() == Sample::u16; }

    int width() const { return image_.shape().width; }
    int height() const { return image_.shape().height; }
    const std::string& name() const { return name_; }
    const std::string& note() const { return note_; }  // of load_image()

  private:
    std::string name_, note_;
    Image image_;  // four channels, samples as in the file
    Texture integers_, floats_;
    bool decoded_ = false, linear_ = false;
};

}  // namespace sweep::app
