// A volume, which is the pages of a file: each is filtered, and then all of them from page to page.
#pragma once

#include <string>

#include "app/work/results/filter_run.h"

namespace sweep::app {

// How each page is filtered, and how lines from page to page are: down the columns of a picture whose rows are the
// pages.
struct VolumeRequest {
    FilterSettings in_page, across;
};

struct FilteredVolume {
    std::string engine;
    Shape page;               // of each
    double milliseconds = 0;  // of all runs
};

// Filters all pages of a file, so many. `write` takes those of the result one after the other. What lies between is
// kept in the samples of the engine's results, all of it at once. Throws Error as a run does, and
// Error(unreadable_input) for pages of several shapes, with alpha, or of which samples are missing.
FilteredVolume filter_volume(const FilterFiles& files, int pages, const VolumeRequest& request,
                             const FilterContext& context, const TakeImage& write);

}  // namespace sweep::app
