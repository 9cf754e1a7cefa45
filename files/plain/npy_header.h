// The header of a .npy: a magic number, a version, the length of the header, and this, a Python dictionary with the
// keys descr, fortran_order and shape. The samples follow it.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "files/codecs.h"

namespace sweep {

inline constexpr std::string_view npy_magic = "\x93NUMPY";

// A number as it lies in the file. `kind` is NumPy's letter: b of a bool, i of an integer, u of an unsigned one, f of
// a float.
struct NpyNumber {
    char kind = 'f';
    std::size_t bytes = 4;
    bool is_big_endian = false;
};

// Signed integers have no sample of their own: they become floats that hold each of them, as far as there are such.
Sample sample_for(const NpyNumber& number);

struct NpyHeader {
    Claim claim;
    NpyNumber number;
    bool fortran_order = false;
    std::size_t start = 0;  // the offset of the samples
    int pages = 1;
    std::string axes{};  // of one image, "H x W x C"; empty: there is an axis of pages
    std::uint64_t bytes_of_page() const { return claim.shape.samples() * number.bytes; }
};

// Throws DecodeError.
NpyHeader npy_header_of(const FileReader& file);

}  // namespace sweep
