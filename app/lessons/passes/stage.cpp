#include "app/lessons/passes/stage.h"

#include <array>

#include "app/screen/canvas/display.h"

namespace sweep::app {
namespace {

// The kinds of margin, with the numbers of shaders/teach/stage.frag.
enum class Margin {
    none = 0,
    constant = 1,
    clamp = 2,
    repeat = 3,
    mirror = 4,
    continued = 5,
    reflect101 = 6
};

Margin margin_of(BoundaryKind kind) {
    if (!is_extended(kind)) return Margin::none;
    if (continues_by_edge(kind)) return Margin::clamp;
    if (wraps_around(kind)) return Margin::repeat;
    if (turns_on_sample(kind)) return Margin::reflect101;
    return runs_back(kind) ? Margin::mirror : Margin::constant;
}

std::array<float, 4> constant_of(const Boundary& boundary) {
    std::array<float, 4> value{};
    for (std::size_t c = 0; c < 4; ++c)
        value[c] =
            float(boundary.outside(std::min(c, boundary.value.empty() ? 0 : boundary.value.size() - 1)));
    return value;
}

void copy_rectangle(const Texture& from, int x, int y, const Texture& to, int to_x, int to_y, int width,
                    int height) {
    glCopyImageSubData(from.name(), GL_TEXTURE_2D, 0, x, y, 0, to.name(), GL_TEXTURE_2D, 0, to_x, to_y, 0,
                       width, height, 1);
}

// The index of the sample, of `n`, that the boundary puts `step` + 1 samples after the last one; negative:
// the constant.
int taken_from(BoundaryKind kind, int n, int step) {
    if (continues_by_edge(kind)) return n - 1;
    return runs_back(kind) ? std::max(n - (turns_on_sample(kind) ? 2 : 1) - step, 0) : -1;
}

// Whether what a pass makes of the extension is computed: with repeat it is in the picture, and with none there is no
// extension.
bool continues(BoundaryKind kind) {
    return is_extended(kind) && !wraps_around(kind);
}

Drawn drawn(const PassImages& images, int k) {
    return {&images.image(k), images.gain(k), images.is_signed(k)};
}

}  // namespace

void PassStage::extend(const PassImages& images, EngineKind engine) {
    extended_ = false;
    const Boundary &of_rows = images.problem().boundary, &of_columns = images.problem().boundary_of_columns();
    if (!continues(of_rows.kind) && !continues(of_columns.kind)) return;
    const int width = images.width(), height = images.height(), more = continued_samples;
    try {
        if (!filter_ || filter_choice_ != engine) {
            filter_ = std::make_unique<TextureFilter>(engine);
            filter_choice_ = engine;
        }
        if (!padded_.is(width + more, height + more)) {
            padded_ = Texture(width + more, height + more, GL_RGBA32F);
            beyond_columns_ = Texture(width, more, GL_RGBA32F);
            beyond_rows_ = Texture(more, height, GL_RGBA32F);
        }
        const bool columns_end_in_constants =
            continues(of_columns.kind) && taken_from(of_columns.kind, 1, 0) < 0;
        const std::array<float, 4> outside = constant_of(columns_end_in_constants ? of_columns : of_rows);
        glClearTexImage(padded_.name(), 0, GL_RGBA, GL_FLOAT, outside.data());
        copy_rectangle(images.image(0), 0, 0, padded_, 0, 0, width, height);
        for (int step = 0; step < more; ++step)
            if (const int from = taken_from(of_columns.kind, height, step); from >= 0)
                copy_rectangle(images.image(0), 0, from, padded_, 0, height + step, width, 1);
        for (int step = 0; step < more; ++step)
            if (const int from = taken_from(of_rows.kind, width, step); from >= 0) {
                copy_rectangle(images.image(0), from, 0, padded_, width + step, 0, 1, height);
                // Below the picture's last row, clamp repeats its last pixel.
                if (continues_by_edge(of_columns.kind))
                    for (int down = 0; down < more; ++down)
                        copy_rectangle(images.image(0), from, height - 1, padded_, width + step,
                                       height + down, 1, 1);
            }
        Problem problem = images.problem();
        problem.shape.width += more;
        problem.shape.height += more;
        problem.passes = 1;
        filter_->run(padded_, problem, true);
        copy_rectangle(filter_->result(), 0, height, beyond_columns_, 0, 0, width, more);
        problem.passes = 3;
        filter_->run(padded_, problem, false);
        copy_rectangle(filter_->result(), width, 0, beyond_rows_, 0, 0, more, height);
        extended_ = true;
    } catch (const std::exception&) {
        // The images themselves are there; only the margin stays empty.
    }
}

// Starts to draw into a part of the framebuffer, where the view has a picture of the size of this image.
void PassStage::place(const Texture& size, const View& view, const StageLight& light) const {
    const Area& area = view.area;
    glViewport(area.x, view.window_height - area.y - area.height, area.width, area.height);
    glScissor(area.x, view.window_height - area.y - area.height, area.width, area.height);
    glEnable(GL_SCISSOR_TEST);
    program_.use();
    program_.set("before", 0);
    program_.set("after", 1);
    program_.set("beyond", 2);
    program_.set("picture_size", float(size.width()), float(size.height()));
    program_.set("origin", view.origin_x, view.origin_y);
    program_.set("zoom", view.zoom);
    program_.set("window_height", float(view.window_height));
    program_.set("exposure", std::exp2(light.exposure));
    program_.set("soft_highlights", light.soft_highlights ? 1 : 0);
    program_.set("encoded", light.encoded ? 1 : 0);
    program_.set("background", background[0], background[1], background[2]);
}

// As a pass down that is done, from nothing and with nothing beyond the picture.
void PassStage::draw_in(const Drawn& drawn, const View& view, const StageLight& light) const {
    place(*drawn.image, view, light);
    program_.set("columns", 1);
    program_.set("forward", 1);
    program_.set("lines", drawn.image->height());
    program_.set("margin", 0.0f);
    program_.set("boundary", int(Margin::none));
    program_.set("gains", drawn.gain, drawn.gain);
    glUniform2i(glGetUniformLocation(program_.name(), "differences"), drawn.around_zero ? 1 : 0,
                drawn.around_zero ? 1 : 0);
    program_.set("dim", 1.0f);
    program_.set("block", 0);
    for (unsigned unit = 0; unit < 3; ++unit) drawn.image->bind(unit);
    draw_fullscreen();
    glDisable(GL_SCISSOR_TEST);
}

void PassStage::draw_between(const PassImages& images, int before, int after, const SweepPlace& place,
                             const View& view, const StageLight& light, float dim, float margin,
                             int block) const {
    const Problem& problem = images.problem();
    const Boundary& boundary = place.columns() ? problem.boundary_of_columns() : problem.boundary;
    Margin kind = margin_of(boundary.kind);
    std::array<float, 4> outside{};
    if (kind == Margin::constant) {
        outside = constant_of(boundary);
        if (place.pass >= 2)
            for (float& value : outside)
                value *= float(images.design().gain_after(2) * images.design().response_after(2));
    }
    if (!place.forward() && continues(boundary.kind)) kind = extended_ ? Margin::continued : Margin::none;
    this->place(images.image(0), view, light);
    program_.set("columns", place.columns() ? 1 : 0);
    program_.set("forward", place.forward() ? 1 : 0);
    program_.set("lines", place.lines);
    program_.set("margin", margin / view.zoom);
    program_.set("boundary", int(kind));
    program_.set("outside", outside[0], outside[1], outside[2]);
    program_.set("gains", images.gain(before), images.gain(after));
    glUniform2i(glGetUniformLocation(program_.name(), "differences"), images.is_signed(before) ? 1 : 0,
                images.is_signed(after) ? 1 : 0);
    program_.set("dim", dim);
    program_.set("block", block);
    images.image(before).bind(0);
    images.image(after).bind(1);
    (extended_ ? (place.columns() ? beyond_columns_ : beyond_rows_) : images.image(before)).bind(2);
    draw_fullscreen();
    glDisable(GL_SCISSOR_TEST);
}

void PassStage::draw(const PassImages& images, const SweepPlace& place, const Viewer& viewer,
                     const Area& area, const StageLight& light, float dim, float margin, GLuint framebuffer,
                     int window_height) const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    const Point origin = viewer.origin();
    draw_between(images, place.pass, place.pass + 1, place,
                 {origin.x, origin.y, viewer.zoom(), area, window_height}, light, dim, margin);
}

void PassStage::draw_image(const PassImages& images, int k, const Viewer& viewer, const Area& area,
                           const StageLight& light, GLuint framebuffer, int window_height) const {
    draw_alone(drawn(images, k), viewer, area, light, framebuffer, window_height);
}

void PassStage::draw_alone(const Drawn& drawn, const Viewer& viewer, const Area& area,
                           const StageLight& light, GLuint framebuffer, int window_height) const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    const Point origin = viewer.origin();
    draw_in(drawn, {origin.x, origin.y, viewer.zoom(), area, window_height}, light);
}

void PassStage::draw_blocks(const PassImages& images, int before, int after, int block, int done,
                            const Viewer& viewer, const Area& area, const StageLight& light, float dim,
                            GLuint framebuffer, int window_height) const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    const Point origin = viewer.origin();
    draw_between(images, before, after, {0, done, images.height()},
                 {origin.x, origin.y, viewer.zoom(), area, window_height}, light, dim, 0, block);
}

void PassStage::draw_thumbnails(const PassImages& images, int width, const StageLight& light) {
    std::array<Drawn, all_passes + 1> all;
    for (int k = 0; k <= all_passes; ++k) all[std::size_t(k)] = drawn(images, k);
    draw_thumbnails(all, width, light);
}

void PassStage::draw_thumbnails(std::span<const Drawn> images, int width, const StageLight& light) {
    const int full_width = images[0].image->width(), full_height = images[0].image->height();
    const int height = std::max(int(std::lround(double(width) * full_height / full_width)), 1);
    const int count = int(images.size());
    if (!thumbnails_.is(count * width, height)) {
        thumbnails_ = Texture(count * width, height, GL_RGBA8);
        thumbnails_.filter(GL_LINEAR, GL_LINEAR);
        thumbnail_target_ = Framebuffer({&thumbnails_}, nullptr);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, thumbnail_target_.name());
    const float zoom = float(width) / float(full_width);
    for (int k = 0; k < count; ++k)
        draw_in(images[std::size_t(k)], {float(k * width), 0, zoom, {k * width, 0, width, height}, height},
                light);
}

}  // namespace sweep::app
