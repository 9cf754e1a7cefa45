#include "app/command_line/volume_options.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/work/options/option_values.h"

namespace sweep::app {
namespace {

std::string take_axes(VolumeAxes& volume, const std::string& text) {
    volume.along_z = volume.in_pages = false;
    if (text.find('z') == std::string::npos) {
        volume.in_pages = true;
        return text;
    }
    bool x = false, y = false;
    for (const std::string_view name : split(text)) {
        bool* axis = name == "x" ? &x : name == "y" ? &y : name == "z" ? &volume.along_z : nullptr;
        if (!axis || *axis)
            refuse_usage(fmt::format("--axes '{}': name axes of a volume once each, like z or x,y,z", text));
        *axis = true;
    }
    volume.in_pages = x || y;
    return x == y ? "both" : x ? "x" : "y";
}

std::string take_sigma(VolumeAxes& volume, const std::string& text) {
    volume.sigma_z = 0;
    if (std::count(text.begin(), text.end(), ',') != 2) return text;
    volume.sigma_z = parse_numbers("--sigma", text).back();
    if (!(volume.sigma_z > 0))
        refuse_usage(fmt::format("--sigma '{}': sigma must be a positive number of pixels", text));
    return text.substr(0, text.rfind(','));
}

}  // namespace

std::string take_volume_axes(VolumeAxes& volume, std::string_view name, const std::string& text) {
    return name == "axes" ? take_axes(volume, text) : name == "sigma" ? take_sigma(volume, text) : text;
}

void check_volume_axes(const VolumeAxes& volume, const FilterSettings& request) {
    const FilterSpec& filter = request.filter;
    if (volume.sigma_z > 0 && !volume.along_z)
        refuse_usage("--sigma of three numbers is that of a volume, along x, y and z: add --axes x,y,z");
    if (!volume.along_z) return;
    if (filter.sigma_y > 0 && volume.sigma_z == 0)
        refuse_usage("--sigma of a volume is one number, or three, along x, y and z");
    if (filter.kind == FilterKind::sat || !request.derived.is_none() || info(filter.kind).follows_picture)
        refuse_usage(
            "along z there are no tables, no edge filter, no diffusion and no bilateral filter, "
            "and nothing is derived: leave z out of --axes");
    if (request.boundary_y || filter.box_height > 0 || filter.box_origin_y != filter.box_origin_x)
        refuse_usage(
            "along z the filter is as along x and y: give --boundary and the sizes of a box one value");
    if (filter.kind == FilterKind::gaussian && !volume.in_pages &&
        (filter.derivative_x > 0 || filter.derivative_y > 0))
        refuse_usage(
            "--derivative is along x and y, and --axes z filters along neither: name its axis, as in --axes x,z");
    if (request.passes != all_passes) refuse_usage("--passes are those of a picture: leave z out of --axes");
}

FilterSettings request_in_pages(const VolumeAxes& volume, FilterSettings request) {
    if (!volume.in_pages) request.filter.kind = FilterKind::none;
    return request;
}

FilterSettings request_along_z(const VolumeAxes& volume, FilterSettings request) {
    FilterSpec& filter = request.filter;
    if (volume.sigma_z > 0) filter.sigma = volume.sigma_z;
    filter.sigma_y = 0;
    filter.derivative_x = filter.derivative_y = 0;
    filter.axes = Axes::y;
    return request;
}

}  // namespace sweep::app
