// sweep filter IN OUT, of a film.
#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/base/progress.h"
#include "app/base/terminal.h"
#include "app/commands/filter_file.h"
#include "app/work/results/film.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "files/output_file.h"
#include "files/stack/animation.h"
#include "files/stack/webp_frames.h"
#include "files/standard_names.h"
#include "films/film.h"
#include "films/output.h"
#include "platform/signals.h"

namespace sweep::app {
namespace {

// A GIF, or a PNG, a WebP or an AVIF that moves, is filtered whole where the output is a film or, of several frames,
// a WebP or a PNG.
bool becomes_film(const std::string& in, const std::string& out) {
    if (out == "-" || is_standard_input(in) || !is_animation_output(out)) return false;
    return (is_film_output(out) && (small_extension(in) == ".gif" || is_animated_webp(in))) ||
           count_frames(in) > 1;
}

// A film is read and written bit by bit, and by its name.
void refuse_films_on_pipes(const FilterFileOptions& options) {
    const bool writes_pipe = is_standard_output(*options.out);
    if (writes_pipe && (is_film_name(*options.in) || is_film_output(*options.out)))
        throw Error(ExitCode::usage, "a film is not written to standard output: give OUT a name, soft.mp4");
    if (is_standard_input(*options.in) && is_film_output(*options.out))
        throw Error(ExitCode::usage, "a film is not read from standard input: give IN its name");
}

// Refuses what can be refused before the film is opened.
void check_film_request(const FilterFileOptions& options) {
    const auto refuse = [](const std::string& why) { throw Error(ExitCode::usage, why); };
    const bool is_animation = !is_film_name(*options.in);
    const bool is_written = is_animation ? is_animation_output(*options.out) : is_film_output(*options.out);
    if (!is_written || *options.out == "-")
        refuse(fmt::format("'{}' is no film: the film '{}' becomes .mp4, .mov, .mkv, .webm or .gif",
                           *options.out, *options.in));
    require_frames(options.request);
    if (options.volume.along_z)
        refuse(fmt::format(
            "the frames of '{}' are no volume, and are filtered one by one: leave z out of --axes",
            *options.in));
    for (const auto& [name, is_given] : {std::pair{"--check", options.checks_result},
                                         {"--timings", options.timings.has_value()},
                                         {"--trace", options.trace.has_value()},
                                         {"--dump-stages", options.dump_stages.has_value()},
                                         {"--page", options.page != 1},
                                         {"--part, --layer or --channel", !options.choice.empty()},
                                         {"--size", options.size.has_value()}})
        if (is_given) refuse(fmt::format("{} is for pictures, and not for films", name));
    if (are_same_file(*options.in, *options.out))
        refuse(fmt::format("IN and OUT are the same file '{}': give another", *options.out));
    pick_engine(options.request.engine);
    require_film({FilmKind::file, *options.in});
    if (is_animation && is_cut_short(*options.in))
        throw Error(ExitCode::unreadable_input,
                    fmt::format("cannot read '{}': it is cut short", *options.in));
    require_film_output(*options.out);
}

}  // namespace

bool is_film_to_filter(const FilterFileOptions& options) {
    refuse_films_on_pipes(options);
    return is_film_name(*options.in) || becomes_film(*options.in, *options.out);
}

void filter_film(const FilterFileOptions& options) {
    check_film_request(options);
    const platform::Interruption interruption;
    std::optional<Progress> progress;
    const FilteredFilm done = filter_film(
        {*options.in, *options.out, options.film_codec, options.film_quality}, options.request, note,
        [&](int frames, int expected) {
            if (frames == 0) return progress.reset();
            if (!progress)
                progress.emplace(stderr, expected > 0 ? Progress::style_for(stderr) : Progress::Style::none,
                                 std::max(expected, 1), std::max(expected, 1), Progress::Clock(), "filtered");
            if (frames <= expected) progress->advance(1);
        },
        [&] { return interruption.requested(); });
    if (done.is_stopped)
        throw Error(ExitCode::failed, fmt::format("interrupted: '{}' is not written{}{}", *options.out,
                                                  done.kept.empty() ? "" : ", and ", done.kept));
    print(summaries_beside(*options.out),
          fmt::format("{}\n{}: {} x {}, {} frames, {}, {:.3f} ms a frame\n", done.engine,
                      printable(*options.out), done.shape.width, done.shape.height, done.frames,
                      filter_words(options.request), done.milliseconds / std::max(done.frames, 1)));
}

}  // namespace sweep::app
