// Numbers as text.
#pragma once

#include <string>

namespace sweep::app {

// The number with as many digits as it takes to read the same number again.
std::string number_text(float value);
std::string number_text(double value);

// The number with four significant digits, and without an exponent where it is large: "2.5", "67500".
std::string plain_number(double value);

// The number with two digits and as short an exponent as can be: "1.2e-7".
std::string short_exponent(double value);

}  // namespace sweep::app
