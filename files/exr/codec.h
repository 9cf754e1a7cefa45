// OpenEXR, which two files of this folder read and write for the row in files/exr/format.cpp.
#pragma once

#include "files/format.h"

namespace sweep {

// The data window of the picture that is chosen (files/exr/choice.h): R, G and B, or Y, with A where there is one; or
// channels of data. To u32 when all of these are unsigned integers, otherwise f32. The depth map becomes facts.depth.
Image decode_exr(const FileReader& file, const PictureChoice& choice, const ClaimCheck& check,
                 FileFacts& facts);

// From f32 and u32.
EncodedFile encode_exr(ConstImageView image, const std::string& label,
                       const std::optional<Encoding>& encoding);
// The same with the attributes of the file that was read, and its windows where the picture has the same size.
EncodedFile encode_exr_kept(ConstImageView image, const KeptFacts& kept);

// By rows; null where the picture cannot be read so.
std::unique_ptr<RowSource> open_exr_rows(const FileReader& file, FileFacts& facts);
std::unique_ptr<RowWriter> write_exr_rows(std::FILE* to, const Shape& shape, Sample sample,
                                          const std::optional<Encoding>& encoding, const KeptFacts* kept);

std::string exr_version();

}  // namespace sweep
