#include "app/recording.h"

#include <fmt/format.h>

#include <utility>

#include "core/output_file.h"

namespace sweep::app {

namespace fs = std::filesystem;

void Recording::start(fs::path folder) {
    std::error_code error;
    const bool was_there = fs::exists(folder, error);
    make_folder(folder);
    made_folder_ = !was_there;
    folder_ = fs::absolute(folder);
    frames_ = 0;
}

fs::path Recording::file(int frame) const {
    return folder_ / fmt::format("{:06}.png", frame);
}

fs::path Recording::next_file() {
    return file(++frames_);
}

std::string Recording::status(int written) const {
    return fmt::format("{}   {:.1f} s   {} of {} written", file(frames_).filename().string(),
                       frames_ / frames_per_second, written, frames_);
}

std::string Recording::summary() const {
    return fmt::format("{} frames, {:.1f} s, are in {}", frames_, frames_ / frames_per_second,
                       folder_.string());
}

void Recording::stop() {
    folder_.clear();
}

void Recording::discard() {
    std::error_code error;  // what is gone already need not be deleted
    for (int frame = 1; frame <= frames_; ++frame) fs::remove(file(frame), error);
    if (made_folder_) fs::remove(folder_, error);  // leaves a folder with other files alone
    stop();
}

}  // namespace sweep::app
