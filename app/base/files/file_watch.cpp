#include "app/base/files/file_watch.h"

#include <algorithm>
#include <system_error>

namespace sweep::app {

namespace {

StampedFile::Stamp stamp_of(const std::filesystem::path& file) {
    std::error_code error;
    const auto time = std::filesystem::last_write_time(file, error);
    if (error) return std::nullopt;
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (error) return std::nullopt;
    return std::pair{time, size};
}

}  // namespace

StampedFile stamped(const std::filesystem::path& file) {
    return {file, stamp_of(file)};
}

void FileWatch::watch(const std::vector<StampedFile>& files) {
    files_.clear();
    for (const StampedFile& file : files) files_.push_back({file.path, file.stamp, file.stamp});
}

bool FileWatch::changed(double now) {
    if (now < next_look_) return false;
    next_look_ = now + seconds_between_looks;
    bool still = true, other = false;
    for (File& file : files_) {
        const StampedFile::Stamp stamp = stamp_of(file.path);
        still = still && stamp && stamp == file.last;
        other = other || stamp != file.known;
        file.last = stamp;
    }
    if (!still || !other) return false;
    for (File& file : files_) file.known = file.last;
    return true;
}

}  // namespace sweep::app
