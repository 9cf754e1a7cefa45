// Whether files have changed on the disk, asked twice a second.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace sweep::app {

// A file as it was at some time: when it had been written, and how long it was; nothing: it was not there.
struct StampedFile {
    using Stamp = std::optional<std::pair<std::filesystem::file_time_type, std::uintmax_t>>;
    std::filesystem::path path;
    Stamp stamp;
};
StampedFile stamped(const std::filesystem::path& file);

class FileWatch {
  public:
    static constexpr double seconds_between_looks = 0.5;

    // These from now on, as whoever asks has read them: with the stamps that they had before that.
    void watch(const std::vector<StampedFile>& files);
    // True once for each change, at the first look that finds the files as the look before found them: whoever writes
    // has most likely finished. A file that is gone is no change before it is back.
    bool changed(double now);

  private:
    struct File {
        std::filesystem::path path;
        StampedFile::Stamp known, last;  // known: to whoever asked; last: at the last look
    };
    std::vector<File> files_;
    double next_look_ = 0;
};

}  // namespace sweep::app
