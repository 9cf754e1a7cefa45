// The table of what a request for a filter may say, a row each. From the rows come the options of the command line and
// their help, the notes about options without effect, the axes of `sweep bench`, slots, `set` in scripts, and the
// states that saved pictures carry.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/work/options/filter_option.h"
#include "app/work/request/filter_settings.h"

namespace sweep::app {

const std::vector<FilterOption>& filter_options();
// Those of them that belong to the filter itself, beside its kind; the others say how it is solved.
std::span<const FilterOption> parameter_options();
const FilterOption* find_filter_option(std::string_view name);

// What differs from a request that says nothing, as options of a command line: "--sigma=12", "--no-linear".
std::vector<std::string> filter_arguments(const FilterSettings& settings);

// Sets an option given as one argument, with or without its dashes: "--sigma=12", "no-linear". Returns false when no
// row has this name. Throws Error(usage) when the value is missing or wrong.
bool set_argument(FilterSettings& settings, std::string_view argument);

// Sets an option from the text of one value. Throws Error(usage) for a list.
void set_option(const FilterOption& row, FilterSettings& settings, const std::string& text);

// Why what is asked for does not fit together; empty: it does.
std::string nonsense(const FilterSettings& settings);
// Throws Error(usage) with that reason, or when the filter cannot be designed.
void require_sense(const FilterSettings& settings);

// The same request without what it does not say: the coefficients of a filter that is not chosen, for instance.
FilterSettings as_said(const FilterSettings& settings);

}  // namespace sweep::app
