#include "app/views/scene/lettering.h"

#include "app/base/files/fonts.h"

#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>

#include <stb_truetype.h>

namespace sweep::app {
namespace {

// The characters from ' ' to '_' as five columns of 7 dots each, lowest bit at the top.
using Glyph = std::array<std::uint8_t, 5>;
constexpr std::array<Glyph, 64> dot_matrix{
    {{0x00, 0x00, 0x00, 0x00, 0x00}, {0x00, 0x00, 0x5F, 0x00, 0x00}, {0x00, 0x07, 0x00, 0x07, 0x00},
     {0x14, 0x7F, 0x14, 0x7F, 0x14}, {0x24, 0x2A, 0x7F, 0x2A, 0x12}, {0x23, 0x13, 0x08, 0x64, 0x62},
     {0x36, 0x49, 0x55, 0x22, 0x50}, {0x00, 0x05, 0x03, 0x00, 0x00}, {0x00, 0x1C, 0x22, 0x41, 0x00},
     {0x00, 0x41, 0x22, 0x1C, 0x00}, {0x14, 0x08, 0x3E, 0x08, 0x14}, {0x08, 0x08, 0x3E, 0x08, 0x08},
     {0x00, 0x50, 0x30, 0x00, 0x00}, {0x08, 0x08, 0x08, 0x08, 0x08}, {0x00, 0x60, 0x60, 0x00, 0x00},
     {0x20, 0x10, 0x08, 0x04, 0x02}, {0x3E, 0x51, 0x49, 0x45, 0x3E}, {0x00, 0x42, 0x7F, 0x40, 0x00},
     {0x42, 0x61, 0x51, 0x49, 0x46}, {0x21, 0x41, 0x45, 0x4B, 0x31}, {0x18, 0x14, 0x12, 0x7F, 0x10},
     {0x27, 0x45, 0x45, 0x45, 0x39}, {0x3C, 0x4A, 0x49, 0x49, 0x30}, {0x01, 0x71, 0x09, 0x05, 0x03},
     {0x36, 0x49, 0x49, 0x49, 0x36}, {0x06, 0x49, 0x49, 0x29, 0x1E}, {0x00, 0x36, 0x36, 0x00, 0x00},
     {0x00, 0x56, 0x36, 0x00, 0x00}, {0x08, 0x14, 0x22, 0x41, 0x00}, {0x14, 0x14, 0x14, 0x14, 0x14},
     {0x00, 0x41, 0x22, 0x14, 0x08}, {0x02, 0x01, 0x51, 0x09, 0x06}, {0x32, 0x49, 0x79, 0x41, 0x3E},
     {0x7E, 0x11, 0x11, 0x11, 0x7E}, {0x7F, 0x49, 0x49, 0x49, 0x36}, {0x3E, 0x41, 0x41, 0x41, 0x22},
     {0x7F, 0x41, 0x41, 0x22, 0x1C}, {0x7F, 0x49, 0x49, 0x49, 0x41}, {0x7F, 0x09, 0x09, 0x09, 0x01},
     {0x3E, 0x41, 0x49, 0x49, 0x7A}, {0x7F, 0x08, 0x08, 0x08, 0x7F}, {0x00, 0x41, 0x7F, 0x41, 0x00},
     {0x20, 0x40, 0x41, 0x3F, 0x01}, {0x7F, 0x08, 0x14, 0x22, 0x41}, {0x7F, 0x40, 0x40, 0x40, 0x40},
     {0x7F, 0x02, 0x0C, 0x02, 0x7F}, {0x7F, 0x04, 0x08, 0x10, 0x7F}, {0x3E, 0x41, 0x41, 0x41, 0x3E},
     {0x7F, 0x09, 0x09, 0x09, 0x06}, {0x3E, 0x41, 0x51, 0x21, 0x5E}, {0x7F, 0x09, 0x19, 0x29, 0x46},
     {0x46, 0x49, 0x49, 0x49, 0x31}, {0x01, 0x01, 0x7F, 0x01, 0x01}, {0x3F, 0x40, 0x40, 0x40, 0x3F},
     {0x1F, 0x20, 0x40, 0x20, 0x1F}, {0x3F, 0x40, 0x38, 0x40, 0x3F}, {0x63, 0x14, 0x08, 0x14, 0x63},
     {0x07, 0x08, 0x70, 0x08, 0x07}, {0x61, 0x51, 0x49, 0x45, 0x43}, {0x00, 0x7F, 0x41, 0x41, 0x00},
     {0x02, 0x04, 0x08, 0x10, 0x20}, {0x00, 0x41, 0x41, 0x7F, 0x00}, {0x04, 0x02, 0x01, 0x02, 0x04},
     {0x40, 0x40, 0x40, 0x40, 0x40}}};

// A canvas that keeps, for every pixel, the signed distance to the edge of the nearest letter.
struct Canvas {
    DistanceField field;

    Canvas(int width, int height, int margin) : field{width, height, {}} {
        field.distance.assign(std::size_t(width) * std::size_t(height), -float(margin));
    }
    void include(int x, int y, float distance) {
        if (x < 0 || y < 0 || x >= field.width || y >= field.height) return;
        float& here = field.distance[std::size_t(y) * std::size_t(field.width) + std::size_t(x)];
        here = std::max(here, distance);
    }
};

DistanceField draw_dots(std::string_view text, float capital_height, bool stacked, int margin) {
    const float pitch = capital_height / 7;
    const auto letters = float(text.size());
    const float width = stacked ? 5 * pitch : (6 * letters - 1) * pitch;
    const float height = stacked ? (9 * letters - 2) * pitch : 7 * pitch;
    Canvas canvas(int(std::ceil(width)) + 2 * margin, int(std::ceil(height)) + 2 * margin, margin);
    for (std::size_t letter = 0; letter < text.size(); ++letter) {
        char character = text[letter];
        if (character >= 'a' && character <= 'z') character = static_cast<char>(character - 'a' + 'A');
        if (character < ' ' || character > '_') continue;
        const Glyph& glyph = dot_matrix[std::size_t(character - ' ')];
        const float left = margin + (stacked ? 0 : 6 * pitch * float(letter));
        const float top = margin + (stacked ? 9 * pitch * float(letter) : 0);
        for (int column = 0; column < 5; ++column) {
            for (int row = 0; row < 7; ++row) {
                if (!(glyph[std::size_t(column)] >> row & 1)) continue;
                const float x = left + (float(column) + 0.5f) * pitch;
                const float y = top + (float(row) + 0.5f) * pitch;
                const int reach = int(pitch) + margin;
                for (int dy = -reach; dy <= reach; ++dy)
                    for (int dx = -reach; dx <= reach; ++dx)
                        canvas.include(int(x) + dx, int(y) + dy,
                                       0.42f * pitch - std::hypot(float(dx), float(dy)));
            }
        }
    }
    return std::move(canvas.field);
}

// Draws one letter with its origin at (x, y). True distances are slow to compute; where only the edge is
// wanted, the coverage of each pixel serves instead.
void stamp(const stbtt_fontinfo& font, float scale, char character, int margin, int x, int y,
           Canvas& canvas) {
    const bool edge_only = margin <= 1;
    int width = 0, rows = 0, left = 0, top = 0;
    unsigned char* bytes =
        edge_only ? stbtt_GetCodepointBitmap(&font, scale, scale, character, &width, &rows, &left, &top)
                  : stbtt_GetCodepointSDF(&font, scale, character, margin, 128, 128.0f / float(margin),
                                          &width, &rows, &left, &top);
    const float unit = edge_only ? 1 / 255.0f : float(margin) / 128, zero = edge_only ? 127.5f : 128;
    for (int row = 0; bytes && row < rows; ++row)
        for (int column = 0; column < width; ++column)
            canvas.include(x + left + column, y + top + row,
                           (float(bytes[row * width + column]) - zero) * unit);
    stbtt_FreeBitmap(bytes, nullptr);
}

DistanceField draw_outlines(const std::vector<unsigned char>& file, std::string_view text,
                            float capital_height, bool stacked, int margin) {
    stbtt_fontinfo font;
    stbtt_InitFont(&font, file.data(), stbtt_GetFontOffsetForIndex(file.data(), 0));
    int x0 = 0, y0 = 0, x1 = 0, y1 = 1;
    stbtt_GetCodepointBox(&font, 'H', &x0, &y0, &x1, &y1);
    const float scale = capital_height / float(y1);
    const auto advance_of = [&](char character) {
        int advance = 0, bearing = 0;
        stbtt_GetCodepointHMetrics(&font, character, &advance, &bearing);
        return float(advance) * scale;
    };

    float widest = 0, sum = 0;
    for (char character : text) {
        widest = std::max(widest, advance_of(character));
        sum += advance_of(character);
    }
    const float line = 1.35f * capital_height;
    const float descent = stacked ? 0 : 0.3f * capital_height;
    const float height =
        stacked ? line * (float(text.size()) - 1) + capital_height : capital_height + descent;
    Canvas canvas(int(std::ceil(stacked ? widest : sum)) + 2 * margin, int(std::ceil(height)) + 2 * margin,
                  margin);

    float pen_x = margin, baseline = margin + capital_height;
    for (char character : text) {
        const float advance = advance_of(character);
        const float left = stacked ? margin + (widest - advance) / 2 : pen_x;
        stamp(font, scale, character, margin, int(std::lround(left)), int(std::lround(baseline)), canvas);
        if (stacked)
            baseline += line;
        else
            pen_x += advance;
    }
    return std::move(canvas.field);
}

}  // namespace

Lettering::Lettering() {
    if (const auto path = find_font(FontFace::bold)) {
        std::ifstream file(*path, std::ios::binary);
        font_.assign(std::istreambuf_iterator<char>(file), {});
    }
    stbtt_fontinfo font;
    if (!font_.empty() && !stbtt_InitFont(&font, font_.data(), 0)) font_.clear();
}

DistanceField Lettering::draw(std::string_view text, float capital_height, bool stacked, int reach) const {
    return font_.empty() ? draw_dots(text, capital_height, stacked, reach)
                         : draw_outlines(font_, text, capital_height, stacked, reach);
}

}  // namespace sweep::app
