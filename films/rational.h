// Numbers as films state them, exactly: 30000/1001 frames a second, ticks of 1/90000 s.
#pragma once

namespace sweep {

struct Rational {
    constexpr Rational(int numerator = 0, int denominator = 1) : num(numerator), den(denominator) {}
    double value() const { return double(num) / den; }

    int num, den;
};

}  // namespace sweep
