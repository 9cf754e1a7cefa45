// Frames of the window as a row of numbered files, evenly in time however long each takes to draw.
#pragma once

#include <filesystem>
#include <string>

namespace sweep::app {

class Recording {
  public:
    static constexpr double frames_per_second = 60;

    // Throws Error(unwritable_output) where frames of another recording are in this folder: they would be replaced, or be
    // taken for the end of the new ones.
    static void require_free(const std::filesystem::path& folder);
    // Into this folder, which is made where it is not there. Throws Error(unwritable_output), also as require_free().
    void start(std::filesystem::path folder);
    bool running() const { return !folder_.empty(); }
    int frames() const { return frames_; }
    const std::filesystem::path& folder() const { return folder_; }

    // The file of the frame that is drawn now.
    std::filesystem::path next_file();
    // While it runs: how much there is, `written` of them on the disk already, and where.
    std::string status(int written) const;
    // What there is, when it is over: "240 frames, 4.0 s, are in /films/a".
    std::string summary() const;

    void stop();
    // Deletes what it has made: its frames, all of which have been written, and the folder if nothing else is in it.
    void discard();

  private:
    std::filesystem::path file(int frame) const;

    std::filesystem::path folder_;  // absolute; empty: it does not run
    bool made_folder_ = false;
    int frames_ = 0;
};

}  // namespace sweep::app
