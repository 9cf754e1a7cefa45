// From the samples of a file to those that an engine reads, and from its result to a file.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/work/request/filter_settings.h"
#include "core/base/image.h"
#include "core/problem/codes.h"
#include "files/encoding.h"
#include "files/image_file.h"
#include "files/metadata/metadata.h"
#include "files/pixels.h"

namespace sweep::app {

// Is told what the user should know and what is no error, a line each.
using Say = std::function<void(const std::string&)>;
// Says each text once. `say` lives longer.
Say each_once(const Say& say);

// Takes a result as a file of its format has it, in place of save_image(): a page of a file of several. Returns what
// is left out of the metadata, in words.
using TakeImage = std::function<std::string(ConstImageView image, const std::optional<Encoding>& encoding,
                                            const Metadata& metadata, const Described& picture)>;

// The samples of a result that its file does not hold.
struct Unfit {
    Misfits misfits;
    std::size_t moved = 0;    // were rounded to the number for missing samples
    std::size_t samples = 0;  // that the result has
    bool as_numbers = false;  // the file has numbers, and no picture
    Sample sample = Sample::f32;
};

// What is asked of a page again when its result is written, as FileImage has it.
struct PageFacts {
    Sample sample = Sample::f32;
    Encoding encoding{};
    std::shared_ptr<const KeptFacts> kept{};
    int bits = 0;
    std::vector<std::uint16_t> bands{};
};
PageFacts facts_of(const FileImage& page);

// What goes with a result into its file.
struct Beside {
    std::string label = {};  // as save_image() has it
    Metadata metadata = {};  // of the file that was filtered, made true for the result
    bool has_alpha = true;   // the last of 2 or 4 channels of the result is
    // The number for samples that are missing, where the file keeps it and its samples can be it.
    std::optional<double> no_data = {};
    bool has_mask = false;   // missing samples are written as a mask where the format has one
    Unfit* unfit = nullptr;  // collects them from part to part of a picture; null: they are told
    // The result has the samples of its file already, and so much of it was clipped.
    std::optional<Misfits> encoded = {};
    TakeImage take = {};  // has the result instead of a file, whose format decides; empty: nothing
};

// The bytes that filtering takes at most: the samples of the file, those that the engine reads, the result,
// and the result as it is written. Engines check the memory for their workspaces themselves.
std::uint64_t filter_memory(const FilterSettings& request, const Format& format, const Shape& shape,
                            Sample sample);

// The samples that an engine reads in place of those of a file, and that hold these as they are; but CUDA has no
// float64. With `automatic` they are those by which the engine is chosen.
Sample engine_sample(Sample of_file, FilterKind kind, EngineKind engine);

// Converts the samples of a file to those that the engine reads. Bytes stay bytes if the engine decodes them
// itself, from sRGB or not at all, and unless they have to be `floats`: f32 or wider, or f64. Throws Error(failed)
// where memory does not suffice.
Image engine_input(Image image, const Decoding& decoding, FilterKind kind, EngineKind engine, const Say& say,
                   std::optional<Sample> floats = {});

// The engine that is asked for, or what takes its place: for a filter that follows the picture, and for moments, which
// are computed in float64 that CUDA does not have. Throws as engine_of() does.
EngineKind engine_for(const FilterSettings& request, Sample input);

// What an engine is given.
struct EngineInput {
    Image image;
    Problem problem;  // as it is asked for
};
// Says how the samples of a page are decoded, converts them to those that the engine of the request reads, and makes
// the problem. `name`: the file; `floats` as engine_input() has it. Throws as that and engine_for() do.
EngineInput input_for(const FilterSettings& request, Image image, const PageFacts& page,
                      const std::string& name, std::optional<Sample> floats, const Say& say);

// Whether samples of fewer bits than a word become words for `out`: pictures are as bright as they were, and numbers
// stay.
bool is_widened(const FileImage& file, const std::filesystem::path& out, const FilterSettings& request);

// What is said of a page that has copies beside it.
std::string text_of_smaller(int copies);

// Whether a table, whose sums may be large integers, fits into the format.
bool holds_tables(const Format& format);

// Says what of the metadata a file does not keep, in words; empty: it keeps all.
void say_left_out(const std::filesystem::path& path, const std::string& left_out, const Say& say);
// Tells them. `holes`: those among them that are missing; `no_data`: the number for these, where the file keeps it.
void say_unfit(const std::filesystem::path& path, const Unfit& unfit, std::size_t holes,
               const std::optional<double>& no_data, const Say& say);

// The integers that a file has of a result, encoded as sRGB or not at all; none: it has floats, or another encoding.
std::optional<Codes> codes_of(const std::filesystem::path& path, const FilterSettings& request,
                              const PageFacts& page);

// Saves the result of a page, and says what the file cannot hold. `holes`: the samples of the result that are missing,
// NaN. Throws Error(unwritable_output).
void save_result(const std::filesystem::path& path, const FilterSettings& request, const PageFacts& page,
                 Image result, const Say& say, std::size_t holes = 0, Beside beside = {});

}  // namespace sweep::app
