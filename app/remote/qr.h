// A text as a QR code, for the camera of a phone.
#pragma once

#include <string>
#include <vector>

namespace sweep::app {

struct QrSquares {
    int side = 0;  // 0: no code
    std::vector<bool> is_dark;
    bool at(int x, int y) const { return is_dark[std::size_t(y) * std::size_t(side) + std::size_t(x)]; }
};

// No code for a text that is too long for one.
QrSquares qr_of(const std::string& text);

}  // namespace sweep::app
