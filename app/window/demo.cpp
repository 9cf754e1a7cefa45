#include "app/window/demo.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/command_line/picture_state.h"
#include "app/command_line/script.h"
#include "app/screen/gl/frame_grabber.h"
#include "app/ui/tips.h"
#include "app/views/focus/options.h"
#include "app/window/named_figures.h"
#include "app/work/user/kept_strokes.h"
#include "core/base/error.h"
#include "files/output_file.h"
#include "gpu/engine.h"

namespace sweep::app {

Demo::Demo(const WindowOptions& options, Commands window, Scene::Painting painting)
    : settings_(options),
      work_(settings_, painting == Scene::Painting::compute, notices_, tuning_),
      source_(options, painting),
      files_(notices_, [this] { return state_line(); }),
      results_(notices_),
      screen_{Display(),
              Surface(painting == Scene::Painting::compute ||
                      (painting == Scene::Painting::automatic && !gl_is_software())),
              {},
              {}},
      actions_(make_actions(settings_, viewer_, tuning_, own_commands(std::move(window)))) {
    if (const Picture* picture = source_.picture()) {
        // The values of an integer file end at the white of the screen; only linear light goes on beyond it.
        if (picture->is_integer() && !settings_.highlights_chosen) settings_.soft_highlights = false;
        fit_range_of(*picture);
        announce_values(*picture);
    }
    if (source_.film() && !settings_.highlights_chosen) settings_.soft_highlights = false;
    if (const auto recent = source_.as_recent()) remember(settings_.recent, *recent);
    if (options.record) record(*options.record);
    if (options.stream) files_.stream(stream_ = *options.stream);
    apply_framing();
    if (options.watched) teach_.watch(*options.watched);
    if (options.lecture) {
        lecture_.run_booth(options.booth);
        start_lecture(*options.lecture, options.lecture_step);
    }
    for (const char key : options.keys) press({key});
}

Demo::~Demo() = default;

Commands Demo::own_commands(Commands commands) {
    const auto here = [] { return std::filesystem::current_path(); };
    commands.pin = [this] { compare_.pin_at_pointer(settings_.compare); };
    commands.go_to_pixel = [this] { compare_.ask_where(); };
    commands.show_scene = [this] { show_scene(); };
    commands.next_picture = [this] { source_.gallery().step(1); };
    commands.previous_picture = [this] { source_.gallery().step(-1); };
    commands.reload_shaders = [this] { reload_shaders(); };
    commands.copy_state = [this] {
        ImGui::SetClipboardText(state_line().c_str());
        say("copied: " + state_line(), 6, false);
    };
    commands.copy_times = [this] { copy_times(times_markdown); };
    commands.copy_times_csv = [this] { copy_times(times_csv); };
    commands.screenshot = [this, here](bool panels) {
        save_frame(free_name(here(), panels ? "sweep" : "sweep-picture", ".png"), panels);
    };
    commands.save_comparison = [this] {
        files_.save_comparison(settings_);
        pace_.keep_drawing();
    };
    commands.save_values = [this] {
        saves_values_ = true;
        pace_.keep_drawing();
    };
    commands.save_result = [this] { save_result(); };
    commands.save_figure = [this](const char* ending) { save_shown_figure(ending); };
    commands.save_depth_map = [this] { save_depth_map(); };
    commands.record = [this, here] {
        record(recording().running() ? "" : free_name(here(), "sweep-recording", ""));
    };
    commands.record_film = [this, here] {
        record(recording().running() ? "" : free_name(here(), "sweep-recording", ".mp4"));
    };
    commands.stream = [this] { files_.is_streaming() ? files_.end_stream() : files_.stream(stream_); };
    commands.is_streaming = [this] { return files_.is_streaming(); };
    commands.can_stream = [this] { return !stream_.empty(); };
    commands.discard_recording = [this] { discard_recording(); };
    commands.is_recording = [this] { return recording().running(); };
    commands.has_picture = [this] { return !source_.shows_scene(); };
    commands.reload_picture = [this] { source_.reload(); };
    commands.is_encoded = [this] { return source_.is_encoded(); };
    commands.paste = [this] { paste(); };
    commands.open = [this] { choose_picture(); };
    commands.menu = [this] { panels_.menu.open(); };
    commands.undo = [this] { go_back(&SettingsHistory::undo); };
    commands.redo = [this] { go_back(&SettingsHistory::redo); };
    commands.can_undo = [this] {
        note_history();
        return history_.can_undo();
    };
    commands.can_redo = [this] {
        note_history();
        return history_.can_redo();
    };
    commands.close_list = [this] {
        if (!open_panel_.is_open()) return lecture_.close();
        open_panel_.close();
        return true;
    };
    commands.has_state = [this] { return source_.picture() && is_state(source_.picture()->label()); };
    commands.restore_state = [this] { restore_state(source_.picture()->label()); };
    commands.lecture_step = [this](int way) { lecture_.go(lecture_.step() + way); };
    commands.lecture_first = [this] { lecture_.go(0); };
    commands.lecture_list = [this] { lecture_.toggle_list(); };
    commands.black = [this] { lecture_.toggle_black(); };
    commands.lecture_notes = [this] { lecture_.toggle_notes(); };
    commands.shows_notes = [this] { return lecture_.shows_notes(); };
    commands.start_lecture = [this](std::string_view name) { start_lecture(std::string(name), 0); };
    commands.resume_lecture = [this] { resume_lecture(); };
    commands.can_resume = [this] { return left_lecture_.has_value() && !lecture_.is_running(); };
    commands.end_lecture = [this] { end_lecture(); };
    commands.has_lecture = [this] { return lecture_.is_running(); };
    commands.step_passes = [this](double rows) { teach_.step(rows); };
    commands.unfold = [this] { teach_.unfold(); };
    commands.hide_number = [this] { teach_.hide(); };
    commands.step_film = [this](int way) {
        if (FilmPlayer* film = source_.film_player()) film->step_frame(way);
    };
    commands.jump_in_film = [this](double seconds) {
        FilmPlayer* film = source_.film_player();
        if (!film) return;
        const FilmStatus status = film->status();
        film->seek(std::clamp(status.seconds + seconds, 0.0, std::max(status.facts.seconds, 0.0)));
    };
    commands.has_film = [this] { return source_.film() != nullptr; };
    commands.measure_gpu = [this] { work_.measure_gpu(); };
    commands.is_measuring = [this] { return work_.measuring().is_running(); };
    const bool has_cuda = gpu::probe().usable;
    commands.has_cuda = [has_cuda] { return has_cuda; };
    return commands;
}

// Before whatever may change the settings: a drag is one step, and what changes by itself until somebody comes is none.
void Demo::note_history() {
    const bool holds = ImGui::GetCurrentContext() && ImGui::IsAnyMouseDown();
    if (!sweep_.lasts_until_touched() && !holds) history_.note(settings_, wall_seconds());
}

void Demo::go_back(std::string (SettingsHistory::*way)(Settings&)) {
    note_history();
    const std::string said = (history_.*way)(settings_);
    work_.note_change();
    say(said, 4, false);
}

bool Demo::press(Chord chord) {
    try {
        note_history();
        if (!has_list() && lecture_.press_above(chord)) {
            pace_.keep_drawing();
            return true;
        }
        if (chord == Chord{Key::f5} && resume_lecture()) return true;
        const bool teaches = settings_.view == View::passes && !has_list();
        if ((teaches && teach_.press(chord, settings_.teach)) || lecture_.press(chord)) {
            pace_.keep_drawing();
            return true;
        }
        return dispatch(actions_, chord);
    } catch (const std::exception& error) {
        say(error.what(), 12);
        return true;
    }
}

void Demo::run_action(std::string_view name) {
    const Action* action = find_action(actions_, name);
    if (!action) throw Error(ExitCode::usage, fmt::format("there is no action '{}' here", name));
    if (!action->available()) throw Error(ExitCode::usage, fmt::format("'{}' is not available now", name));
    note_history();
    action->run();
    pace_.keep_drawing();
}

// Runs an action of the menu, the palette or a button; an error becomes a message.
void Demo::run_chosen(const Action& action) {
    pace_.keep_drawing();
    note_history();
    try {
        action.run();
    } catch (const std::exception& error) {
        say(error.what(), 12);
    }
}

void Demo::set(const std::string& name, const std::string& value) {
    note_history();
    Settings changed = with_option(settings_, name, value);
    // The mouse may have moved the viewer since settings_.framing was set.
    const bool looks = name == "zoom" || name == "at";
    const Framing now = state().framing;
    if (name == "zoom") {
        const float zoom = changed.framing.zoom;
        changed.framing = now;
        changed.framing.zoom = zoom;
    } else if (name == "at") {
        changed.framing.zoom = viewer_.zoom();
    }
    settings_ = std::move(changed);
    if (FilmPlayer* film = source_.film_player(); film && name == "film-time")
        film->seek(settings_.film.time);
    if (looks) apply_framing();
    pace_.keep_drawing();
}

void Demo::apply_framing() {
    const Framing& to = settings_.framing;
    if (to.zoom > 0)
        viewer_.show(to.zoom, to.centred ? std::nullopt : std::optional(Point{to.x, to.y}));
    else
        viewer_.fit();
}

void Demo::reload_shaders() {
    std::string message = screen_.display.reload() + compare_.reload() + work_.reload_shaders() +
                          teach_.reload() + source_.reload_shaders();
    work_.note_change();
    if (message.empty()) return;
    message.pop_back();  // the line break at the end
    say(message, 12);
}

void Demo::copy_times(std::string (*text)(const TimesReport&)) {
    ImGui::SetClipboardText(text(panels_.times).c_str());
    say(fmt::format("copied: the times of {}", panels_.times.what), 4, false);
}

void Demo::save_frame(std::filesystem::path file, bool panels) {
    files_.save_frame(std::move(file), panels);
    pace_.keep_drawing();
}

// The result of a file, and of a film that plays, is what `sweep filter` writes. That of the scene, in the current
// folder, and a depth of field are saved as they are seen.
void Demo::save_result() {
    pace_.keep_drawing();
    if (results_.is_filtering_film()) return results_.stop_film();
    const bool shows_film = source_.film_player() && source_.test_input() == TestInput::none;
    if (shows_film && settings_.animate) return save_film();
    const Picture* picture = source_.test_input() == TestInput::none ? source_.picture() : nullptr;
    if (!picture || settings_.view == View::depth_of_field) {
        saves_seen_ = true;
        return;
    }
    const FilterSettings& request = Work::shown_filter(settings_);
    std::filesystem::path of = picture->path();
    if (picture->page() > 1)
        of.replace_filename(of.stem().string() + fmt::format("-page{}", picture->page()) +
                            of.extension().string());
    // While slots are compared, the result is that of the second one.
    const bool is_slot = &request != &static_cast<const FilterSettings&>(settings_);
    if (is_slot) of.replace_filename(of.stem().string() + "-slot2" + of.extension().string());
    results_.start(picture->path(), picture->page(), picture->choice(),
                   result_name(of, picture->file_sample(), request), request, state_line());
}

void Demo::save_figure(std::filesystem::path file, const NamedFigure& figure) {
    figure_ = {std::move(file), &figure, nullptr};
    pace_.keep_drawing();
}

void Demo::save_shown_figure(const char* ending) {
    const NamedFigure* const shown = figure_shown(settings_);
    if (!shown) throw Error(ExitCode::failed, "no figure is shown here: `sweep figure --list` names them");
    const auto file = free_name(std::filesystem::current_path(), "sweep-" + shown->name, ending);
    page_format(file);
    save_figure(file, *shown);
}

void Demo::save_film() {
    const FilmPlayer* const film = source_.film_player();
    if (film->source().kind != FilmKind::file)
        throw Error(ExitCode::failed,
                    "what comes from a camera or a stream is recorded as it is seen: Ctrl+F10");
    if (settings_.view == View::depth_of_field)
        throw Error(ExitCode::failed, "a depth of field is recorded as it is seen: Ctrl+F10");
    const FilterSettings& request = Work::shown_filter(settings_);
    const std::filesystem::path of = film->source().address;
    results_.start_film(of, film_result_name(of, request), request);
}

// A photo is opened with the map beside it the next time.
void Demo::save_depth_map() {
    const Texture* map = source_.stroke_depth();
    if (!map)
        throw Error(ExitCode::failed, "no strokes have been spread: Ctrl + drag over a photo paints them");
    std::vector<float> nearness(std::size_t(map->width()) * std::size_t(map->height()));
    map->read(GL_RED, GL_FLOAT, nearness.size() * sizeof(float), nearness.data());
    Image samples({map->width(), map->height(), 1}, Sample::u16);
    std::transform(nearness.begin(), nearness.end(), samples.data<std::uint16_t>(),
                   [](float near) { return std::uint16_t(std::lround(65535 * near)); });
    const std::filesystem::path& photo = source_.picture()->path();
    const std::string stem = photo.stem().string() + ".depth";
    std::filesystem::path out = photo.parent_path() / (stem + ".png");
    std::error_code error;
    if (std::filesystem::exists(std::filesystem::symlink_status(out, error)))
        out = free_name(photo.parent_path(), stem, ".png");
    results_.start(std::move(samples), out);
    pace_.keep_drawing();
}

std::string Demo::photo_of_strokes() const {
    const Picture* picture = source_.picture();
    const auto photo = source_.as_recent();
    if (strokes_file_.empty() || !picture || picture->has_depth_map() || !photo || lecture_.is_running())
        return {};
    return photo->picture + (picture->page() > 1 ? fmt::format("#{}", picture->page()) : "");
}

void Demo::keep_strokes_in(const std::filesystem::path& file) {
    strokes_file_ = file;
    if (settings_.focus.strokes.empty()) restore_strokes();
}

void Demo::restore_strokes() {
    strokes_ = {};
    const std::string photo = photo_of_strokes();
    if (photo.empty()) return;
    try {
        strokes_ = parse_strokes("--depth-strokes", kept_strokes(strokes_file_, photo));
    } catch (const Error&) {
        // Another version has written them.
    }
    settings_.focus.strokes = strokes_;
}

void Demo::keep_strokes() {
    if (depth_brush_.is_down() || settings_.focus.strokes == strokes_) return;
    strokes_ = settings_.focus.strokes;
    const std::string photo = photo_of_strokes();
    if (photo.empty()) return;
    notices_.attempt(Piece::files, [&] { app::keep_strokes(strokes_file_, photo, strokes_text(strokes_)); });
}

void Demo::touched() {
    pace_.keep_drawing();
    panels_.card_goes = true;
    sweep_.touched(settings_);
    note_history();
    lecture_.touched(notices_.now());
}

void Demo::greet() {
    if (!source_.can_move() || settings_.view != View::filtered) return;
    settings_.view = View::wipe;
    sweep_.start_until_touched(settings_);
}

bool Demo::awaits_workers() const {
    return !settled() || source_.gallery().busy() || dialog_.is_shown() || open_panel_.is_busy() ||
           tuning_.busy() || work_.is_busy() || (settings_.view == View::passes && teach_.shown().computes());
}

double Demo::seconds_of_rest() const {
    const bool sweeps = settings_.sweep_sigma && settings_.filter.kind == FilterKind::gaussian;
    const bool moves = settings_.view == View::passes ? teach_.moves(settings_.teach)
                                                      : settings_.animate && source_.shows_scene();
    if (settings_.continuous || source_.gallery().busy() || source_.film_moves(settings_) || moves ||
        sweeps || files_.is_busy() || results_.is_busy() || saves_seen_ || saves_values_ ||
        focus_pull_.is_moving() || screen_.surface.panels().is_behind() || pace_.is_settling() ||
        work_.is_measuring_copies())
        return 0;
    const auto since_last_frame = [this](double seconds) {
        return std::max(seconds - (wall_seconds() - notices_.now()), 0.0);
    };
    // Who watches the stream expects frames.
    if (files_.is_streaming()) return since_last_frame(1.0 / Files::stream_rate);
    if (const auto left = lecture_.seconds_left(wall_seconds()))
        return std::max(*left, since_last_frame(0.01));
    // Frames must show the progress of workers, but few, in order not to disturb them.
    if (awaits_workers()) return since_last_frame(0.1);
    constexpr double long_time = 3600;
    const double until = notices_.shown_until();
    const double rest = until > notices_.now() ? std::max(until - wall_seconds(), 0.0) : long_time;
    const double of_tip = seconds_of_tip();
    return of_tip >= 0 ? std::min(rest, since_last_frame(of_tip)) : rest;
}

}  // namespace sweep::app
