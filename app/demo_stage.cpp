// What Demo does for the person on stage: scripts, files of what is shown, and the rest between changes.
#include "app/demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/options.h"
#include "app/overlays.h"
#include "app/pasted.h"
#include "app/picture_state.h"
#include "app/script.h"
#include "app/view_options.h"
#include "core/error.h"
#include "core/output_file.h"

namespace sweep::app {

namespace {

// What ImGui needs to settle after a change, and the times to be fresh.
constexpr double settling_seconds = 0.6;

}  // namespace

void Demo::run_action(std::string_view name) {
    const Action* action = find_action(actions_, name);
    if (!action) throw Error(ExitCode::usage, fmt::format("there is no '{}' here", name));
    if (!action->available()) throw Error(ExitCode::usage, fmt::format("'{}' is not possible now", name));
    action->run();
    keep_drawing(settling_seconds);
}

// From the menu or the palette.
void Demo::run_chosen(const Action& action) {
    keep_drawing(settling_seconds);
    try {
        action.run();
    } catch (const std::exception& error) {
        say(error.what(), 12);
    }
}

void Demo::set(const std::string& name, const std::string& value) {
    Settings changed = with_option(settings_, name, value);
    // The mouse may have moved the viewer on since it was told.
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
    if (looks) look_as_told();
    keep_drawing(settling_seconds);
}

void Demo::look_as_told() {
    const Framing& to = settings_.framing;
    if (to.zoom > 0)
        viewer_.show(to.zoom, to.centred ? std::nullopt : std::optional(Point{to.x, to.y}));
    else
        viewer_.fit();
}

Settings Demo::state() const {
    Settings state = settings_;
    state.scene_seconds = picture_ ? Settings().scene_seconds : std::round(state.scene_seconds * 100) / 100;
    state.framing = {};
    if (!viewer_.fitted()) {
        const Point middle = viewer_.centre();
        state.framing = {viewer_.zoom(), false, middle.x, middle.y};
    }
    return state;
}

void Demo::show_again(WindowOptions& options) const {
    static_cast<Settings&>(options) = state();
    options.image.reset();
    options.depth.reset();
    if (picture_) {
        options.image = picture_->path().string();
        if (!picture_->depth_path().empty()) options.depth = picture_->depth_path().string();
    }
    options.keys.clear();
    options.record.reset();
}

std::string Demo::state_line() const {
    // Where the folder that the program was started in is gone, a name stays as it was given.
    const auto full = [](const std::filesystem::path& path) {
        std::error_code error;
        const std::filesystem::path absolute = std::filesystem::absolute(path, error);
        return shell_word((error ? path : absolute).string());
    };
    std::string line = "sweep";
    if (!image_.empty()) line += " " + full(image_);
    // A map that lies beside the picture is found again without being named.
    if (picture_ && !picture_->depth_path().empty() &&
        depth_beside(picture_->path()) != picture_->depth_path())
        line += " --depth=" + full(picture_->depth_path());
    if (width_ > 0) line += fmt::format(" --size={}x{}", width_, height_);
    // Said even where it is the usual one: a window that is told nothing lets it sweep.
    if (settings_.filter == FilterSpec{}) line += fmt::format(" --sigma={}", settings_.filter.sigma);
    for (const std::string& argument : state_arguments(state())) line += " " + shell_word(argument);
    return line;
}

void Demo::open_all(const std::vector<std::filesystem::path>& paths) {
    attempt(Piece::files, [&] {
        for (const bool depth : {false, true})
            for (const std::filesystem::path& path : paths)
                if (is_depth_name(path) == depth) gallery_.open(path);
    });
}

void Demo::paste() {
    const char* clipboard = ImGui::GetClipboardText();
    const std::string text = clipboard ? clipboard : "";
    if (is_state(text)) return restore_state(text);
    const std::vector<std::filesystem::path> files = files_in_text(text);
    if (files.empty())
        throw Error(ExitCode::unreadable_input,
                    "the clipboard names no picture: copy a file, its path, or a line of copy-state");
    open_all(files);
}

void Demo::reload_picture() {
    if (!picture_) return;
    std::optional<std::filesystem::path> depth;
    if (!picture_->depth_path().empty()) depth = picture_->depth_path();
    gallery_.open(picture_->path(), depth);
}

void Demo::look_at_files() {
    if (!settings_.watch || !picture_ || !watch_.changed(wall_seconds())) return;
    attempt(Piece::files, [&] { reload_picture(); });
    keep_drawing(settling_seconds);
}

void Demo::restore_state(const std::string& state) {
    const SavedState read = read_state(state);
    const Options& saved = read.options;
    require_pictures_of(saved);
    Settings fresh = settings_of(saved);
    // What is of this machine and of its user stays where the picture does not say otherwise.
    const Settings usual;
    fresh.cuda_is_here = settings_.cuda_is_here;
    fresh.recent = settings_.recent;
    fresh.watch = settings_.watch;
    if (fresh.scale == usual.scale) fresh.scale = settings_.scale;
    if (fresh.theme == usual.theme) fresh.theme = settings_.theme;
    if (fresh.vertical_sync == usual.vertical_sync) fresh.vertical_sync = settings_.vertical_sync;
    settings_ = std::move(fresh);
    input_changed_ = true;
    keep_drawing(settling_seconds);
    messages_.dismiss();
    if (!read.note.empty()) say(read.note, 8);
    if (saved.in) {
        looks_when_opened_ = true;
        gallery_.open(*saved.in, saved.depth);
        return;
    }
    show_scene();
    look_as_told();
}

void Demo::copy_times(std::string (*text)(const TimesReport&)) {
    ImGui::SetClipboardText(text(times_).c_str());
    say(fmt::format("copied: the times of {}", times_.what), 4, false);
}

void Demo::record(std::filesystem::path folder) {
    if (recording_.running()) {
        say(recording_.summary(), 8, false);
        recording_.stop();
    }
    if (folder.empty()) return;
    recording_.start(std::move(folder));
    written_before_ = grabber_.written();
}

void Demo::discard_recording() {
    if (!recording_.running()) return;
    const std::string gone = fmt::format("recording discarded: {} frames deleted from {}",
                                         recording_.frames(), recording_.folder().string());
    try {
        grabber_.finish();
    } catch (const Error&) {
        // A frame that could not be written need not be deleted.
    }
    recording_.discard();
    say(gone, 6, false);
}

void Demo::save_frame(std::filesystem::path file, bool panels) {
    require_writable(file);
    (panels ? frame_file_ : picture_file_) = std::move(file);
    keep_drawing(settling_seconds);
}

void Demo::save_comparison() {
    constexpr std::string_view first = "-original.png";
    const std::filesystem::path file =
        free_name(std::filesystem::current_path(), "sweep-compare", std::string(first));
    require_writable(file);
    const std::string name = file.string();
    series_.start(settings_, name.substr(0, name.size() - first.size()), now_);
    keep_drawing(settling_seconds);
}

void Demo::step_series() {
    if (!series_.running() && !series_.ends()) return;
    if (auto file = series_.step(settings_, look_.settled(), now_); !file.empty())
        picture_file_ = std::move(file);
    keep_drawing(settling_seconds);
}

void Demo::save_files(const Area& area, const Canvas& canvas, bool panels) {
    const std::filesystem::path file =
        std::exchange(panels ? frame_file_ : picture_file_, {});  // asked for once, whatever becomes of it
    const int lowest = canvas.height - area.y - area.height;
    if (!file.empty()) {
        grabber_.grab(canvas.framebuffer, area.x, lowest, area.width, area.height, file, state_line());
        if (panels || !(series_.running() || series_.ends())) say("saved as " + file.string(), 4, false);
    }
    if (!panels) return;
    if (recording_.running())
        grabber_.grab(canvas.framebuffer, area.x, lowest, area.width, area.height, recording_.next_file());
    grabber_.poll();
    if (const auto trouble = grabber_.trouble()) {
        unwritten_ = *trouble;
        const bool stopped = recording_.running();
        say(stopped ? *trouble + "\nThe recording has stopped: " + recording_.summary() : *trouble, 12);
        recording_.stop();
    }
}

// On the screen, and not in the files. Off screen nobody looks: there every frame is somebody's file.
void Demo::show_recording(Gui& gui) {
    if (!recording_.running() || gui.is_off_screen()) return;
    const auto keys = [this](const char* name) { return keys_of(*find_action(actions_, name)); };
    gui.draw_over([&](ImDrawList& list) {
        recording_plate(list, title_, recording_.status(grabber_.written() - written_before_),
                        recording_.folder().string(),
                        fmt::format("{} stops, {} discards", keys("record"), keys("discard-recording")));
    });
}

void Demo::touched() {
    keep_drawing(settling_seconds);
    if (!sweeps_until_touched_) return;
    sweeps_until_touched_ = settings_.sweep_sigma = false;
    settings_.filter.sigma = std::round(settings_.filter.sigma * 10) / 10;
}

void Demo::sweep_until_touched() {
    sweeps_until_touched_ = settings_.sweep_sigma = true;
}

void Demo::keep_drawing(double seconds) {
    touched_ = true;
    draw_until_ = std::max(draw_until_, wall_seconds() + seconds);
}

double Demo::seconds_of_rest() const {
    const bool sweeps = settings_.sweep_sigma && settings_.filter.kind == FilterKind::gaussian;
    const bool passes = settings_.view == View::passes;
    const bool moves = passes ? settings_.teach.playing || teach_.is_busy() : settings_.animate && !picture_;
    const double now = wall_seconds();
    if (settings_.continuous || gallery_.busy() || moves || sweeps || recording_.running() ||
        grabber_.busy() || focus_target_ || !look_.settled() || surface_.panels().is_behind() ||
        now < draw_until_ || (last_problem_ && !copy_.is_known(memory_of_engine())))
        return 0;
    // A worker measures or compares: it is not to be disturbed much, but shown.
    if (tuning_.busy() || accuracy_.pending()) return 0.1;
    constexpr double long_time = 3600;
    const double until = messages_.shown_until();
    return until > now_ ? std::max(until - now, 0.0) : long_time;
}

}  // namespace sweep::app
