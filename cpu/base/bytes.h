// The numbers of bytes, looked up in tables.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "core/base/host_device.h"

namespace sweep::cpu {

// Calls put(pixel, channel, tables[channel][byte]) for interleaved bytes of so many pixels, one after the other. Eight
// bytes come with one load: a load for each beside that from its table takes twice as long
// (bench/results/2026-12-01-bytes.md).
template <int Channels, class T, class Put>
SWEEP_INLINE void look_up(const T (&tables)[4][256], const std::uint8_t* from, int pixels, const Put& put) {
    int x = 0;
    for (; x + 8 <= pixels; x += 8, from += 8 * Channels) {
        std::uint64_t words[Channels];
        std::memcpy(words, from, sizeof words);
#pragma GCC unroll 4
        for (int w = 0; w < Channels; ++w)
#pragma GCC unroll 8
            for (int i = 8 * w; i < 8 * w + 8; ++i) {
                const int place = std::endian::native == std::endian::little ? i % 8 : 7 - i % 8;
                put(x + i / Channels, i % Channels, tables[i % Channels][words[w] >> (8 * place) & 255]);
            }
    }
    for (; x < pixels; ++x, from += Channels)
        for (int k = 0; k < Channels; ++k) put(x, k, tables[k][from[k]]);
}

}  // namespace sweep::cpu
