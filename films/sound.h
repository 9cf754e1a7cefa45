// Sound and subtitles of a film, which go into another one as they are. Only .cpp files of this folder include it.
#pragma once

#include <string>
#include <vector>

#include "films/input.h"

namespace sweep {

class CopiedSound {
  public:
    // Adds a stream to `to`, whose header is not written yet, for each of the file that its container takes. `begins`: the time
    // of the first frame in the file, in seconds. Throws Error(unreadable_input).
    CopiedSound(const std::string& file, double begins, AVFormatContext& to, std::function<bool()> stop);

    // How long sound runs before the first frame, in seconds: that frame's time in `to`.
    double lead() const { return lead_; }

    // Writes what begins before this time. Returns the error of the output, and 0 where there is none; what the container does
    // not take is counted.
    int write_until(double seconds);

    // What is not in the other film, a line each: "sound is dropped".
    std::vector<std::string> losses() const;

  private:
    void add_stream(const AVStream& stream);
    bool read();

    FilmInput input_;
    AVFormatContext& to_;
    double begins_, lead_ = 0;        // the time in the file that is 0 in `to`
    std::vector<AVStream*> streams_;  // in `to_`, by the number in the file; null: not copied
    AvPacket packet_{av_packet_alloc()};
    bool has_packet_ = false, has_ended_ = false;
    bool drops_sound_ = false, drops_subtitles_ = false;
    int lost_ = 0;
};

}  // namespace sweep
