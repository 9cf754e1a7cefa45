// The textures that runs of local means and deviations filter (core/derived/local_statistics.h): the samples less a
// datum, their squares, and the lines of the guided filter.
#pragma once

#include <string>

#include "app/screen/gl/gl.h"
#include "core/derived/derived.h"

namespace sweep::app {

class MomentTextures {
  public:
    // Makes the samples of `in` and their squares, in RGBA32F. Alpha is that of `in`. `decodes`: `in` holds sRGB.
    // `takes_datum`: a mean of each channel is taken off, so that float32 keeps its digits; otherwise 0 is.
    void make(const Texture& in, bool decodes, bool takes_datum);
    // Makes slopes and intercepts of the filtered samples and squares.
    void make_lines(const Derived& derived, const Texture& mean, const Texture& square);

    const Texture& of(RunInput input) const;
    const Texture& datum() const { return datum_; }  // of one pixel
    std::string reload() { return program_ ? program_.reload() : ""; }

  private:
    // Draws one step of the shader into a target of this size.
    void draw(const Framebuffer& target, int width, int height, int step);

    Texture datum_, samples_, squares_, slopes_, intercepts_;
    Framebuffer datum_target_, target_, lines_target_;
    Program program_;
};

}  // namespace sweep::app
