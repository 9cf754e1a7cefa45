#include "core/base/hdr_curves.h"

#include <algorithm>
#include <cmath>

namespace sweep {
namespace {

// ITU-R BT.2100, table 4.
constexpr double m1 = 2610.0 / 16384, m2 = 2523.0 / 4096 * 128, c1 = 3424.0 / 4096, c2 = 2413.0 / 4096 * 32,
                 c3 = 2392.0 / 4096 * 32;

// ITU-R BT.2100, table 5.
constexpr double a = 0.17883277, b = 1 - 4 * a;
const double c = 0.5 - a * std::log(4 * a);

}  // namespace

double pq_light(double code) {
    const double power = std::pow(std::max(code, 0.0), 1 / m2);
    return 10000 * std::pow(std::max(power - c1, 0.0) / (c2 - c3 * power), 1 / m1);
}

double pq_code(double light) {
    const double power = std::pow(std::max(light, 0.0) / 10000, m1);
    return std::pow((c1 + c2 * power) / (1 + c3 * power), m2);
}

// The inverse of the OETF.
double hlg_light(double code) {
    return code <= 0.5 ? code * code / 3 : (std::exp((code - c) / a) + b) / 12;
}

double hlg_code(double light) {
    const double some = std::max(light, 0.0);
    return some <= 1.0 / 12 ? std::sqrt(3 * some) : a * std::log(12 * some - b) + c;
}

}  // namespace sweep
