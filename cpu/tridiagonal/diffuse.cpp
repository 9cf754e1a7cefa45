// The diffusivity, then for each axis the two diagonals of its systems, which all channels share. With b_i the
// conductance between samples i and i + 1, row i is -b_(i-1) u_(i-1) + (1 + b_(i-1) + b_i) u_i - b_i u_(i+1): the
// lower diagonal is the upper one, a sample further.
#include "cpu/tridiagonal/diffuse.h"

#include <algorithm>
#include <cmath>

#include "core/base/memory.h"
#include "cpu/tridiagonal/solve.h"

namespace sweep::cpu {

DiffusionSteps::DiffusionSteps(const DiffusionFilter& filter, const Shape& shape)
    : filter_(filter), shape_(shape), pixels_(std::ptrdiff_t(shape.width) * shape.height) {
    validate(filter, shape);
    const auto count = std::size_t(pixels_);
    require_memory((4 * count + std::size_t(shape.width)) * sizeof(double), "diffusion");
    g_.resize(count);
    upper_.resize(count + std::size_t(shape.width));
    diagonal_.resize(count);
    columns_.resize(count);
}

void DiffusionSteps::find_diffusivity(const double* smooth) {
    const int w = shape_.width, h = shape_.height;
    const double scale = 1 / filter_.contrast;
    threads_.for_chunks(h, 8, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        for (std::ptrdiff_t y = begin; y < end; ++y) {
            double* const g = g_.data() + y * w;
            std::fill_n(g, w, 0.0);
            for (int c = 0; c < shape_.channels; ++c) {
                const double *const here = smooth + c * pixels_ + y * w,
                                    *const above = y > 0 ? here - w : here,
                                    *const below = y + 1 < h ? here + w : here;
                for (int x = 0; x < w; ++x) {
                    const double along =
                                     scale * (here[std::min(x + 1, w - 1)] - here[std::max(x - 1, 0)]) / 2,
                                 down = scale * (below[x] - above[x]) / 2;
                    g[x] += along * along + down * down;
                }
            }
            for (int x = 0; x < w; ++x) {
                const double squared = g[x] * g[x];
                g[x] = -std::expm1(-3.31488 / (squared * squared));
            }
        }
    });
}

void DiffusionSteps::find_systems(Lines lines) {
    const bool is_row = lines == Lines::rows;
    const std::ptrdiff_t w = shape_.width, h = shape_.height, next = along(lines),
                         last = (is_row ? w : h) - 1;
    const double tau = filter_.time / filter_.steps;
    threads_.for_chunks(h, 8, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        for (std::ptrdiff_t y = begin; y < end; ++y)
            for (std::ptrdiff_t x = 0; x < w; ++x) {
                const std::ptrdiff_t i = y * w + x, place = is_row ? x : y;
                const auto between = [&](std::ptrdiff_t a, std::ptrdiff_t b) {
                    return tau * (g_[std::size_t(a)] + g_[std::size_t(b)]);
                };
                const double behind = place < last ? between(i, i + next) : 0,
                             before = place > 0 ? between(i - next, i) : 0;
                upper_[std::size_t(w + i)] = -behind;
                diagonal_[std::size_t(i)] = 1 + before + behind;
            }
    });
}

void DiffusionSteps::solve(Lines lines, const double* u, double* out) const {
    const std::ptrdiff_t w = shape_.width, h = shape_.height;
    const bool is_row = lines == Lines::rows;
    TridiagonalSystems systems{.before = is_row ? h : 1,
                               .length = is_row ? w : h,
                               .after = is_row ? 1 : w,
                               .sample = Sample::f64,
                               .lower = {},
                               .diagonal = {},
                               .upper = {},
                               .rhs = {}};
    const auto of = [&](const double* data) { return TridiagonalArray{data, w, along(lines), 1}; };
    systems.lower = of(upper_.data() + w - along(lines));
    systems.diagonal = of(diagonal_.data());
    systems.upper = of(upper_.data() + w);
    systems.rhs = of(u);
    solve_tridiagonal(systems, out);
}

void DiffusionSteps::run(const double* u, double* smooth) {
    find_diffusivity(smooth);
    find_systems(Lines::rows);
    for (int c = 0; c < shape_.channels; ++c) solve(Lines::rows, u + c * pixels_, smooth + c * pixels_);
    find_systems(Lines::columns);
    for (int c = 0; c < shape_.channels; ++c) {
        solve(Lines::columns, u + c * pixels_, columns_.data());
        double* const out = smooth + c * pixels_;
        threads_.for_chunks(pixels_, 1 << 14, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            for (std::ptrdiff_t i = begin; i < end; ++i) out[i] = 0.5 * (out[i] + columns_[std::size_t(i)]);
        });
    }
}

}  // namespace sweep::cpu
