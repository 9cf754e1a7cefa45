// One file, filtered into another, for results that the window saves.
#pragma once

#include <filesystem>
#include <string>

#include "app/results/filter_samples.h"

namespace sweep::app {

// Does for a page of a file what `sweep filter IN OUT` does: the samples that it writes are the same. `label` as
// save_image() has it. Throws as the command does.
void filter_to_file(const std::filesystem::path& in, int page, const std::filesystem::path& out,
                    const FilterSettings& request, const std::string& label, const Say& say);

}  // namespace sweep::app
