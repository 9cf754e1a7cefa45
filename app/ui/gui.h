// Dear ImGui, set up for this program: fonts, colours, and a frame with or without a GLFW window.
#pragma once

#include <array>
#include <cfloat>
#include <cstdint>
#include <functional>

#include <imgui.h>

#include "app/screen/input/input_queue.h"
#include "app/screen/input/scripted_mouse.h"
#include "app/ui/theme.h"
#include "app/work/request/settings.h"

struct GLFWwindow;

namespace sweep::app {

class Gui {
  public:
    // `window` null: off screen, without input. `scale`: the monitor's content scale.
    // With a window, its owner installs the callbacks and passes each event on by feed().
    Gui(GLFWwindow* window, float scale);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    // Off screen nobody waits, and the same commands have to draw the same pictures.
    bool is_off_screen() const { return !window_; }
    // Changes the scale, for another monitor. To be called between frames.
    void set_scale(float scale);
    void set_theme(Theme theme);
    // To be called between frames, with what next() of a queue returns.
    void feed(const InputEvent& event);
    // To be asked between frames: a field has the keyboard; a popup is open, or the panels are used by the keyboard, so
    // that keys without a character are theirs.
    bool types() const;
    bool takes_keys() const;
    bool has_popup() const;
    // Whether arrows, Enter and Space walk through the panels, from now on until Esc or a click elsewhere.
    void navigate(bool on);
    bool navigates() const { return navigates_; }
    void begin(int width, int height, double seconds_since_last);
    // From the next begin() on the mouse is this one; null: the user's, or none off screen.
    void point(const ScriptedMouse* mouse) { mouse_ = mouse; }
    void end();
    // To be called after an error between begin() and end(): closes what was left open, so that the frame can
    // end.
    void recover();
    // To be called after end(): draws into the framebuffer that is bound.
    void draw();
    // To be called after end(): draws more on top, with ImGui's letters and without its widgets.
    void draw_over(const std::function<void(ImDrawList&)>& paint);

  private:
    void build_fonts();

    GLFWwindow* window_;
    float scale_;
    Theme theme_ = Theme::dark;
    const ScriptedMouse* mouse_ = nullptr;
    bool navigates_ = false, was_navigated_ = false;
    double x_ = -FLT_MAX, y_ = -FLT_MAX;  // the pointer, as far as it was fed
    std::array<bool, 5> down_{};          // the buttons
};

// The key that Dear ImGui gets while the panels are used by keyboard (`walks`), and nothing is typed: Enter presses
// the button that has the keyboard, as Space does.
int key_of_panels(int key, bool walks);

// The fonts. The default is the proportional one, `text`.
enum class Face { text, mono, title, big };
void push_face(Face face);
void pop_face();

// These two hide differences between versions of Dear ImGui.
// The ImTextureID of an OpenGL texture. It is a pointer before 1.91.4 and an integer since; this cast makes
// both.
inline ImTextureID texture_id(unsigned name) {
    return (ImTextureID)(std::uintptr_t(name));
}
// How thick a line is that has so many pixels beside letters of the usual size: on a large screen both are larger.
float thick(float pixels);
// ImDrawList::AddRect with all its arguments. The last two change places with 1.93, and ImDrawFlags(0) fits
// both orders.
inline void outline(ImDrawList& list, ImVec2 a, ImVec2 b, ImU32 colour, float rounding, float thickness) {
    list.AddRect(a, b, colour, rounding, ImDrawFlags(0), thickness);
}

}  // namespace sweep::app
