// Notices when files change on the disk; it asks twice a second.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace sweep::app {

// A file as it was at some time. The stamp is when it had been written and how long it was; nothing: it was
// not there.
struct StampedFile {
    using Stamp = std::optional<std::pair<std::filesystem::file_time_type, std::uintmax_t>>;
    std::filesystem::path path;
    Stamp stamp;
};
StampedFile stamped(const std::filesystem::path& file);

class FileWatch {
  public:
    static constexpr double seconds_between_looks = 0.5;

    // Watches these files from now on. The stamps are those that the files had before the caller read them,
    // so that a change in between is noticed.
    void watch(const std::vector<StampedFile>& files);
    // True once for each change, at the first look that finds the files as the look before found them: the
    // writer has most likely finished. A file that is gone counts as changed only when it is back.
    bool changed(double now);

  private:
    struct File {
        std::filesystem::path path;
        StampedFile::Stamp known, last;  // known: to the caller; last: at the last look
    };
    std::vector<File> files_;
    double next_look_ = 0;
};

}  // namespace sweep::app
