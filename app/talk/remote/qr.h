// A text as a QR code, for the camera of a phone.
#pragma once

#include <string>

#include "app/base/qr_squares.h"

namespace sweep::app {

// No code for a text that is too long for one.
QrSquares qr_of(const std::string& text);

}  // namespace sweep::app
