// The presenter's window: a second window that sees the textures of the first one, whose frames never wait for it. It
// is drawn ten times a second at most, and seldomer where that would cost the stage more than a 20th of its time, by
// OpenGL and Dear ImGui contexts of its own.
#pragma once

#include <memory>
#include <optional>

#include "app/screen/gl/gl.h"
#include "app/screen/gl/glfw.h"
#include "app/screen/input/input_queue.h"
#include "app/talk/presenter/panel.h"
#include "app/ui/gui.h"
#include "app/work/request/settings.h"
#include "core/base/image.h"

struct ImGuiContext;

namespace sweep::app {

class Presenter {
  public:
    // On that screen; 0: another one than that of `stage`. Where there is none, it lies beside the stage, or over a
    // corner of it.
    // The contexts of `stage` are current, and are so again afterwards, as in each function here. Throws Error(failed).
    Presenter(GLFWwindow* stage, int screen);
    // The context of the stage is current.
    ~Presenter();
    Presenter(const Presenter&) = delete;
    Presenter& operator=(const Presenter&) = delete;

    GLFWwindow* window() const { return window_.get(); }
    // It opened over a part of the stage.
    bool covers_stage() const { return covers_stage_; }
    // Its user has closed it.
    bool is_closed() const { return glfwWindowShouldClose(window_.get()); }
    // Mouse and focus, which are its own; keys are those of the stage.
    void add(const InputEvent& event) { input_.add(event); }

    // Until it is to be drawn again, in seconds.
    double seconds_left(double now) const;
    // Takes a smaller copy of what the stage has drawn and not shown yet.
    void take_stage(int width, int height);
    // Draws it, and returns the step that was clicked. `next`: the next step, RGB of 8 bits;
    // null: there is no picture of it.
    std::optional<int> draw(PresenterReport report, std::shared_ptr<const Image> next, Theme theme,
                            double now);

  private:
    void take_next(std::shared_ptr<const Image> next);

    class Here;  // makes the contexts of this window current, until it ends
    struct Destroy {
        void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
    };
    struct Copy {  // the copy of the stage, of the stage's context
        Texture texture;
        Framebuffer framebuffer;
        GLsync is_ready = nullptr;
    };

    std::unique_ptr<GLFWwindow, Destroy> window_;
    ImGuiContext* gui_context_ = nullptr;
    std::optional<Gui> gui_;
    Copy copy_;
    std::shared_ptr<const Image> next_;  // that next_texture_ has
    Texture next_texture_;
    bool covers_stage_ = false;
    InputQueue input_;
    double drawn_at_ = -1;
    double copying_ = 0, drawing_ = 0;  // seconds that the last copy took, and the last frame
};

}  // namespace sweep::app
