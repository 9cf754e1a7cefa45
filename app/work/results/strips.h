// A picture that is larger than memory, filtered in strips of rows. Of recursive filters each strip is read twice:
// first the rows at its ends, which tell what it does to all others (core/line/parts.h), then all of them, which the
// engine filters. A table goes on from the last row of the strip above, and a box reads the rows around its strip.
// Nothing is approximated.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "app/work/results/filter_run.h"
#include "files/rows/row_file.h"

namespace sweep::app {

// Why a request takes the whole picture at once, as the name of the option that does; empty: it does not.
std::string whole_picture_option(const FilterSettings& request);

struct StripRequest {
    std::filesystem::path in, out;
    const FilterSettings& settings;  // lives longer
    int rows = 0;                    // of a strip; 0: as many as memory has room for
};

struct FilteredStrips {
    std::string engine;
    Shape shape;
    int strips = 0;
    double milliseconds = 0;  // of all runs
};

// Is told how many steps there are and how much work they are, and then of each that is done.
struct StripProgress {
    std::function<void(int steps, double work)> begin;
    std::function<void(double work)> done;
};

// Filters the picture that is open in `file`. Throws as a run does, Error(usage)
// for a filter that has no response in parts, Error(failed) where not even a row fits into memory, and
// Error(unreadable_input) for pictures of which samples are missing, infinite, or transparent.
FilteredStrips filter_in_strips(RowFile& file, const StripRequest& request, const FilterContext& context,
                                const StripProgress& progress);

}  // namespace sweep::app
