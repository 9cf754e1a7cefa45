#include "app/work/results/film.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "app/work/results/animation.h"
#include "app/work/results/filter_run.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/design/kinds.h"
#include "files/colour_profile.h"
#include "files/encoding.h"
#include "files/format.h"
#include "files/pixels.h"
#include "files/stack/animation.h"
#include "files/standard_names.h"
#include "films/film.h"
#include "films/output.h"
#include "films/writer.h"

namespace sweep::app {
namespace {

const Encoding usual_colours{Curve::srgb, 1, false};

// How code values stand for light: as a high dynamic range, as numbers where grey of many bits states nothing, which
// is what cameras and depth sensors write, and otherwise as sRGB.
Encoding encoding_of_frames(const FilmSamples& film) {
    constexpr int not_stated = 2;
    if (film.is_hdr) {
        const std::array<std::uint8_t, 4> codes{std::uint8_t(film.primaries), std::uint8_t(film.transfer), 0,
                                                1};
        if (const CodedMeaning meaning = meaning_of_cicp(codes, film.is_grey ? 1 : 3); meaning.encoding)
            return *meaning.encoding;
    }
    return film.is_grey && film.depth > 8 && film.transfer == not_stated ? Encoding{} : usual_colours;
}

// Filters frames as pictures, by their light, or as numbers with --no-linear.
class FrameFilter {
  public:
    // `animation`: of a film that is an animated picture.
    FrameFilter(const std::string& in, const FilterSettings& request, const AnimationFacts& animation,
                const Say& say)
        : in_(in), request_(request), animation_(animation), say_(say) {}

    // Filters the current frame into what `frames` says.
    Image filtered_frame(FilmReader& film, const FrameSamples& frames) {
        const FilmSamples samples = film.samples();
        if (!samples.unknown_matrix.empty())
            throw Error(
                ExitCode::unreadable_input,
                fmt::format(
                    "the colours of '{}' are coded by the matrix {}, which is not known: convert it to "
                    "bt709 or bt2020nc",
                    in_, samples.unknown_matrix));
        const Encoding coded =
            animation_.encoding.value_or(frames.are_codes ? encoding_of_frames(samples) : usual_colours);
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
                   is_light = request_.linear.value_or(is_stated || is_encoded(coded));
        const Encoding as = !is_light ? Encoding{} : is_stated || is_encoded(coded) ? coded : usual_colours;
        FileImage picture;
        picture.image =
            frames.channels == 3 ? without_alpha(std::as_const(frame_).view()) : std::exchange(frame_, {});
        picture.encoding = usual_colours;
        if (frames.channels == 4) picture.alpha = Alpha::straight;
        // Of bytes the engines decode sRGB themselves.
        if (frames.sample != Sample::u8 || as.curve != usual_colours.curve) {
            picture.image = to_float(std::as_const(picture.image).view(), Sample::f32, as);
            picture.encoding = {};
        }
        FilterRun run(std::move(picture), in_, request_, room_, say_);
        if (std::exchange(shape_, shape) != shape) run.warn();
        // Of an animated picture the file cannot say whose colours its frames have, which are those of sRGB then.
        const Encoding& shown = is_stated && is_light ? usual_colours : as;
        if (engines_decode(shown)) {
            const Codes codes{.sample = frames.sample, .as_srgb = is_encoded(shown)};
            if (Image frame = run.run_to_codes(codes, milliseconds_); !frame.empty()) return frame;
        }
        const Image result = run.run_and_restore(milliseconds_);
        return to_display(result.view(), frames.sample, shown);
    }
    double milliseconds() const { return milliseconds_; }
    // Whether a frame has lost an alpha that shows.
    bool drops_alpha() const { return drops_alpha_; }
    std::string engine_text() {
        const bool of_moments = info(request_.derived.kind).of_moments;
        return room_.engine(request_.engine, of_moments ? Sample::f64 : Sample::u8).text();
    }

  private:
    const std::string& in_;
    const FilterSettings& request_;
    const AnimationFacts& animation_;
    const Say& say_;
    EngineRoom room_;
    Image frame_;
    Shape shape_;  // of the last frame
    double milliseconds_ = 0;
    bool drops_alpha_ = false;
};

}  // namespace

void require_frames(const FilterSettings& request) {
    if (request.filter.kind == FilterKind::sat)
        throw Error(ExitCode::usage,
                    "a summed-area table does not fit into a film: filter a picture of it, as .npy or .tif");
}

FilteredFilm filter_film(const FilmFiles& files, const FilterSettings& request, const Say& say,
                         const std::function<void(int done, int expected)>& progress,
                         const std::function<bool()>& stops) {
    const auto& [in, out, codec, quality] = files;
    const auto reader = open_film({FilmKind::file, in});
    const FilmFacts& facts = reader->facts();
    const int plays = facts.plays == 0 && !is_film_name(in) ? count_plays(in) : facts.plays;
    const Rational usual_rate = 25, rate = facts.rate.num > 0 ? facts.rate : usual_rate;
    const int expected = facts.seconds > 0 ? std::max(1, int(facts.seconds * rate.value())) : 0;
    // A GIF says nothing of its colours, nor how it is turned.
    const bool says_more = !is_film_name(in) && small_extension(in) != ".gif";
    const AnimationFacts animation = says_more ? animation_facts(in, request, say) : AnimationFacts();
    FrameFilter filter(in, request, animation, say);
    std::unique_ptr<FilmWriter> writer;
    FilteredFilm done;
    Shape& shape = done.shape;
    std::string other_size;  // what is said of frames of another one
    try {
        for (int frames = 0; !(done.is_stopped = stops()) && reader->advance(); ++frames) {
            const bool lies = animation.orientation >= 5;
            if (!writer)
                writer = open_film_writer(
                    {out, false, lies ? reader->height() : reader->width(),
                     lies ? reader->width() : reader->height(), rate, facts.tick, facts.is_even,
                     facts.is_animation || animation.is_apart_from_alpha ? "" : in, facts.begins,
                     reader->samples(), codec, quality, plays, request.strip});
            const Image frame = filter.filtered_frame(*reader, writer->takes());
            if (frames == 0) shape = frame.shape();
            if (frame.shape() != shape && other_size.empty())
                other_size =
                    fmt::format("from {:.2f} s on '{}' has frames of {} x {}: they are fitted into {} x {}",
                                reader->seconds(), in, frame.shape().width, frame.shape().height, shape.width,
                                shape.height);
            writer->add(frame.view(), reader->ticks(), reader->lasts());
            progress(frames + 1, expected);
        }
    } catch (...) {
        progress(0, 0);
        if (writer) writer->discard();
        throw;
    }
    progress(0, 0);
    if (done.is_stopped) {
        if (writer) done.kept = writer->keep_as_part();
        return done;
    }
    if (writer) writer->finish();
    done.engine = filter.engine_text();
    done.milliseconds = filter.milliseconds();
    done.frames = writer ? writer->frames() : 0;
    if (writer) keep_metadata(animation, shape, out, format_with(small_extension(out)), say);
    if (!other_size.empty()) say(other_size);
    for (const std::string& loss : facts.losses) say(fmt::format("{} in '{}'", loss, out));
    if (filter.drops_alpha() || animation.is_apart_from_alpha)
        say(fmt::format("alpha is dropped in '{}'", out));
    if (writer)
        for (const std::string& line : writer->notes()) say(line);
    if (reader->damaged() > 0)
        say(fmt::format("{} parts of '{}' could not be decoded", reader->damaged(), in));
    return done;
}

}  // namespace sweep::app
