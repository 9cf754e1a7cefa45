// Which pictures there are to see: opened by name, dropped, stepped through in their folder. They are read
// by a thread of its own; the last good picture stays until the next one is there.
#pragma once

#include "app/picture.h"

#include <filesystem>
#include <future>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace sweep::app {

class Gallery {
  public:
    // Of pictures, in pixels: larger ones are refused before they are read.
    explicit Gallery(int largest_side = std::numeric_limits<int>::max()) : largest_side_(largest_side) {}

    // A picture; a folder, of which the first picture is opened; or, by its name, the depth map of the picture that is
    // open. Throws nothing: finished() tells.
    void open(const std::filesystem::path& path,
              const std::optional<std::filesystem::path>& depth = std::nullopt);
    // The next picture of the folder (1), or the one before (-1); round at the ends.
    void step(int by);

    // Once a frame: a picture that has been read. Waits for it when told to.
    // Throws Error with the file and the reason when it cannot be read.
    std::optional<PictureData> finished(bool wait = false);

    bool busy() const { return work_.valid(); }
    // "reading photo.jpg, 12 MB, 1.4 s"; empty when nothing is being read.
    std::string progress() const;
    // "3 of 17" of the folder; empty for a picture alone.
    std::string place() const;
    bool has_neighbours() const { return folder_.size() > 1; }

  private:
    struct Request {
        std::filesystem::path picture;
        std::optional<std::filesystem::path> depth;
    };
    void start(Request request);

    int largest_side_;
    std::filesystem::path shown_;  // the last that was read
    std::vector<std::filesystem::path> folder_;
    Request reading_;
    double started_ = 0;
    std::uintmax_t bytes_ = 0;
    std::optional<Request> next_;  // asked for while another was being read
    std::string refusal_;          // of a folder
    std::future<PictureData> work_;
};

// The pictures of a folder by name, without depth maps; empty when there is none, or no such folder.
std::vector<std::filesystem::path> pictures_in(const std::filesystem::path& folder);

}  // namespace sweep::app
