// Opening pictures and films, and what is said of them.
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "app/base/pasted.h"
#include "app/command_line/picture_state.h"
#include "app/window/demo.h"
#include "core/base/error.h"

namespace sweep::app {

void Demo::choose_picture() {
    const std::filesystem::path folder =
        first_folder(source_.picture() ? source_.picture()->path() : std::filesystem::path());
    const char* desktop = std::getenv("XDG_CURRENT_DESKTOP");
    if (asks_system_)
        dialog_.show(dialogs_for(folder, desktop ? desktop : ""));
    else
        open_panel_.show(folder);
}

void Demo::press_in_list(Key key) {
    if (settings_.palette)
        panels_.palette.press(key);
    else
        open_panel_.press(key);
}

void Demo::open(const std::string& path) {
    open_all({path});
}

void Demo::open_all(const std::vector<std::filesystem::path>& paths) {
    notices_.attempt(Piece::files, [&] {
        for (const bool depth : {false, true})
            for (const std::filesystem::path& path : paths)
                if (is_depth_name(path) == depth) open_one(path);
    });
}

void Demo::open_one(const std::filesystem::path& path) {
    if (const auto film = film_source(path.string()); film && film->kind == FilmKind::file)
        source_.open_film(*film, 0);
    else
        source_.gallery().open(path);
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

void Demo::check_files() {
    if (settings_.view == View::passes && teach_.watched_changed(settings_.teach)) pace_.keep_drawing();
    if (!settings_.watch || !source_.files_changed()) return;
    notices_.attempt(Piece::files, [&] { source_.reload(); });
    pace_.keep_drawing();
}

// If the picture is the same and only its pixels or its depth map are new, it keeps its place on the screen.
void Demo::show(PictureData data) {
    sweep_.touched(settings_);  // on a picture of the user's own nothing changes by itself
    const auto extent = [&](const Picture* open) {
        return open ? std::pair{open->path(), std::pair{open->width(), open->height()}}
                    : std::pair{std::filesystem::path(), std::pair{0, 0}};
    };
    const auto before = extent(source_.picture());
    const bool same = source_.show(std::move(data));
    // The pages of a stack are seen at one place, in one range.
    turned_page_ = !same && before == extent(source_.picture());
    forget_input();
    const Picture& picture = *source_.picture();
    if (!settings_.highlights_chosen) settings_.soft_highlights = !picture.is_integer();
    if (const auto recent = source_.as_recent()) remember(settings_.recent, *recent);
    if (std::exchange(framing_is_pending_, false)) {
        apply_framing();  // the message of restore_state() stays to be read
    } else {
        if (!same) {
            if (!turned_page_) viewer_.fit();
            if (!turned_page_) fit_range_of(picture);
            settings_.focus.strokes.clear();
            restore_strokes();
        }
        notices_.dismiss();
    }
    announce_picture();
    if (same && settings_.watch && !notices_.shown()) say("reloaded: " + picture.name(), 3, false);
}

// The first frame of a film has come.
// An animation is seen as a picture until it is open as a film, which takes the picture's place.
void Demo::show_first(PictureData data) {
    const bool is_animation = is_for_film(data), is_restored = framing_is_pending_;
    const std::string path = data.path.string();
    show(std::move(data));
    if (!is_animation) return;
    framing_is_pending_ = is_restored;
    source_.open_film({FilmKind::file, path}, is_restored ? settings_.film.time : 0);
}

void Demo::take_on_film() {
    sweep_.touched(settings_);
    forget_input();
    if (!settings_.highlights_chosen) settings_.soft_highlights = false;
    if (const auto recent = source_.as_recent()) remember(settings_.recent, *recent);
    if (std::exchange(framing_is_pending_, false)) {
        apply_framing();
    } else {
        viewer_.fit();
        notices_.dismiss();
    }
    announce_picture();
}

void Demo::announce_picture() {
    if (const FilmPicture* film = source_.film())
        if (const std::string note = film->player().status().facts.note; !note.empty()) say(note, 8, false);
    const Picture* picture = source_.picture();
    if (!picture) return;
    announce_values(*picture);
    if (picture->note().empty() && picture->missing_note().empty() && is_state(picture->label()))
        say("A picture of Sweep's window: " + keys_of(*find_action(actions_, "restore-state")) +
                " restores its state",
            8, false);
}

// Numbers of 16 bits, and others of which hardly anything is seen, as ImageJ opens them. A range of the user's own
// holds.
void Demo::fit_range_of(const Picture& picture) {
    MeasureSettings& measure = settings_.measure;
    if (std::exchange(range_is_fitted_, false)) {  // who undid it meant that file
        if (measure.fit_range) measure.show_full_range();
        measure.range_chosen = false;
    }
    const bool is_wide =
        picture.file_sample() == Sample::u16 && picture.file_encoding().curve == Curve::numbers;
    if (measure.range_chosen || measure.range || measure.fit_range || !(is_wide || !picture.unseen().empty()))
        return;
    measure.fit_range = range_is_fitted_ = true;
}

// What reading has changed, which keys show what else there is, and how to see what is all dark or all white.
void Demo::announce_values(const Picture& picture) {
    const auto keys = [&](const char* action) { return keys_of(*find_action(actions_, action)); };
    std::string text = note_in_window(picture.note());
    const auto add = [&](const std::string& line) { text += (text.empty() ? "" : "\n") + line; };
    if (!picture.missing_note().empty())
        add(picture.missing_note() + " are missing: hatched, and without weight in a mean");
    if (picture.layers() > 1)
        add(fmt::format("{}: {} shows the next", source_.gallery().place(), keys("next-picture")));
    if (range_is_fitted_ && !turned_page_)
        add(fmt::format(
            "Black and white are the least and the greatest value{}. {} (auto contrast) undoes it.",
            picture.unseen().empty() ? "" : ": " + picture.unseen(), keys("auto-contrast")));
    if (!text.empty()) say(text, 8, false);
}

void Demo::show_scene() {
    source_.show_scene();
    forget_input();
    settings_.teach.input = TestInput::none;
    if (!settings_.highlights_chosen) settings_.soft_highlights = true;
    viewer_.fit();
}

// The input is another one: results and readings of the last one mean nothing.
void Demo::forget_input() {
    generation_ = source_.generation();
    work_.forget_result();
    teach_.forget_input();
}

}  // namespace sweep::app
