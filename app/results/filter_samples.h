// From the samples of a file to those that an engine reads, and from its result to a file.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "app/request/filter_settings.h"
#include "core/base/image.h"
#include "files/encoding.h"
#include "files/image_file.h"
#include "files/metadata/metadata.h"

namespace sweep::app {

// Is told what the user should know and what is no error, a line each.
using Say = std::function<void(const std::string&)>;

// The bytes that filtering takes at most: the samples of the file, those that the engine reads, the result,
// and the result as it is written. Engines check the memory for their workspaces themselves.
std::uint64_t filter_memory(const FilterSettings& request, const Format& format, const Shape& shape,
                            Sample sample);

// The samples that an engine reads in place of those of a file, and that hold these as they are; but CUDA has no
// float64. With `automatic` they are those by which the engine is chosen.
Sample engine_sample(Sample of_file, FilterKind kind, EngineKind engine);

// Converts the samples of a file to those that the engine reads. Bytes stay bytes if the engine decodes them
// itself, from sRGB or not at all, and unless they have to be floats. Throws Error(failed) where memory does not suffice.
Image engine_input(Image image, const Decoding& decoding, FilterKind kind, EngineKind engine, const Say& say,
                   bool as_floats = false);

// Whether a table, whose sums may be large integers, fits into the format.
bool holds_tables(const Format& format);

// Saves the result, and says what the file cannot hold. `sample` and `encoding`: of the file that was
// filtered. `label` and `kept` as save_image() has them. `holes`: the samples of the result that are missing, NaN. `metadata`: of the
// file, made true for the result. Throws Error(unwritable_output).
void save_result(const std::filesystem::path& path, const FilterSettings& request, Sample sample,
                 const Encoding& encoding, Image result, const Say& say, const std::string& label = {},
                 std::size_t holes = 0, Metadata metadata = {}, const KeptFacts* kept = nullptr);

}  // namespace sweep::app
