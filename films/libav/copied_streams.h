// What of a film goes into another one as it is: sound, subtitles, fonts, covers, chapters and what is said of them.
// Only .cpp files of this folder include it.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "films/beside/joined_times.h"
#include "films/libav/input.h"

namespace sweep {

class CopiedStreams {
  public:
    // Adds a stream to `to`, whose header is not written yet, for each of the file that its container takes, and its
    // chapters and metadata. The first stream of `to` is the picture, and gets what the file says of its own: title,
    // language, disposition. `begins`: the time of the first frame in the file, in seconds. `strips`: as
    // FilmOutput::strip says. Throws Error(unreadable_input).
    CopiedStreams(const std::string& file, double begins, bool strips, AVFormatContext& to,
                  std::function<bool()> stop);

    // How long sound runs before the first frame, in seconds: that frame's time in `to`.
    double lead() const { return lead_; }

    // Writes what begins before this time. Returns the error of the output, and 0 where there is none; what the
    // container does not take is counted.
    int write_until(double seconds);

    // What is not in the other film, a line each: "sound is dropped".
    std::vector<std::string> losses() const;

  private:
    void add_stream(const AVStream& stream);
    void add_cover(const AVStream& stream);
    void add_chapters();
    void add_metadata(const AVStream* picture);
    // Of what something is said: a stream whose bits stay as they are is copied.
    enum class Said { of_film, of_picture, of_copied, of_chapter };
    bool has_place(std::string_view key, Said of) const;
    // Copies it, and keeps the names of what has no place.
    void copy_said(const AVDictionary* from, AVDictionary*& to, Said of);
    AVStream& add_copy(const AVStream& stream);
    AVStream& new_stream();
    void drop(const char* what);
    int write_covers();
    bool read();
    void keep_order(AVPacket& packet);

    FilmInput input_;
    AVFormatContext& to_;
    const bool strips_;
    int picture_ = -1;
    JoinedTimes joins_;
    std::deque<AvPacket> waiting_;       // for the picture to tell whether it jumps as well
    std::vector<std::int64_t> written_;  // the last times, by the number of the stream in `to_`
    double begins_, lead_ = 0;           // the time in the file that is 0 in `to`
    std::vector<AVStream*> streams_;     // in `to_`, by the number in the file; null: not copied
    // The pictures of these streams of the file, by their numbers, wait for the header; each is one packet.
    std::vector<unsigned> covers_;
    AvPacket packet_;  // the next one; null: it is not read yet
    bool has_ended_ = false;
    std::vector<std::string> dropped_;         // "sound", "fonts"
    std::vector<std::string> dropped_titles_;  // keys of metadata, some of them
    std::size_t more_dropped_ = 0;             // of them
    int lost_ = 0;
};

}  // namespace sweep
