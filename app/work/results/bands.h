// A picture that is larger than memory, filtered in bands of rows. Of recursive filters each band is read twice:
// first the rows at its ends, which tell what it does to all others (core/line/parts.h), then all of them, which the
// engine filters. A table goes on from the last row of the band above, and a box reads the rows around its band.
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

struct BandRequest {
    std::filesystem::path in, out;
    const FilterSettings& settings;  // lives longer
    int rows = 0;                    // of a band; 0: as many as memory has room for
};

struct FilteredBands {
    std::string engine;
    Shape shape;
    int bands = 0;
    double milliseconds = 0;  // of all runs
};

// Is told how many steps there are and how much work they are, and then of each that is done.
struct BandProgress {
    std::function<void(int steps, double work)> begin;
    std::function<void(double work)> done;
};

// Filters the picture that is open in `file`. Throws as a run does, Error(usage)
// for a filter that has no response in parts, Error(failed) where not even a row fits into memory, and
// Error(unreadable_input) for pictures of which samples are missing, infinite, or transparent.
FilteredBands filter_in_bands(RowFile& file, const BandRequest& request, const FilterContext& context,
                              const BandProgress& progress);

}  // namespace sweep::app
