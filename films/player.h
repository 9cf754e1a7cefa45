// A film that plays: frames are decoded by a thread of its own into a ring of buffers, and the window takes the one
// whose time has come. It never waits for a frame, unless it says that it will.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "films/film.h"

namespace sweep {

struct FilmFrame {
    Image image;                  // RGBA bytes, as FilmReader::convert() makes them
    bool is_transparent = false;  // alpha is below 1 somewhere
    double seconds = 0;           // in the film
    double at = 0;                // in the time that is played, which goes on where the film begins again
    double decode_ms = 0, convert_ms = 0;
};

// How a film is played, said anew with each frame of the window.
struct FilmPlay {
    bool plays = true;
    bool loops = true;
    double speed = 1;
    // Takes each frame at its time exactly, however long that lasts: for pictures off screen and recordings.
    bool waits = false;
};

struct FilmStatus {
    bool is_open = false;     // frames have come, and may come
    bool has_ended = false;   // the last frame is shown
    bool has_failed = false;  // the source is gone; again() tries it again
    bool is_seeking = false;  // the frame that is shown is not the one that was asked for yet
    bool is_live = false;
    double seconds = 0;  // of the frame that is shown
    std::uint64_t shown = 0;
    std::uint64_t dropped = 0;  // frames whose time had passed, or that a live source sent too fast
    int damaged = 0;            // parts that could not be decoded
    FilmFacts facts;
};

class FilmPlayer {
  public:
    // Opens the source on a thread of its own, at this time of the film. Frames with a larger side are refused.
    // `frame_bytes`: about as many bytes of memory are used for frames that wait.
    FilmPlayer(FilmSource source, int largest_side, double begin = 0,
               std::size_t frame_bytes = std::size_t(256) << 20);
    ~FilmPlayer();
    FilmPlayer(const FilmPlayer&) = delete;
    FilmPlayer& operator=(const FilmPlayer&) = delete;

    const FilmSource& source() const { return source_; }
    // Waits for the first frame. Throws Error(unreadable_input) where none comes.
    void wait_until_open();

    // To be called once for each frame of the window, `passed` seconds after the last call. Returns the frame to show
    // where it is another than before, otherwise null. It stays valid until the next call.
    const FilmFrame* step(double passed, const FilmPlay& how);

    // Shows the frame at this time. Does nothing where the source cannot be searched.
    void seek(double seconds);
    // Shows the next frame (1) or the one before (-1).
    void step_frame(int way);
    // Opens the source again; a film goes on where it was.
    void again();

    FilmStatus status() const;
    // What has gone wrong since the last call, in one line. The last good frame stays.
    std::optional<std::string> take_trouble();

  private:
    void decode();
    void decode_film(FilmReader& reader);
    bool is_stopped_or_asked() const { return stop_ || again_ || seek_to_.has_value(); }
    std::size_t ring_size(const Image& image) const;
    void search(double seconds);
    void push(FilmReader& reader, double decode_ms);
    const FilmFrame* take(FilmFrame frame);

    const FilmSource source_;
    const int largest_side_;
    const std::size_t frame_bytes_;

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    // What the window asks for.
    bool stop_ = false, again_ = false;
    std::optional<double> seek_to_;
    FilmPlay how_;
    int steps_ = 0;     // frames to go on by, although nothing plays
    double clock_ = 0;  // the time that is played
    // What the thread gives.
    std::deque<FilmFrame> ring_;
    std::deque<Image> free_;  // to be used again
    FilmStatus status_;
    std::optional<std::string> trouble_;
    bool clock_follows_ = true;  // the next frame sets the clock
    bool at_end_ = false;        // no frames come after those in the ring
    double played_ = 0;          // the time that is played at the film's beginning, in this round
    // Of the window's thread.
    FilmFrame shown_;
    bool played_before_ = false;

    std::thread thread_;  // last: it uses all of these
};

}  // namespace sweep
