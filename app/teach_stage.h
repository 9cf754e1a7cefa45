// Draws a pass at work, and the thumbnails: shaders/teach.frag over PassImages.
#pragma once

#include "app/teach_images.h"
#include "app/viewer.h"

namespace sweep::app {

// How light becomes what the screen shows.
struct StageLight {
    float exposure = 0;  // stops
    bool soft_highlights = true;
    bool encoded = false;  // the values are sRGB already
    friend bool operator==(const StageLight&, const StageLight&) = default;
};

inline constexpr int continued_samples = 48;  // what is kept of an image beyond its edge
inline constexpr int taught_block = 32;       // side of a block
inline constexpr Algorithm drawn_algorithm = Algorithm::overlapped7;  // of blocks

class PassStage {
  public:
    PassStage() : program_({"fullscreen.vert", "teach.frag"}) {}
    // As Program::reload().
    std::string reload() { return program_.reload(); }

    // What lies beyond the images, anew: after PassImages::update() was true. The causal passes run on beyond the
    // picture's edge; `engine` does it. Throws nothing: without it the margin stays empty.
    void extend(const PassImages& images, EngineChoice engine);

    // Into `area` of `framebuffer`, which is `window_height` high, where the viewer has the picture. `dim`: of what the
    // pass has not reached; 1 leaves it as it is. `margin`: window pixels beyond the picture.
    void draw(const PassImages& images, const SweepPlace& place, const Viewer& viewer, const Area& area,
              const StageLight& light, float dim, float margin, GLuint framebuffer, int window_height) const;
    // One image alone.
    void draw_image(const PassImages& images, int k, const Viewer& viewer, const Area& area,
                    const StageLight& light, GLuint framebuffer, int window_height) const;

    // Another image of the same size as if it were the result.
    void draw_result(const PassImages& images, const Texture& result, const Viewer& viewer, const Area& area,
                     const StageLight& light, GLuint framebuffer, int window_height) const;

    // The blocks of `block` x `block` pixels, row by row: the first `done` of image `after`, the others of `before`.
    void draw_blocks(const PassImages& images, int before, int after, int block, int done,
                     const Viewer& viewer, const Area& area, const StageLight& light, float dim,
                     GLuint framebuffer, int window_height) const;

    // The five images side by side, tiles `width` pixels wide and as high as the picture's sides ask.
    void draw_thumbnails(const PassImages& images, int width, const StageLight& light);
    const Texture& thumbnails() const { return thumbnails_; }

  private:
    struct View {
        float origin_x, origin_y, zoom;
        Area area;
        int window_height;
    };
    void draw_between(const PassImages& images, int before, int after, const SweepPlace& place,
                      const View& view, const StageLight& light, float dim, float margin, int block = 0,
                      const Texture* result = nullptr) const;

    Program program_;
    Texture beyond_columns_, beyond_rows_;  // below Y, right of U
    bool extended_ = false;
    std::unique_ptr<TextureFilter> filter_;
    EngineChoice filter_choice_ = EngineChoice::automatic;
    Texture padded_;
    Texture thumbnails_;
    Framebuffer thumbnail_target_;
};

}  // namespace sweep::app
