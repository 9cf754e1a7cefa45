// The number that stands in a GeoTIFF where it has none: GDAL_NODATA, a text.
#pragma once

#include <optional>
#include <string_view>

namespace sweep {

// What the text says, also with a plus, and of infinities and NaN; beyond double it is the largest. Nothing: it is no
// number.
std::optional<double> no_data_number(std::string_view text);

// How the samples of a TIFF lie in it.
struct StoredSample {
    int bits = 8;
    bool is_signed = false, is_float = false;
    bool is_white_zero = false;  // integers grow from white to black
};

// The number as it is among the samples of a picture: within its type, scaled where there are fewer than 8 bits, and
// reversed where white is 0. Nothing: no sample can be it.
std::optional<double> no_data_in_picture(double number, const StoredSample& stored);

}  // namespace sweep
