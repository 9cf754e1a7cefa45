// Saves the result itself: full size, in the depth of the file that it comes from. No frame waits for it.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

#include "app/base/task.h"
#include "app/window/panels/notices.h"
#include "app/work/request/settings.h"
#include "core/base/image.h"
#include "files/encoding.h"
#include "files/image_file.h"

namespace sweep::app {

// The name for the result of a picture: beside it, with what was done to it, in its own format where that can be
// written and loses nothing, otherwise .png for integers and .npy for floats. No file has this name: photo-sigma5.png,
// photo-sigma5-2.png, photo-dog-sigma5.png. `sample`: that of the picture's file. `what`: in place of the filter; may
// be empty.
std::filesystem::path result_name(const std::filesystem::path& picture, Sample sample,
                                  const FilterSettings& request, const std::string& what = {});

// The same for a film: in its own format where that can be written, otherwise .mp4.
std::filesystem::path film_result_name(const std::filesystem::path& film, const FilterSettings& request);

class ResultSaver {
  public:
    explicit ResultSaver(Notices& notices) : notices_(notices) {}

    // A thread filters the picture's file, or a page or what is chosen of it, again, as `sweep filter` does, and
    // writes the result, with its label. Throws Error if another is being saved, or OUT cannot be written.
    void start(const std::filesystem::path& picture, int page, const PictureChoice& choice,
               const std::filesystem::path& out, const FilterSettings& request, const std::string& label);
    // Writes pixels that are there already, in the depth and the encoding of a file.
    void start(Image pixels, const std::filesystem::path& out, Sample sample, const Encoding& encoding,
               const FilterSettings& request, const std::string& label);
    // Writes samples as they are.
    void start(Image samples, const std::filesystem::path& out);
    // A thread filters a film frame by frame, as `sweep filter` does.
    void start_film(const std::filesystem::path& film, const std::filesystem::path& out,
                    const FilterSettings& request);
    bool is_filtering_film() const { return is_busy() && film_; }
    // Ends that: what is done stays, as a part.
    void stop_film();
    // "filtering film.mp4: 34 of about 120 frames".
    std::string progress() const;
    // To be called once a frame: says what was saved, or why not.
    void step();
    bool is_busy() const { return task_.running(); }
    // Waits until the file is written, and does what step() does.
    void finish();

  private:
    void require_idle(const std::filesystem::path& out);

    Notices& notices_;
    struct Saved {
        std::string notes;      // a line each
        std::string instead{};  // of "result saved as": why there is none
    };
    // How far a film has come; a thread counts.
    struct FilmProgress {
        std::string name;
        std::atomic<int> done = 0, expected = 0;
    };
    std::filesystem::path out_;
    std::shared_ptr<FilmProgress> film_;  // null: no film
    Task<Saved> task_;
};

}  // namespace sweep::app
