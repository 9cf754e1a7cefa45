#include "app/depth_of_field.h"

#include <algorithm>

namespace sweep::app {

void DepthOfField::draw(const Texture& sharp, const Texture& table, const Texture* depth, float inverse_near,
                        float inverse_far, const FocusSettings& focus) {
    if (!result_.is(sharp.width(), sharp.height()) || result_.levels() != sharp.levels()) {
        result_ = Texture(sharp.width(), sharp.height(), GL_RGBA32F, sharp.levels());
        target_ = Framebuffer({&result_}, nullptr);
    }
    const float inverse_focus = 1 / std::max(focus.distance, 0.05f);
    program_.use();
    program_.set("sharp", 0);
    program_.set("table", 1);
    program_.set("depth", 2);
    program_.set("has_depth", depth ? 1 : 0);
    program_.set("fixed_point", float(fixed_point));
    program_.set("inverse_depth", inverse_near, inverse_far);
    program_.set("inverse_focus", inverse_focus);
    program_.set("inverse_range", inverse_focus - 1 / (1 / inverse_focus + std::max(focus.range, 0.0f)));
    program_.set("aperture", focus.aperture * float(sharp.height()));
    program_.set("max_radius", std::min(focus.max_radius, largest_box));
    program_.set("constant_radius",
                 focus.constant || !depth ? std::min(focus.constant_radius, largest_box) : -1.0f);
    sharp.bind(0);
    table.bind(1);
    if (depth) depth->bind(2);
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glViewport(0, 0, sharp.width(), sharp.height());
    draw_fullscreen();
}

}  // namespace sweep::app
