// What the samples of a film are: of one that is read, and of one that is to be made like it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/image.h"

namespace sweep {

// What a film may be coded as, in the words of the command line.
inline constexpr std::array<std::string_view, 6> film_codecs{"h264", "h265", "vp9", "av1", "ffv1", "prores"};

struct FilmSamples {
    std::string codec;   // as FFmpeg names it: "hevc"
    std::string planes;  // as FFmpeg names them: "yuv422p10le"
    int depth = 8;       // bits a sample
    bool is_grey = false;
    bool has_alpha = false;
    bool is_full_range = false;
    bool is_hdr = false;  // PQ or HLG
    // Code points of ITU-T H.273, sections 8.1 to 8.3; 2: the film does not state it.
    int primaries = 2, transfer = 2, matrix = 2;
    int matrix_used = 1;      // what `matrix` is taken for
    int chroma_location = 0;  // as FFmpeg counts them (AVChromaLocation)
    // The mastering display (SMPTE ST 2086) and the content's light (CTA-861.3), as FFmpeg has them in memory;
    // mostly empty.
    std::vector<std::uint8_t> mastering, light;
    // How a sphere was projected, and how the pictures of two eyes are packed, as FFmpeg has them in memory; mostly
    // empty.
    std::vector<std::uint8_t> spherical, stereo;
    // The name of `matrix` where no frame can be converted by it; mostly empty.
    std::string unknown_matrix;
};

// The samples of a frame on its way into a film.
struct FrameSamples {
    Sample sample = Sample::u8;  // or u16
    int channels = 3;            // 1: grey, 3: RGB, 4: RGB and straight alpha
    // The code values of the film that is read, all of its chroma; otherwise bytes of sRGB as FilmReader::convert()
    // makes them.
    bool are_codes = false;
};

}  // namespace sweep
