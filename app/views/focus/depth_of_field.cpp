#include "app/views/focus/depth_of_field.h"

#include <algorithm>
#include <span>
#include <string>

#include <fmt/format.h>

#include "app/screen/gl/cuda_share.h"

namespace sweep::app {
namespace {

constexpr int tile = cpu::DepthBlur::tile;  // pixels; shaders/focus/reach.comp
// The reach of the largest circle in tiles; it includes one for the interpolation between the tiles' centres.
constexpr int reach_tiles = int(largest_box) / tile + 2;

using Box = cpu::WeightedBox;

constexpr Box one_box[] = {{1, 1, 1}};
constexpr Box three_boxes[] = {{1, 0.5f, 1}, {0.5f, 1, 1}, {0.75f, 0.75f, 1}};
// A staircase of area 4 in place of a disc: the union of four rectangles is their sum less the overlaps of
// neighbours. It differs from a disc of the same area by 6 % of that area. Four steps can reach 5 %, but with
// sides so long that small discs look square.
constexpr Box disc[] = {{0.392f, 1.129f, 1},  {0.717f, 0.967f, 1},  {0.967f, 0.717f, 1}, {1.129f, 0.392f, 1},
                        {0.392f, 0.967f, -1}, {0.717f, 0.717f, -1}, {0.967f, 0.392f, -1}};
// A dome: large boxes of three shapes, and smaller ones in their middle.
constexpr Box smooth[] = {{1.30f, 0.55f, 0.16f}, {0.55f, 1.30f, 0.16f}, {1.02f, 1.02f, 0.24f},
                          {0.78f, 0.50f, 0.14f}, {0.50f, 0.78f, 0.14f}, {0.40f, 0.40f, 0.16f}};

std::span<const Box> boxes_of(Bokeh bokeh) {
    switch (bokeh) {
        case Bokeh::three_boxes:
            return three_boxes;
        case Bokeh::disc:
            return disc;
        case Bokeh::smooth:
            return smooth;
        default:
            return one_box;
    }
}

// The largest radius for which every box of the shape is exact in fixed point.
float largest_radius_of(Bokeh bokeh) {
    float largest = 1;
    for (const Box& box : boxes_of(bokeh)) largest = std::max({largest, box.half_width, box.half_height});
    return std::floor(largest_box / largest);
}

// The number of layers, which lie one above the other in a table.
int layers_of(FocusMethod method) {
    return method == FocusMethod::layers ? 3 : method == FocusMethod::spread ? 2 : 1;
}

cpu::Blur method_of(FocusMethod method) {
    switch (method) {
        case FocusMethod::layers:
            return cpu::Blur::layers;
        case FocusMethod::spread:
            return cpu::Blur::spread;
        case FocusMethod::diffusion:
            return cpu::Blur::diffusion;
        default:
            return cpu::Blur::gather;
    }
}

cpu::Lens lens_of(const Texture& sharp, bool has_depth, const DepthRange& range, const FocusSettings& focus) {
    const float inverse_focus = 1 / std::max(focus.distance, 0.05f), limit = largest_radius_of(focus.bokeh);
    cpu::Lens lens;
    lens.inverse_at_zero = 1 / range.at_zero;
    lens.inverse_at_one = 1 / range.at_one;
    lens.inverse_focus = inverse_focus;
    lens.inverse_range =
        focus.photographic ? 0.0f : inverse_focus - 1 / (1 / inverse_focus + std::max(focus.range, 0.0f));
    lens.aperture = circle_factor(focus, sharp.width(), sharp.height());
    lens.max_radius = std::min(focus.max_radius, limit);
    lens.constant_radius = focus.constant || !has_depth ? std::min(focus.constant_radius, limit) : -1.0f;
    // A point that is behind the focus and blurred less than about a third as much as the farthest point is
    // in the middle layer.
    const float farthest = std::min(lens.inverse_at_zero, lens.inverse_at_one);
    const float beyond = std::max(inverse_focus - farthest - lens.inverse_range, 0.0f);
    lens.split = 1 + 0.3f * std::min(lens.aperture * beyond, lens.max_radius);
    return lens;
}

// Runs a compute shader over a picture. Fragment shaders are slower where a GPU has few units that rasterize.
void compute_into(const Program& program, const Texture& target, int width, int height, int group_width = 16,
                  int group_height = 8) {
    program.set("result", 0);
    glBindImageTexture(0, target.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, target.format());
    glDispatchCompute(GLuint((width + group_width - 1) / group_width),
                      GLuint((height + group_height - 1) / group_height), 1);
    // Shaders, the CPU and CUDA may read the result next.
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT |
                    GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT |
                    GL_SHADER_STORAGE_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT);
}

// The GLSL definitions of the shape, as shaders/focus/blur.comp and scatter.comp have them.
std::string shape_definitions(Bokeh bokeh) {
    const std::span<const Box> boxes = boxes_of(bokeh);
    std::string list;
    float widest = 0;  // in both directions: each shape is as wide as it is high
    for (const Box& box : boxes) {
        list += fmt::format("{}vec3({:#}, {:#}, {:#})", list.empty() ? "" : ", ", box.half_width,
                            box.half_height, box.weight);
        widest = std::max(widest, box.half_width);
    }
    return fmt::format(
        "#define BOX_COUNT {0}\n#define BOXES vec3[{0}]({1})\n#define WIDEST {2:#}\n"
        "#define WEIGHTS_ARE_OF_SUMS {3}\n",
        boxes.size(), list, widest, bokeh == Bokeh::disc);
}

// The same, and all else that chooses between branches of shaders/focus/blur.comp.
std::string variant_definitions(Bokeh bokeh, FocusMethod method, bool integers, bool is_blurred) {
    return shape_definitions(bokeh) +
           fmt::format(
               "#define INTEGER_TABLE {}\n#define LAYERED {}\n#define SCATTERED {}\n"
               "#define IS_BLURRED {}\n#define WHOLE_FROM {}.0\n",
               integers, method == FocusMethod::layers, method == FocusMethod::spread, is_blurred,
               cpu::DepthBlur::whole_from);
}

cpu::Bokeh cpu_bokeh(Bokeh bokeh) {
    return {boxes_of(bokeh), bokeh == Bokeh::disc};
}

std::string tile_definitions() {
    return "#define TILE " + std::to_string(tile) + "\n#define REACH " + std::to_string(reach_tiles) + "\n";
}

}  // namespace

DepthOfField::DepthOfField(bool always_shaders)
    : layers_program_({"focus/circle.comp", "focus/layers.comp"}, tile_definitions()),
      reach_program_({"focus/reach.comp"}, tile_definitions()),
      corners_program_({"focus/corners.comp"}),
      always_shaders_(always_shaders) {}

FocusMethod DepthOfField::method(bool has_depth, const FocusSettings& focus) {
    return has_depth && !focus.constant ? focus.method : FocusMethod::gather;
}

Problem DepthOfField::problem(const Texture& sharp, bool has_depth, const FocusSettings& focus) {
    const FocusMethod how = method(has_depth, focus);
    Problem problem;
    problem.shape = {sharp.width(), layers_of(how) * sharp.height(), 4};
    problem.input = Sample::f32;
    problem.filter.kind = FilterKind::sat;
    problem.method.precision = how == FocusMethod::spread ? Precision::f32 : focus.precision;
    if (problem.method.precision == Precision::fixed_point ||
        problem.method.precision == Precision::automatic) {
        problem.method.precision = Precision::automatic;
        problem.method.fixed_point = fixed_point;
    }
    return problem;
}

void DepthOfField::set_circle(const Program& program, const Texture& sharp, const Texture* depth,
                              const DepthRange& range, const FocusSettings& focus) const {
    const cpu::Lens lens = lens_of(sharp, depth != nullptr, range, focus);
    program.set("depth", 2);
    program.set("has_depth", depth ? 1 : 0);
    program.set("inverse_depth", lens.inverse_at_zero, lens.inverse_at_one);
    program.set("inverse_focus", lens.inverse_focus);
    program.set("inverse_range", lens.inverse_range);
    program.set("aperture", lens.aperture);
    program.set("max_radius", lens.max_radius);
    program.set("constant_radius", lens.constant_radius);
    program.set("split", method(depth != nullptr, focus) == FocusMethod::layers ? lens.split : 0.0f);
    if (depth) depth->bind(2);
}

// Runs shaders/focus/reach.comp along the rows, then along the columns.
void DepthOfField::make_reach(const Texture& sharp) {
    const int columns = (sharp.width() + tile - 1) / tile, rows = (sharp.height() + tile - 1) / tile;
    reach_program_.use();
    reach_program_.set("circles", 0);
    reach_program_.set("down", 0);
    tile_circles_.bind(0);
    compute_into(reach_program_, half_reach_, columns, rows);
    reach_program_.set("down", 1);
    half_reach_.bind(0);
    compute_into(reach_program_, reach_, columns, rows);
}

void DepthOfField::scatter(const Texture& sharp, const Texture* depth, const DepthRange& range,
                           const FocusSettings& focus) {
    const int width = sharp.width(), height = sharp.height();
    const auto for_all_corners = [&](bool clears) {
        corners_program_.use();
        corners_program_.set("clears", clears ? 1 : 0);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, corners_.name());
        glDispatchCompute(GLuint(4 * width + 255) / 256, GLuint(2 * height), 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    };
    for_all_corners(true);
    Program& program = scatter_programs_[focus.bokeh];
    if (!program)
        program = Program({"focus/circle.comp", "focus/scatter.comp"}, shape_definitions(focus.bokeh));
    program.use();
    set_circle(program, sharp, depth, range, focus);
    program.set("scale", corner_scale);
    program.set("reach", 3);
    program.set("tile", float(tile));
    reach_.bind(3);
    glProgramUniform2i(program.name(), glGetUniformLocation(program.name(), "picture_size"), width, height);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, layers_.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, corners_.name());
    glDispatchCompute(GLuint(width + 15) / 16, GLuint(2 * height + 7) / 8, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);

    for_all_corners(false);
}

TableSource DepthOfField::prepare(const Texture& sharp, const Texture* depth, const DepthRange& range,
                                  const FocusSettings& focus, const TextureFilter& filter, bool changed) {
    const FocusMethod how = method(depth != nullptr, focus);
    in_memory_ = !always_shaders_ && filter.in_memory();
    if (!in_memory_) return prepare_by_shaders(sharp, depth, range, focus, filter.in_place());
    const bool integers = how == FocusMethod::layers && focus.precision == Precision::fixed_point;
    const cpu::Lens lens = lens_of(sharp, depth != nullptr, range, focus);
    return {nullptr, nullptr,
            by_cpu_.prepare(sharp, lens.constant_radius < 0 ? depth : nullptr, changed, lens, method_of(how),
                            cpu_bokeh(focus.bokeh), integers ? float(fixed_point) : 0.0f, corner_scale)};
}

TableSource DepthOfField::prepare_by_shaders(const Texture& sharp, const Texture* depth,
                                             const DepthRange& range, const FocusSettings& focus,
                                             bool for_cuda) {
    const FocusMethod how = method(depth != nullptr, focus);
    if (how == FocusMethod::gather || !needs_table(how)) return {&sharp, nullptr, {}};
    const int width = sharp.width(), height = sharp.height();
    const Shape shape{width, layers_of(how) * height, 4};
    const auto bytes = GLsizeiptr(shape.samples() * sizeof(float));
    // Two methods may share the buffer in turns (draw_other_half): the one with fewer layers uses a part of
    // it.
    if (const Shape picture{width, height, 4};
        layered_ != picture || layer_count_ < layers_of(how) || (for_cuda && !for_cuda_)) {
        layer_count_ = 0;  // until all storage is there
        layers_ = make_shared_buffer(bytes, for_cuda);
        corners_shape_ = {};
        const int columns = (width + tile - 1) / tile, rows = (height + tile - 1) / tile;
        tile_circles_ = Texture(columns, rows, GL_RGBA32F);
        half_reach_ = Texture(columns, rows, GL_RGBA32F);
        reach_ = Texture(columns, rows, GL_RGBA32F);
        reach_.filter(GL_LINEAR, GL_LINEAR);
        layered_ = picture;
        layer_count_ = layers_of(how);
        for_cuda_ = for_cuda;
    }
    if (how == FocusMethod::spread && corners_shape_ != shape) {
        corners_shape_ = {};
        corners_ = make_shared_buffer(bytes, for_cuda_);
        corners_shape_ = shape;
    }
    layers_program_.use();
    set_circle(layers_program_, sharp, depth, range, focus);
    layers_program_.set("sharp", 0);
    layers_program_.set("has_middle", how == FocusMethod::layers ? 1 : 0);
    const bool integers = how == FocusMethod::layers && focus.precision == Precision::fixed_point;
    layers_program_.set("fixed_point", integers ? float(fixed_point) : 0.0f);
    sharp.bind(0);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, layers_.name());
    // A group of threads owns a tile.
    compute_into(layers_program_, tile_circles_, width, height, tile, tile);
    make_reach(sharp);
    if (how == FocusMethod::layers) return {nullptr, &layers_, {}};
    scatter(sharp, depth, range, focus);
    return {nullptr, &corners_, {}};
}

const Program& DepthOfField::program_for(const Variant& variant) {
    Program& program = programs_[variant];
    if (!program)
        program =
            Program({"focus/circle.comp", "focus/blur.comp"},
                    variant_definitions(variant.bokeh, variant.method, variant.integers, variant.is_blurred));
    return program;
}

void DepthOfField::draw(const Texture& sharp, const TextureFilter& filter, const Texture* depth,
                        const DepthRange& range, const FocusSettings& focus, bool changed) {
    if (!result_.is(sharp.width(), sharp.height()) || result_.levels() != sharp.levels()) {
        result_ = Texture(sharp.width(), sharp.height(), GL_RGBA32F, sharp.levels());
    }
    const FocusMethod how = method(depth != nullptr, focus);
    // The marks of the plane in focus fade in and out.
    const bool shows_leaks = depth && !focus.constant && focus.view == FocusView::leaks;
    if (!shows_leaks) leaks_.forget();
    overlay_ += ((shows_plane_ ? 1.0f : 0.0f) - overlay_) * 0.25f;
    if (!shows_plane_ && overlay_ < 0.02f) overlay_ = 0;

    const int view = !depth                            ? 0
                     : focus.view == FocusView::circle ? 1
                     : focus.view == FocusView::depth  ? 2
                                                       : 0;
    const float overlay = depth && !focus.constant && !shows_leaks ? overlay_ : 0.0f;
    const bool is_blurred = in_memory_ || !needs_table(how);  // by others than the program below
    if (is_blurred && view == 0) {
        const bool tinted = overlay > 0;
        if (tinted && !blurred_.is(sharp.width(), sharp.height()))
            blurred_ = Texture(sharp.width(), sharp.height(), GL_RGBA32F);
        const Texture& blurred = tinted ? blurred_ : result_;
        if (in_memory_)
            draw_by_cpu(filter, how, focus, blurred);
        else
            diffusion_.run(sharp, blurred,
                           [&](const Program& program) { set_circle(program, sharp, depth, range, focus); });
        if (shows_leaks) draw_leaks(sharp, *depth, range, focus, changed);
        if (!tinted) return;
    }

    const bool integers = filter.table_sample() == Sample::u32;
    const Program& program = is_blurred ? program_for({Bokeh::box, FocusMethod::gather, false, true})
                                        : program_for({focus.bokeh, how, integers, false});
    program.use();
    set_circle(program, sharp, depth, range, focus);
    program.set("sharp", 0);
    program.set("reach", 3);
    if (!is_blurred) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, filter.table().name());
    program.set("fixed_point", how == FocusMethod::spread ? corner_scale : float(fixed_point));
    const std::vector<double> mean = filter.table_mean();
    if (mean.size() == 4)
        program.set("table_mean", float(mean[0]), float(mean[1]), float(mean[2]), float(mean[3]));
    else
        program.set("table_mean", 0.0f, 0.0f, 0.0f, 0.0f);
    program.set("tile", float(tile));
    program.set("view", view);
    program.set("focus_overlay", overlay);
    program.set("largest_circle", std::min(focus.max_radius, largest_radius_of(focus.bokeh)));
    // The map spans 1 to 120 metres at most: the scene has nothing nearer, and all that is farther looks the
    // same.
    program.set("inverse_depth_range", 1 / std::max(std::min(range.at_zero, range.at_one), 1.0f),
                1 / std::min(std::max(range.at_zero, range.at_one), 120.0f));
    (is_blurred && view == 0 ? blurred_ : sharp).bind(0);
    glBindTextureUnit(3, how == FocusMethod::layers && !in_memory_ ? reach_.name() : 0);
    program.set("first_column", first_column_);
    compute_into(program, result_, sharp.width() - first_column_, sharp.height());
    if (shows_leaks) draw_leaks(sharp, *depth, range, focus, changed);
}

void DepthOfField::draw_leaks(const Texture& sharp, const Texture& depth, const DepthRange& range,
                              const FocusSettings& focus, bool changed) {
    const LeakMap::Request request{lens_of(sharp, true, range, focus),
                                   focus.bokeh,
                                   focus.method,
                                   focus.precision,
                                   sharp.width(),
                                   sharp.height()};
    leaks_.update(sharp, depth, request, cpu_bokeh(focus.bokeh), result_, changed);
    leaks_.draw(result_);
}

void DepthOfField::draw_by_cpu(const TextureFilter& filter, FocusMethod how, const FocusSettings& focus,
                               const Texture& result) {
    const float unit = how == FocusMethod::spread ? corner_scale : float(fixed_point);
    by_cpu_.draw({filter.table_in_memory(), unit, filter.table_mean()}, cpu_bokeh(focus.bokeh), first_column_,
                 result);
}

void DepthOfField::report_before(Timings& timings) const {
    if (in_memory_) by_cpu_.report_before(timings);
}

void DepthOfField::report_behind(Timings& timings) const {
    if (in_memory_) by_cpu_.report_behind(timings);
}

void DepthOfField::draw_other_half(const Texture& sharp, const Texture* depth, const DepthRange& range,
                                   const FocusSettings& focus, EngineKind engine) {
    if (!other_ || other_engine_ != engine) {
        other_ = std::make_unique<TextureFilter>(engine);
        other_engine_ = engine;
    }
    FocusSettings other = focus;
    other.method = focus.method == FocusMethod::spread ? FocusMethod::layers : FocusMethod::spread;
    const TableSource source = prepare(sharp, depth, range, other, *other_, false);
    other_->make_table(source, problem(sharp, depth != nullptr, other), true);
    first_column_ = sharp.width() / 2;
    draw(sharp, *other_, depth, range, other);
    first_column_ = 0;
}

std::string DepthOfField::reload() {
    std::string message = diffusion_.reload();
    for (Program* program : {&layers_program_, &reach_program_, &corners_program_})
        message += program->reload();
    for (auto& [bokeh, program] : scatter_programs_) message += program.reload();
    for (auto& [variant, program] : programs_) message += program.reload();
    return message;
}

}  // namespace sweep::app
