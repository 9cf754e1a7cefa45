#include "core/diffusion/diffusion_reference.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/diffusion/noise.h"
#include "core/problem/reference.h"

namespace sweep {
namespace {

using Line = std::vector<double>;

// One channel, row by row.
struct Plane {
    int width = 0, height = 0;
    Line samples{};

    double at(int x, int y) const {
        const int column = std::clamp(x, 0, width - 1), row = std::clamp(y, 0, height - 1);
        return samples[std::size_t(row) * std::size_t(width) + std::size_t(column)];
    }
};

// The line u of (1 - 2 tau A) u = f, by Gaussian elimination.
Line solved(const Line& f, const Line& g, double tau) {
    const std::size_t n = f.size();
    Line pivot(n, 1), u = f;
    const auto between = [&](std::size_t i) { return tau * (g[i] + g[i + 1]); };
    for (std::size_t i = 0; i < n; ++i) {
        if (i + 1 < n) pivot[i] += between(i);
        if (i == 0) continue;
        pivot[i] += between(i - 1);
        const double factor = between(i - 1) / pivot[i - 1];
        pivot[i] -= factor * between(i - 1);
        u[i] += factor * u[i - 1];
    }
    for (std::size_t i = n; i-- > 0;) {
        if (i + 1 < n) u[i] += between(i) * u[i + 1];
        u[i] /= pivot[i];
    }
    return u;
}

// The diffusivity of all channels together.
Plane diffusivity(const DiffusionFilter& filter, const std::vector<Plane>& channels) {
    Plane g{channels.front().width, channels.front().height, Line(channels.front().samples.size(), 0)};
    for (const Plane& channel : channels) {
        Plane smooth = channel;
        if (filter.noise > 0) {
            const Shape shape{channel.width, channel.height, 1};
            const ConstImageView view{channel.samples.data(), shape, Sample::f64,
                                      std::ptrdiff_t(shape.row_bytes(Sample::f64))};
            const Image result = reference(noise_problem(filter, shape), view);
            std::copy_n(result.data<double>(), smooth.samples.size(), smooth.samples.begin());
        }
        for (int y = 0; y < g.height; ++y)
            for (int x = 0; x < g.width; ++x) {
                const double along = (smooth.at(x + 1, y) - smooth.at(x - 1, y)) / 2,
                             down = (smooth.at(x, y + 1) - smooth.at(x, y - 1)) / 2;
                g.samples[std::size_t(y) * std::size_t(g.width) + std::size_t(x)] +=
                    along * along + down * down;
            }
    }
    for (double& at : g.samples) at = 1 - std::exp(-3.31488 * std::pow(filter.contrast / std::sqrt(at), 8));
    return g;
}

}  // namespace

Image diffusion_reference(const DiffusionFilter& filter, ConstImageView in) {
    validate(filter, in.shape);
    const Shape& shape = in.shape;
    const auto w = std::size_t(shape.width), h = std::size_t(shape.height), c = std::size_t(shape.channels);
    std::vector<Plane> u(c, {shape.width, shape.height, Line(w * h)});
    for (std::size_t y = 0; y < h; ++y)
        for (std::size_t i = 0; i < w * c; ++i)
            u[i % c].samples[y * w + i / c] =
                in.sample == Sample::f64 ? in.row<double>(int(y))[i] : double(in.row<float>(int(y))[i]);
    const double tau = filter.time / filter.steps;
    for (int step = 0; step < filter.steps; ++step) {
        const Plane g = diffusivity(filter, u);
        for (Plane& channel : u) {
            Line sum(w * h);
            const auto add_line = [&](std::size_t first, std::size_t count, std::size_t stride) {
                Line f(count), of(count);
                for (std::size_t i = 0; i < count; ++i)
                    f[i] = channel.samples[first + i * stride], of[i] = g.samples[first + i * stride];
                const Line line = solved(f, of, tau);
                for (std::size_t i = 0; i < count; ++i) sum[first + i * stride] += line[i] / 2;
            };
            for (std::size_t y = 0; y < h; ++y) add_line(y * w, w, 1);
            for (std::size_t x = 0; x < w; ++x) add_line(x, h, w);
            channel.samples = std::move(sum);
        }
    }
    Image out(shape, Sample::f64);
    for (std::size_t i = 0; i < w * h * c; ++i) out.data<double>()[i] = u[i % c].samples[i / c];
    return out;
}

}  // namespace sweep
