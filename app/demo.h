// One frame of the program: input, engine, screen, panels. The same code draws into a window and off screen.
#pragma once

#include "app/accuracy.h"
#include "app/actions.h"
#include "app/copy_yardstick.h"
#include "app/depth_of_field.h"
#include "app/file_watch.h"
#include "app/focus_probe.h"
#include "app/frame_grabber.h"
#include "app/gallery.h"
#include "app/gpu_measuring.h"
#include "app/gui.h"
#include "app/look.h"
#include "app/menu.h"
#include "app/messages.h"
#include "app/orbit.h"
#include "app/palette.h"
#include "app/panels.h"
#include "app/picture.h"
#include "app/picture_series.h"
#include "app/recording.h"
#include "app/scene.h"
#include "app/settings.h"
#include "app/sigma_sweep.h"
#include "app/surface.h"
#include "app/table_error.h"
#include "app/teach_input.h"
#include "app/teach_view.h"
#include "app/texture_filter.h"
#include "app/tuning.h"
#include "app/viewer.h"
#include "app/window.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sweep::app {

class Demo {
  public:
    // The context is current. Opens options.image when there is one.
    // Throws Error as run_window() says.
    // `painting`: who draws the scene, the blur and the frame.
    explicit Demo(const WindowOptions& options, Commands window = {},
                  Scene::Painting painting = Scene::Painting::automatic);
    ~Demo();

    // Draws the frame at `seconds` of the scene's clock. `gui` is between frames before and after. `refresh`: show the
    // newest times even if the shown ones are fresh. Throws nothing: what fails is said in the window, and the last
    // good picture stays.
    void frame(Gui& gui, int width, int height, double seconds, const Target& target, bool refresh = false);
    // From now on panels may be a 60th of a second old where nobody would notice: not in files, nor with `refresh`,
    // nor when somebody does something.
    void let_panels_lag() { panels_lag_ = true; }

    // False when nothing is on this chord. Throws nothing, and neither does open(): C code calls them.
    bool press(Chord chord);
    void hold_original(bool held) { settings_.hold_original = held; }
    // A picture, its depth map or a folder was dropped: opens it, or says why not and keeps the last one.
    void open(const std::string& path);
    // Several at once: a picture and its depth map may come together, in any order.
    void open_all(const std::vector<std::filesystem::path>& paths);
    // What the clipboard names: files, or the command line of copy-state.
    void paste();
    // Between frames, however far these are apart: whether the picture's file has changed, if it is watched.
    void look_at_files();
    const Settings& settings() const { return settings_; }
    const Look& look() const { return look_; }
    const AccuracyReport& accuracy() const { return accuracy_.report(); }
    const Messages& messages() const { return messages_; }
    const std::vector<Action>& actions() const { return actions_; }
    TeachView& teach() { return teach_; }

    // What scripts do. Throws Error(usage): no such action, or not now; no such option, or not that value.
    void run_action(std::string_view name);
    void set(const std::string& name, const std::string& value);

    // The settings, with where the viewer looks; and the command line that shows the same again.
    Settings state() const;
    std::string state_line() const;
    // Makes `options` those of a window that shows the same again: settings, place, picture and depth map. Keys that were
    // to be pressed and a folder for frames are of the first window alone.
    void show_again(WindowOptions& options) const;
    // As a saved picture of the window says, or a copied line (app/picture_state.h). Throws Error(usage).
    void restore_state(const std::string& state);
    // Says what there is to know of the picture that is open.
    void announce_picture();

    // Every frame from the next one on goes into files of this folder; empty: no longer. The caller's clock goes
    // evenly while recording() says so.
    void record(std::filesystem::path folder);
    // Stops, and deletes what was recorded.
    void discard_recording();
    const Recording& recording() const { return recording_; }
    // The next frame, panels and all or the picture alone, into this file. Waits for nothing.
    void save_frame(std::filesystem::path file, bool panels);
    // What was said of the last file that could not be written; empty: none.
    const std::string& unwritten() const { return unwritten_; }
    // Until all files are written. Throws Error(unwritable_output).
    void finish_files() { grabber_.finish(); }

    // In the window and in its list; trouble is red.
    void say(std::string message, double for_seconds, bool trouble = true);

    // Somebody pressed, clicked, turned: frames are drawn for a while, and sigma stops to sweep by itself.
    void touched();
    void sweep_until_touched();
    // Frames are worth drawing for so long, even when nobody does anything.
    void keep_drawing(double seconds);
    void press_in_palette(Key key) { palette_.press(key); }
    // Nothing was drawn for a while: that is no slow frame.
    void rested() { skips_interval_ = true; }
    // How long nothing is going to change; 0: it changes now.
    double seconds_of_rest() const;

  private:
    struct Input {
        const Texture* source;  // what the engine reads
        const Texture* light;   // the same in linear light (or as encoded), for the eye
        const Texture* depth;   // may be null
        Sample sample;
        bool is_grey = false;  // source has three times the same channel, and is opaque
    };
    // What of a frame fails alone: app/demo_frame.cpp.
    enum class Piece { files, input, filter, comparison, screen, panels };
    struct Frame;
    bool attempt(Piece piece, const std::function<void()>& work);
    void failed(Piece piece, const std::string& why);
    void find_picture(Frame& frame);
    Input input_without_drawing() const;
    const Texture* kept_result(const Input& input);
    Input draw_input();
    DepthRange depth_range() const;
    const Texture* blur(const Input& input);
    void filter(const TableSource& source, Problem problem, bool changed);
    void run_chosen(const Action& action);
    void choose_engine();
    void renew_engines();
    void measure_gpu();
    void step_measuring();
    void sweep_passes(const Input& input, double seconds);
    bool decodes() const;
    bool is_encoded() const;
    void look_as_told();
    void show_scene();
    void show(PictureData data);
    void remember_picture();
    void reload_picture();
    void take_opened(bool wait);
    void reload_shaders();
    void forget_input();
    // The filter whose result is seen: where slots are compared that of slot 2, if there is one.
    const FilterSettings& shown_filter() const;
    Problem problem_to_show(const Input& input, const FilterSettings& filter) const;
    Problem problem_for(const Input& input, const FilterSettings& filter) const;
    Problem with_algorithm(Problem problem, const FilterSettings& filter) const;
    Problem possible(Problem problem);
    const Texture* process(const Input& input);
    void check_accuracy(const Input& input, const Texture* result, bool changed);
    Sights sights_for(const Input& input, const Texture* result, bool changed);
    Sight filtered_by_the_other_slot(const Input& input, bool changed);
    void build_panels(Frame& frame);
    void draw_picture(Frame& frame);
    void draw_panels(Gui& gui, const Canvas& canvas);
    void draw_image(Frame& frame);
    void add_time(std::string_view row, GpuTimer& timer, Part part = Part::beside);
    void pointer(const Input& input, double seconds_since_last);
    EngineKind memory_of_engine() const;
    void draw_other_half(const Input& input, const DepthRange& range);
    TimesReport times_of(const Report& report, bool refresh);
    void copy_times(std::string (*text)(const TimesReport&));
    Report report_for(const Frame& frame);
    void save_comparison();
    void step_series();
    void save_files(const Area& area, const Canvas& canvas, bool panels);
    void show_recording(Gui& gui);

    Settings settings_;
    Viewer viewer_;
    std::vector<Action> actions_;

    Scene::Painting painting_;
    std::optional<Scene> scene_;
    std::optional<Picture> picture_;
    Gallery gallery_{Picture::largest_side()};
    FileWatch watch_;  // of the picture that is open
    Orbit orbit_;
    std::unique_ptr<TextureFilter> filter_, other_filter_;  // the other one: of slot 1
    EngineChoice filter_choice_;
    std::optional<Problem> last_problem_, other_problem_;
    GLuint last_source_ = 0;
    std::optional<Problem> possible_;  // the last that its algorithm was found able to do, on which engine
    std::optional<EngineKind> possible_engine_;
    // The last result that was made; it stays on the screen when a newer one cannot be.
    struct Kept {
        const Texture* texture = nullptr;
        GLuint name = 0;
        std::optional<Problem> problem;
        bool blurred = false;  // it is a depth of field
    } kept_;
    Texture nothing_{1, 1, GL_RGBA32F};  // the picture when there is none at all
    bool input_changed_ = true;
    // All that the scene's picture depends on, beside its shaders.
    struct SceneMoment {
        int width = 0, height = 0;
        double seconds = 0;
        float yaw = 0, pitch = 0;
        friend bool operator==(const SceneMoment&, const SceneMoment&) = default;
    } scene_moment_;                  // that is drawn
    bool looks_when_opened_ = false;  // the viewer goes to settings_.framing with the next picture
    TestPicture test_picture_;
    TestInput test_input_ = TestInput::none;  // of the last frame
    TeachView teach_;
    DepthOfField depth_of_field_;
    TableError table_error_;
    Precision measured_precision_ = Precision::automatic;
    FocusProbe probe_;
    Tuning tuning_;
    std::optional<float> focus_target_;  // metres; on the way there
    Display display_;
    Surface surface_;
    bool panels_lag_ = false, touched_ = true;  // since the last frame
    Look look_;
    Accuracy accuracy_;

    Timings timings_;
    TimesReport times_;  // as they are shown
    bool waits_for_screen_ = false;
    GpuTimer scene_timer_, layers_timer_, blur_timer_, other_half_timer_, display_timer_, panel_timer_;
    double last_seconds_ = -1;
    CopyYardstick copy_;
    GpuMeasuring measuring_;
    double copy_ms_ = 0;  // that the last frame took longer because of it
    struct Trouble {
        std::string text;
        double at = -1e9;  // as now_
    };
    std::array<Trouble, 6> troubles_;  // by Piece: what failed last
    Messages messages_;
    MessagePanel message_panel_;
    Area title_;  // where it stands; may be empty

    std::string image_;  // the file that is open
    int width_ = 0, height_ = 0;
    FrameGrabber grabber_;
    std::filesystem::path frame_file_, picture_file_;  // empty: none
    PictureSeries series_;
    Recording recording_;
    std::string unwritten_;
    int written_before_ = 0;  // files, when it began
    SigmaSweep sweep_;
    Palette palette_;
    Menu menu_;
    bool sweeps_until_touched_ = false;
    bool skips_interval_ = false;  // until the next frame passes time that is not the frame's
    double draw_until_ = 0;
    double now_ = wall_seconds();  // not of the scene
};

}  // namespace sweep::app
