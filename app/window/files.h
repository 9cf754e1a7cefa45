// The files that the window writes: pictures of itself, comparisons, recordings. No frame waits for the disk.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "app/base/area.h"
#include "app/screen/canvas/display.h"
#include "app/screen/gl/frame_grabber.h"
#include "app/views/film/recorded_film.h"
#include "app/window/panels/notices.h"
#include "app/work/pictures/recording.h"
#include "app/work/pictures/series.h"
#include "app/work/request/settings.h"

namespace sweep::app {

class Files {
  public:
    // `label`: what a saved picture says of itself, asked when one is saved.
    Files(Notices& notices, std::function<std::string()> label)
        : notices_(notices), label_(std::move(label)) {}

    // Ends a recording that runs; a film is then whole. Then, unless `into` is empty, writes every frame from the
    // next one on into this folder, or into the film that is_film_output() sees in its name.
    // Throws Error(unwritable_output), as Recording::start() and require_film_output() do.
    void record(const std::filesystem::path& into);
    // Ends a recording that runs before its time. Of a film what there is becomes a part (FilmWriter::keep_as_part()).
    // Returns what is kept, for a message; empty: nothing.
    std::string interrupt_recording();
    // Ends the recording and deletes its frames.
    void discard_recording();
    const Recording& recording() const { return recording_; }
    // Sends the window to a media server, from the next frame on, or ends that.
    void stream(const std::string& address);
    void end_stream();
    bool is_streaming() const { return stream_ != nullptr; }
    static constexpr int stream_rate = 30;  // frames a second
    // "240 frames, 4.0 s", and how many of them are on the disk.
    std::string recording_status() const { return recording_.status(grabber_.written() - written_before_); }

    // Saves the next frame in this file, with its panels or the picture alone. Throws
    // Error(unwritable_output).
    void save_frame(std::filesystem::path file, bool panels);
    bool awaits(bool panels) const { return !(panels ? frame_file_ : picture_file_).empty(); }
    // Saves original, result and difference, a file each, from the next frames.
    void save_comparison(Settings& settings);
    // To be called before each frame: sets the view that a series of such files needs. `settled`: in the last
    // frame the numbers of the difference were complete. False if no series runs.
    bool step_series(Settings& settings, bool settled);
    bool series_ends() const { return series_.ends(); }
    std::string series_summary() const { return series_.summary(); }

    // To be called after drawing: saves the area of the canvas in the file that waits for it, with its label,
    // and in the recording. `panels`: the panels are drawn, too.
    void save(const Area& area, const Canvas& canvas, bool panels);

    // Frames have to be drawn.
    bool is_busy() const { return recording_.running() || grabber_.busy(); }
    // The message about the last file that could not be written; empty: none.
    const std::string& unwritten() const { return unwritten_; }
    // The message that ended the last stream; empty: none, or it began again.
    const std::string& unsent() const { return unsent_; }
    // Waits until all files are written. Throws Error(unwritable_output).
    void finish() { grabber_.finish(); }

  private:
    void end_recording();
    void save_moving(const Area& area, const Canvas& canvas, int lowest);

    Notices& notices_;
    std::function<std::string()> label_;
    // The grabbers' threads write into the films, and end before these do.
    std::shared_ptr<RecordedFilm> film_, stream_;
    double stream_began_ = 0;     // in wall_seconds()
    std::int64_t streamed_ = -1;  // the number of the last frame that was sent
    FrameGrabber grabber_, stream_grabber_;
    std::filesystem::path frame_file_, picture_file_;  // empty: none
    PictureSeries series_;
    Recording recording_;
    int written_before_ = 0;  // number of files, when the recording began
    std::string unwritten_, unsent_;
};

}  // namespace sweep::app
