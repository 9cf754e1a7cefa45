#include "app/lessons/lesson/info.h"

#include <algorithm>
#include <cmath>

namespace sweep::app {

double next_part(double progress, int way, double parts) {
    constexpr double near = 1e-3;
    const double next = way > 0 ? std::floor(progress + near) + 1 : std::ceil(progress - near) - 1;
    return std::clamp(next, 0.0, parts);
}

}  // namespace sweep::app
