// How Demo lays panels over the picture.
#include "app/demo.h"
#include "app/overlays.h"
#include "app/tune_panel.h"

namespace sweep::app {

const Action* Demo::build_panels(const Layout& layout, const Report& report, const Sights& sights) {
    if (settings_.view != View::passes)
        look_.overlay(sights, settings_.captions ? layout.captions : Area{}, settings_.look,
                      settings_.exposure, viewer_);
    title_ = caption_overlay(layout, settings_, report, viewer_);
    focus_overlay(layout, settings_, report, viewer_);
    if (settings_.view != View::passes) look_.magnifier_overlay(sights, settings_);
    controls_panel(layout, settings_, report);
    timing_panel(layout, settings_, report.times);
    tune_panel(layout, settings_, report);
    big_type_line(layout, settings_, report);
    message_panel_.draw(settings_, messages_);
    key_page(settings_, actions_);
    const Action* chosen = menu_.draw(layout, settings_, actions_);
    const Action* named = palette_.draw(settings_, actions_);
    return named ? named : chosen;
}

// By fragment shaders: over what is drawn already.
void Demo::draw_panels(Gui& gui, const Canvas& canvas) {
    glBindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
    glViewport(0, 0, canvas.width, canvas.height);
    panel_timer_.begin();
    gui.draw();
    panel_timer_.end();
}

// By compute shaders: the panels first, as the picture is drawn under them.
void Demo::draw_image(const Layout& layout, Canvas& canvas, bool refresh,
                      const std::function<void()>& draw_picture) {
    if (!picture_file_.empty()) {
        draw_picture();
        save_files(layout.picture, canvas, false);
        canvas.is_filled = false;
    }
    const ImGuiIO& io = ImGui::GetIO();
    const bool somebody_acts = touched_ || io.MouseDelta.x != 0 || io.MouseDelta.y != 0 ||
                               io.MouseWheel != 0 || ImGui::IsAnyMouseDown();
    touched_ = false;
    const bool at_once =
        refresh || !panels_lag_ || somebody_acts || recording_.running() || !frame_file_.empty();
    panel_timer_.begin();
    canvas.layer = &surface_.panels().update(canvas.width, canvas.height, at_once, now_);
    panel_timer_.end();
    draw_picture();
}

}  // namespace sweep::app
