// The header of an OpenEXR that is written, and where the samples of its picture lie.
#pragma once

#include <string>
#include <vector>

#include <ImfFrameBuffer.h>
#include <ImfHeader.h>

#include "core/base/image.h"
#include "files/exr/kept.h"

namespace sweep::exr {

struct PictureHeader {
    Imf::Header header;
    std::vector<std::string> names;  // of the picture's channels
    Imf::PixelType type;
    bool has_its_size = false;  // it is as large as the one that was read
};

// Of a picture of f32 or u32, with the attributes of the file that was read, where there was one.
PictureHeader header_of(const Shape& shape, Sample sample, const ExrKept* kept);

// Says where rows of the picture lie, from the row `first` on.
void add_slices(Imf::FrameBuffer& buffer, const PictureHeader& header, ConstImageView rows, int first);

}  // namespace sweep::exr
