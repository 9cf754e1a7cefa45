#include "app/lessons/springs/springs.h"

#include <cmath>

namespace sweep::app {
namespace {

constexpr std::array<double, SpringRow::length> picture{24, 28, 22, 26, 25, 28, 78, 74, 79, 75, 73, 76};

}  // namespace

SpringRow spring_row(double edge) {
    constexpr int n = SpringRow::length, b = SpringRow::block;
    SpringRow row;
    row.x = row.guide = picture;
    const double jump = picture[SpringRow::jump] - picture[SpringRow::jump - 1];
    for (int i = SpringRow::jump; i < n; ++i) row.guide[std::size_t(i)] -= (1 - edge) * jump;
    const EdgeExponent exponent = exponent_of({SpringRow::sigma, SpringRow::range, 1}, 0);
    for (std::size_t i = 0; i <= n; ++i) {
        const double difference = i == 0 || i == n ? 0 : std::abs(row.guide[i] - row.guide[i - 1]);
        row.w[i] = std::exp2(-(exponent.step + exponent.per_difference * difference));
    }
    for (std::size_t k = 0; k < SpringRow::blocks; ++k) {
        Segment& block = row.segments[k];
        const std::size_t first = k * b, end = first + b;
        for (std::size_t i = first; i < end; ++i) {
            const double before = row.w[i], behind = row.w[i + 1];
            block = block.and_then({.W = before, .H = before * (1 - behind), .U = behind});
        }
        for (std::size_t i = first; i < end; ++i)
            block.Y = row.y0[i] = row.x[i] + row.w[i] * (block.Y - row.x[i]);
        for (std::size_t i = end; i-- > first;)
            block.Z = row.z0[i] = row.y0[i] + row.w[i + 1] * (block.Z - row.y0[i]);
    }
    row.P[0] = row.x[0];
    for (std::size_t k = 0; k < SpringRow::blocks; ++k) row.P[k + 1] = row.segments[k].behind(row.P[k]);
    row.E[SpringRow::blocks] = behind_last(row.P[SpringRow::blocks], row.x[n - 1], row.w[n]);
    for (std::size_t k = SpringRow::blocks; k-- > 0;)
        row.E[k] = row.segments[k].in_front(row.P[k], row.E[k + 1]);
    for (std::size_t k = 0; k < SpringRow::blocks; ++k) {
        double before = row.P[k], behind = row.E[k + 1];
        for (std::size_t i = k * b; i < (k + 1) * b; ++i)
            before = row.z[i] = row.x[i] + row.w[i] * (before - row.x[i]);
        for (std::size_t i = (k + 1) * b; i-- > k * b;)
            behind = row.z[i] += row.w[i + 1] * (behind - row.z[i]);
    }
    return row;
}

}  // namespace sweep::app
