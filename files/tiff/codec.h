// TIFF, which two files of this folder read and write for the row in files/tiff/format.cpp.
#pragma once

#include "files/format.h"

namespace sweep {

// A page, the first being 1: unsigned integers as u8, u16 and u32, signed ones of 32 bits and float64 as f64, other
// signed ones and floats as f32. Numbers are the file's own, but fewer than 8 bits are scaled to bytes, and a palette
// becomes RGB. Grey from white to black is reversed where it consists of integers; the picture is turned as its
// orientation says.
Image decode_tiff(const FileReader& file, int page, const ClaimCheck& check, FileFacts& facts);

// From all but f16. Integers state their encoding by a profile, but words that are numbers need none.
EncodedFile encode_tiff(ConstImageView image, const std::string& label,
                        const std::optional<Encoding>& encoding);

// How many pages a file has (files/tiff/pages.h). Throws DecodeError.
int count_tiff_pages(const FileReader& file);

std::unique_ptr<StackWriter> open_tiff_stack(std::FILE* to, int pages, std::uint64_t bytes);

// As Format has these.
std::unique_ptr<RowSource> open_tiff_rows(const FileReader& file, FileFacts& facts);
std::unique_ptr<RowWriter> write_tiff_rows(std::FILE* to, const Shape& shape, Sample sample,
                                           const std::optional<Encoding>& encoding, const KeptFacts*);

std::string tiff_version();

}  // namespace sweep
