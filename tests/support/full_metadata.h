// Metadata of every kind, for tests of what is made of them.
#pragma once

#include <string>

#include "files/metadata/metadata.h"

namespace sweep::test {

inline Metadata full_metadata(const std::string& description) {
    Metadata full;
    full.picture = {tag_of(tag::description, description), tag_of(tag::gdal_no_data, "3")};
    full.camera = {tag_of(tag::colour_space, 1, TagType::word, false), tag_of(tag::maker_note, "a maker")};
    full.position = {tag_of(1, "north")};
    full.interop = {tag_of(1, "R98")};
    full.xmp = "<x tiff:Orientation='6'><tiff:Orientation>6</tiff:Orientation></x>";
    full.iptc = {28, 2, 5, 0, 1, 65};
    full.comments = {"a comment"};
    return full;
}

}  // namespace sweep::test
