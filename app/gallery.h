// Which pictures there are to see: opened by name, dropped, stepped through in their folder. Files and folders are
// looked at by threads of their own; the last good picture stays until the next one is there.
#pragma once

#include "app/picture.h"
#include "app/task.h"

#include <atomic>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sweep::app {

class Gallery {
  public:
    // Of pictures, in pixels: larger ones are refused before they are read.
    explicit Gallery(int largest_side = std::numeric_limits<int>::max()) : largest_side_(largest_side) {}

    // A picture; a folder, of which the first picture is opened; or, by its name, the depth map of the picture that is
    // open. Touches no file: finished() tells what became of it.
    void open(const std::filesystem::path& path,
              const std::optional<std::filesystem::path>& depth = std::nullopt);
    // The next picture of the folder (1), or the one before (-1); round at the ends. While the folder is being looked
    // at: as soon as its pictures are known.
    void step(int by);

    // Once a frame: a picture that has been read. Waits for it, and for its neighbours, when told to.
    // Throws Error with the file and the reason when it cannot be read.
    std::optional<PictureData> finished(bool wait = false);

    bool busy() const { return work_.running() || listing_.running(); }
    // "reading photo.jpg, 12 MB, 1.4 s"; empty when nothing is being read.
    std::string progress() const;
    // "3 of 17" of the folder; empty for a picture alone.
    std::string place() const;
    bool has_neighbours() const { return folder_.size() > 1; }

  private:
    // `path` as open() takes it; `current` is the picture of which it may be the depth map.
    struct Request {
        std::filesystem::path path;
        std::optional<std::filesystem::path> depth;
        std::filesystem::path current;
    };
    static Request resolved(const Request& request, const std::stop_token& stop);
    // What is on its way, or shown.
    const std::filesystem::path& current() const;
    void start(Request request);
    void take_neighbours();

    int largest_side_;
    std::filesystem::path shown_;  // the last that was read
    std::vector<std::filesystem::path> folder_;
    int steps_ = 0;  // to take when the folder is known
    Request reading_;
    double started_ = 0;
    std::shared_ptr<std::atomic<std::uintmax_t>>
        bytes_;                    // of the file that is read, as soon as that is known
    std::optional<Request> next_;  // asked for while another was being read
    bool other_folder_ = false;    // its neighbours are to be looked for
    Task<PictureData> work_;
    Task<std::vector<std::filesystem::path>> listing_;
};

// The pictures of a folder by name, without depth maps; empty when there is none, or no such folder, or when it is
// stopped.
std::vector<std::filesystem::path> pictures_in(const std::filesystem::path& folder,
                                               const std::stop_token& stop = {});

}  // namespace sweep::app
