// OpenEXR, which two files of this folder read and write for the row in files/exr/format.cpp.
#pragma once

#include "files/format.h"

namespace sweep {

// The data window of the first layer that has R, G and B, or Y, with A where there is one; or the only channel. To u32
// when all of these are unsigned integers, otherwise f32. The channel Z becomes facts.depth.
Image decode_exr(const FileReader& file, int page, const ClaimCheck& check, FileFacts& facts);

// From f32 and u32.
EncodedFile encode_exr(ConstImageView image, const std::string& label,
                       const std::optional<Encoding>& encoding);

std::string exr_version();

}  // namespace sweep
