// One of the things that a request for a filter may say: a row of the table of filter_options.h.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/work/request/filter_settings.h"

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

}  // namespace sweep::app
