// Where a film may go to.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "films/rational.h"
#include "films/samples/samples.h"

namespace sweep {

// Whether `--record` with this name makes a film rather than a folder of pictures: .mp4, .mov, .mkv, .webm, .gif, or
// "-", which is Y4M on standard output.
bool is_film_output(const std::string& name);
// Whether an animation, read from a file, may become this file: those above, and .webp and .png,
// which are pictures otherwise.
bool is_animation_output(const std::string& name);
// Whether films can be sent to this address: rtmp, rtmps, rtsp, srt or udp.
bool is_stream_output(std::string_view address);

struct FilmOutput {
    std::string name;  // a file, "-", or an address where `is_stream`
    bool is_stream = false;
    int width = 0,
        height = 0;  // of the frames; where a format wants even numbers, the last row and column are repeated
    Rational rate = 60;  // frames a second, or about so many where they have times of their own
    // Where they do, the unit of these, in seconds; otherwise 0.
    Rational tick = 0;
    bool is_even = true;  // false: `rate` is a mean
    // A film's file whose sound, subtitles, chapters, covers, fonts and titles go into this one as they are, from
    // this time of it on, in seconds. Empty: none.
    std::string sound_of = {};
    double sound_begins = 0;
    // The film is to be like one of these samples, as far as its format and its codec can; none: 8 bits, chroma at half
    // resolution.
    std::optional<FilmSamples> like = {};
    std::string codec = {};           // one of film_codecs; empty: the first that keeps what `like` says
    std::optional<int> quality = {};  // from 0, the smallest file, to 100, the best that the codec can
    int plays = 0;                    // of an animation, how often it is shown; 0: without end
    // Of the file of `sound_of` go sound, subtitles, their languages and the times of chapters: no titles, places,
    // covers and other files.
    bool strip = false;
};

// Throws Error(unwritable_output) when it is plain already that this film cannot be written, before a frame is there.
void require_film_output(const std::string& name);

}  // namespace sweep
