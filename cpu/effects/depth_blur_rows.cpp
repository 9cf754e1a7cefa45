// A group of neighbouring pixels fills a register. The entries of their boxes are neighbours too as long as
// the pixels have the same whole radius and nothing is clipped; otherwise each pixel is done alone.
#include "cpu/effects/depth_blur_rows.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/effects/depth_blur_rows.cpp"
#include <hwy/foreach_target.h>

#include "cpu/base/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

// The four channels of `Pixels` pixels.
template <class T, int Pixels>
struct ColourOf {
    typedef T type __attribute__((vector_size(16 * Pixels)));
};
template <class T, int Pixels>
using Colour = typename ColourOf<T, Pixels>::type;

inline constexpr int pixels_of_a_pack = lanes<float> / 4;

template <class T, int Pixels>
HWY_INLINE Colour<T, Pixels> read(const T* p) {
    Colour<T, Pixels> v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}

template <class T, int Pixels>
HWY_INLINE Colour<float, Pixels> to_float(Colour<T, Pixels> v) {
    return __builtin_convertvector(v, Colour<float, Pixels>);
}

// One value for each pixel, repeated for all of its channels.
template <int Pixels, int... I>
HWY_INLINE Colour<float, Pixels> spread(const float* values, std::integer_sequence<int, I...>) {
    return Colour<float, Pixels>{values[I / 4]...};
}
template <int Pixels>
HWY_INLINE Colour<float, Pixels> spread(const float* values) {
    return spread<Pixels>(values, std::make_integer_sequence<int, 4 * Pixels>{});
}

HWY_INLINE float clamp01(float x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}
HWY_INLINE float faded_in(float radius) {
    return clamp01(radius - 1);
}

template <class T, int Pixels>
HWY_INLINE Colour<T, Pixels> box_sum(const T* at, const std::array<std::ptrdiff_t, 4>& entries) {
    return read<T, Pixels>(at + entries[0]) - read<T, Pixels>(at + entries[1]) -
           read<T, Pixels>(at + entries[2]) + read<T, Pixels>(at + entries[3]);
}

template <class T, int Pixels>
HWY_INLINE Colour<float, Pixels> mean_inside(const BlurRow& row, const ShapeOfRadius& shape, const T* at) {
    if (std::is_integral_v<T> && row.weights_are_of_sums) {
        Colour<T, Pixels> sum{};
        for (int i = 0; i < 2 * shape.count; ++i)
            sum += read<T, Pixels>(at + shape.plus[std::size_t(i)]) -
                   read<T, Pixels>(at + shape.minus[std::size_t(i)]);
        return to_float<T, Pixels>(sum) * (shape.factor * row.scale);
    }
    Colour<float, Pixels> light{};
    for (int i = 0; i < shape.count; ++i) {
        const ShapeOfRadius::Box& box = shape.boxes[std::size_t(i)];
        light += to_float<T, Pixels>(box_sum<T, Pixels>(at, box.entries)) * (box.factor * row.scale);
    }
    if constexpr (std::is_integral_v<T>)
        return light;
    else {
        Colour<float, Pixels> mean{};
        for (int i = 0; i < 4 * Pixels; ++i) mean[i] = row.mean[std::size_t(i % 4)];
        return light + mean;
    }
}

// The mean over boxes that are clipped to the image, of which only the area that is left counts.
template <class T>
Colour<float, 1> mean_clipped(const BlurRow& row, const ShapeOfRadius& shape, int x, int top) {
    const T* table = static_cast<const T*>(row.table) + top * row.stride;
    const auto at = [&](int column, int line) {
        return column < 0 || top + line < 0
                   ? Colour<T, 1>{}
                   : read<T, 1>(table + line * row.stride + 4 * std::ptrdiff_t(column));
    };
    Colour<T, 1> total{};
    Colour<float, 1> light{};
    const Colour<float, 1> mean = read<float, 1>(row.mean.data());
    float area = 0;
    for (int i = 0; i < shape.count; ++i) {
        const ShapeOfRadius::Box& box = shape.boxes[std::size_t(i)];
        const int left = std::max(x - box.half_width, 0) - 1,
                  right = std::min(x + box.half_width, row.width - 1);
        const int above = std::max(row.y - box.half_height, 0) - 1,
                  below = std::min(row.y + box.half_height, row.height - 1);
        const Colour<T, 1> sum = at(right, below) - at(left, below) - at(right, above) + at(left, above);
        const float size = float((right - left) * (below - above));
        area += box.weight * size;
        if (std::is_integral_v<T> && row.weights_are_of_sums)
            total += box.weight > 0 ? sum : -sum;
        else
            light += (to_float<T, 1>(sum) * row.scale + mean * size) * box.weight;
    }
    if (std::is_integral_v<T> && row.weights_are_of_sums) light = to_float<T, 1>(total) * row.scale;
    return light / area;
}

template <int Pixels>
HWY_INLINE bool is_inside(const BlurRow& row, const ShapeOfRadius& shape, int x) {
    return x > shape.width && x + Pixels - 1 + shape.width < row.width && row.y > shape.height &&
           row.y + shape.height < row.height;
}

// The mean for each radius, a blend of those for the whole radii around it. The smallest is 2, up to which
// the blur is faded in; large radii are rounded.
template <class T, int Pixels>
HWY_INLINE Colour<float, Pixels> mean(const BlurRow& row, const float* radii, int x, int top) {
    float radius[Pixels];
    for (int i = 0; i < Pixels; ++i) {
        const bool large = radii[i] > float(whole_radii_from);
        radius[i] = large ? float(int(radii[i] + 0.5f)) : radii[i];
    }
    const int whole = std::max(int(radius[0]), 2);
    float part[Pixels];
    bool same = true, between = false;
    for (int i = 0; i < Pixels; ++i) {
        same &= std::max(int(radius[i]), 2) == whole;
        part[i] = std::max(radius[i], 2.0f) - float(whole);
        between |= part[i] > 0;
    }
    const ShapeOfRadius &inner = row.shapes[whole], &outer = row.shapes[whole + 1];
    if (same && is_inside<Pixels>(row, outer, x)) {
        const T* at = static_cast<const T*>(row.table) + (top + row.y) * row.stride + 4 * std::ptrdiff_t(x);
        const Colour<float, Pixels> low = mean_inside<T, Pixels>(row, inner, at);
        if (!between) return low;
        return low + spread<Pixels>(part) * (mean_inside<T, Pixels>(row, outer, at) - low);
    }
    if constexpr (Pixels == 1) {
        const Colour<float, 1> low = mean_clipped<T>(row, inner, x, top);
        if (!between) return low;
        return low + spread<1>(part) * (mean_clipped<T>(row, outer, x, top) - low);
    } else {
        Colour<float, Pixels> all;
        for (int i = 0; i < Pixels; ++i) {
            const Colour<float, 1> one = mean<T, 1>(row, radius + i, x + i, top);
            for (int c = 0; c < 4; ++c) all[4 * i + c] = one[c];
        }
        return all;
    }
}

// True only if the layer is empty within `radius` of these pixels; false also where that is not known.
template <class T, int Pixels>
HWY_INLINE bool is_empty(const BlurRow& row, float radius, int x, int top) {
    if constexpr (!std::is_integral_v<T>) return false;
    const ShapeOfRadius& shape = row.shapes[std::max(int(radius), 2) + 1];
    const T* alpha = static_cast<const T*>(row.table) + 3;
    const int left = x - shape.width - 1, right = std::min(x + Pixels - 1 + shape.width, row.width - 1);
    const int above = std::max(row.y - shape.height, 0) - 1 + top,
              below = std::min(row.y + shape.height, row.height - 1) + top;
    T sum = alpha[below * row.stride + 4 * right];
    if (left >= 0) sum -= alpha[below * row.stride + 4 * left];
    if (above >= 0) sum -= alpha[above * row.stride + 4 * right];
    if (left >= 0 && above >= 0) sum += alpha[above * row.stride + 4 * left];
    return sum == 0;
}

// `layer`, which is premultiplied, over `behind`.
template <int Pixels>
HWY_INLINE Colour<float, Pixels> over(Colour<float, Pixels> layer, Colour<float, Pixels> behind) {
    float through[Pixels];
    for (int i = 0; i < Pixels; ++i) through[i] = 1 - layer[4 * i + 3];
    return layer + behind * spread<Pixels>(through);
}

// The colour of `layer`, which is premultiplied; the less of it there is, the more it is filled up with
// `filler`, of which an `amount` is added.
template <int Pixels>
HWY_INLINE Colour<float, Pixels> filled(Colour<float, Pixels> layer, Colour<float, Pixels> filler,
                                        float amount) {
    const Colour<float, Pixels> sum = layer + filler * amount;
    float factor[Pixels];
    for (int i = 0; i < Pixels; ++i) factor[i] = 1 / std::max(sum[4 * i + 3], 1e-9f);
    return sum * spread<Pixels>(factor);
}

// What is blurred behind the focus, at pixels there: the middle layer over the far one.
template <class T, int Pixels>
HWY_INLINE Colour<float, Pixels> behind_focus(const BlurRow& row, Colour<float, Pixels> own, int x) {
    const float* circles = row.circles + x;
    float radius[Pixels], share[Pixels], most = 0;
    for (int i = 0; i < Pixels; ++i) {
        const float circle = std::max(circles[i], 0.0f);
        share[i] = far_share(circle, row.split);
        radius[i] = circle + share[i] * (row.middle_reach[x + i] - circle);
        most = std::max(most, radius[i]);
    }
    Colour<float, Pixels> middle{};
    if (row.split > 0 && !is_empty<T, Pixels>(row, most, x, 2 * row.height))
        middle = mean<T, Pixels>(row, radius, x, 2 * row.height);

    float opaque = 1;
    for (int i = 0; i < Pixels; ++i) opaque = std::min(opaque, middle[4 * i + 3]);
    Colour<float, Pixels> filling = filled<Pixels>(middle, own, least_cover);
    if (opaque > 0.9999f) return filling;
    for (int i = 0; i < Pixels; ++i) radius[i] = std::max(circles[i], 1.5f * row.split);
    const Colour<float, Pixels> far = mean<T, Pixels>(row, radius, x, row.height);
    float known[Pixels], weight[Pixels];
    for (int i = 0; i < Pixels; ++i) {
        const float usual = 1 + share[i] * (far_weight(circles[i], row.split) - 1);
        known[i] = smooth_step(0.012f, 0.05f, far[4 * i + 3] / usual);
        weight[i] = 1 / std::max(far[4 * i + 3], 1e-3f);
    }
    filling += spread<Pixels>(known) * (far * spread<Pixels>(weight) - filling);
    return over<Pixels>(middle, filling);
}

template <class T, int Pixels>
HWY_INLINE Colour<float, Pixels> from_layers(const BlurRow& row, int x) {
    Colour<float, Pixels> own = read<float, Pixels>(row.sharp + 4 * std::ptrdiff_t(x));
    for (int i = 0; i < Pixels; ++i) own[4 * i + 3] = 1;
    const float* circles = row.circles + x;

    // The near layer and how far it shows; `behind`, `before`: how far the pixels are blurred behind or
    // before the focus, where that can be seen.
    Colour<float, Pixels> near{};
    float radius[Pixels], shows[Pixels], behind[Pixels], before[Pixels];
    float most = 0, most_behind = 0, most_before = 0;
    for (int i = 0; i < Pixels; ++i) {
        // The same for a near pixel and for those beside it: with its own circle a lamp would be seen
        // sharply in the middle of its disc.
        radius[i] = row.near_reach[x + i] > 0 ? row.near_reach[x + i] : -circles[i];
        shows[i] = faded_in(radius[i]);
        most = std::max(most, radius[i]);
    }
    const bool is_near = most > 1 && !is_empty<T, Pixels>(row, most, x, 0);
    if (is_near) near = mean<T, Pixels>(row, radius, x, 0);
    for (int i = 0; i < Pixels; ++i) {
        const bool is_seen = shows[i] * near[4 * i + 3] < 0.9999f;
        behind[i] = is_seen ? faded_in(circles[i]) : 0;
        before[i] = is_seen ? nearness(circles[i]) : 0;
        most_behind = std::max(most_behind, behind[i]);
        most_before = std::max(most_before, before[i]);
    }

    Colour<float, Pixels> colour = own;
    if (most_behind > 0) colour += spread<Pixels>(behind) * (behind_focus<T, Pixels>(row, own, x) - own);
    if (most_before > 0) {
        // What a near pixel hides is not known; what is around it takes that place. Where nothing is, deep
        // inside of a near object, that is the object.
        const Colour<float, Pixels> around = mean<T, Pixels>(row, radius, x, row.height);
        colour += spread<Pixels>(before) * (filled<Pixels>(around, near, hidden_cover) - own);
    }
    if (is_near) colour += spread<Pixels>(shows) * (over<Pixels>(near, colour) - colour);
    for (int i = 0; i < Pixels; ++i) colour[4 * i + 3] = 1;
    return colour;
}

template <class T, int Pixels>
HWY_INLINE Colour<float, Pixels> gathered(const BlurRow& row, int x) {
    const Colour<float, Pixels> own = read<float, Pixels>(row.sharp + 4 * std::ptrdiff_t(x));
    float radius[Pixels], blurred[Pixels], most = 0;
    for (int i = 0; i < Pixels; ++i) {
        radius[i] = std::abs(row.circles[x + i]);
        blurred[i] = faded_in(radius[i]);
        most = std::max(most, radius[i]);
    }
    if (most <= 1) return own;
    return own + spread<Pixels>(blurred) * (mean<T, Pixels>(row, radius, x, 0) - own);
}

// Blur::spread: the table itself is the blurred image, the near layer above and the rest below it.
HWY_INLINE Colour<float, 1> scattered(const BlurRow& row, int x) {
    const float* table = static_cast<const float*>(row.table) + row.y * row.stride + 4 * std::ptrdiff_t(x);
    Colour<float, 1> own = read<float, 1>(row.sharp + 4 * std::ptrdiff_t(x));
    own[3] = 1;
    Colour<float, 1> near = read<float, 1>(table) * row.scale;
    const Colour<float, 1> rest = read<float, 1>(table + row.height * row.stride) * row.scale;
    const float circle = row.circles[x], before = nearness(circle);
    Colour<float, 1> behind = own;
    if (before > 0)
        behind += before * (filled<1>(rest, near, hidden_cover) - own);
    else if (rest[3] > 1e-4f)
        behind += faded_in(circle) * (rest / rest[3] - own);
    if (near[3] > 1) near /= near[3];
    Colour<float, 1> colour = over<1>(near, behind);
    colour[3] = 1;
    return colour;
}

template <class T, int Pixels>
HWY_INLINE int blur_groups(const BlurRow& row, int x) {
    for (; x + Pixels <= row.width; x += Pixels) {
        const Colour<float, Pixels> colour =
            row.method == Blur::layers ? from_layers<T, Pixels>(row, x) : gathered<T, Pixels>(row, x);
        __builtin_memcpy(row.out + 4 * std::ptrdiff_t(x), &colour, sizeof colour);
    }
    return x;
}

void BlurRowHere(const BlurRow& row) {
    if (row.method == Blur::spread) {
        for (int x = row.first_column; x < row.width; ++x) {
            const Colour<float, 1> colour = scattered(row, x);
            __builtin_memcpy(row.out + 4 * std::ptrdiff_t(x), &colour, sizeof colour);
        }
        return;
    }
    const auto both = [&]<class T>(T) {
        const int x = blur_groups<T, pixels_of_a_pack>(row, row.first_column);
        if constexpr (pixels_of_a_pack > 1) blur_groups<T, 1>(row, x);
    };
    row.integers ? both(std::uint32_t{}) : both(float{});
}

// Writes a layer of some pixels. A small weight leaves few steps of fixed point to a dark colour; rounding
// that is up or down by chance keeps the mean.
HWY_INLINE void put(const LayerRow& row, const float* weights, const float* shifts, int x0, int count,
                    float* out) {
    typedef std::int32_t Mask __attribute__((vector_size(16)));
    constexpr Mask alpha{0, 0, 0, -1};
    const float step = row.fixed_point > 0 ? 1 / row.fixed_point : 0;
    for (int i = 0; i < count; ++i) {
        float weight = weights[i];
        Colour<float, 1> light = read<float, 1>(row.sharp + 4 * std::ptrdiff_t(x0 + i)) * weight;
        if (step > 0 && weight > 0 && weight < 1) {
            light += shifts[i];
            light = light > 0 ? light : Colour<float, 1>{};
            weight = std::floor(weight * row.fixed_point + 0.5f) * step;
        }
        light = alpha ? Colour<float, 1>{} + weight : light;
        __builtin_memcpy(out + 4 * std::ptrdiff_t(x0 + i), &light, sizeof light);
    }
}

void LayerRowHere(const LayerRow& row) {
    constexpr int piece = 128;
    alignas(64) float near[piece], far[piece], middle[piece], shifts[3][piece];
    const float step = row.fixed_point > 0 ? 1 / row.fixed_point : 0;
    for (int x = 0; x < row.width; x += piece) {
        const int count = std::min(piece, row.width - x);
        for (int i = 0; i < count; ++i) {
            near[i] = nearness(row.circles[x + i]);
            far[i] =
                row.middle ? far_weight(row.circles[x + i], row.split) : spread_weight(row.circles[x + i]);
            middle[i] = middle_weight(row.circles[x + i], row.split);
            const float column = float(x + i) + 0.5f;
            for (int layer = 0; layer < 3; ++layer)
                shifts[layer][i] = (dither(column, float(row.y + layer * row.height) + 0.5f) - 0.5f) * step;
        }
        put(row, near, shifts[0], x, count, row.near);
        put(row, far, shifts[1], x, count, row.far);
        if (row.middle) put(row, middle, shifts[2], x, count, row.middle);
    }
}

void CircleRowHere(const Lens& lens, float split, const float* depth, int width, float* circles,
                   TileCircles* tiles) {
    for (int x = 0; x < width; ++x) {
        const float inverse = lens.inverse_at_zero * (1 - depth[x]) + lens.inverse_at_one * depth[x];
        const float difference = lens.inverse_focus - inverse;
        const float beyond = std::abs(difference) - lens.inverse_range;
        const float radius = lens.aperture * (beyond > 0 ? beyond : 0);
        const float circle = radius < lens.max_radius ? radius : lens.max_radius;
        circles[x] = difference < 0 ? -circle : circle;
    }
    for (int x = 0, tile = 0; x < width; x += circle_tile, ++tile) {
        TileCircles& all = tiles[tile];
        for (int i = x; i < std::min(x + circle_tile, width); ++i) {
            const float before = nearness(circles[i]);
            all.near += std::uint32_t(before * -circles[i] * circle_steps + 0.5f);
            all.near_weight += std::uint32_t(before * circle_steps + 0.5f);
            const float between = circles[i] > 0 ? middle_weight(circles[i], split) : 0;
            all.middle += std::uint32_t(between * circles[i] * circle_steps + 0.5f);
            all.middle_weight += std::uint32_t(between * circle_steps + 0.5f);
        }
    }
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sweep::cpu {

HWY_EXPORT(BlurRowHere);
HWY_EXPORT(LayerRowHere);
HWY_EXPORT(CircleRowHere);

void blur_row(const BlurRow& row) {
    HWY_DYNAMIC_DISPATCH(BlurRowHere)(row);
}
void layer_row(const LayerRow& row) {
    HWY_DYNAMIC_DISPATCH(LayerRowHere)(row);
}
void circle_row(const Lens& lens, float split, const float* depth, int width, float* circles,
                TileCircles* tiles) {
    HWY_DYNAMIC_DISPATCH(CircleRowHere)(lens, split, depth, width, circles, tiles);
}

}  // namespace sweep::cpu
#endif
