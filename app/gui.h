// Dear ImGui, set up for this program: fonts, colours, and a frame with or without a GLFW window.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <functional>

#include "app/script.h"

struct GLFWwindow;

namespace sweep::app {

class Gui {
  public:
    // `window` null: off screen, without input. `scale`: content scale of the monitor.
    // With a window, installs ImGui's input callbacks after the window's own.
    Gui(GLFWwindow* window, float scale);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    // Without a window: nobody waits, and the same commands are to draw the same pictures.
    bool is_off_screen() const { return !window_; }
    // Another monitor, another scale. Between frames only.
    void set_scale(float scale);
    void set_theme(Theme theme);
    void begin(int width, int height, double seconds_since_last);
    // From the next begin() on the mouse is this one, which may be null: the user's, or none.
    void point(const ScriptedMouse* mouse) { mouse_ = mouse; }
    void end();
    // After an error between begin() and end(): closes what it left open, so that the frame can end.
    void recover();
    // After end(): into the framebuffer that is bound.
    void draw();
    // After end(): more on top of it, with ImGui's letters and without its widgets.
    void draw_over(const std::function<void(ImDrawList&)>& paint);

  private:
    void build_fonts();

    GLFWwindow* window_;
    float scale_;
    Theme theme_ = Theme::dark;
    const ScriptedMouse* mouse_ = nullptr;
};

// The faces; the default one is the proportional one.
enum class Face { text, mono, title, big };
void push_face(Face face);
void pop_face();

// What differs between the versions of Dear ImGui.
// A texture of OpenGL, by its name. An ImTextureID was a pointer before 1.91.4 and is an integer since: this cast makes both.
inline ImTextureID texture_id(unsigned name) {
    return (ImTextureID)(std::uintptr_t(name));
}
// ImDrawList::AddRect with all its arguments, whose last two changed places with 1.93: literal zeros fit both orders.
inline void outline(ImDrawList& list, ImVec2 a, ImVec2 b, ImU32 colour, float rounding, float thickness) {
    list.AddRect(a, b, colour, rounding, ImDrawFlags(0), thickness);
}

// What the panels are painted with.
namespace colours {
inline ImVec4 text{0.90f, 0.91f, 0.93f, 1.0f}, faint{0.60f, 0.63f, 0.68f, 1.0f},
    panel{0.085f, 0.094f, 0.113f, 1.0f}, control{0.155f, 0.170f, 0.205f, 1.0f},
    hovered{0.215f, 0.235f, 0.280f, 1.0f};  // as the theme has them
inline const ImVec4 accent{1.00f, 0.71f, 0.33f, 1.0f}, accent_dim{0.55f, 0.38f, 0.16f, 1.0f},
    good{0.38f, 0.80f, 0.74f, 1.0f}, dark_text{0.09f, 0.07f, 0.04f, 1.0f};
}  // namespace colours

}  // namespace sweep::app
