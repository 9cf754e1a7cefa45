// The depth of field where the engine works in the memory of the CPU: the picture is read back once, everything is
// made there (cpu/depth_blur.h), and the result goes up again. The table never becomes a texture.
#pragma once

#include "app/gl.h"
#include "app/timing.h"
#include "cpu/depth_blur.h"

namespace sweep::app {

class CpuDepthOfField {
  public:
    // What the engine is to make a table of. Reads `sharp` and `depth` (null: there is none) when `changed`.
    ConstImageView prepare(const Texture& sharp, const Texture* depth, bool changed, const cpu::Lens& lens,
                           cpu::Blur method, float fixed_point, float corner_scale);
    // The result into `result`, from `first_column` on; the columns before stay as they were.
    void draw(const cpu::BlurTable& table, const cpu::Bokeh& bokeh, int first_column, const Texture& result);

    // Rows of what is before the engine's, and behind them.
    void report_before(Timings& timings) const;
    void report_behind(Timings& timings) const;

  private:
    cpu::DepthBlur blur_;
    Image sharp_, depth_, result_;
    GLuint read_ = 0;
    // Of the last frame. Negative: what was read is still there, or no boxes were asked for.
    double read_ms_ = -1, layers_ms_ = 0, boxes_ms_ = -1, upload_ms_ = 0;
    bool has_layers_ = false;
};

}  // namespace sweep::app
