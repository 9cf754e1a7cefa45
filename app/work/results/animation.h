// What an animated PNG or WebP says of all its frames, and what of that goes with them into a result.
#pragma once

#include <filesystem>
#include <optional>

#include "app/work/results/steps/filter_samples.h"

namespace sweep::app {

struct AnimationFacts {
    std::optional<Encoding> encoding{};  // of its colours, where they are not those of sRGB
    int orientation = 1;                 // as turned() has it
    bool keeps_colours = true;  // as they are called: nobody says what they are, or they are not decoded
    bool is_apart_from_alpha = false;  // which is a film of its own
    Metadata metadata{};               // to be kept
};

// Reads them as those of a still picture, whose first frame it is. Throws Error as read_image() does.
AnimationFacts animation_facts(const std::filesystem::path& in, const FilterSettings& request,
                               const Say& say);

// Puts the metadata of these, made true for frames of this shape, into `out`, a finished file of a format that is
// written; null: it is a film, which takes none. Says what is lost of them. Throws Error(unwritable_output).
void keep_metadata(const AnimationFacts& facts, const Shape& shape, const std::filesystem::path& out,
                   const Format* format, const Say& say);

}  // namespace sweep::app
