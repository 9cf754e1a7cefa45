// The squares of a QR code.
#pragma once

#include <cstddef>
#include <vector>

namespace sweep::app {

struct QrSquares {
    int side = 0;  // 0: no code
    std::vector<bool> is_dark;
    bool at(int x, int y) const { return is_dark[std::size_t(y) * std::size_t(side) + std::size_t(x)]; }
};

}  // namespace sweep::app
