// sweep filter IN OUT, of a film: every frame is filtered in its own size, and written at its own time;
// sound and subtitles stay.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "app/base/progress.h"
#include "app/base/terminal.h"
#include "app/commands/filter_file.h"
#include "app/work/results/animation.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "core/design/kinds.h"
#include "files/colour_profile.h"
#include "files/encoding.h"
#include "files/format.h"
#include "files/output_file.h"
#include "files/pixels.h"
#include "files/stack/animation.h"
#include "files/stack/webp_frames.h"
#include "files/standard_names.h"
#include "films/film.h"
#include "films/output.h"
#include "films/writer.h"
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
    if (options.request.filter.kind == FilterKind::sat)
        refuse("a summed-area table does not fit into a film: filter a picture of it, as .npy or .tif");
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

const Encoding srgb{Curve::srgb, 1, false};

// How code values stand for light: as a high dynamic range, as numbers where grey of many bits states nothing, which
// is what cameras and depth sensors write, and otherwise as sRGB.
Encoding encoding_of(const FilmSamples& film) {
    constexpr int not_stated = 2;
    if (film.is_hdr) {
        const std::array<std::uint8_t, 4> codes{std::uint8_t(film.primaries), std::uint8_t(film.transfer), 0,
                                                1};
        if (const CodedMeaning meaning = meaning_of_cicp(codes, film.is_grey ? 1 : 3); meaning.encoding)
            return *meaning.encoding;
    }
    return film.is_grey && film.depth > 8 && film.transfer == not_stated ? Encoding{} : srgb;
}

// Filters frames as pictures, by their light, or as numbers with --no-linear.
class FrameFilter {
  public:
    // `animation`: of a film that is an animated picture.
    FrameFilter(const FilterFileOptions& options, const AnimationFacts& animation)
        : options_(options), animation_(animation) {}

    // Filters the current frame into what `frames` says.
    Image filtered_frame(FilmReader& film, const FrameSamples& frames) {
        const FilmSamples samples = film.samples();
        if (!samples.unknown_matrix.empty())
            throw Error(
                ExitCode::unreadable_input,
                fmt::format(
                    "the colours of '{}' are coded by the matrix {}, which is not known: convert it to "
                    "bt709 or bt2020nc",
                    *options_.in, samples.unknown_matrix));
        const Encoding coded = animation_.encoding.value_or(frames.are_codes ? encoding_of(samples) : srgb);
        // What screens show of a film is rounded down, by up to a level each time that it is filtered.
        if (frames.are_codes || !samples.is_hdr)
            film.convert_codes(frame_, frames.sample, frames.channels == 1 ? 1 : 4);
        else
            film.convert(frame_);
        if (animation_.orientation > 1) frame_ = turned(std::move(frame_), animation_.orientation);
        if (samples.has_alpha && frames.channels != 4 && !drops_alpha_)
            drops_alpha_ = frame_.shape().channels != 4 || is_transparent(std::as_const(frame_).view());
        const Shape shape{frame_.shape().width, frame_.shape().height, frames.channels};
        require_memory(12 * shape.samples(), fmt::format("frames of {} x {}", shape.width, shape.height));
        const bool is_stated = animation_.encoding.has_value(),
                   is_light = options_.request.linear.value_or(is_stated || is_encoded(coded));
        const Encoding as = !is_light ? Encoding{} : is_stated || is_encoded(coded) ? coded : srgb;
        FileImage picture;
        picture.image =
            frames.channels == 3 ? without_alpha(std::as_const(frame_).view()) : std::exchange(frame_, {});
        picture.encoding = srgb;
        if (frames.channels == 4) picture.alpha = Alpha::straight;
        // Of bytes the engines decode sRGB themselves.
        if (frames.sample != Sample::u8 || as.curve != srgb.curve) {
            picture.image = to_float(std::as_const(picture.image).view(), Sample::f32, as);
            picture.encoding = {};
        }
        FilterRun run(std::move(picture), *options_.in, options_.request, room_, note);
        if (std::exchange(shape_, shape) != shape) run.warn();
        const Image result = run.run_and_restore(milliseconds_);
        // Of an animated picture the file cannot say whose colours its frames have, which are those of sRGB then.
        return to_display(result.view(), frames.sample, is_stated && is_light ? srgb : as);
    }
    double milliseconds() const { return milliseconds_; }
    // Whether a frame has lost an alpha that shows.
    bool drops_alpha() const { return drops_alpha_; }
    std::string engine_text() {
        const bool of_moments = info(options_.request.derived.kind).of_moments;
        return room_.engine(options_.request.engine, of_moments ? Sample::f64 : Sample::u8).text();
    }

  private:
    const FilterFileOptions& options_;
    const AnimationFacts& animation_;
    EngineRoom room_;
    Image frame_;
    Shape shape_;  // of the last frame
    double milliseconds_ = 0;
    bool drops_alpha_ = false;
};

}  // namespace

bool is_film_to_filter(const FilterFileOptions& options) {
    refuse_films_on_pipes(options);
    return is_film_name(*options.in) || becomes_film(*options.in, *options.out);
}

void filter_film(const FilterFileOptions& options) {
    check_film_request(options);
    const platform::Interruption interruption;
    const auto reader = open_film({FilmKind::file, *options.in});
    const FilmFacts& facts = reader->facts();
    const int plays = facts.plays == 0 && !is_film_name(*options.in) ? count_plays(*options.in) : facts.plays;
    const Rational usual_rate = 25, rate = facts.rate.num > 0 ? facts.rate : usual_rate;
    const int expected = std::max(1, int(facts.seconds * rate.value()));
    Progress progress(stderr, facts.seconds > 0 ? Progress::style_for(stderr) : Progress::Style::none,
                      expected, expected, {}, "filtered");
    // A GIF says nothing of its colours, nor how it is turned.
    const bool says_more = !is_film_name(*options.in) && small_extension(*options.in) != ".gif";
    const AnimationFacts animation =
        says_more ? animation_facts(*options.in, options.request, note) : AnimationFacts();
    FrameFilter filter(options, animation);
    std::unique_ptr<FilmWriter> writer;
    Shape shape;
    std::string other_size;  // what is said of frames of another one
    try {
        for (int frames = 0; !interruption.requested() && reader->advance(); ++frames) {
            const bool lies = animation.orientation >= 5;
            if (!writer)
                writer = open_film_writer(
                    {*options.out, false, lies ? reader->height() : reader->width(),
                     lies ? reader->width() : reader->height(), rate, facts.tick, facts.is_even,
                     facts.is_animation || animation.is_apart_from_alpha ? "" : *options.in, facts.begins,
                     reader->samples(), options.film_codec, options.film_quality, plays,
                     options.request.strip});
            const Image frame = filter.filtered_frame(*reader, writer->takes());
            if (frames == 0) shape = frame.shape();
            if (frame.shape() != shape && other_size.empty())
                other_size =
                    fmt::format("from {:.2f} s on '{}' has frames of {} x {}: they are fitted into {} x {}",
                                reader->seconds(), *options.in, frame.shape().width, frame.shape().height,
                                shape.width, shape.height);
            writer->add(frame.view(), reader->ticks(), reader->lasts());
            if (frames < expected) progress.advance(1);
        }
    } catch (...) {
        progress.clear();
        if (writer) writer->discard();
        throw;
    }
    progress.clear();
    if (interruption.requested()) {
        const std::string kept = writer ? writer->keep_as_part() : "";
        throw Error(ExitCode::failed, fmt::format("interrupted: '{}' is not written{}{}", *options.out,
                                                  kept.empty() ? "" : ", and ", kept));
    }
    if (writer) writer->finish();
    const int frames = writer ? writer->frames() : 0;
    if (writer)
        keep_metadata(animation, shape, *options.out, format_with(small_extension(*options.out)), note);
    if (!other_size.empty()) note(other_size);
    for (const std::string& loss : facts.losses) note(fmt::format("{} in '{}'", loss, *options.out));
    if (filter.drops_alpha() || animation.is_apart_from_alpha)
        note(fmt::format("alpha is dropped in '{}'", *options.out));
    if (writer)
        for (const std::string& line : writer->notes()) note(line);
    if (reader->damaged() > 0)
        note(fmt::format("{} parts of '{}' could not be decoded", reader->damaged(), *options.in));
    print(summaries_beside(*options.out),
          fmt::format("{}\n{}: {} x {}, {} frames, {}, {:.3f} ms a frame\n", filter.engine_text(),
                      printable(*options.out), shape.width, shape.height, frames,
                      filter_words(options.request), filter.milliseconds() / std::max(frames, 1)));
}

}  // namespace sweep::app
