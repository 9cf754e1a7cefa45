// The whole of what a window shows, frame by frame: input, engine, screen, panels. The same code draws into a
// window and off screen.
#pragma once

#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/command_line/history.h"
#include "app/command_line/start.h"
#include "app/lessons/teach/view.h"
#include "app/screen/canvas/surface.h"
#include "app/screen/canvas/viewer.h"
#include "app/talk/lecture/player.h"
#include "app/ui/actions.h"
#include "app/ui/gui.h"
#include "app/ui/menu.h"
#include "app/ui/overlays.h"
#include "app/ui/palette.h"
#include "app/ui/panel_sizes.h"
#include "app/views/compare/view.h"
#include "app/views/focus/pull.h"
#include "app/views/focus/stroke_brush.h"
#include "app/views/measure/view.h"
#include "app/views/tune/view.h"
#include "app/window/files.h"
#include "app/window/open/dialog.h"
#include "app/window/open/panel.h"
#include "app/window/pace.h"
#include "app/window/panels/notices.h"
#include "app/window/panels/panels.h"
#include "app/window/result_saver.h"
#include "app/window/sigma_sweep.h"
#include "app/window/source.h"
#include "app/window/work.h"
#include "app/work/request/requests.h"
#include "app/work/request/settings.h"

namespace sweep::app {

struct NamedFigure;

class Demo {
  public:
    // The OpenGL context is current. Opens options.image if there is one, otherwise the scene.
    // Throws the errors that run_window() lists.
    // `painting`: whether fragment or compute shaders draw the scene, the depth of field and the frame.
    explicit Demo(const WindowOptions& options, Commands window = {},
                  Scene::Painting painting = Scene::Painting::automatic);
    ~Demo();

    // Draws the frame at `seconds` of the scene's clock. `gui` is between frames before and after. `refresh`:
    // shows the newest times even if those on the screen are recent. Throws nothing: the window reports what
    // fails, and the last good picture stays.
    void frame(Gui& gui, int width, int height, double seconds, const Target& target, bool refresh = false);
    // From the next frame on the panels may be a 60th of a second old, where nobody notices: not in files,
    // not with `refresh`, and not while the user acts.
    void let_panels_lag() { pace_.let_panels_lag(); }

    // Runs the action of this chord; false if there is none. Throws nothing, and neither does open():
    // callbacks of GLFW, which is C, call both.
    bool press(Chord chord);
    // A key that is released before a frame was drawn is held for one frame.
    void hold_original(bool held) {
        releases_original_ = !held && holds_original_ && !has_drawn_original_;
        holds_original_ = held || releases_original_;
        has_drawn_original_ = has_drawn_original_ && held;
    }
    // Opens a picture, a depth map or a folder that was dropped, or says why it cannot and keeps the last
    // picture.
    void open(const std::string& path);
    // Opens several at once: a picture and its depth map may come together, in any order.
    void open_all(const std::vector<std::filesystem::path>& paths);
    // Shows the dialog of the system, if it may be asked and has one, otherwise the program's own list.
    void choose_picture();
    void let_ask_system() { asks_system_ = true; }
    // Strokes over photos stay in this file (app/work/user/kept_strokes.h), from one run to the next.
    void keep_strokes_in(const std::filesystem::path& file);
    // Opens the files that the clipboard names, or restores the state of a command line of copy-state.
    void paste();
    // Reads the picture again if it is watched and its file has changed. To be called between frames, also
    // while none are drawn.
    void check_files();
    const Settings& settings() const { return settings_; }
    // How large the text is to be, in times of that of a monitor: a lecture's fits the window.
    float text_scale(float monitor, int width, int height) const {
        const float asked = monitor * settings_.scale;
        return lecture_.is_running() ? lecture_scale(asked, width, height) : asked;
    }
    const CompareView& compare() const { return compare_; }
    const MeasureView& measure() const { return measure_; }
    // What is computed from the picture belongs to what is shown.
    bool settled() const { return compare_.settled() && measure_.settled() && !source_.makes_depth(); }
    const AccuracyReport& accuracy() const { return work_.accuracy(); }
    const LeakMap& leaks() const { return work_.leaks(); }
    const TuneView& tuning() const { return tuning_; }
    // From now on the Gaussian is that of `sweep filter` wherever view and algorithm take it, and of order 3 elsewhere,
    // until another one is chosen.
    void take_usual_accuracy() { set_accuracy_ = settings_.filter.accuracy; }
    const Messages& messages() const { return notices_.messages(); }
    const std::vector<Action>& actions() const { return actions_; }
    TeachView& teach() { return teach_; }
    LecturePlayer& lecture() { return lecture_; }

    // Commands of scripts. Throws Error(usage) if there is no such action, or it is not available; if there
    // is no such option, or it does not take this value.
    void run_action(std::string_view name);
    void set(const std::string& name, const std::string& value);

    // The settings, with the place at which the viewer looks; and the command line that shows the same again.
    Settings state() const;
    std::string state_line() const;
    // Changes `options` to those of a window that shows the same again: settings, place, picture and depth
    // map. The keys to be pressed and the folder for frames are for the first window alone, and are cleared.
    void show_again(WindowOptions& options) const;
    // Restores the state that a saved picture of the window, or a copied line, holds
    // (app/command_line/picture_state.h). Throws Error(usage).
    void restore_state(const std::string& state);
    // Says what the user should know of the picture that is open: a note of its reader, or that it holds a
    // state.
    void announce_picture();
    void announce_values(const Picture& picture);
    // Shows numbers from their least to their greatest value.
    void fit_range_of(const Picture& picture);

    // These are those of Files. While recording().running(), the caller advances the clock by equal steps.
    void record(const std::filesystem::path& into) { files_.record(into); }
    void end_stream() { files_.end_stream(); }
    std::string interrupt_recording() { return files_.interrupt_recording(); }
    void discard_recording() { files_.discard_recording(); }
    const Recording& recording() const { return files_.recording(); }
    void save_frame(std::filesystem::path file, bool panels);
    const std::string& unwritten() const { return files_.unwritten(); }
    const std::string& unsent() const { return files_.unsent(); }
    // Writes the figure from the next frame (app/window/named_figures.h); what fails becomes a message, and the second
    // throws it.
    void save_figure(std::filesystem::path file, const NamedFigure& figure);
    void rethrow_unsaved_figure() const {
        if (unsaved_figure_) std::rethrow_exception(unsaved_figure_);
    }
    // A film that is being filtered ends there; finish_files() waits for what is done of it.
    void stop_film() { results_.stop_film(); }
    void finish_files() {
        files_.finish();
        results_.finish();
    }

    void say(std::string message, double for_seconds, bool trouble = true) {
        notices_.say(std::move(message), for_seconds, trouble);
    }

    // The user pressed a key or a button or turned the wheel: frames are drawn for a while, and sigma stops
    // sweeping by itself.
    void touched();
    // For a window that was not told what to show: a wipe over the scene, and a sigma that sweeps until the user does
    // something. Does nothing with a picture of the user's own, or with another view.
    void greet();
    // For a window of which nothing was asked: a card says what this is, until touched().
    void introduce() { panels_.shows_card = true, panels_.card_goes = false; }
    // Frames are drawn for so long, even if the user does nothing.
    void keep_drawing(double seconds) { pace_.keep_drawing(seconds); }
    // A list lies over the picture, and has the keyboard.
    bool has_list() const { return settings_.palette || open_panel_.is_open(); }
    void press_in_list(Key key);
    // Nothing was drawn for a while: the pause does not count as a slow frame.
    void rested() { pace_.rested(); }
    // How long nothing is going to change, in seconds; 0: something changes now.
    double seconds_of_rest() const;

  private:
    struct Frame;
    // The parts of a frame (app/window/frame.cpp). They run in the order of frame() there.
    void step_clocks(Frame& frame, double seconds);
    void take_pictures(Frame& frame);
    void place_picture(Frame& frame);
    void find_input(Frame& frame);
    void find_result(Frame& frame);
    void prepare_screen(Frame& frame);
    void build_panels(Frame& frame);
    void draw_picture(Frame& frame);
    void draw_panels(Gui& gui, const Canvas& canvas);
    void draw_image(Frame& frame);
    void serve_requests();
    void show_recording(Gui& gui);

    void move_pointer(const Input& input, double seconds_since_last);
    bool paint_depth(const Input& input, Point pointer, bool begins);
    Report report_for(const Frame& frame);
    TimesReport times_of(const Report& report, const Frame& frame);

    Commands own_commands(Commands window);
    // Worker threads measure, compare or read.
    bool awaits_workers() const;
    void note_history();
    void go_back(std::string (SettingsHistory::*way)(Settings&));
    void adopt(Settings fresh);
    void follow_usual_accuracy();
    // Throws the errors of read_lecture(), and changes nothing then.
    void start_lecture(const std::string& name, int step);
    void end_lecture();
    // Goes on where a lecture was left; false where none was, or one runs.
    bool resume_lecture();
    void show_cue(const Cue& cue);
    void run_chosen(const Action& action);
    void save_result();
    void save_shown_figure(const char* ending);
    void write_figure(const Frame& frame);
    void save_film();
    void save_depth_map();
    // The photo to which the strokes belong that are kept; empty: none.
    std::string photo_of_strokes() const;
    // Takes the strokes of before; keeps those that have changed.
    void restore_strokes();
    void keep_strokes();
    void save_seen(const Frame& frame);
    void save_values(const Frame& frame);
    void show(PictureData data);
    void show_first(PictureData data);
    void take_on_film();
    void show_scene();
    void apply_framing();
    void forget_input();
    void reload_shaders();
    void open_one(const std::filesystem::path& path);
    void copy_times(std::string (*text)(const TimesReport&));

    Settings settings_;
    Viewer viewer_;
    bool holds_original_ = false;      // the key is held down
    bool has_drawn_original_ = false;  // since it was pressed
    bool releases_original_ = false;
    int width_ = 0, height_ = 0;  // of the window in the last frame
    Notices notices_;
    TuneView tuning_;
    std::optional<double>
        set_accuracy_;  // by follow_usual_accuracy(); none: the user has chosen the Gaussian

    Work work_;
    Source source_;
    int generation_ = 0;               // of the input that is shown
    bool framing_is_pending_ = false;  // the next picture is shown at settings_.framing
    bool turned_page_ = false;         // the picture is another page of the file before
    bool range_is_fitted_ = false;     // by fit_range_of()
    Files files_;
    std::string stream_;  // the address of --stream
    ResultSaver results_;
    struct FigureToSave {
        std::filesystem::path file;
        const NamedFigure* figure = nullptr;
        std::shared_ptr<const Image> under;
    };
    std::optional<FigureToSave> figure_;  // of the next frame
    std::exception_ptr unsaved_figure_;   // why the last one was not written
    bool saves_seen_ = false;             // the next frame's result is saved
    bool saves_values_ = false;           // what is measured is saved when it belongs to what is shown
    Pace pace_;
    SigmaSweep sweep_;
    SettingsHistory history_;
    FileDialog dialog_;
    OpenPanel open_panel_;
    bool asks_system_ = false;

    CompareView compare_;
    MeasureView measure_;
    TeachView teach_;
    LecturePlayer lecture_;
    std::optional<Settings> before_lecture_;
    std::optional<std::pair<std::string, int>> left_lecture_;  // its file, and the step
    FocusPull focus_pull_;
    StrokeBrush depth_brush_;
    std::filesystem::path strokes_file_;  // empty: none are kept
    DepthStrokes strokes_;                // as they are there
    struct Screen {
        Display display;
        Surface surface;
        GpuTimer display_timer, panel_timer;
    } screen_;
    struct Panels {
        MessagePanel messages;
        Palette palette;
        KeyPage keys;
        Menu menu;
        PanelSizes sizes;
        Area title;         // its place; may be empty
        TimesReport times;  // those on the screen
        Requests requests;
        // The card of the first frames; it stays for the frame in which it is clicked.
        bool shows_card = false, card_goes = false;
    } panels_;
    std::vector<Action> actions_;
};

}  // namespace sweep::app
