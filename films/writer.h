// Films are written frame by frame, at a constant rate or at times of their own: into files, which appear when they
// are whole, to standard output, and to media servers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/image.h"
#include "films/output.h"

namespace sweep {

// Belongs to one thread at a time.
class FilmWriter {
  public:
    // Keeps what nobody has finished or discarded as a part, and says so on stderr.
    virtual ~FilmWriter() = default;

    // What frames have to be: three channels of sRGB bytes, unless the film is to be like another (FilmOutput::like).
    virtual FrameSamples takes() const = 0;
    // Adds a frame of such samples, the highest row first. One of another size than the film's is fitted into
    // it, with black bars. `number`: its place in time, in frames; one whose number is taken is left out. Without one
    // it is the next. Where the film has a tick `number` counts ticks, and none is left out: a frame whose time is
    // taken, or has passed, stands as little later as the film can say.
    // Throws Error(unwritable_output), after which frames are ignored. Where the disk is full the film is kept as a
    // part.
    virtual void add(ConstImageView frame) = 0;
    virtual void add(ConstImageView frame, std::int64_t number) = 0;
    // The same of a film with a tick, whose frame is shown for so many of them; 0: until the next one.
    virtual void add(ConstImageView frame, std::int64_t number, std::int64_t lasts) = 0;
    // Completes the film, and gives it its name. Throws Error(unwritable_output): then a file that was there before
    // stays.
    virtual void finish() = 0;
    // Completes what is there as a film under another name (OutputFile::keep_as_part()); a file that was there before
    // stays. Returns what is kept, for a message: "'a.interrupted.mp4' has 58 frames", or nothing where no frame is.
    // Throws Error(unwritable_output).
    virtual std::string keep_as_part() = 0;
    // Ends without a film; a file that was there before stays.
    virtual void discard() = 0;

    virtual const std::string& encoder() const = 0;  // "libx264"
    virtual int frames() const = 0;                  // that the file has, when it is finished
    // What is not as it was, the frames' samples and times and what was beside them, a line each.
    virtual std::vector<std::string> notes() const = 0;
};

// Begins a film. A file is H.264 by NVENC, x264, OpenH264 or else MPEG-4 (.mp4, .mov, .mkv), VP9 or else VP8 (.webm),
// or a GIF of every third frame, unless it is to be like another film, whose samples ask for more (codecs.h), or a
// codec is named. A stream is H.264. `stop` ends waiting for the network. Throws Error(unwritable_output), and
// Error(usage) where the container does not take the codec, or its encoders no quality.
std::unique_ptr<FilmWriter> open_film_writer(const FilmOutput& output, std::function<bool()> stop = {});

}  // namespace sweep
