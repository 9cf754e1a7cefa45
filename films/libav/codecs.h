// Which codec, encoder and planes a film is to have. Only .cpp files of this folder include it.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "films/output.h"
#include "films/samples/libav.h"

namespace sweep {

using EncoderOptions = std::array<std::pair<const char*, const char*>, 4>;

// An encoder of a codec, and how it is told to.
struct EncoderRow {
    const char* encoder;
    // For files and for streams, which must not wait for later frames.
    EncoderOptions of_files{}, of_streams{};
    // The option that --quality sets, and its values for 0 and for 100.
    const char* quality_option = nullptr;
    int worst = 0, best = 0;
    double bits_per_pixel = 0;  // of an encoder without such an option; otherwise 0
    // What it makes; none: what it says itself.
    AVPixelFormat only = AV_PIX_FMT_NONE;
};

struct CodecRow {
    const char* word;  // of film_codecs, "gif", "apng" or "y4m"
    AVCodecID id;
    std::span<const EncoderRow> encoders;
    bool loses = true;  // frames are not what they were, and --quality says by how much
};

// A way to make a film.
struct CodecChoice {
    const CodecRow* codec;
    const EncoderRow* row;
    AVPixelFormat planes;
    friend bool operator==(const CodecChoice&, const CodecChoice&) = default;
};

// The planes of a film as they are kept: those of FilmOutput::like; of animated pictures, whose colours fit anywhere,
// with chroma at half resolution, which is what players of films show.
AVPixelFormat planes_to_keep(const FilmSamples& like);

// The ways to make this film here, the one that keeps the most of its samples first: alpha, then colour, depth and
// chroma; among equals the one that the most players show. Throws Error(usage) where the container does not take the
// codec that is asked for, or it has no quality, and names those that do.
std::vector<CodecChoice> codec_choices(const FilmOutput& output, const std::string& container,
                                       const AVOutputFormat& format);

// What a film of these planes does not have of such samples, a line each: "chroma is stored at a lower resolution".
// Whether alpha is lost the frames tell: those of an animation have it though all of them are opaque.
std::vector<std::string> losses_of_planes(const FilmSamples& like, AVPixelFormat planes);

}  // namespace sweep
