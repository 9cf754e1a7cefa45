// Records frames of the window as numbered files or as a film, evenly spaced in time however long each takes to draw.
#pragma once

#include <filesystem>
#include <string>

namespace sweep::app {

class Recording {
  public:
    static constexpr double frames_per_second = 60;

    // Throws Error(unwritable_output) where frames of another recording are in this folder: they would be
    // replaced, or follow the new ones in the film.
    static void require_free(const std::filesystem::path& folder);
    // Starts a recording into this folder, which is made where it is missing. Throws Error(unwritable_output)
    // where that fails, and as require_free().
    void start(const std::filesystem::path& folder);
    // Starts a recording as a film, which somebody else writes.
    void start_film(const std::filesystem::path& film);
    bool is_film() const { return is_film_; }
    bool running() const { return !folder_.empty(); }
    int frames() const { return frames_; }
    // The folder, or the film's file.
    const std::filesystem::path& folder() const { return folder_; }

    // The file for the current frame; counts the frame. Of a film: counts it.
    std::filesystem::path next_file();
    // The progress while it runs: "000240.png   4.0 s   238 of 240 written".
    std::string status(int written) const;
    // The result at the end: "240 frames, 4.0 s, are in /films/a".
    std::string summary() const;

    void stop();
    // Deletes the frames, all of which must have been written, and the folder if it was made here and has no
    // other files.
    void discard();

  private:
    std::filesystem::path file(int frame) const;

    std::filesystem::path folder_;  // absolute; empty: it does not run
    bool made_folder_ = false, is_film_ = false;
    int frames_ = 0;
};

}  // namespace sweep::app
