// What --axes and --sigma say of a volume, whose third axis, z, is that of its pages.
#pragma once

#include <string>
#include <string_view>

#include "app/work/request/filter_settings.h"

namespace sweep::app {

struct VolumeAxes {
    bool along_z = false;  // otherwise each page is filtered by itself
    bool in_pages = true;  // along x, y or both; false: along z alone
    double sigma_z = 0;    // 0: as along x
};

// Takes what is about z out of the value of the option of this name, --axes or --sigma, and returns what is left of
// it, about x and y. Throws Error(usage).
std::string take_volume_axes(VolumeAxes& volume, std::string_view name, const std::string& text);

// Refuses what does not go together with z, or without it.
void check_volume_axes(const VolumeAxes& volume, const FilterSettings& request);

// The request of the pages of a volume, and that of its lines along z: those down the columns of a picture whose rows
// are the pages.
FilterSettings request_in_pages(const VolumeAxes& volume, FilterSettings request);
FilterSettings request_along_z(const VolumeAxes& volume, FilterSettings request);

}  // namespace sweep::app
