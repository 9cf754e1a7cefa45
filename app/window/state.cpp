// The state of the window as settings and as a command line, and its restoring.
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/command_line/picture_state.h"
#include "app/window/demo.h"
#include "core/base/error.h"

namespace sweep::app {

Settings Demo::state() const {
    Settings state = settings_;
    state.scene_seconds =
        source_.shows_scene() ? std::round(state.scene_seconds * 100) / 100 : Settings().scene_seconds;
    state.film.time = 0;
    // Rounded up: the frame that is seen has begun by then.
    if (const FilmPicture* film = source_.film(); film && film->player().status().facts.can_seek)
        state.film.time = std::ceil(film->player().status().seconds * 1000) / 1000;
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
    options.page = 1;
    options.choice = {};
    options.film.reset();
    if (const FilmPicture* film = source_.film()) options.film = film->player().source();
    if (const Picture* picture = source_.picture()) {
        options.image = picture->path().string();
        options.page = picture->page();
        options.choice = picture->choice();
        if (!picture->depth_path().empty()) options.depth = picture->depth_path().string();
    }
    options.lecture.reset();
    if (lecture_.is_running()) options.lecture = lecture_.lecture().file;
    options.lecture_step = lecture_.step();
    options.keys.clear();
    options.record.reset();
    options.stream.reset();
    if (files_.is_streaming()) options.stream = stream_;
}

std::string Demo::state_line() const {
    std::string line = "sweep";
    // Cameras and streams are not named: a picture may be given away, and an address may hold a password.
    if (const auto open = source_.as_recent()) {
        line += " " + shell_word(open->picture);
        if (source_.picture() && source_.picture()->page() > 1)
            line += fmt::format(" --page={}", source_.picture()->page());
        if (source_.picture()) {
            const PictureChoice& choice = source_.picture()->choice();
            for (const auto& [name, value] :
                 {std::pair{"part", &choice.part}, {"layer", &choice.layer}, {"channel", &choice.channel}})
                if (!value->empty()) line += fmt::format(" --{}={}", name, shell_word(*value));
        }
        if (!open->depth.empty()) line += " --depth=" + shell_word(open->depth);
    }
    if (width_ > 0) line += fmt::format(" --size={}x{}", width_, height_);
    // The filter is named even if it is the default one: without it, a new window lets sigma sweep.
    FilterSpec named = solved_part(settings_.filter);
    named.accuracy = 0;
    if (named == FilterSpec{}) line += fmt::format(" --sigma={}", settings_.filter.sigma);
    // So is the order, which a new window would not take by itself (take_usual_accuracy()).
    const FilterSpec& filter = settings_.filter;
    if (filter.kind == FilterKind::gaussian && !filter.is_by_accuracy() && filter.order == FilterSpec().order)
        line += fmt::format(" --order={}", filter.order);
    for (const std::string& argument : state_arguments(state())) line += " " + shell_word(argument);
    return line;
}

// Takes on settings that a file or a lecture says.
void Demo::adopt(Settings fresh) {
    // Settings of this machine and of its user stay, unless they are said.
    const Settings usual;
    fresh.recent = settings_.recent;
    fresh.watch = settings_.watch;
    if (fresh.scale == usual.scale) fresh.scale = settings_.scale;
    if (fresh.theme == usual.theme) fresh.theme = settings_.theme;
    if (fresh.vertical_sync == usual.vertical_sync) fresh.vertical_sync = settings_.vertical_sync;
    if (fresh.times_table == usual.times_table) fresh.times_table = settings_.times_table;
    settings_ = std::move(fresh);
    work_.note_change();
    pace_.keep_drawing();
}

void Demo::start_lecture(const std::string& name, int step) {
    if (lecture_.seconds_left(notices_.now())) return;  // a visitor of a booth does not choose its lecture
    Lecture lecture = read_lecture(name);
    if (!lecture_.is_running()) before_lecture_ = settings_;
    left_lecture_.reset();
    settings_.panels = settings_.help = settings_.palette = settings_.messages = false;
    lecture_.start(
        std::move(lecture), [this](const Cue& cue) { show_cue(cue); }, step);
}

// The window is again as it was before; who pressed Esc by mistake reads how to go back.
void Demo::end_lecture() {
    if (!before_lecture_ || !lecture_.is_running() || lecture_.seconds_left(notices_.now())) return;
    const std::string where =
        fmt::format("the lecture ended at step {} of {}: F5 goes on there, and Ctrl+PgUp then begins again",
                    lecture_.step() + 1, lecture_.lecture().cues.size());
    left_lecture_ = {lecture_.lecture().file, lecture_.step()};
    lecture_.stop();
    teach_.keep_number({}, false, settings_.teach);
    const Settings before = *std::exchange(before_lecture_, {});
    adopt(before);
    // Also where they were the usual ones: a step may have said others.
    settings_.scale = before.scale;
    settings_.theme = before.theme;
    settings_.vertical_sync = before.vertical_sync;
    settings_.times_table = before.times_table;
    history_ = {};
    notices_.dismiss();
    apply_framing();
    constexpr double seconds_to_read = 10;
    say(where, seconds_to_read, false);
}

bool Demo::resume_lecture() {
    if (!left_lecture_ || lecture_.is_running()) return false;
    const auto [file, step] = *left_lecture_;
    start_lecture(file, step);
    pace_.keep_drawing();
    return true;
}

// What stands around the picture is the lecturer's, from step to step, unless the step says it.
void Demo::show_cue(const Cue& cue) {
    Settings fresh = settings_of(read_state("sweep " + cue.state).options);
    if (fresh.engine == EngineKind::automatic) fresh.engine = settings_.engine;
    const Settings usual;
    const auto keep = [&](auto Settings::*choice) {
        if (fresh.*choice == usual.*choice) fresh.*choice = settings_.*choice;
    };
    for (bool Settings::*around :
         {&Settings::panels, &Settings::captions, &Settings::more, &Settings::drawer, &Settings::timings,
          &Settings::freeze_times, &Settings::continuous, &Settings::finer})
        keep(around);
    keep(&Settings::arrangement);
    adopt(std::move(fresh));
    history_ = {};  // undo goes no further back than the step
    notices_.dismiss();
    apply_framing();
    teach_.keep_number(cue.hidden.empty() ? cue.number : cue.hidden, !cue.hidden.empty(), settings_.teach);
    if (!cue.action.empty()) run_action(cue.action);
}

void Demo::restore_state(const std::string& state) {
    const SavedState read = read_state(state);
    const WindowRequest& saved = read.options;
    require_pictures_of(saved);
    adopt(settings_of(saved));
    notices_.dismiss();
    if (!read.note.empty()) say(note_in_window(read.note), 8, false);
    if (saved.in) {
        framing_is_pending_ = true;
        if (const auto film = film_source(*saved.in))
            source_.open_film(*film, settings_.film.time);
        else
            source_.gallery().open(*saved.in, saved.depth, saved.page, saved.choice);
        return;
    }
    show_scene();
    apply_framing();
}

}  // namespace sweep::app
