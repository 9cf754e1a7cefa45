// Depth of field: blurs a sharp picture by its depth, with a summed-area table.
//
// The methods differ in the table. gather: the table of the picture. layers: the table of three layers
// (shaders/focus/layers.comp), one above the other in one picture, so that one run of the engine serves all.
// spread: the table of the four signed entries of every pixel's box, which is the spread picture itself
// (shaders/focus/scatter.comp). shaders/focus/blur.comp draws the result of each of them. diffusion has no table:
// light flows between neighbours (app/views/focus/light_diffusion.h; cpu/effects/depth_diffusion.h).
#pragma once

#include <compare>
#include <map>
#include <memory>

#include "app/screen/gl/gl.h"
#include "app/views/focus/depth_of_field_cpu.h"
#include "app/views/focus/leak_map.h"
#include "app/views/focus/light_diffusion.h"
#include "app/work/engines/texture_filter.h"
#include "app/work/request/focus_settings.h"

namespace sweep::app {

// The distances of the values 0 and 1 of a depth texture; values between them are linear in 1 / distance.
struct DepthRange {
    float at_zero = 1, at_one = 1;  // metres
};

class DepthOfField {
  public:
    // The factor of an integer table: exact for boxes of 255 x 255 pixels of values up to 16.
    static constexpr double fixed_point = 4096;
    // The factor of the entries that `spread` adds: sums of up to 16 are integers below 2^24, exact in float.
    static constexpr float corner_scale = 1 << 19;

    // Where the engine works in host memory, the CPU does the rest too, unless `always_shaders`.
    explicit DepthOfField(bool always_shaders = false);

    // The problem that the engine has to solve for this picture; algorithm and block are left to the caller.
    static Problem problem(const Texture& sharp, bool has_depth, const FocusSettings& focus);
    // The method in use: with a constant radius it is always gather.
    static FocusMethod method(bool has_depth, const FocusSettings& focus);
    // Whether draw() reads the table of what prepare() returned.
    static bool needs_table(FocusMethod method) { return method != FocusMethod::diffusion; }

    // Returns the input of the table: `sharp` itself, or the layers or entries that are made from it here.
    // `filter` is the one that will read it. `changed`: the picture may differ from that of the last call.
    TableSource prepare(const Texture& sharp, const Texture* depth, const DepthRange& range,
                        const FocusSettings& focus, const TextureFilter& filter, bool changed);
    // Draws the result. `filter` must have made the table of what prepare() returned. `depth` may be null;
    // the circle of confusion is constant then. `changed`: picture or depths have other pixels than in the last
    // call.
    void draw(const Texture& sharp, const TextureFilter& filter, const Texture* depth,
              const DepthRange& range, const FocusSettings& focus, bool changed = true);
    // To be called after draw(): draws the right half again by the method to compare with, on an engine of
    // its own.
    void draw_other_half(const Texture& sharp, const Texture* depth, const DepthRange& range,
                         const FocusSettings& focus, EngineKind engine);

    // Whether the next pictures mark the plane in focus, softly.
    void show_plane(bool shown) { shows_plane_ = shown; }
    const Texture& result() const { return result_; }
    // The map of FocusView::leaks, which arrives some frames after it was asked for.
    const LeakMap& leaks() const { return leaks_; }
    void forget_leaks() { leaks_.forget(); }
    // Add the times of the CPU's work before the engine and after it; nothing where shaders do it.
    void report_before(Timings& timings) const;
    void report_behind(Timings& timings) const;
    std::string reload();

  private:
    void set_circle(const Program& program, const Texture& sharp, const Texture* depth,
                    const DepthRange& range, const FocusSettings& focus) const;
    TableSource prepare_by_shaders(const Texture& sharp, const Texture* depth, const DepthRange& range,
                                   const FocusSettings& focus, bool for_cuda);
    void draw_by_cpu(const TextureFilter& filter, FocusMethod how, const FocusSettings& focus,
                     const Texture& result);
    void make_reach(const Texture& sharp);
    void draw_leaks(const Texture& sharp, const Texture& depth, const DepthRange& range,
                    const FocusSettings& focus, bool changed);
    void scatter(const Texture& sharp, const Texture* depth, const DepthRange& range,
                 const FocusSettings& focus);

    // A variant for which shaders/focus/blur.comp is compiled.
    struct Variant {
        Bokeh bokeh;
        FocusMethod method;
        bool integers, is_blurred;
        friend auto operator<=>(const Variant&, const Variant&) = default;
    };
    const Program& program_for(const Variant& variant);

    std::map<Variant, Program> programs_;  // compiled when first needed
    std::map<Bokeh, Program> scatter_programs_;
    Program layers_program_, reach_program_, corners_program_;
    Texture result_, tile_circles_, half_reach_, reach_;
    Buffer layers_, corners_;        // four numbers a pixel, one layer after the other
    Shape layered_, corners_shape_;  // the shape of the picture in layers_, and that of corners_
    int layer_count_ = 0;            // the number of layers that layers_ has room for
    bool for_cuda_ = false;          // layers_ and corners_ were made for it
    Texture blurred_;                // before the shader tints it
    CpuDepthOfField by_cpu_;
    LightDiffusion diffusion_;
    LeakMap leaks_;
    bool always_shaders_, in_memory_ = false;
    bool shows_plane_ = false;
    float overlay_ = 0;
    int first_column_ = 0;
    std::unique_ptr<TextureFilter> other_;
    EngineKind other_engine_ = EngineKind::automatic;
};

}  // namespace sweep::app
