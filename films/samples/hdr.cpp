#include "films/samples/hdr.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/log_places.h"
#include "core/base/primaries.h"
#include "core/problem/problem.h"

namespace sweep {
namespace {

constexpr double peak = hlg_peak, white = hdr_white;  // cd/m^2

// So many pixels are converted together, step by step: steps without a table are vectors.
constexpr int together = 64;
using Values = float[together];
using Places = int[together];

}  // namespace

// ITU-R BT.2390, section 5.4.1: the curve of an electrical-electrical transfer, in units of the peak's code value.
double compressed_light(double light) {
    const double of_peak = pq_code(peak), most = pq_code(white) / of_peak, knee = 1.5 * most - 0.5,
                 code = std::min(pq_code(light) / of_peak, 1.0);
    if (code <= knee) return light;
    const double t = (code - knee) / (1 - knee), t2 = t * t, t3 = t2 * t;
    return pq_light(of_peak * ((2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) +
                               (-2 * t3 + 3 * t2) * most));
}

struct HdrToSrgb::Tables {
    bool is_hlg;
    std::array<float, 9> m;         // from the film's primaries to those of sRGB
    std::array<float, 4096> light;  // of the upper 12 bits of a code value, in units of the peak
    std::array<float, LogPlaces::count>
        screen;  // what the light of an HLG scene is multiplied by on its screen
    std::array<float, LogPlaces::count>
        factor;  // of a pixel whose largest channel is this, in units of white
    std::array<std::uint8_t, LogPlaces::count> srgb;

    void convert_some(const std::uint16_t* code, std::uint8_t* out, int count) const;
    void convert_rows(ConstImageView from, ImageView to, int begin, int end) const;
};

HdrToSrgb::HdrToSrgb(HdrTransfer transfer, bool is_wide) {
    auto tables = std::make_unique<Tables>();
    tables->is_hlg = transfer == HdrTransfer::hlg;
    const ColourMatrix m = matrix_to_srgb(is_wide ? primaries::bt2020 : primaries::srgb).value();
    for (std::size_t i = 0; i < 9; ++i) tables->m[i] = float(m[int(i / 3)][int(i % 3)]);
    for (std::size_t i = 0; i < tables->light.size(); ++i) {
        const double code = double(i) / double(tables->light.size() - 1);
        tables->light[i] = float(tables->is_hlg ? hlg_light(code) : pq_light(code) / peak);
    }
    for (int i = 0; i < LogPlaces::count; ++i) {
        const auto at = std::size_t(i);
        const double x = LogPlaces::number(i, 0.5);
        tables->screen[at] = float(std::pow(x, hlg_gamma - 1));
        tables->factor[at] = float(peak / white * compressed_light(peak * x) / (peak * x));
        tables->srgb[at] = std::uint8_t(std::lround(255 * linear_to_srgb(x)));
    }
    tables_ = std::move(tables);
}
HdrToSrgb::HdrToSrgb(HdrToSrgb&&) noexcept = default;
HdrToSrgb& HdrToSrgb::operator=(HdrToSrgb&&) noexcept = default;
HdrToSrgb::~HdrToSrgb() = default;

// Converts `count` pixels, `together` at most.
void HdrToSrgb::Tables::convert_some(const std::uint16_t* code, std::uint8_t* out, int count) const {
    Values r{}, g{}, b{}, scale{};
    Places at{}, at_g{}, at_b{};
    for (int i = 0; i < count; ++i)
        r[i] = light[code[4 * i] >> 4], g[i] = light[code[4 * i + 1] >> 4],
        b[i] = light[code[4 * i + 2] >> 4];
    if (is_hlg) {  // BT.2100, table 5: the screen's light depends on the scene's luminance
        for (int i = 0; i < together; ++i)
            at[i] = LogPlaces::of(0.2627f * r[i] + 0.6780f * g[i] + 0.0593f * b[i]);
        for (int i = 0; i < together; ++i) scale[i] = screen[at[i]];
        for (int i = 0; i < together; ++i) r[i] *= scale[i], g[i] *= scale[i], b[i] *= scale[i];
    }
    for (int i = 0; i < together; ++i) at[i] = LogPlaces::of(std::max(std::max(r[i], g[i]), b[i]));
    for (int i = 0; i < together; ++i) scale[i] = factor[at[i]];
    for (int i = 0; i < together; ++i) {
        const float red = r[i] * scale[i], green = g[i] * scale[i], blue = b[i] * scale[i];
        at[i] = LogPlaces::of(m[0] * red + m[1] * green + m[2] * blue);
        at_g[i] = LogPlaces::of(m[3] * red + m[4] * green + m[5] * blue);
        at_b[i] = LogPlaces::of(m[6] * red + m[7] * green + m[8] * blue);
    }
    for (int i = 0; i < count; ++i)
        out[4 * i] = srgb[at[i]], out[4 * i + 1] = srgb[at_g[i]], out[4 * i + 2] = srgb[at_b[i]],
                out[4 * i + 3] = 255;
}

void HdrToSrgb::Tables::convert_rows(ConstImageView from, ImageView to, int begin, int end) const {
    const int width = from.shape.width;
    for (int y = begin; y < end; ++y)
        for (int x = 0; x < width; x += together)
            convert_some(from.row<std::uint16_t>(y) + 4 * x, to.row<std::uint8_t>(y) + 4 * x,
                         std::min(together, width - x));
}

void HdrToSrgb::convert(ConstImageView from, ImageView to) const {
    const int height = from.shape.height;
    constexpr int most_threads = 8, least_rows = 32;
    const int bands =
        std::clamp(std::min(int(std::thread::hardware_concurrency()), height / least_rows), 1, most_threads);
    std::vector<std::thread> others;
    for (int i = 1; i < bands; ++i)
        others.emplace_back(
            [&, i] { tables_->convert_rows(from, to, height * i / bands, height * (i + 1) / bands); });
    tables_->convert_rows(from, to, 0, height / bands);
    for (std::thread& other : others) other.join();
}

}  // namespace sweep
