// Pictures as lines of double, for what the reference filters along one axis after the other.
#pragma once

#include <vector>

namespace sweep::app {

using Lines = std::vector<std::vector<double>>;

// Rows as columns, or columns as rows.
inline Lines transposed(const Lines& lines) {
    Lines turned(lines.front().size(), std::vector<double>(lines.size()));
    for (std::size_t i = 0; i < lines.size(); ++i)
        for (std::size_t k = 0; k < lines[i].size(); ++k) turned[k][i] = lines[i][k];
    return turned;
}

}  // namespace sweep::app
