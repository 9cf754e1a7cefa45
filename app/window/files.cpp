#include "app/window/files.h"

#include <utility>

#include <fmt/format.h>

#include "app/base/files/fonts.h"
#include "core/base/error.h"
#include "files/output_file.h"
#include "films/film.h"

namespace sweep::app {

void Files::record(const std::filesystem::path& into) {
    end_recording();
    if (into.empty()) return;
    require_fonts();
    const std::string name = into.string();
    if (is_film_output(name)) {
        require_film_output(name);
        film_ = std::make_shared<RecordedFilm>(name, false, int(Recording::frames_per_second));
        recording_.start_film(into);
    } else {
        recording_.start(into);
    }
    written_before_ = grabber_.written();
}

void Files::end_recording() {
    if (!recording_.running()) return;
    try {
        if (film_) {
            grabber_.finish();
            film_->finish();
        }
        notices_.say(recording_.summary(), 8, false);
    } catch (const Error& error) {
        unwritten_ = error.what();
        notices_.say(unwritten_, 12);
    }
    film_.reset();
    recording_.stop();
}

std::string Files::interrupt_recording() {
    if (!recording_.running()) return {};
    std::string kept;
    try {
        grabber_.finish();
    } catch (const Error& error) {
        unwritten_ = error.what();
    }
    try {
        kept = film_ ? film_->keep_as_part() : recording_.summary();
    } catch (const Error& error) {
        kept = unwritten_ = error.what();
    }
    film_.reset();
    recording_.stop();
    return kept;
}

void Files::discard_recording() {
    if (!recording_.running()) return;
    const std::string gone = fmt::format("recording discarded: {} frames deleted from {}",
                                         recording_.frames(), recording_.folder().string());
    try {
        grabber_.finish();
    } catch (const Error&) {
        // A frame that could not be written does not have to be deleted.
    }
    if (film_) film_->discard();
    film_.reset();
    recording_.discard();
    notices_.say(gone, 6, false);
}

void Files::stream(const std::string& address) {
    end_stream();
    unsent_.clear();
    stream_ = std::make_shared<RecordedFilm>(address, true, stream_rate);
    stream_began_ = notices_.now();
    streamed_ = -1;
    notices_.say("sending the window to " + FilmSource{FilmKind::stream, address}.name(), 6, false);
}

void Files::end_stream() {
    if (!stream_) return;
    stream_->stop();
    try {
        stream_grabber_.finish();
        stream_->finish();
    } catch (const Error&) {
        // The server keeps what it has.
    }
    notices_.say("the stream has ended", 4, false);
    stream_.reset();
}

void Files::save_frame(std::filesystem::path file, bool panels) {
    require_writable(file);
    (panels ? frame_file_ : picture_file_) = std::move(file);
}

void Files::save_comparison(Settings& settings) {
    constexpr std::string_view first = "-original.png";
    const std::filesystem::path file =
        free_name(std::filesystem::current_path(), "sweep-compare", std::string(first));
    require_writable(file);
    const std::string name = file.string();
    series_.start(settings, name.substr(0, name.size() - first.size()), notices_.now());
}

bool Files::step_series(Settings& settings, bool settled) {
    if (!series_.running() && !series_.ends()) return false;
    if (auto file = series_.step(settings, settled, notices_.now()); !file.empty())
        picture_file_ = std::move(file);
    return true;
}

void Files::save(const Area& area, const Canvas& canvas, bool panels) {
    const std::filesystem::path file =
        std::exchange(panels ? frame_file_ : picture_file_, {});  // asked for once, even if saving fails
    const int lowest = canvas.height - area.y - area.height;
    if (!file.empty()) {
        grabber_.grab(canvas.framebuffer, area.x, lowest, area.width, area.height, file, label_());
        if (panels || !(series_.running() || series_.ends()))
            notices_.say("saved as " + file.string(), 4, false);
    }
    if (!panels) return;
    save_moving(area, canvas, lowest);
    grabber_.poll();
    if (const auto trouble = grabber_.trouble()) {
        unwritten_ = *trouble;
        const bool stopped = recording_.running();
        const std::string kept = interrupt_recording();
        notices_.say(
            stopped ? *trouble + "\nThe recording has stopped" + (kept.empty() ? "" : ": ") + kept : *trouble,
            12);
    }
}

// Hands the frame to the recording, and to the stream where its time has come.
void Files::save_moving(const Area& area, const Canvas& canvas, int lowest) {
    const auto grab = [&](FrameGrabber& grabber, FrameGrabber::Sink sink, const std::string& name) {
        grabber.grab(canvas.framebuffer, area.x, lowest, area.width, area.height, std::move(sink), name);
    };
    if (recording_.running()) {
        const std::filesystem::path file = recording_.next_file();
        if (film_)
            grab(
                grabber_, [film = film_](const Image& frame) { film->add(frame); }, film_->name());
        else
            grabber_.grab(canvas.framebuffer, area.x, lowest, area.width, area.height, file);
    }
    if (!stream_) return;
    stream_grabber_.poll();
    if (const auto trouble = stream_grabber_.trouble()) {
        unsent_ = *trouble;
        stream_.reset();
        notices_.say(*trouble + "\nThe stream has stopped: the command stream tries again", 12);
        return;
    }
    // A stream waits for nobody: what its encoder is too slow for is left out.
    const auto number = std::int64_t((notices_.now() - stream_began_) * stream_rate);
    if (number <= streamed_ || stream_grabber_.is_full()) return;
    streamed_ = number;
    grab(
        stream_grabber_, [film = stream_, number](const Image& frame) { film->add(frame, number); },
        stream_->name());
}

}  // namespace sweep::app
