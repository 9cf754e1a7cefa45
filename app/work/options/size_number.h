// The number that keys, the wheel and large type treat as a filter's size: sigma, cutoff, alpha or radius.
#pragma once

#include <optional>
#include <string_view>

#include "core/design/kinds.h"

namespace sweep::app {

struct SizeNumber {
    Parameter parameter;
    std::string_view name;
    // The range of the controls. The command line may go beyond it, and keys and sliders keep such a value.
    double least, most;
    double small_step, large_step;  // of keys
    int decimals;                   // that are shown in large type
};

// The row of a parameter that is some filter's size: Parameter::sigma, cutoff, alpha or radius.
const SizeNumber& size_number(Parameter parameter);
// That of the kind; null where it has no size.
const SizeNumber* size_number(FilterKind kind);

double value_of(const FilterSpec& filter, Parameter size);
void set_value(FilterSpec& filter, Parameter size, double value);  // a radius is rounded

// The size down the columns where it is another one than along the rows, sigma or radius; otherwise none.
std::optional<double> size_of_columns(const FilterSpec& filter);
void set_size_of_columns(FilterSpec& filter, std::optional<double> value);

// Sets the filter's size within its range, or to a value that it had beyond it.
void set_size(FilterSpec& filter, double value);

}  // namespace sweep::app
