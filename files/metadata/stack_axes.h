// Along which axes the pages of a stack count.
#pragma once

#include <string>
#include <vector>

#include "files/metadata/metadata.h"

namespace sweep {

// Of channels, slices and frames those of which a file of so many pages has several, as the text of ImageJ or OME-XML
// says; none where it says nothing.
std::vector<std::string> stack_axes(const Metadata& data, int pages);

}  // namespace sweep
