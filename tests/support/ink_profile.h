// A colour profile of ink, written by hand.
#pragma once

#include "tests/support/image_bytes.h"

namespace sweep::test {

// A profile of two samples along each of the four inks: cyan alone is the grey of L* 53.7, all other corners but
// paper are black.
inline std::string ink_profile() {
    std::string lut = "mft1" + std::string(4, '\0') + "\x04\x03\x02\0"s;
    for (int i = 0; i < 9; ++i) lut += big_endian(i % 4 == 0 ? 0x10000 : 0, 4);
    for (int channel = 0; channel < 4; ++channel)
        for (int i = 0; i < 256; ++i) lut += char(i);
    for (int corner = 0; corner < 16; ++corner)
        lut += std::string(1, char(corner == 0 ? 255 : corner == 8 ? 137 : 0)) + "\x80\x80";
    for (int channel = 0; channel < 3; ++channel)
        for (int i = 0; i < 256; ++i) lut += char(i);
    const std::string table = big_endian(1, 4) + "A2B0" + big_endian(144, 4) + big_endian(lut.size(), 4);
    return big_endian(144 + lut.size(), 4) + std::string(4, '\0') + big_endian(0x02400000, 4) +
           "prtrCMYKLab " + std::string(12, '\0') + "acsp" + std::string(24, '\0') + big_endian(0, 4) +
           big_endian(0xf6d6, 4) + big_endian(0x10000, 4) + big_endian(0xd32d, 4) + std::string(48, '\0') +
           table + lut;
}

}  // namespace sweep::test
