// Which channels of an OpenEXR make the picture, and which one is its depth map.
#pragma once

#include <string>
#include <vector>

#include <ImfMultiPartInputFile.h>

#include "files/codecs.h"

namespace sweep {

struct ExrChannels {
    int part = 0;
    std::vector<std::string> names;  // one to four
    bool is_colour = false;          // R, G and B, or Y, and perhaps A
    bool has_chroma = false;         // Y, and RY and BY beside it, which OpenEXR converts to RGB
    bool is_distance = false;        // one channel alone, called as depth maps are
    std::string depth;               // the channel that is the depth map; empty: there is none
    int depth_part = 0;
    // Of the layer that is shown, or its depth map: whole channels beside those of the picture.
    std::vector<std::string> beside;
    std::string remark;  // what is shown of several, and how much is left
};

// By itself the picture without a layer's name, then one that is called beauty, combined or the like, then the first of
// the file. Throws DecodeError, with a list of what there is, where a choice cannot be met.
ExrChannels choose_channels(const Imf::MultiPartInputFile& file, const PictureChoice& choice);

// One choice for each picture that the file has, by which choose_channels() takes it: the usual one, which is no
// choice, and then the others in the order of the file. Throws DecodeError where there is none.
std::vector<PictureChoice> choices_of(const Imf::MultiPartInputFile& file);

}  // namespace sweep
