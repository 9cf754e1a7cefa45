// What of a film goes into another one as it is: sound, subtitles, fonts, covers, chapters and what is said of them. Only .cpp
// files of this folder include it.
#pragma once

#include <string>
#include <vector>

#include "films/input.h"

namespace sweep {

class CopiedStreams {
  public:
    // Adds a stream to `to`, whose header is not written yet, for each of the file that its container takes, and its chapters
    // and metadata. The first stream of `to` is the picture, and gets what the file says of its own: title, language,
    // disposition. `begins`: the time of the first frame in the file, in seconds. Throws Error(unreadable_input).
    CopiedStreams(const std::string& file, double begins, AVFormatContext& to, std::function<bool()> stop);

    // How long sound runs before the first frame, in seconds: that frame's time in `to`.
    double lead() const { return lead_; }

    // Writes what begins before this time. Returns the error of the output, and 0 where there is none; what the container does
    // not take is counted.
    int write_until(double seconds);

    // What is not in the other film, a line each: "sound is dropped".
    std::vector<std::string> losses() const;

  private:
    void add_stream(const AVStream& stream);
    void add_cover(const AVStream& stream);
    void add_chapters();
    void add_metadata(const AVStream* picture);
    AVStream& new_stream();
    void drop(const char* what);
    int write_covers();
    bool read();

    FilmInput input_;
    AVFormatContext& to_;
    double begins_, lead_ = 0;        // the time in the file that is 0 in `to`
    std::vector<AVStream*> streams_;  // in `to_`, by the number in the file; null: not copied
    // The pictures of these streams of the file, by their numbers, wait for the header; each is one packet.
    std::vector<unsigned> covers_;
    AvPacket packet_{av_packet_alloc()};
    bool has_packet_ = false, has_ended_ = false;
    std::vector<std::string> dropped_;         // "sound", "fonts"
    std::vector<std::string> dropped_titles_;  // keys of metadata
    int lost_ = 0;
};

}  // namespace sweep
