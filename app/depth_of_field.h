// Depth of field: the sharp picture and its depth, through a summed-area table, to the screen.
//
// gather: table of the picture; layers: table of three layers (shaders/dof_layers.comp), one above the other in one
// picture, so that one run of the engine serves both; spread: the corners of every pixel's box, whose table is the
// spread picture. shaders/dof.comp makes the result of any of them.
#pragma once

#include "app/depth_of_field_cpu.h"
#include "app/focus_settings.h"
#include "app/gl.h"
#include "app/texture_filter.h"

#include <compare>
#include <map>
#include <memory>

namespace sweep::app {

// What 0 and 1 of a depth texture stand for; what lies between is even in 1 / distance.
struct DepthRange {
    float at_zero = 1, at_one = 1;  // metres
};

class DepthOfField {
  public:
    // What an integer table is made with: exact for boxes of 255 x 255 pixels of values up to 16.
    static constexpr double fixed_point = 4096;
    // What the spread's corners are made with: sums of 16 and less are integers below 2^24, exact in float.
    static constexpr float corner_scale = 1 << 19;

    // Where the engine works in the memory of the CPU, shaders are not used unless `always_shaders`.
    explicit DepthOfField(bool always_shaders = false);

    // What the engine must do for this picture; algorithm and block are left to the caller.
    static Problem problem(const Texture& sharp, bool has_depth, const FocusSettings& focus);
    static FocusMethod method(bool has_depth, const FocusSettings& focus);

    // What the engine is to make a table of: `sharp` itself, or what is made of it here.
    // `filter` is going to read the source. `changed`: the picture may differ from that of the last call.
    TableSource prepare(const Texture& sharp, const Texture* depth, const DepthRange& range,
                        const FocusSettings& focus, const TextureFilter& filter, bool changed);
    // `filter` has run on what prepare() returned. `depth` may be null: then only a constant circle of confusion makes
    // sense.
    void draw(const Texture& sharp, const TextureFilter& filter, const Texture* depth,
              const DepthRange& range, const FocusSettings& focus);
    // Behind draw(): the right half again, by the method to compare with, on an engine of its own.
    void draw_other_half(const Texture& sharp, const Texture* depth, const DepthRange& range,
                         const FocusSettings& focus, EngineChoice engine);

    const Texture& result() const { return result_; }
    // Rows of what the CPU did before the engine and behind it; nothing where shaders work.
    void report_before(Timings& timings) const;
    void report_behind(Timings& timings) const;
    std::string reload();

  private:
    void set_circle(const Program& program, const Texture& sharp, const Texture* depth,
                    const DepthRange& range, const FocusSettings& focus) const;
    TableSource prepare_by_shaders(const Texture& sharp, const Texture* depth, const DepthRange& range,
                                   const FocusSettings& focus);
    void draw_by_cpu(const TextureFilter& filter, FocusMethod how, const FocusSettings& focus,
                     const Texture& result);
    void make_reach(const Texture& sharp);
    void scatter(const Texture& sharp, const Texture* depth, const DepthRange& range,
                 const FocusSettings& focus);

    // What shaders/dof.comp is compiled for.
    struct Variant {
        Bokeh bokeh;
        FocusMethod method;
        bool integers, is_blurred;
        friend auto operator<=>(const Variant&, const Variant&) = default;
    };
    const Program& program_for(const Variant& variant);

    std::map<Variant, Program> programs_;  // that have been asked for
    Program layers_program_, reach_program_, scatter_program_, corners_program_;
    Texture result_, largest_, half_reach_, reach_;
    Buffer layers_, corners_;        // four numbers a pixel, layers one behind the other
    Shape layered_, corners_shape_;  // the picture that has layers_, and the table's of corners_
    int layer_count_ = 0;            // for which there is room in layers_
    Texture blurred_;                // by the CPU, before the shader tints it
    CpuDepthOfField by_cpu_;
    bool always_shaders_, in_memory_ = false;
    float overlay_ = 0;
    int first_column_ = 0;
    std::unique_ptr<TextureFilter> other_;
    EngineChoice other_engine_ = EngineChoice::automatic;
};

}  // namespace sweep::app
