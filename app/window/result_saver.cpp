#include "app/window/result_saver.h"

#include <algorithm>
#include <exception>
#include <utility>

#include <fmt/format.h>

#include "app/base/number_text.h"
#include "app/work/options/size_number.h"
#include "app/work/results/film.h"
#include "app/work/results/filter_run.h"
#include "core/base/error.h"
#include "files/format.h"
#include "files/output_file.h"
#include "films/output.h"

namespace sweep::app {
namespace {

// "sigma5", "sigma8x2", "butterworth0.05", "sat".
std::string short_text(const FilterSpec& filter) {
    const SizeNumber* size = size_number(filter.kind);
    std::string word(filter.kind == FilterKind::gaussian ? "sigma" : info(filter.kind).word);
    if (!size) return word;
    const auto down = size_of_columns(filter);
    return word + plain_number(value_of(filter, size->parameter)) + (down ? "x" + plain_number(*down) : "");
}

std::string extension_of(const std::filesystem::path& picture, Sample sample, const FilterSpec& filter) {
    const bool is_integer = sample == Sample::u8 || sample == Sample::u16;
    std::string usual = is_integer ? ".png" : ".npy";
    if (filter.kind == FilterKind::sat) return ".npy";
    try {
        return output_format(picture).keeps.picture_bits == 8 ? usual : picture.extension().string();
    } catch (const Error&) {
        return usual;
    }
}

std::string with_notes(const std::function<void(const Say&)>& work) {
    std::string notes;
    work([&](const std::string& note) { notes += "\n" + note_in_window(note); });
    return notes;
}

// A name with this ending that no file has.
std::filesystem::path free_result_name(const std::filesystem::path& picture, const std::string& ending,
                                       const FilterSettings& request, const std::string& what) {
    const FilterSpec& filter = request.filter;
    const std::string derived =
        request.derived.is_none() ? "" : std::string(info(request.derived.kind).word) + "-";
    const std::filesystem::path folder = picture.parent_path();
    const std::string of = info(filter.kind).largest_sigma > 0
                               ? fmt::format("{}-sigma{}", request.filter_word(), plain_number(filter.sigma))
                           : reads(filter.kind, Parameter::time)
                               ? fmt::format("{}-time{}", request.filter_word(), plain_number(filter.time))
                               : short_text(filter);
    const std::string stem = picture.stem().string() + "-" + (what.empty() ? derived + of : what);
    std::error_code error;
    for (int i = 1;; ++i) {
        std::filesystem::path file = folder / (stem + (i > 1 ? fmt::format("-{}", i) : "") + ending);
        if (!std::filesystem::exists(std::filesystem::symlink_status(file, error))) return file;
    }
}

}  // namespace

std::filesystem::path result_name(const std::filesystem::path& picture, Sample sample,
                                  const FilterSettings& request, const std::string& what) {
    return free_result_name(picture, extension_of(picture, sample, request.filter), request, what);
}

std::filesystem::path film_result_name(const std::filesystem::path& film, const FilterSettings& request) {
    const std::string own = film.extension().string();
    return free_result_name(film, is_film_output(film.string()) ? own : ".mp4", request, "");
}

void ResultSaver::require_idle(const std::filesystem::path& out) {
    if (is_busy())
        throw Error(ExitCode::failed, fmt::format("'{}' is still being saved: wait for it", out_.string()));
    require_writable(out);
    out_ = out;
    film_.reset();
    notices_.say("saving " + out.string() + " ..", 60, false);
}

void ResultSaver::start(const std::filesystem::path& picture, int page, const PictureChoice& choice,
                        const std::filesystem::path& out, const FilterSettings& request,
                        const std::string& label) {
    require_idle(out);
    task_.start([=](const std::stop_token&) {
        return Saved{with_notes([&](const Say& note) {
            filter_to_file({picture, out, page, choice}, request, label, note);
        })};
    });
}

void ResultSaver::start(Image pixels, const std::filesystem::path& out, Sample sample,
                        const Encoding& encoding, const FilterSettings& request, const std::string& label) {
    require_idle(out);
    task_.start([=, image = std::move(pixels)](const std::stop_token&) mutable {
        return Saved{with_notes([&](const Say& note) {
            save_result(out, request, {.sample = sample, .encoding = encoding}, std::move(image), note, 0,
                        {.label = label});
        })};
    });
}

void ResultSaver::start(Image samples, const std::filesystem::path& out) {
    require_idle(out);
    task_.start([=, image = std::move(samples)](const std::stop_token&) {
        save_image(out, image.view());
        return Saved{};
    });
}

void ResultSaver::start_film(const std::filesystem::path& film, const std::filesystem::path& out,
                             const FilterSettings& request) {
    require_frames(request);
    require_film_output(out.string());
    require_idle(out);
    film_ = std::make_shared<FilmProgress>();
    film_->name = film.filename().string();
    task_.start([film, out, request, progress = film_](const std::stop_token& stop) {
        Saved saved;
        saved.notes = with_notes([&](const Say& note) {
            const FilteredFilm done = filter_film(
                {film.string(), out.string()}, request, note,
                [&](int frames, int expected) { progress->done = frames, progress->expected = expected; },
                [&] { return stop.stop_requested(); });
            if (done.is_stopped)
                saved.instead =
                    "stopped: the film is not written" + (done.kept.empty() ? "" : ", and " + done.kept);
        });
        return saved;
    });
}

void ResultSaver::stop_film() {
    if (is_filtering_film()) task_.request_stop();
}

std::string ResultSaver::progress() const {
    if (!is_filtering_film()) return {};
    const int done = film_->done, expected = film_->expected;
    return fmt::format("filtering {}: {}{} frames", film_->name, done,
                       expected > 0 ? fmt::format(" of about {}", std::max(expected, done)) : "");
}

void ResultSaver::step() {
    try {
        if (const auto saved = task_.take())
            notices_.say(
                saved->instead.empty() ? "result saved as " + out_.string() + saved->notes : saved->instead,
                8, false);
    } catch (const std::exception& error) {
        notices_.say(error.what(), 12);
    }
}

void ResultSaver::finish() {
    task_.wait();
    step();
}

}  // namespace sweep::app
