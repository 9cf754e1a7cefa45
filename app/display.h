// Brings textures onto the screen: where the viewer has them, in which light, with which marks.
#pragma once

#include "app/gl.h"
#include "app/viewer.h"

#include <string>

namespace sweep::app {

// What a texture holds; shaders/display.frag knows the numbers. `differences` lie around a grey zero and are exposed
// like light; those of a `comparison` are amplified and shown on a map of two colours, one for each sign.
enum class Content { light = 0, float_table = 1, integer_table = 2, differences = 3, comparison = 4 };

// The window positions with x * px + y * py >= offset.
struct HalfPlane {
    float x = 0, y = 0, offset = 0;
    bool contains(float px, float py) const { return x * px + y * py >= offset; }
    HalfPlane other() const { return {-x, -y, -offset}; }
};

struct Presentation {
    float exposure = 0;  // stops
    bool soft_highlights = true;
    bool encoded = false;      // the values are sRGB already
    bool dither = true;        // never of comparisons
    float gain = 1;            // of comparisons
    bool nearest = true;       // pixels are squares from 2x on
    bool has_mipmaps = false;  // made already, if they are wanted
    bool not_finite = true, clipping = false;
    float dimmed = 1;                  // factor of what comes out
    float offset_x = 0, offset_y = 0;  // the texture is a part of the picture that begins here
    HalfPlane side;                    // everywhere unless said
};

class Display {
  public:
    Display() : program_({"fullscreen.vert", "display.frag"}) {}
    // As Program::reload().
    std::string reload() { return program_.reload(); }

    // Into the viewer's area of `framebuffer`, which is `window_height` high.
    void draw(const Texture& texture, Content content, const Viewer& viewer, const Presentation& how,
              GLuint framebuffer, int window_height) const;

  private:
    Program program_;
};

}  // namespace sweep::app
