// Transport streams that were joined end to end: their times jump, and what follows is moved to where the film had
// got. Only .cpp files of films/ include it.
#pragma once

#include <cstdint>
#include <vector>

#include "films/samples/libav.h"

namespace sweep {

// The times of a film's packets, in the order in which they are read. Where the picture's jump back, or ahead by more
// than 10 s (the threshold of the program ffmpeg), another film begins: its first picture follows the last one of the
// film before, and its sound and subtitles are moved as far. In formats whose times do not jump nothing is moved.
class JoinedTimes {
  public:
    JoinedTimes() = default;
    // `picture`: the number of the stream whose times tell.
    JoinedTimes(const AVFormatContext& format, int picture);

    // Moves a packet of the picture. Returns by how many seconds its times had jumped ahead; 0: they had not.
    double move_picture(AVPacket& packet);
    // Moves a packet of another stream. False: its times have jumped, and the picture's have not yet: it is asked
    // again when more of the picture has been read, or `may_wait` is false, and it stays where it is.
    bool move_other(AVPacket& packet, bool may_wait);
    // The next packet is from another place of the file.
    void seek();

    bool has_joins() const { return parts_.size() > 1; }

  private:
    struct Part {
        std::int64_t begins = 0;  // its first picture's packet, in bytes of the file
        std::int64_t offset = 0;  // in ticks of the picture
    };
    struct Stream {
        std::size_t part = 0;
        std::int64_t last = AV_NOPTS_VALUE;  // the time that was read last, as it was, in ticks of the stream
    };
    bool begins_part(const AVPacket& packet, std::size_t part) const {
        return part < parts_.size() && packet.pos >= 0 && packet.pos >= parts_[part].begins;
    }
    AVRational tick(const AVPacket& packet) const;

    const AVFormatContext* format_ = nullptr;  // null: nothing is moved
    int picture_ = -1;
    std::vector<Part> parts_{Part{}};
    std::vector<Stream> streams_;
    // The end of the part's pictures so far, moved, and of their decoding. Not all files say when each is shown.
    std::int64_t shown_until_ = AV_NOPTS_VALUE, decoded_until_ = 0;
    bool has_all_shown_ = true;
};

}  // namespace sweep
