// A film as textures, as Picture is for a picture: one that the engines read, and one that is decoded for display.
// Both have the newest frame.
#pragma once

#include "app/screen/gl/gl.h"
#include "app/screen/gl/timing.h"
#include "films/player.h"

namespace sweep::app {

class FilmPicture {
  public:
    // Begins to open the source, at this time of the film. Frames with a side of more pixels are refused.
    FilmPicture(FilmSource source, int largest_side, double begin)
        : player_(std::move(source), largest_side, begin) {}

    FilmPlayer& player() { return player_; }
    const FilmPlayer& player() const { return player_; }

    // Takes the frame whose time has come, `passed` seconds after the last call. Returns whether it is another frame.
    bool step(double passed, const FilmPlay& how);
    // Adds the times that the newest frame took: of the decoder, of the conversion to RGB, of the upload.
    void add_times(Timings& timings);
    // Fills light() with the newest frame, decoded from sRGB to linear light or not, and with `premultiply` its colours
    // associated with alpha, where a frame has had one below 1. Returns whether anything changed.
    bool decode(bool to_light, bool premultiply);

    // Empty until the first frame has come.
    bool empty() const { return !bytes_; }
    int width() const { return bytes_.width(); }
    int height() const { return bytes_.height(); }
    // GL_RGBA8 of bytes, or light() where its colours are associated with alpha; row 0 is the top.
    const Texture& source() const { return multiplied_ ? light_ : bytes_; }
    bool is_associated() const { return multiplied_; }
    // u8 or f32, as source().
    Sample sample() const { return multiplied_ ? Sample::f32 : Sample::u8; }
    // GL_RGBA32F, as decode() was told. Its mip levels are there, and are made by who needs them.
    const Texture& light() const { return light_; }
    // Counts the sizes that the frames have had: another number means other textures.
    int sizes() const { return sizes_; }

  private:
    void fit(int width, int height);

    FilmPlayer player_;
    Texture bytes_, light_;
    Owned<TextureTraits> as_srgb_;  // bytes_, looked at as sRGB
    Framebuffer target_;            // of light_
    Program program_;
    GpuTimer upload_timer_;
    double decode_ms_ = 0, convert_ms_ = 0;
    int sizes_ = 0;
    bool is_transparent_ = false;                                 // a frame was
    bool is_new_ = false, is_light_ = true, multiplied_ = false;  // what light_ holds
};

}  // namespace sweep::app
