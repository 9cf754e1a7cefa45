// Rows first, then columns, as often as diffusion_steps says. The conductances between a pixel and the next are made
// of their circles in the pass that needs them, for a pack of neighbouring lines at a time; what a line's colours do
// follows from them, channel by channel.
#include "cpu/effects/depth_diffusion.h"

#include <algorithm>
#include <utility>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/effects/depth_diffusion.cpp"
#include <hwy/foreach_target.h>

#include "core/tridiagonal/diffusion.h"
#include "cpu/base/pack-inl.h"

#ifndef SWEEP_CPU_DIFFUSION_LINES
#define SWEEP_CPU_DIFFUSION_LINES
namespace sweep::cpu {

// An image on its way from `in` to `out`, which may be the same.
struct DiffusionPass {
    ConstImageView in;
    const float* circles;
    ImageView out;
};

}  // namespace sweep::cpu
#endif

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

inline constexpr int lines = lanes<float>;
typedef float Colour __attribute__((vector_size(16)));

HWY_INLINE Colour read(const float* p) {
    Colour v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}
HWY_INLINE void write(float* p, Colour v) {
    __builtin_memcpy(p, &v, sizeof v);
}

// Heat of this conductance flows until its variance, twice that in a row, is radius^2 / 3 after all steps.
HWY_INLINE Pack<float> conductance(Pack<float> a, Pack<float> b) {
    a = a < 0 ? -a : a, b = b < 0 ? -b : b;
    const Pack<float> radius = a < b ? a : b;
    return radius * radius * (1.0f / (6 * diffusion_steps));
}

// The values of the pixels of part k of a pack, each for its four channels.
template <int k, int... I>
HWY_INLINE Pack<float> of_channels(Pack<float> values, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(values, values, (k * lines / 4 + I / 4)...);
}

// v = x + kept * (v - x) for the colours of `lines` pixels.
template <int... k>
HWY_INLINE void step_colours(Pack<float> (&v)[4], Pack<float> kept, const float* x, float* to,
                             std::integer_sequence<int, k...>) {
    const Pack<float> colours[] = {load(x + k * lines)...};
    ((v[k] = colours[k] + of_channels<k>(kept, Lanes<float>{}) * (v[k] - colours[k]),
      store(to + k * lines, v[k])),
     ...);
}

// Columns x0 to x0 + count - 1, count being at most `lines`. `room`: a pack for each row.
template <bool is_whole>
HWY_INLINE void columns(const DiffusionPass& pass, int x0, int count, float* room) {
    constexpr auto parts = std::make_integer_sequence<int, 4>{};
    const int width = pass.in.shape.width, height = pass.in.shape.height;
    alignas(64) float circles[lines] = {}, colours[4 * lines] = {};
    const auto circles_of = [&](int y) {
        const float* const at = pass.circles + std::ptrdiff_t(y) * width + x0;
        if (is_whole) return load(at);
        std::copy_n(at, count, circles);
        return load(circles);
    };
    const auto step = [&](const float* from, float* to, Pack<float> kept, Pack<float>(&v)[4]) {
        if (is_whole) return step_colours(v, kept, from + 4 * x0, to + 4 * x0, parts);
        std::copy_n(from + 4 * x0, 4 * count, colours);
        step_colours(v, kept, colours, colours, parts);
        std::copy_n(colours, 4 * count, to + 4 * x0);
    };
    Pack<float> before{}, share{}, here = circles_of(0), v[4] = {};
    for (int y = 0; y < height; ++y) {
        const Pack<float> next = y + 1 < height ? circles_of(y + 1) : Pack<float>{},
                          behind = conductance(here, next);
        const DiffusionRow<Pack<float>> row(before, behind, share);
        step(pass.in.row<float>(y), pass.out.row<float>(y), row.kept_down, v);
        store(room + y * lines, row.kept_up);
        before = behind, share = row.share, here = next;
    }
    std::fill_n(v, 4, Pack<float>{});
    for (int y = height - 1; y >= 0; --y) {
        float* const out = pass.out.row<float>(y);
        step(out, out, load(room + y * lines), v);
    }
}

// The colours of `count` rows beside each other, by coefficients [x][row].
template <int count>
HWY_INLINE void step_rows(const DiffusionPass& pass, int y0, const float* kept_down, const float* kept_up) {
    const float* in[count];
    float* out[count];
    for (int q = 0; q < count; ++q) in[q] = pass.in.row<float>(y0 + q), out[q] = pass.out.row<float>(y0 + q);
    Colour v[count] = {};
    const std::ptrdiff_t width = pass.in.shape.width;
    for (std::ptrdiff_t x = 0; x < width; ++x)
        for (int q = 0; q < count; ++q) {
            const Colour colour = read(in[q] + 4 * x);
            v[q] = colour + kept_down[x * lines + q] * (v[q] - colour);
            write(out[q] + 4 * x, v[q]);
        }
    std::fill_n(v, count, Colour{});
    for (std::ptrdiff_t x = width - 1; x >= 0; --x)
        for (int q = 0; q < count; ++q) {
            const Colour colour = read(out[q] + 4 * x);
            v[q] = colour + kept_up[x * lines + q] * (v[q] - colour);
            write(out[q] + 4 * x, v[q]);
        }
}

// Rows y0 to y0 + count - 1. `room`: two packs for each pixel of a row.
HWY_INLINE void rows(const DiffusionPass& pass, int y0, int count, float* room) {
    const std::ptrdiff_t width = pass.in.shape.width;
    float *const kept_down = room, *const kept_up = room + width * lines;
    alignas(64) float circles[lines] = {};
    const auto circles_of = [&](std::ptrdiff_t x) {
        for (int q = 0; q < count; ++q) circles[q] = pass.circles[(y0 + q) * width + x];
        return load(circles);
    };
    Pack<float> before{}, share{}, here = circles_of(0);
    for (std::ptrdiff_t x = 0; x < width; ++x) {
        const Pack<float> next = x + 1 < width ? circles_of(x + 1) : Pack<float>{},
                          behind = conductance(here, next);
        const DiffusionRow<Pack<float>> row(before, behind, share);
        store(kept_down + x * lines, row.kept_down);
        store(kept_up + x * lines, row.kept_up);
        before = behind, share = row.share, here = next;
    }
    int q = 0;
    for (; q + 4 <= count; q += 4) step_rows<4>(pass, y0 + q, kept_down + q, kept_up + q);
    for (; q < count; ++q) step_rows<1>(pass, y0 + q, kept_down + q, kept_up + q);
}

int LineCount() {
    return lines;
}

void Columns(const DiffusionPass& pass, int x0, float* room) {
    const int count = std::min(lines, pass.in.shape.width - x0);
    count == lines ? columns<true>(pass, x0, count, room) : columns<false>(pass, x0, count, room);
}

void Rows(const DiffusionPass& pass, int y0, float* room) {
    rows(pass, y0, std::min(lines, pass.in.shape.height - y0), room);
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace sweep::cpu {
namespace {
HWY_EXPORT(LineCount);
HWY_EXPORT(Columns);
HWY_EXPORT(Rows);
}  // namespace

void diffuse_light(ConstImageView sharp, std::span<const float> circles, ImageView out, Threads& threads) {
    const int width = sharp.shape.width, height = sharp.shape.height,
              lines = HWY_DYNAMIC_DISPATCH(LineCount)();
    const auto in_strips = [&](int count, std::size_t room, const auto& work) {
        const int strips = (count + lines - 1) / lines, together = std::min(strips, threads.count());
        threads.for_each(together, 1, [&](std::ptrdiff_t slot) {
            std::vector<float> own(room * std::size_t(lines));
            for (int strip = int(slot); strip < strips; strip += together) work(strip * lines, own.data());
        });
    };
    ConstImageView from = sharp;
    for (int step = 0; step < diffusion_steps; ++step) {
        const DiffusionPass along_rows{from, circles.data(), out}, along_columns{out, circles.data(), out};
        in_strips(height, 2 * std::size_t(width), [&](int y, float* room) {
            HWY_DYNAMIC_DISPATCH(Rows)(along_rows, y, room);
        });
        in_strips(width, std::size_t(height), [&](int x, float* room) {
            HWY_DYNAMIC_DISPATCH(Columns)(along_columns, x, room);
        });
        from = out;
    }
}

}  // namespace sweep::cpu

#endif  // HWY_ONCE
