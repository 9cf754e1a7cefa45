#include "app/work/pictures/recording.h"

#include <utility>

#include <fmt/format.h>

#include "core/base/error.h"
#include "files/output_file.h"

namespace sweep::app {

namespace fs = std::filesystem;

void Recording::require_free(const fs::path& folder) {
    std::error_code error;
    for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
        const std::string stem = file->path().stem().string();
        const bool is_number = stem.size() >= 6 && stem.find_first_not_of("0123456789") == std::string::npos;
        if (is_number && file->path().extension() == ".png")
            throw Error(
                ExitCode::unwritable_output,
                fmt::format(
                    "cannot record into '{}': frames of another recording are there ({}): give another "
                    "folder, or empty this one",
                    folder.string(), file->path().filename().string()));
    }
}

void Recording::start(const fs::path& folder) {
    require_free(folder);
    std::error_code error;
    const bool was_there = fs::exists(folder, error);
    make_folder(folder);
    made_folder_ = !was_there;
    folder_ = fs::absolute(folder);
    is_film_ = false;
    frames_ = 0;
}

void Recording::start_film(const fs::path& film) {
    folder_ = film == "-" ? fs::path("standard output") : fs::absolute(film);
    is_film_ = true;
    made_folder_ = false;
    frames_ = 0;
}

fs::path Recording::file(int frame) const {
    return folder_ / fmt::format("{:06}.png", frame);
}

fs::path Recording::next_file() {
    return file(++frames_);
}

std::string Recording::status(int written) const {
    return fmt::format("{}   {:.1f} s   {} of {} written",
                       (is_film_ ? folder_ : file(frames_)).filename().string(), frames_ / frames_per_second,
                       written, frames_);
}

std::string Recording::summary() const {
    return fmt::format("{} frames, {:.1f} s, are in {}", frames_, frames_ / frames_per_second,
                       folder_.string());
}

void Recording::stop() {
    folder_.clear();
}

void Recording::discard() {
    std::error_code error;  // ignored: a file may be gone already
    if (is_film_) return stop();
    for (int frame = 1; frame <= frames_; ++frame) fs::remove(file(frame), error);
    if (made_folder_) fs::remove(folder_, error);  // fails where the folder has other files
    stop();
}

}  // namespace sweep::app
