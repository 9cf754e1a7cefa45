#include "app/work/options/size_number.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sweep::app {
namespace {

constexpr std::array rows{
    SizeNumber{Parameter::sigma, "sigma", 0.3, 512, 0.1, 1, 1},
    SizeNumber{Parameter::cutoff, "cutoff", 0.002, 0.48, 0.001, 0.01, 3},
    SizeNumber{Parameter::alpha, "alpha", 0.005, 1, 0.001, 0.01, 3},
    SizeNumber{Parameter::radius, "radius", 0, 256, 1, 8, 0},
};

}  // namespace

const SizeNumber& size_number(Parameter parameter) {
    return *std::find_if(rows.begin(), rows.end(),
                         [&](const SizeNumber& row) { return row.parameter == parameter; });
}

const SizeNumber* size_number(FilterKind kind) {
    const Parameter parameter = info(kind).size;
    return parameter == Parameter::none ? nullptr : &size_number(parameter);
}

double value_of(const FilterSpec& filter, Parameter size) {
    switch (size) {
        case Parameter::cutoff:
            return filter.cutoff;
        case Parameter::alpha:
            return filter.alpha;
        case Parameter::radius:
            return (filter.box_width - 1) / 2.0;
        default:
            return filter.sigma;
    }
}

void set_value(FilterSpec& filter, Parameter size, double value) {
    // The lower edge of a band stays below the upper one.
    if (size == Parameter::cutoff && filter.has_two_edges())
        value = std::min(value, std::max(filter.cutoff, filter.cutoff_high - 0.001));
    if (size == Parameter::radius)
        filter.box_width = 2 * int(std::lround(value)) + 1;
    else
        (size == Parameter::cutoff  ? filter.cutoff
         : size == Parameter::alpha ? filter.alpha
                                    : filter.sigma) = value;
}

std::optional<double> size_of_columns(const FilterSpec& filter) {
    if (info(filter.kind).size == Parameter::sigma && filter.sigma_y > 0) return filter.sigma_y;
    if (reads(filter.kind, Parameter::radius) && filter.box_height > 0) return (filter.box_height - 1) / 2.0;
    return {};
}

void set_size_of_columns(FilterSpec& filter, std::optional<double> value) {
    if (info(filter.kind).size == Parameter::sigma) filter.sigma_y = value.value_or(0);
    if (reads(filter.kind, Parameter::radius))
        filter.box_height = value ? 2 * int(std::lround(*value)) + 1 : 0;
}

void set_size(FilterSpec& filter, double value) {
    const SizeNumber* size = size_number(filter.kind);
    if (!size) return;
    const double now = value_of(filter, size->parameter);
    set_value(filter, size->parameter,
              std::clamp(value, std::min(size->least, now), std::max(size->most, now)));
}

}  // namespace sweep::app
