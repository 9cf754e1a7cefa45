// The samples of a picture that results become: bytes or words, each of which stands for the light that rounds to it.
#pragma once

#include <cstddef>

#include "core/base/image.h"

namespace sweep {

// Results are clamped to [0, 1], encoded and rounded; NaN becomes 0.
struct Codes {
    Sample sample = Sample::u8;  // or u16
    bool as_srgb = true;         // colours are encoded; alpha, the last of 2 or 4 channels, never is
    bool counts_last = true;     // what the last of 2 or 4 channels cannot hold is counted, too
};

// The numbers of samples that a file cannot hold.
struct Misfits {
    std::size_t outside = 0;     // finite, but below `least` or above `most`
    std::size_t not_finite = 0;  // NaN and infinities
};

// Of a result in codes.
struct WrittenCodes {
    Misfits misfits;
    float largest = 0;  // magnitude before it was clipped
};

// What rounds to the first and to the last code, and nothing beyond, holds every result.
struct Held {
    double least, most;
};
constexpr Held held_by(Sample code) {
    const double rounding = 0.5 / (code == Sample::u8 ? 255 : 65535);
    return {-rounding, 1 + rounding};
}

}  // namespace sweep
