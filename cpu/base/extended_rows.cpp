#include "cpu/base/extended_rows.h"

#include <algorithm>

#include "cpu/base/bytes.h"

namespace sweep::cpu {
namespace {

constexpr int rows_ahead = 2;  // of the row that is fetched

template <int Channels>
void decode_bytes(const float (&tables)[4][256], const std::uint8_t* from, int pixels, float* to) {
    look_up<Channels>(tables, from, pixels,
                      [to](int x, int k, float number) { to[x * Channels + k] = number; });
}

}  // namespace

void ExtendedRows::fetch(const ConstImageView& in, int x, int end, int y, float* to) const {
    const int width = in.shape.width, height = in.shape.height, channels = in.shape.channels;
    const int row = extended_index(columns, y, height);
    const auto constant = [&](const float(&values)[4], int count) {
        for (int i = 0; i < count; ++i) to = std::copy_n(values, channels, to);
    };
    const auto pixels = [&](int first, int count) {
        if (row < 0) return constant(beyond_columns, count);
        const int samples = count * channels;
        if (in.sample == Sample::u8) {
            constexpr decltype(&decode_bytes<1>) by_channels[] = {decode_bytes<1>, decode_bytes<2>,
                                                                  decode_bytes<3>, decode_bytes<4>};
            by_channels[channels - 1](decoding.bytes, in.row<std::uint8_t>(row) + first * channels, count,
                                      to);
        } else {
            const float* const from = in.row<float>(row) + first * channels;
            for (int i = 0; i < samples; ++i) to[i] = from[i] - datums[std::size_t(i)];
        }
        to += samples;
    };
    const auto beyond = [&](int at) {
        const int column = extended_index(rows, at, width);
        column < 0 ? constant(beyond_rows, 1) : pixels(column, 1);
    };
    const int first = std::clamp(0, x, end), last = std::clamp(width, first, end);
    // A row of a strip is short: the processor sees too late where the next begins.
    if (y >= 0 && y + rows_ahead < height) {
        const std::size_t pixel = std::size_t(channels) * size_of(in.sample);
        const std::byte* const next = in.row<std::byte>(y + rows_ahead);
        for (std::size_t at = std::size_t(first) * pixel; at < std::size_t(last) * pixel; at += 64)
            __builtin_prefetch(next + at, 0, 2);
    }
    for (; x < first; ++x) beyond(x);
    pixels(first, last - first);
    for (x = last; x < end; ++x) beyond(x);
}

}  // namespace sweep::cpu
