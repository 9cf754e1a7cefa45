// Whether files have changed on the disk, asked twice a second.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace sweep::app {

class FileWatch {
  public:
    static constexpr double seconds_between_looks = 0.5;

    // These from now on, as they are now.
    void watch(const std::vector<std::filesystem::path>& files);
    // True once for each change, at the first look that finds the files as the look before found them: whoever writes
    // has most likely finished. A file that is gone is no change before it is back.
    bool changed(double now);

  private:
    using Stamp = std::optional<std::pair<std::filesystem::file_time_type, std::uintmax_t>>;
    static Stamp stamp_of(const std::filesystem::path& file);

    struct File {
        std::filesystem::path path;
        Stamp known, last;  // known: to whoever asked; last: at the last look
    };
    std::vector<File> files_;
    double next_look_ = 0;
};

}  // namespace sweep::app
