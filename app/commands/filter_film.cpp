// sweep filter IN OUT, of a film: every frame is filtered in its own size, and written at its own time; sound and subtitles stay.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "app/base/terminal.h"
#include "app/commands/filter_file.h"
#include "app/commands/progress.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "core/filter/kinds.h"
#include "files/encoding.h"
#include "files/output_file.h"
#include "files/pixels.h"
#include "films/film.h"
#include "films/writer.h"
#include "platform/signals.h"

namespace sweep::app {
namespace {

// Refuses what can be refused before the film is opened.
void check_film_request(const Options& options) {
    const auto refuse = [](const std::string& why) { throw Error(ExitCode::usage, why); };
    if (!is_film_output(*options.out) || *options.out == "-")
        refuse(fmt::format("'{}' is no film: the film '{}' becomes .mp4, .mov, .mkv, .webm or .gif",
                           *options.out, *options.in));
    if (options.request.filter.kind == FilterKind::sat)
        refuse("a summed-area table does not fit into a film: filter a picture of it, as .npy or .tif");
    for (const auto& [name, is_given] : {std::pair{"--check", options.checks_result},
                                         {"--timings", options.timings.has_value()},
                                         {"--trace", options.trace.has_value()},
                                         {"--dump-stages", options.dump_stages.has_value()},
                                         {"--page", options.page != 1},
                                         {"--part, --layer or --channel", !options.choice.empty()},
                                         {"--size", !options.sizes.empty()}})
        if (is_given) refuse(fmt::format("{} is for pictures, and not for films", name));
    if (are_same_file(*options.in, *options.out))
        refuse(fmt::format("IN and OUT are the same file '{}': give another", *options.out));
    pick_engine(options.request.engine);
    require_film({FilmKind::file, *options.in});
    require_film_output(*options.out);
}

const Encoding srgb{Curve::srgb, 1, false};

// Filters frames of bytes as sRGB pictures, or as numbers with --no-linear.
class FrameFilter {
  public:
    explicit FrameFilter(const Options& options) : options_(options) {}

    // Returns the frame in three channels of bytes.
    Image filtered_frame(const Image& rgba) {
        const Shape shape{rgba.shape().width, rgba.shape().height, 3};
        require_memory(12 * shape.samples(), fmt::format("frames of {} x {}", shape.width, shape.height));
        FileImage frame;
        frame.image = without_alpha(rgba.view());
        frame.encoding = srgb;
        FilterRun run(std::move(frame), *options_.in, options_.request, room_, note);
        if (std::exchange(shape_, shape) != shape) run.warn();
        const Image result = run.run();
        milliseconds_ += run.report().total_ms();
        const Decoding as = encoding_for_output(Sample::u8, srgb, options_.request.linear);
        return to_display(result.view(), Sample::u8, as.to_light ? as.stored : Encoding{});
    }
    double milliseconds() const { return milliseconds_; }
    std::string engine_text() { return room_.engine(options_.request.engine, Sample::u8).text(); }

  private:
    const Options& options_;
    EngineRoom room_;
    Shape shape_;  // of the last frame
    double milliseconds_ = 0;
};

}  // namespace

void filter_film(const Options& options) {
    check_film_request(options);
    const platform::Interruption interruption;
    const auto reader = open_film({FilmKind::file, *options.in});
    const FilmFacts& facts = reader->facts();
    if (!facts.note.empty()) note(facts.note);
    const Rational usual_rate = 25, rate = facts.rate.num > 0 ? facts.rate : usual_rate;
    const int expected = std::max(1, int(facts.seconds * rate.value()));
    Progress progress(stderr, facts.seconds > 0 ? Progress::style_for(stderr) : Progress::Style::none,
                      expected, expected, {}, "filtered");
    FrameFilter filter(options);
    std::unique_ptr<FilmWriter> writer;
    Image rgba;
    Shape shape;
    try {
        for (int frames = 0; !interruption.requested() && reader->advance(); ++frames) {
            reader->convert(rgba);
            const Image frame = filter.filtered_frame(rgba);
            if (!writer) {
                shape = frame.shape();
                writer = open_film_writer({*options.out, false, shape.width, shape.height, rate, facts.tick,
                                           facts.is_even, *options.in, facts.begins});
            }
            writer->add(frame.view(), reader->ticks());
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
    for (const std::string& loss : facts.losses) note(fmt::format("{} in '{}'", loss, *options.out));
    if (writer)
        for (const std::string& line : writer->notes()) note(line);
    if (reader->damaged() > 0)
        note(fmt::format("{} parts of '{}' could not be decoded", reader->damaged(), *options.in));
    fmt::print("{}\n{}: {} x {}, {} frames, {}, {:.3f} ms a frame\n", filter.engine_text(),
               printable(*options.out), shape.width, shape.height, frames, filter_words(options.request),
               filter.milliseconds() / std::max(frames, 1));
}

}  // namespace sweep::app
