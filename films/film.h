// Films: what one is, where its frames come from, and reading them one after the other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/image.h"
#include "films/rational.h"
#include "films/samples/samples.h"

namespace sweep {

enum class FilmKind { file, camera, pipe, stream };

// Where the frames of a film come from.
struct FilmSource {
    FilmKind kind = FilmKind::file;
    // file: its path; camera: its number from 0, or the path of its device; stream: its address; pipe: "-"
    std::string address;

    // The frames come when they come, and wait for nobody.
    bool is_live() const;
    // "film.mp4", "camera 0", "standard input", "rtsp://host/.." without user and password.
    std::string name() const;
    friend bool operator==(const FilmSource&, const FilmSource&) = default;
};

// The extension of a name, in small letters.
std::string small_extension(const std::filesystem::path& path);
// Whether the extension of a file is that of a film. An animated GIF is a picture.
bool is_film_name(const std::filesystem::path& path);
// Whether a text is the address of a stream: "rtsp://..", and the like.
bool is_stream_address(std::string_view text);
// The source that a name on the command line stands for: a film's file, the address of a stream, or "-", standard
// input. Nothing for everything else, which is a picture.
std::optional<FilmSource> film_source(const std::string& name);

// Throws Error(unreadable_input) when it is plain already that the source cannot be opened: this build has no films,
// or a film's file does not exist, or is no regular file.
void require_film(const FilmSource& source);

// Whether films can be read and written here, as far as can be told without loading the module that does it (module.h).
// Without it whatever opens a film throws Error(unreadable_input) or Error(unwritable_output).
bool has_films();
// Versions of the libraries, and where films can be decoded and encoded, for `sweep doctor`.
std::string films_text();

// What is known of a film that is open.
struct FilmFacts {
    double seconds = 0;    // its length; 0: unknown, or without an end
    Rational rate;         // frames a second: the mean, or what the file says; 0: unknown
    bool is_even = false;  // the frames come at this rate exactly, as far as the file says
    Rational tick;         // of FilmReader::ticks(), in seconds
    double begins = 0;     // the first frame, when it has been read, as the file counts, in seconds
    bool can_seek = false;
    std::string decoder;        // "h264", "h264 on CUDA"
    std::string note;           // what is not followed; mostly empty
    int plays = 0;              // how often an animation is shown; 0: without end, or unknown
    bool is_animation = false;  // pictures alone: nothing beside them could go into another film
    // What a film of the frames does not have any more, whatever it is coded as, a line each.
    std::vector<std::string> losses;
};

// Reads a film frame by frame. Belongs to one thread.
class FilmReader {
  public:
    virtual ~FilmReader() = default;

    // Is asked often, on the reader's thread, while the reader waits for the file or the network: true ends the wait
    // with an Error.
    using Stop = std::function<bool()>;

    virtual const FilmFacts& facts() const = 0;

    // Decodes the next frame, which becomes the current one; false at the end. Damaged parts are passed over and
    // counted. Throws Error(unreadable_input) when the source fails, or ends long before the end that it claims.
    virtual bool advance() = 0;
    // Makes the frame that is shown at this time (the last one that begins then or earlier) the current one; the last
    // frame where the film ends before. Throws Error(unreadable_input) where the source cannot be searched.
    virtual bool seek(double seconds) = 0;

    // The current frame: its time from the film's beginning, and its size upright and with square pixels.
    virtual double seconds() const = 0;
    // The same in ticks (FilmFacts), exactly as the film has it: it need not grow.
    virtual std::int64_t ticks() const = 0;
    virtual int width() const = 0;
    virtual int height() const = 0;
    // Converts the current frame to RGBA bytes as screens show them (sRGB), by the matrix and the range that it
    // states: BT.601, BT.709 or BT.2020; where it states none, BT.709 from 720 rows on and BT.601 below, and the full
    // range for grey. `into` is made anew where it has another size. Throws Error(unreadable_input).
    virtual void convert(Image& into) = 0;

    // What the current frame's samples are.
    virtual FilmSamples samples() const = 0;
    // How long the current frame is shown, in ticks, as far as the file says; 0: it does not.
    virtual std::int64_t lasts() const = 0;
    // Converts the current frame to its code values, u8 or u16, the largest of which is 1: grey for one channel, or
    // RGBA for four, by the matrix and the range that convert() takes, with all of its chroma. A high dynamic range
    // stays as it is coded. Throws Error(unreadable_input).
    virtual void convert_codes(Image& into, Sample sample, int channels) = 0;

    // Parts of the film that could not be decoded, so far.
    virtual int damaged() const = 0;
};

// Opens the source. `may_use_gpu`: frames are decoded by a GPU where one can.
// Throws Error(unreadable_input) with one line.
std::unique_ptr<FilmReader> open_film(const FilmSource& source, FilmReader::Stop stop = {},
                                      bool may_use_gpu = true);

}  // namespace sweep
