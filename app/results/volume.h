// A volume, which is the pages of a file: each is filtered, and then all of them from page to page.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "app/results/filter_run.h"

namespace sweep::app {

// How each page is filtered, and how lines from page to page are: down the columns of a picture whose rows are the
// pages.
struct VolumeRequest {
    FilterSettings in_page, across;
};

// What is read, which has so many pages, and a name of the format that is written. `check` refuses what has another
// size than is asked for.
struct VolumeFiles {
    std::filesystem::path in, out;
    int pages = 1;
    PictureChoice choice{};
    std::function<void(const Shape& page)> check{};
};

struct FilteredVolume {
    std::string engine;
    Shape page;               // of each
    double milliseconds = 0;  // of all runs
};

// `write` takes the pages of the result one after the other. What lies between is kept in the samples of the engine's
// results, all of it at once. Throws Error as a run does, and Error(unreadable_input) for pages of several shapes,
// with alpha, or of which samples are missing.
FilteredVolume filter_volume(const VolumeFiles& files, const VolumeRequest& request, EngineRoom& room,
                             const Say& say, const TakeMemory& take, const TakeImage& write);

}  // namespace sweep::app
