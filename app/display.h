// Brings textures onto the screen: where the viewer has them, in which light, with which marks.
#pragma once

#include "app/gl.h"
#include "app/viewer.h"

#include <array>
#include <string>

namespace sweep::app {

// What a texture holds; shaders/display.glsl knows the numbers. `differences` lie around a grey zero and are exposed
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

// What no picture covers.
inline constexpr std::array<float, 3> background{0.040f, 0.043f, 0.050f};

// What a window is drawn onto: a framebuffer by fragment shaders, or an image by compute shaders.
struct Canvas {
    GLuint framebuffer = 0;
    int width = 0, height = 0;
    const Texture* image = nullptr;  // GL_RGBA8, of this size; null: fragment shaders draw
    const Texture* layer = nullptr;  // lies over what is drawn into the image: premultiplied; may be null
    bool is_filled = false;  // the first picture in an image fills what is beside it with the background
};

class Display {
  public:
    Display() : program_({"fullscreen.vert", "display.glsl", "display.frag"}) {}
    // As Program::reload().
    std::string reload();

    // Into the viewer's area.
    void draw(const Texture& texture, Content content, const Viewer& viewer, const Presentation& how,
              Canvas& canvas) const;

  private:
    void draw_by_fragments(const Area& area, const Canvas& canvas) const;
    void draw_by_compute(const Area& area, Canvas& canvas) const;

    Program program_;
    mutable Program compute_program_;  // once it is asked for
};

}  // namespace sweep::app
