// A picture of the Lab, in double.
#pragma once

#include <cstddef>
#include <vector>

namespace sweep::app {

// Row by row. Where a number is not known it is NaN.
struct LabPicture {
    int width = 0, height = 0;
    std::vector<double> values;
    double& at(int x, int y) { return values[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
    double at(int x, int y) const { return values[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
};

}  // namespace sweep::app
