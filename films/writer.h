// Films are written frame by frame, at a constant rate: into files, which appear when they are whole, to standard output, and to
// media servers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/base/image.h"
#include "films/output.h"

namespace sweep {

// Belongs to one thread at a time.
class FilmWriter {
  public:
    // Begins the film. A file is H.264 by NVENC, x264, OpenH264 or else MPEG-4 (.mp4, .mov, .mkv), VP9 or else VP8 (.webm), or
    // a GIF of every third frame. A stream is H.264. `stop` ends waiting for the network.
    // Throws Error(unwritable_output).
    explicit FilmWriter(const FilmOutput& output, std::function<bool()> stop = {});
    // Finishes the film, whatever happens.
    ~FilmWriter();
    FilmWriter(const FilmWriter&) = delete;
    FilmWriter& operator=(const FilmWriter&) = delete;

    // Adds a frame of three channels of sRGB bytes, the highest row first. One of another size than the film's is fitted into
    // it, with black bars. `number`: its place in time, in frames; it must grow. Without one it is the next.
    // Throws Error(unwritable_output).
    void add(ConstImageView frame);
    void add(ConstImageView frame, std::int64_t number);
    // Completes the film, and gives it its name. Throws Error(unwritable_output): then there is no file.
    void finish();
    // Ends without a film; a file that was there before stays.
    void discard();

    const std::string& encoder() const;  // "libx264"

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sweep
