// The table of what a request for a filter may say, a row each. From the rows come the options of the command line and
// their help, the notes about options without effect, the axes of `sweep bench`, slots, `set` in scripts, and the
// states that saved pictures carry.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/request/filter_settings.h"

namespace sweep::app {

// The commands that have an option.
enum class OptionOf { all, pictures, files_and_bench, pictures_and_bench };

struct FilterOption {
    std::string name;   // without dashes: "sigma"
    std::string value;  // its value in the help: "S"; empty: a switch, --NAME or --no-NAME
    std::string help;
    // Sets what is asked for from its text. Throws Error(usage) with the option's name.
    std::function<void(FilterSettings&, const std::string& text)> set;
    // The text that set() takes. It is empty where there is nothing to say, as for the coefficients of another filter.
    std::function<std::string(const FilterSettings&)> get;
    // Whether it makes a difference.
    std::function<bool(const FilterSettings&)> listens = [](const FilterSettings&) { return true; };
    // In `sweep bench` it takes a list, and of all combinations the one with the lowest number varies slowest. 0: it
    // takes one value.
    int axis = 0;
    bool takes_pair = false;  // elsewhere two values are those of x and of y
    // Divides a list into the texts of its values.
    std::vector<std::string> (*items)(const std::string& text) = nullptr;
    OptionOf commands = OptionOf::all;
    std::string bench_help = {};  // where it is another one
};

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
