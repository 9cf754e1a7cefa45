// Rows of floats as the bytes and words of a picture. Every float becomes the code that rounding its encoded light in
// double gives, on every instruction set.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/base/image.h"
#include "core/problem/codes.h"
#include "cpu/base/tile.h"

namespace sweep::cpu {

// A float from 2^-octaves to 1 has a place by its leading bits, 128 in each octave, and 16 bits within it. There are
// two curves of each number: that of sRGB, and then that of light as it is.
inline constexpr int within_place = 1 << 16;
constexpr int places_of_octaves(int octaves) {
    return octaves * 128 + 1;
}

// The first float of each byte lies in a place of its own. So the byte is (code + bits within the place) / 2^16,
// rounded down, where the number `code` of the place holds the byte before it, and how far it is to the next.
struct ByteCodes {
    static constexpr int octaves = 13, places = places_of_octaves(octaves);
    std::int32_t code[2][places];
    ByteCodes();
};

// A line through each place gives the word, or the one before it. The first float of the word behind says which.
struct WordCodes {
    static constexpr int octaves = 21, places = places_of_octaves(octaves), words = 65536;
    float begin[2][places], slope[2][places];
    float first[2][words + 1];
    WordCodes();
};

class Encoder {
  public:
    Encoder(const Codes& codes, int channels);

    // Encodes rows of pixels, `pitch` samples apart, into a region of an image. Any thread may call it.
    void encode(const float* from, std::ptrdiff_t pitch, const ImageView& out, Region region) const;
    // What was so far.
    WrittenCodes written() const { return {{outside_, not_finite_}, largest_}; }

    // For the samples of a row, whose channels repeat within these, at most a pack: 0 for the first curve of the
    // tables, all bits for the second.
    static constexpr int pattern = 16;
    const std::int32_t* curves() const { return curves_; }
    // What was seen of a row: whether no sample can have been clipped, and the largest magnitude.
    struct Seen {
        bool fits;
        float largest;
    };
    // Beyond these a sample may have been clipped.
    float least() const { return float(held_.least) / 2; }
    float most() const { return 1 - least(); }

  private:
    void count(const float* row, int samples) const;

    const Codes codes_;
    const int channels_;
    const Held held_;
    std::int32_t curves_[pattern];
    mutable std::atomic<std::size_t> outside_ = 0, not_finite_ = 0;
    mutable std::atomic<float> largest_ = 0;
};

}  // namespace sweep::cpu
