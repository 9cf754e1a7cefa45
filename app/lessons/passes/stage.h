// Draws a pass under way, and the thumbnails, from PassImages by shaders/teach/stage.frag.
#pragma once

#include <span>

#include "app/lessons/passes/images.h"
#include "app/screen/canvas/viewer.h"

namespace sweep::app {

// The settings by which light is mapped to the screen.
struct StageLight {
    float exposure = 0;  // stops
    bool soft_highlights = true;
    bool encoded = false;  // the values are sRGB already
    friend bool operator==(const StageLight&, const StageLight&) = default;
};

// An image as it is drawn alone.
struct Drawn {
    const Texture* image = nullptr;
    float gain = 1;
    bool around_zero = false;  // zero is grey
};

inline constexpr int continued_samples = 48;                   // of an image beyond its edge
inline constexpr int taught_block = 32;                        // side of a block
inline constexpr Algorithm drawn_algorithm = Algorithm::alg7;  // the one that the view of blocks draws

class PassStage {
  public:
    PassStage() : program_({"fullscreen.vert", "teach/stage.frag"}) {}
    // Reloads the shaders, as Program::reload() does.
    std::string reload() { return program_.reload(); }

    // Computes the continuation of the causal passes beyond the picture's edge, by `engine`; to be called
    // when PassImages::update() has returned true. Throws nothing: where it fails, the margin stays empty.
    void extend(const PassImages& images, EngineKind engine);

    // Draws a pass into `area` of `framebuffer`, which is `window_height` high, where the viewer has the
    // picture. `dim`: the brightness of what the pass has not reached; 1 leaves it as it is. `margin`: window
    // pixels beyond the picture.
    void draw(const PassImages& images, const SweepPlace& place, const Viewer& viewer, const Area& area,
              const StageLight& light, float dim, float margin, GLuint framebuffer, int window_height) const;
    // Draws one of the images alone.
    void draw_image(const PassImages& images, int k, const Viewer& viewer, const Area& area,
                    const StageLight& light, GLuint framebuffer, int window_height) const;

    // Draws any image alone.
    void draw_alone(const Drawn& drawn, const Viewer& viewer, const Area& area, const StageLight& light,
                    GLuint framebuffer, int window_height) const;

    // Draws blocks of `block` x `block` pixels, row by row: the first `done` from image `after`, the others
    // from `before`.
    void draw_blocks(const PassImages& images, int before, int after, int block, int done,
                     const Viewer& viewer, const Area& area, const StageLight& light, float dim,
                     GLuint framebuffer, int window_height) const;

    // Draws images of one size side by side, each `width` pixels wide and in the picture's proportions; or the five
    // images of the passes.
    void draw_thumbnails(std::span<const Drawn> images, int width, const StageLight& light);
    void draw_thumbnails(const PassImages& images, int width, const StageLight& light);
    const Texture& thumbnails() const { return thumbnails_; }

  private:
    struct View {
        float origin_x, origin_y, zoom;
        Area area;
        int window_height;
    };
    void draw_between(const PassImages& images, int before, int after, const SweepPlace& place,
                      const View& view, const StageLight& light, float dim, float margin,
                      int block = 0) const;
    void draw_in(const Drawn& drawn, const View& view, const StageLight& light) const;
    void place(const Texture& size, const View& view, const StageLight& light) const;

    Program program_;
    Texture beyond_columns_, beyond_rows_;  // the continuations of Y below the picture, of U right of it
    bool extended_ = false;
    std::unique_ptr<TextureFilter> filter_;
    EngineKind filter_choice_ = EngineKind::automatic;
    Texture padded_;
    Texture thumbnails_;
    Framebuffer thumbnail_target_;
};

}  // namespace sweep::app
