// sweep and sweep shot: make the options of the window, on a display or off screen.
#include <fmt/format.h>

#include "app/base/terminal.h"
#include "app/commands/commands.h"
#include "app/commands/window.h"
#include "app/lecture/cues.h"
#include "app/pictures/recording.h"
#include "app/remote/answer.h"
#include "app/user/user_settings.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "files/format.h"
#include "files/image_file.h"
#include "files/output_file.h"
#include "films/film.h"
#include "films/writer.h"

namespace sweep::app {
namespace {

RecentPicture recent_picture(int number) {
    const auto file = user_settings_file();
    const std::vector<RecentPicture> recent =
        file ? load_user_settings(*file).recent : std::vector<RecentPicture>();
    if (recent.empty())
        throw Error(
            ExitCode::usage,
            fmt::format("--recent {}: no picture was open before: name one, sweep photo.jpg", number));
    if (number > int(recent.size()))
        throw Error(ExitCode::usage,
                    fmt::format("--recent {}: only {} were open before: `sweep list recent` names them",
                                number, recent.size()));
    return recent[std::size_t(number) - 1];
}

// Refuses what can be refused before a window appears.
WindowOptions window_options(const Options& options) {
    WindowOptions window;
    static_cast<WindowStart&>(window) = options;
    window.image = options.in;
    if (options.recent) {
        const RecentPicture recent = recent_picture(*options.recent);
        window.image = recent.picture;
        if (!window.depth && !recent.depth.empty()) window.depth = recent.depth;
    }
    if (options.camera)
        window.film = FilmSource{FilmKind::camera, std::to_string(*options.camera)};
    else if (window.image)
        window.film = film_source(*window.image);
    if (window.film) {
        window.image.reset();
        if (window.depth) throw Error(ExitCode::usage, "--depth is the map of a picture: a film has none");
        if (window.page > 1 || !window.choice.empty())
            throw Error(ExitCode::usage,
                        "--page, --part, --layer and --channel choose of a picture's file: a film has none");
        require_film(*window.film);
    }
    // A folder is allowed: its first picture is opened.
    std::error_code nothing;
    if (window.image && !std::filesystem::is_directory(*window.image, nothing))
        require_readable(*window.image);
    if (window.depth) require_readable(*window.depth);
    if (window.stream) {
        if (!is_stream_output(*window.stream))
            throw Error(ExitCode::usage,
                        fmt::format("--stream '{}' is no address: write rtmp://.., srt://.. or rtsp://..",
                                    *window.stream));
        require_film_output(*window.stream);
    }
    if (window.record && is_film_output(*window.record)) {
        require_film_output(*window.record);
    } else if (window.record) {
        require_folder(*window.record);
        Recording::require_free(*window.record);
    }
    if (options.script) window.script = read_script(*options.script);
    if (window.lecture) read_lecture(*window.lecture);
    if (window.booth > 0 && !window.lecture)
        throw Error(ExitCode::usage, "--booth goes through a lecture: add --lecture short");
    if (window.remote) parse_remote_address(*window.remote);
    static_cast<Settings&>(window) = settings_of(options);
    if (!options.sizes.empty()) {
        constexpr int most = 16384;  // the side of a texture that OpenGL 4.5 guarantees
        window.width = options.sizes.front().width;
        window.height = options.sizes.front().height;
        if (window.width > most || window.height > most)
            throw Error(ExitCode::usage,
                        fmt::format("--size: a window is at most {} pixels wide and high", most));
    }
    return window;
}

}  // namespace

void run_window_command(const Options& options) {
    run_window(window_options(options));
}

void run_rehearse_command(const Options& options) {
    WindowOptions window = window_options(options);
    if (options.sizes.empty()) window.width = 1440, window.height = 810;
    if (options.pages) require_folder(*options.pages);
    if (options.html) require_writable(*options.html);
    rehearse(window, {options.pages.value_or(""), options.html.value_or(""), options.pictures});
}

void run_shot_command(const Options& options) {
    WindowOptions window = window_options(options);
    window.output = *options.out;
    if (!output_format(window.output).label_of)
        throw Error(ExitCode::unwritable_output,
                    fmt::format("cannot write '{}': the picture of the window is a .png", window.output));
    require_writable(window.output);
    // The frame at --film-time, whichever frame of the window is saved.
    if (window.film && !window.record && window.script.lines.empty()) window.animate = false;
    shot(window);
    // Standard output may be the film.
    print(window.record == "-" ? stderr : stdout,
          fmt::format("{}: the window, {} x {}\n", printable(window.output), window.width, window.height));
}

}  // namespace sweep::app
