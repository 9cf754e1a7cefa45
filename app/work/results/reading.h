// What is to be filtered: the files, what is read of them, and what that takes of its surroundings.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "app/work/engines/engine_room.h"
#include "app/work/options/option_values.h"
#include "app/work/results/steps/filter_samples.h"
#include "files/image_file.h"
#include "files/metadata/metadata.h"

namespace sweep::app {

// Is asked before a picture is decoded, with the bytes that filtering takes; throws where there are too few.
using TakeMemory = std::function<void(std::uint64_t bytes, const std::string& what)>;

// What filtering takes of its surroundings.
struct FilterContext {
    EngineRoom& room;
    Say say;
    TakeMemory take;
};

// What is filtered, and into which file.
struct FilterFiles {
    std::filesystem::path in, out;
    int page = 1;  // of `in`, and what is chosen of it
    PictureChoice choice{};
    std::optional<Size> size{};  // that it is to have; none: any
};

// Throws Error(usage) where a table is asked for and a file of this name cannot hold one.
void require_holds(const std::filesystem::path& out, const FilterSettings& request);

// Reads the page that is to be filtered. Colours of other primaries become those of sRGB, unless `out` keeps what the
// file says of them or samples are taken as they are. The notes of the first of several pages say so, unless all are
// filtered.
FileImage read_to_filter(const FilterFiles& files, const FilterSettings& request, const TakeMemory& take,
                         bool is_one_of_all = false);
// Throws Error(unreadable_input) where it has another size than it is to have.
void require_size(const FilterFiles& files, const Shape& shape);

// What a page says beside its picture, and is to be kept.
Metadata metadata_to_keep(const std::filesystem::path& in, int page, const FilterSettings& request,
                          const Say& say);

}  // namespace sweep::app
