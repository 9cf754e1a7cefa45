// The pages of a TIFF: its directories, or the planes that ImageJ puts behind the only one. Only .cpp files of this
// folder include it.
#pragma once
#if SWEEP_HAS_TIFF
#include <cstdint>

#include "files/metadata/folders.h"
#include "files/tiff/reader.h"

namespace sweep {

struct PagePlace {
    int pages = 1;              // of the file
    std::uint64_t claimed = 0;  // by a file that has fewer; 0: it has all
    // Where the page's samples lie, one after the other, without a directory; 0: it has one.
    std::uint64_t begins = 0;
    TiffPage folder{};  // its directory, or the one that tells of it
};

// Looks for a page, the first being 1. Throws DecodeError.
PagePlace find_page(const FileReader& file, int page);

// Reads samples of so many bits as they lie in the file, and turns their bytes into the order of this machine. Returns
// the bytes read, 0 where they are not there.
tmsize_t read_plain(const TiffReader& reader, std::uint64_t at, int bits, std::uint8_t* to, tmsize_t bytes);

}  // namespace sweep
#endif
