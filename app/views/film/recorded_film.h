// The window as a film: frames that the thread of a FrameGrabber hands on to a FilmWriter.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/base/image.h"
#include "films/writer.h"

namespace sweep::app {

class RecordedFilm {
  public:
    // A file, or "-", of so many frames a second; or a stream. Nothing is opened before the first frame,
    // whose size the film has.
    RecordedFilm(std::string name, bool is_stream, int frames_per_second)
        : output_{std::move(name), is_stream, 0, 0, frames_per_second} {}

    // Adds a frame, RGB with the highest row first; `number`: as FilmWriter has it. Throws Error(unwritable_output)
    // once: later frames are dropped.
    void add(const Image& frame, std::optional<std::int64_t> number = std::nullopt);
    // These may be called when no frame is being added, and do what FilmWriter's do. The first two throw
    // Error(unwritable_output).
    void finish();
    std::string keep_as_part();
    void discard();
    // Ends waiting for the network.
    void stop() { stops_ = true; }

    const std::string& name() const { return output_.name; }

  private:
    FilmOutput output_;
    std::atomic<bool> stops_ = false;
    bool is_over_ = false;
    std::unique_ptr<FilmWriter> writer_;
};

}  // namespace sweep::app
