// Draws textures to the screen: at the viewer's zoom and place, with an exposure, and with marks.
#pragma once

#include <array>
#include <string>

#include "app/base/colour_maps.h"
#include "app/screen/canvas/viewer.h"
#include "app/screen/gl/gl.h"

namespace sweep::app {

// What a texture holds; shaders/canvas/display.glsl knows the numbers. `differences` are exposed like light,
// with zero in the middle of the grey scale; those of a `comparison` are multiplied by a gain and shown in
// two colours, one for each sign.
enum class Content { light = 0, float_table = 1, integer_table = 2, differences = 3, comparison = 4 };

// The window positions with x * px + y * py >= offset.
struct HalfPlane {
    float x = 0, y = 0, offset = 0;
    bool contains(float px, float py) const { return x * px + y * py >= offset; }
    HalfPlane other() const { return {-x, -y, -offset}; }
};

struct Presentation {
    float exposure = 0;  // stops
    // The values that are shown as black and white. Without a range they are 0 and 1, and differences have zero in the
    // middle.
    bool has_range = false;
    double black = 0, white = 1;
    ColourMap map =
        ColourMap::grey;    // for one channel: its index is what grey would show; except for comparisons
    bool even_map = false;  // its index is the exposed value itself, not encoded as light
    bool soft_highlights = true;  // where there is no range
    bool encoded = false;         // the values are sRGB already
    bool dither = true;           // except for comparisons
    float gain = 1;               // for comparisons
    bool nearest = true;          // pixels are squares from 2x on
    bool has_mipmaps = false;     // the texture's mip levels are up to date
    bool not_finite = true, clipping = false;
    bool has_missing = false;          // NaN stands for samples that are missing
    bool over_checker = false;         // light is associated with alpha, and a checkerboard shines through
    const Texture* alpha = nullptr;    // of another texture of this size; null: of the one that is drawn
    float dimmed = 1;                  // factor of the displayed colour
    float offset_x = 0, offset_y = 0;  // of the texture in the picture, in pixels
    HalfPlane side;                    // where it is drawn; everywhere by default
};

// An exposed value: 0 is black and 1 is white.
struct Exposure {
    float black = 0, factor = 1, raised = 0;
    float of(float value) const { return raised + (value - black) * factor; }
};
Exposure exposure_of(const Presentation& how, Content content);

// The colour where there is no picture, set by the theme.
inline std::array<float, 3> background{0.040f, 0.043f, 0.050f};

// A window's contents are drawn into a framebuffer by fragment shaders, or into an image by compute shaders.
struct Canvas {
    GLuint framebuffer = 0;
    int width = 0, height = 0;
    const Texture* image = nullptr;  // GL_RGBA8, of this size; null: fragment shaders draw
    const Texture* layer = nullptr;  // drawn over the image, premultiplied; may be null
    bool is_filled = false;          // the first picture in the image fills the rest with the background
};

class Display {
  public:
    Display() : program_({"fullscreen.vert", "canvas/display.glsl", "canvas/display.frag"}) {}
    // Reloads the shaders, as Program::reload() does.
    std::string reload();

    // Draws into the viewer's area.
    void draw(const Texture& texture, Content content, const Viewer& viewer, const Presentation& how,
              Canvas& canvas) const;

  private:
    const Texture& map(ColourMap map) const;
    void make_finite_mipmaps(const Texture& texture) const;
    void draw_by_fragments(const Area& area, const Canvas& canvas) const;
    void draw_by_compute(const Area& area, Canvas& canvas) const;

    Program program_;
    mutable Program compute_program_, mipmaps_;      // compiled when they are first needed
    mutable std::array<Texture, colour_maps> maps_;  // filled when they are first needed
};

}  // namespace sweep::app
