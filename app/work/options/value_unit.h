// The unit in which the values of pixels are written: that of the file which they come from.
#pragma once

#include <cmath>
#include <string>

#include "files/encoding.h"

namespace sweep::app {

// From the numbers in the window's textures to those of the file, and back.
struct ValueUnit {
    double counts = 1;         // that 1 stands for: 255 or 65535 in a file of integers, otherwise 1
    Encoding decoded;          // how the file's samples were decoded to light; numbers were not
    bool is_data = false;      // numbers that are no light: those of a .npy
    bool one_channel = false;  // the file has one channel, which the first three of a texture repeat

    // A curve is defined on [0, 1]. Below 0 it goes on as its mirror image, so that values of any sign have a place.
    double of(double value) const {
        return counts * (is_encoded() ? std::copysign(sample_of(decoded, std::abs(value)), value) : value);
    }
    double value_of(double in_unit) const {
        const double sample = in_unit / counts;
        return is_encoded() ? std::copysign(light_of(decoded, std::abs(sample)), sample) : sample;
    }
    // The file has integers.
    bool is_whole() const { return counts > 1; }
    // One step of the unit is as much everywhere, so that sums and differences have a unit, too.
    bool is_even() const { return !is_encoded(); }
    // The unit of sums and differences: that of the file, or light where its steps are uneven.
    ValueUnit of_differences() const { return {is_even() ? counts : 1, {}, is_data, one_channel}; }
    friend bool operator==(const ValueUnit&, const ValueUnit&) = default;
    std::string name() const { return is_whole() ? "counts" : is_data ? "value" : "linear"; }

  private:
    bool is_encoded() const { return decoded.curve == Curve::srgb || decoded.curve == Curve::power; }
};

}  // namespace sweep::app
