// The open picture and its neighbours: pictures are opened by name, dropped, or stepped through in their
// folder. Files and folders are read by threads of their own; the last good picture stays until the next one
// is there.
#pragma once

#include <atomic>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/base/task.h"
#include "app/work/pictures/picture.h"

namespace sweep::app {

class Gallery {
  public:
    // `largest_side`, in pixels: larger pictures are refused before their pixels are read.
    explicit Gallery(int largest_side = std::numeric_limits<int>::max()) : largest_side_(largest_side) {}

    // Opens a page of a picture, or what is chosen of it; the first picture of a folder; or, if its name says that it
    // is one, the depth map of the picture that is open. Touches no file itself: finished() has the result.
    void open(const std::filesystem::path& path,
              const std::optional<std::filesystem::path>& depth = std::nullopt, int page = 1,
              const PictureChoice& choice = {});
    // Opens the next page or layer of the file or, after its last one, the next picture of the folder (1), or the
    // previous one (-1), and wraps around at the ends. While the folder is being read, a step to another file
    // waits until its pictures are known.
    void step(int by);

    // Opens a page, or a layer, of the file that is shown.
    void go_to(int page);
    // Which of them is shown or asked for, from 1 on, and how many there are.
    int page() const { return layers_.size() > 1 ? layer() + 1 : current_page(); }
    int pages() const { return layers_.size() > 1 ? int(layers_.size()) : pages_; }

    // To be called once a frame: returns a picture that has been read. `wait`: waits for it, and for its
    // neighbours. Throws Error with the file and the reason when it cannot be read.
    std::optional<PictureData> finished(bool wait = false);

    bool busy() const { return work_.running() || listing_.running(); }
    // "reading photo.jpg, 12 MB, 1.4 s"; empty when nothing is being read.
    std::string progress() const;
    // "page 2 of 40" or "layer 2 of 5" of the file, or "3 of 17" of the folder; empty for a picture alone.
    std::string place() const;

  private:
    // `path` as open() takes it; `current` is the picture of which it may be the depth map.
    struct Request {
        std::filesystem::path path;
        std::optional<std::filesystem::path> depth;
        std::filesystem::path current;
        int page = 1;
        PictureChoice choice{};
    };
    static Request resolved(const Request& request, const std::stop_token& stop);
    // The picture that is being read, otherwise the one that is shown.
    const std::filesystem::path& current() const;
    int current_page() const;
    const PictureChoice& current_choice() const;
    int layer()
        const;  // which of `layers_` is shown or asked for; one that is not among them counts as the first
    void start(Request request);
    void take_neighbours();

    int largest_side_;
    std::filesystem::path shown_;                // the last picture that was read
    PictureChoice choice_;                       // what is shown of it
    std::vector<PictureChoice> layers_;          // those of its file
    int page_ = 1, pages_ = 1;                   // its page, and how many its file has
    std::vector<std::filesystem::path> folder_;  // the pictures of its folder
    int steps_ = 0;                              // to take when the folder is known
    Request reading_;
    double started_ = 0;
    // The size of the file that is being read, as soon as it is known.
    std::shared_ptr<std::atomic<std::uintmax_t>> bytes_;
    std::optional<Request> next_;  // asked for while another was being read
    bool other_folder_ = false;    // the neighbours of shown_ are still to be listed
    Task<PictureData> work_;
    Task<std::vector<std::filesystem::path>> listing_;
};

// The pictures of a folder, sorted by name, without depth maps; empty when there is none, or no such folder,
// or when it is stopped.
std::vector<std::filesystem::path> pictures_in(const std::filesystem::path& folder,
                                               const std::stop_token& stop = {});

}  // namespace sweep::app
