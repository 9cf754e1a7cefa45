// One frame of the program: input, engine, screen, panels. The same code draws into a window and off screen.
#pragma once

#include "app/actions.h"
#include "app/depth_of_field.h"
#include "app/focus_probe.h"
#include "app/gui.h"
#include "app/panels.h"
#include "app/picture.h"
#include "app/scene.h"
#include "app/settings.h"
#include "app/texture_filter.h"
#include "app/viewer.h"
#include "app/window.h"

#include <memory>
#include <optional>
#include <string>

namespace sweep::app {

class Demo {
  public:
    // The context is current. Opens options.image when there is one.
    // Throws Error as run_window() says.
    explicit Demo(const WindowOptions& options, Commands window = {});
    ~Demo();

    // Draws the frame at `seconds` of the scene's clock into `framebuffer`. `gui` is between frames before
    // and after. `refresh`: show the newest times even if the shown ones are fresh.
    void frame(Gui& gui, int width, int height, double seconds, GLuint framebuffer, bool refresh = false);

    // False when nothing is on this chord. Throws nothing, and neither does open(): C code calls them.
    bool press(Chord chord);
    void hold_original(bool held) { settings_.hold_original = held; }
    // A picture was dropped: opens it, or says why not and keeps the last one.
    void open(const std::string& path);
    const Settings& settings() const { return settings_; }
    const std::vector<Action>& actions() const { return actions_; }

  private:
    struct Input {
        const Texture* source;  // what the engine reads
        const Texture* light;   // the same in linear light (or as encoded), for the eye
        const Texture* depth;   // may be null
        Sample sample;
    };
    // What a texture holds; shaders/display.frag knows the numbers.
    enum class Content { light = 0, float_table = 1, integer_table = 2, differences = 3 };

    Input draw_input();
    void choose_engine();
    void show_scene();
    void reload_shaders();
    Problem problem_for(const Input& input) const;
    Problem with_algorithm(Problem problem) const;
    Problem possible(Problem problem);
    const Texture* process(const Input& input);
    void display(const Texture& texture, Content content, const Area& area, GLuint framebuffer, int height);
    void draw_panels(Gui& gui, const Layout& layout, const Report& report);
    void add_time(std::string_view row, GpuTimer& timer);
    void pointer(const Input& input, double seconds_since_last);
    void measure_copy();
    Report report_for(const Input& input, bool shows_original, bool refresh);
    void say(std::string message, double for_seconds);

    Settings settings_;
    Viewer viewer_;
    std::vector<Action> actions_;

    std::optional<Scene> scene_;
    std::optional<Picture> picture_;
    std::unique_ptr<TextureFilter> filter_;
    EngineChoice filter_choice_;
    std::optional<Problem> last_problem_;
    std::optional<Problem> possible_;  // the last that its algorithm was found able to do, on which engine
    std::optional<EngineKind> possible_engine_;
    bool input_changed_ = true;
    DepthOfField depth_of_field_;
    FocusProbe probe_;
    std::optional<float> focus_target_;  // metres; on the way there
    Program display_program_;

    Timings timings_;
    GpuTimer scene_timer_, blur_timer_, display_timer_, panel_timer_;
    double scene_seconds_ = 20;  // where the walk is prettiest
    double last_seconds_ = -1;
    std::size_t copy_bytes_ = 0;
    double copy_gb_per_s_ = 0, copy_due_ = 0;
    std::string message_;
    double message_until_ = 0;
    double now_ = wall_seconds();  // not of the scene
};

}  // namespace sweep::app
