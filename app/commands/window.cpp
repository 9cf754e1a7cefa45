// The window on a display: GLFW, its events, and the frames between them.
#include "app/commands/window.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/command_line/script.h"
#include "app/command_line/view_options.h"
#include "app/commands/first_picture.h"
#include "app/commands/window_session.h"
#include "app/screen/gl/glfw.h"
#include "app/window/demo.h"
#include "app/work/checks/gpu_measuring.h"
#include "app/work/user/kept_strokes.h"
#include "app/work/user/user_settings.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "platform/signals.h"

namespace sweep::app {
namespace {

std::string glfw_error() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text ? text : "unknown reason";
}

struct Glfw {
    Glfw() {
        if (!start_glfw())
            throw Error(ExitCode::no_display,
                        "no display for a window (" + glfw_error() +
                            "): set DISPLAY, or draw the window off screen with `sweep shot OUT.png`");
    }
    ~Glfw() { glfwTerminate(); }
};

Window open_window(int width, int height) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    // With this hint a driver that is reset reports a lost context instead of ending the program; other
    // drivers ignore it.
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    Window window(glfwCreateWindow(width, height, "Sweep", nullptr, nullptr));
    if (!window)
        throw Error(ExitCode::failed, "no OpenGL 4.5 window (" + glfw_error() +
                                          "): update the graphics driver, or set LIBGL_ALWAYS_SOFTWARE=1");
    glfwMakeContextCurrent(window.get());
    load_gl(glfwGetProcAddress);
    return window;
}

void toggle_full_screen(Session& session) {
    GLFWwindow* window = session.window.get();
    if (glfwGetWindowMonitor(window)) return show_windowed(window, session.windowed);
    session.windowed = place_of(window, session.windowed);
    show_full_screen(window, screen_of(window));
}

void show_on_next_screen(Session& session) {
    GLFWwindow* window = session.window.get();
    session.windowed = place_of(window, session.windowed);
    show_full_screen(window, next_screen(screen_of(window)));
}

}  // namespace

void Session::open(const WindowOptions& options) {
    window = open_window(options.width, options.height);
    synchronised = !options.vertical_sync;  // differs, so that the first frame sets the interval
    glfwGetWindowContentScale(window.get(), &monitor_scale, nullptr);
    gui.emplace(window.get(), monitor_scale);
    show_first_picture(options);
    demo.emplace(options, Commands{.quit = [this] { glfwSetWindowShouldClose(window.get(), GLFW_TRUE); },
                                   .full_screen = [this] { toggle_full_screen(*this); },
                                   .next_screen = [this] { show_on_next_screen(*this); },
                                   .navigate = [this] { gui->navigate(!gui->navigates()); },
                                   .presenter = [this] { talk.want_presenter(!talk.has_presenter()); },
                                   .has_presenter = [this] { return talk.has_presenter(); }});
    if (options.takes_usual_accuracy) demo->take_usual_accuracy();
    if (const auto file = kept_strokes_file()) demo->keep_strokes_in(*file);
    demo->let_panels_lag();
    install_callbacks(*this);
}

void Session::show_first_picture(const WindowOptions& options) {
    gui->set_scale(monitor_scale * options.scale);
    gui->set_theme(options.theme);
    int width = 0, height = 0;
    glfwGetFramebufferSize(window.get(), &width, &height);
    if (width == 0 || height == 0) return;
    draw_first_picture(*gui, width, height, options);
    glfwSwapBuffers(window.get());
    glfwPollEvents();
}

void Session::close() {
    input.clear();
    talk.close_presenter();
    gui.reset();
    demo.reset();
    window.reset();
}

// Leaves out the picture, and whatever says which one.
static void show_none(WindowOptions& options) {
    options.image.reset();
    options.film.reset();
    options.depth.reset();
    options.page = 1;
    options.choice = {};
}

// The context is lost with everything in it: opens a new window with the same picture, settings and place.
void Session::open_again(WindowOptions options) {
    constexpr double patience = 10;  // seconds that a driver may need to return
    for (const double began = glfwGetTime(); gl_is_lost() && glfwGetTime() < began + patience;)
        glfwWaitEventsTimeout(0.05);
    const std::string recorded = demo->interrupt_recording(), films = recorded.empty() ? "" : "; " + recorded;
    demo->show_again(options);
    const bool full_screen = glfwGetWindowMonitor(window.get()) != nullptr;
    const int screen = screen_of(window.get());
    windowed = place_of(window.get(), windowed);
    std::string lost;
    try {
        close();
        open(options);
    } catch (const Error& error) {
        if (!options.image) throw;
        lost = std::string("; ") + error.what();
        show_none(options);
        close();
        open(options);
    }
    glfwSetWindowPos(window.get(), windowed.x, windowed.y);
    glfwSetWindowSize(window.get(), windowed.width, windowed.height);
    if (full_screen) show_full_screen(window.get(), screen);
    demo->say("the graphics driver was reset: the window was opened again" + films + lost, 12);
}

void take_kept(WindowOptions& options, const UserSettings& kept) {
    const std::vector<std::string>& names = options.view_given;
    const auto given = [&](std::string_view name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (!given("scale")) options.scale = kept.scale;
    if (!given("theme")) options.theme = kept.theme;
    if (!given("vertical-sync")) options.vertical_sync = kept.vertical_sync;
    if (!given("times-table")) options.times_table = kept.times_table;
    options.recent = kept.recent;
    if (given("layout") || kept.arrangement == options.arrangement) return;
    const Settings asked = options;
    arrange(options, kept.arrangement);
    for (const ViewOption& row : view_options())
        if (given(row.name)) row.set(options, row.get(asked));
}

namespace {

// Takes settings that the command line does not give from the user's file, and keeps that file up to date.
class Keeper {
  public:
    explicit Keeper(WindowOptions& options) : file_(user_settings_file()) {
        if (!file_) return;
        kept_ = tried_ = load_user_settings(*file_, &note_);
        take_kept(options, kept_);
        measuring_offered_ = kept_.measuring_offered;
        started_ = options;
    }
    // Offers the measurement once for each GPU that has not been measured, and never in the layout for a
    // hall.
    void offer_measuring(Demo& demo) {
        const std::string gpu = unmeasured_gpu();
        if (!file_ || gpu.empty() || gpu == measuring_offered_ ||
            demo.settings().arrangement == Arrangement::present)
            return;
        measuring_offered_ = gpu;
        demo.say(gpu +
                     " has not been measured: \"Measure what is fastest\" in the menu, or sweep tune, does "
                     "so in a minute or two",
                 12, false);
    }
    // Prints an error of the file on stderr, once.
    ~Keeper() {
        if (!note_.empty()) std::fprintf(stderr, "sweep: %s\n", printable(note_).c_str());
    }
    // Writes the settings if they have changed. Returns an error of the file once, otherwise an empty text.
    std::string keep(const Settings& now) {
        // An option of one run is no setting: what the window started with is kept only after it was changed there.
        const auto chosen = [&](bool& was_changed, auto Settings::*which, const auto& kept) {
            was_changed = was_changed || now.*which != started_.*which;
            return was_changed ? now.*which : kept;
        };
        const UserSettings fresh{chosen(changed_[0], &Settings::scale, kept_.scale),
                                 chosen(changed_[1], &Settings::arrangement, kept_.arrangement),
                                 chosen(changed_[2], &Settings::theme, kept_.theme),
                                 chosen(changed_[3], &Settings::vertical_sync, kept_.vertical_sync),
                                 now.recent,
                                 measuring_offered_,
                                 chosen(changed_[4], &Settings::times_table, kept_.times_table)};
        if (!file_ || fresh == tried_) return {};
        tried_ = fresh;
        const std::string note = save_user_settings(*file_, fresh, kept_);
        if (note.empty()) kept_ = fresh;
        return note_.empty() ? note_ = note : std::string();
    }
    const std::string& note() const { return note_; }

  private:
    std::optional<std::filesystem::path> file_;
    Settings started_;               // those of the window's start
    std::array<bool, 5> changed_{};  // since then: text, layout, theme, vertical sync, table of times
    UserSettings kept_;              // the file's settings, as far as this window knows them
    UserSettings tried_;             // those of the last attempt, which is not repeated in each frame
    std::string note_, measuring_offered_;
};

}  // namespace

void end_recording(Demo& demo, const WindowOptions& options) {
    demo.end_stream();
    const std::string summary = demo.recording().running() ? demo.recording().summary() : "";
    demo.record({});
    if (options.record && !demo.unwritten().empty())
        throw Error(ExitCode::unwritable_output, demo.unwritten());
    if (options.stream && !demo.unsent().empty()) throw Error(ExitCode::unwritable_output, demo.unsent());
    // Standard output may be the film.
    if (!summary.empty())
        std::fprintf(options.record == "-" ? stderr : stdout, "%s\n", printable(summary).c_str());
}

void run_window(const WindowOptions& asked) {
    const Glfw glfw;
    WindowOptions options = asked;
    const bool scripted = !options.script.lines.empty();
    std::optional<Keeper> keeper;  // absent for a script, which has to do the same everywhere
    if (!scripted) keeper.emplace(options);

    Session session;
    // Who has clicked on a file sees no terminal: the window says what is wrong with it.
    std::string unreadable;
    try {
        session.open(options);
    } catch (const Error& error) {
        if (error.code() != ExitCode::unreadable_input || scripted || options.frames > 0 || asked.lecture ||
            !(options.image || options.film))
            throw;
        unreadable = error.what();
        show_none(options);
        session.close();
        session.open(options);
    }
    // What is refused is the only line, and so comes before a lecture speaks.
    if (options.remote) session.talk.serve_phones(parse_remote_address(*options.remote));
    session.demo->lecture().let_speak();
    session.windowed = place_of(session.window.get(), session.windowed);
    if (options.full_screen) {
        const int wanted = *options.full_screen, here = screen_of(session.window.get());
        if (!show_full_screen(session.window.get(), wanted > 0 ? wanted : here)) {
            show_full_screen(session.window.get(), here);
            session.demo->say(fmt::format("there is no monitor {}: full screen on {}", wanted, here), 8,
                              false);
        }
    }
    session.talk.want_presenter(options.presenter.has_value(), options.presenter.value_or(0));
    if (keeper) keeper->offer_measuring(*session.demo);
    session.demo->announce_picture();
    if (keeper && !keeper->note().empty()) session.demo->say(keeper->note(), 8);
    if (!unreadable.empty()) {
        std::fprintf(stderr, "sweep: %s\n", printable(unreadable).c_str());
        session.demo->say(unreadable, 60);
    }

    constexpr double fixed_step = 1 / Recording::frames_per_second;
    ScriptRunner script(options.script, fixed_step);
    const ScriptHost host{
        [&](std::string_view action) { session.demo->run_action(action); },
        [&](const std::string& name, const std::string& value) { session.demo->set(name, value); },
        [&](const std::string& file) {
            session.demo->finish_files();
            session.demo->save_frame(file, true);
        }};
    if (!scripted) session.demo->let_ask_system();
    if (scripted)
        session.gui->point(&script.mouse());
    else if (!asked.chooses_filter && !asked.lecture)
        session.demo->greet();
    if (asked.asks_nothing && !scripted) session.demo->introduce();

    // Ctrl+C ends the window as a click does: what is recorded is whole.
    const platform::Interruption interruption;
    double clock = 0, last = glfwGetTime(), kept_at = 0;
    for (int frame = 0; !glfwWindowShouldClose(session.window.get()) && !interruption.requested() &&
                        (options.frames == 0 || frame < options.frames);) {
        session.talk.serve(session.window.get(), *session.demo);
        // During a pause the clock of the scene stands still.
        const double rest =
            scripted || options.frames > 0 || !session.input.empty() ? 0 : session.demo->seconds_of_rest();
        if (rest > 0) {
            constexpr double longest_deafness = 0.25;  // seconds until a signal is seen
            glfwWaitEventsTimeout(session.talk.seconds_left(
                std::min(rest, session.demo->settings().watch
                                   ? std::min(FileWatch::seconds_between_looks, longest_deafness)
                                   : longest_deafness)));
            session.demo->check_files();
            session.talk.draw(*session.demo);
            if (session.input.empty() && session.demo->seconds_of_rest() > 0) continue;
            session.demo->rested();
            last = glfwGetTime();
        } else {
            glfwPollEvents();
        }
        take_input(session);
        if (scripted && !script.step(host) && options.frames == 0) break;
        int width = 0, height = 0;
        glfwGetFramebufferSize(session.window.get(), &width, &height);
        session.gui->set_scale(session.demo->text_scale(session.monitor_scale, width, height));
        session.gui->set_theme(session.demo->settings().theme);
        if (width == 0 || height == 0) {  // minimised
            glfwWaitEventsTimeout(0.1);
            session.talk.draw(*session.demo);
            session.demo->rested();
            continue;
        }
        if (session.synchronised != session.demo->settings().vertical_sync) {
            session.synchronised = session.demo->settings().vertical_sync;
            glfwSwapInterval(session.synchronised ? 1 : 0);
        }
        const double now = glfwGetTime();
        clock += scripted || session.demo->recording().running() ? fixed_step : now - last;
        last = now;
        session.demo->frame(*session.gui, width, height, clock, 0);
        const bool is_due = session.talk.is_due();
        if (is_due) session.talk.presenter()->take_stage(width, height);
        glfwSwapBuffers(session.window.get());
        if (is_due) session.talk.draw(*session.demo);
        ++frame;
        if (gl_is_lost()) {
            session.open_again(options);
            if (scripted) session.gui->point(&script.mouse());
            last = glfwGetTime();
        }
        if (keeper && now - kept_at > 1) {
            kept_at = now;
            if (const std::string note = keeper->keep(session.demo->settings()); !note.empty())
                session.demo->say(note, 8);
        }
    }
    // What workers are in the midst of, and files that are still to be written, take a moment that nobody has to watch.
    glfwHideWindow(session.window.get());
    if (keeper) keeper->keep(session.demo->settings());
    session.demo->stop_film();
    session.demo->finish_files();
    end_recording(*session.demo, options);
    if (options.print_state) std::printf("%s\n", session.demo->state_line().c_str());
}

}  // namespace sweep::app
