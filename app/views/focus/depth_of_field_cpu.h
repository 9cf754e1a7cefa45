// The depth of field where the engine works in host memory: the picture is read back once, everything is
// computed there (cpu/effects/depth_blur.h), and the result is uploaded. The table never becomes a texture.
#pragma once

#include "app/screen/gl/gl.h"
#include "app/screen/gl/timing.h"
#include "cpu/effects/depth_blur.h"

namespace sweep::app {

class CpuDepthOfField {
  public:
    // Returns the input of the engine's table. Reads `sharp` and `depth` (null: there is none) when
    // `changed`.
    ConstImageView prepare(const Texture& sharp, const Texture* depth, bool changed, const cpu::Lens& lens,
                           cpu::Blur method, const cpu::Bokeh& bokeh, float fixed_point, float corner_scale);
    // Draws into `result` from `first_column` on; earlier columns keep their pixels.
    void draw(const cpu::BlurTable& table, const cpu::Bokeh& bokeh, int first_column, const Texture& result);

    // Add the times of the work before the engine, and after it.
    void report_before(Timings& timings) const;
    void report_behind(Timings& timings) const;

  private:
    cpu::DepthBlur blur_;
    Image sharp_, depth_, result_;
    GLuint read_ = 0;  // the texture whose pixels are in sharp_
    // The times of the last frame; negative where the work was not needed.
    double read_ms_ = -1, layers_ms_ = 0, boxes_ms_ = -1, upload_ms_ = 0;
    bool has_layers_ = false, diffuses_ = false;
};

}  // namespace sweep::app
