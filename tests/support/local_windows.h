// Local means and deviations from the definition, in double: sums over the window around each sample, and of squares of
// differences from its mean.
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "core/filter/spec.h"

namespace sweep::test {

// Samples of one channel, and the window by its weights along an axis, an odd number of them.
struct LocalWindows {
    int width, height;
    std::vector<double> x, weights;
    Boundary boundary;  // `none`: windows end at the edges

    // f(sample, weight) for all of the window around (x, y), of `of`, which continues with `outside`.
    template <class F>
    void each(const std::vector<double>& of, double outside, int at_x, int at_y, F&& f) const {
        const int reach = int(weights.size() / 2);
        for (int v = -reach; v <= reach; ++v)
            for (int u = -reach; u <= reach; ++u) {
                const int i = extended_index(boundary.kind, at_x + u, width),
                          j = extended_index(boundary.kind, at_y + v, height);
                const bool is_inside = i >= 0 && j >= 0;
                if (!is_inside && boundary.kind == BoundaryKind::none) continue;
                f(is_inside ? of[std::size_t(j) * std::size_t(width) + std::size_t(i)] : outside,
                  weights[std::size_t(u + reach)] * weights[std::size_t(v + reach)]);
            }
    }

    std::vector<double> for_all(const std::function<double(int, int)>& f) const {
        std::vector<double> all;
        for (int j = 0; j < height; ++j)
            for (int i = 0; i < width; ++i) all.push_back(f(i, j));
        return all;
    }

    std::vector<double> means(const std::vector<double>& of, double outside) const {
        return for_all([&](int i, int j) {
            double sum = 0, all = 0;
            each(of, outside, i, j,
                 [&](double value, double weight) { sum += weight * value, all += weight; });
            return sum / all;
        });
    }
    std::vector<double> means() const { return means(x, boundary.outside(0)); }

    std::vector<double> deviations() const {
        const std::vector<double> mean = means();
        return for_all([&](int i, int j) {
            const double m = mean[std::size_t(j) * std::size_t(width) + std::size_t(i)];
            double sum = 0, all = 0;
            each(x, boundary.outside(0), i, j, [&](double value, double weight) {
                sum += weight * (value - m) * (value - m), all += weight;
            });
            return std::sqrt(sum / all);
        });
    }

    std::vector<double> guided(double eps) const {
        const std::vector<double> mean = means(), deviation = deviations();
        std::vector<double> slope, intercept, result;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double variance = deviation[i] * deviation[i];
            slope.push_back(variance / (variance + eps));
            intercept.push_back(mean[i] * (1 - slope.back()));
        }
        const std::vector<double> a = means(slope, 0), b = means(intercept, boundary.outside(0));
        for (std::size_t i = 0; i < x.size(); ++i) result.push_back(a[i] * x[i] + b[i]);
        return result;
    }
};

}  // namespace sweep::test
