// The options that several commands have. Those of one command are beside it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/command_line/parser.h"
#include "app/work/options/filter_options.h"
#include "app/work/options/option_values.h"
#include "files/image_file.h"

namespace sweep::app {

// Of a command that filters.
struct RequestOptions : CommandOptions {
    FilterSettings request;
};

// Which picture of a file that has several, and which of its parts, layers and channels.
struct PictureInFile {
    int page = 1;
    PictureChoice choice{};
};

// Takes the text of an option of filters.
using TakeRow = std::function<void(const FilterOption& row, const std::string& text)>;

// The options of filters that these commands have; `is_bench` chooses the help.
void add_rows(OptionAdder& to, OptionOf commands, const TakeRow& take, bool is_bench = false);
// Sets what is asked for.
TakeRow take_row_into(FilterSettings& request);

void add_tuning(OptionAdder& to, std::string& tuning, const char* help);
// With the help of the commands that filter.
void add_tuning(OptionAdder& to, std::string& tuning);
void add_size(OptionAdder& to, const char* help, std::optional<Size>& size);
void add_picture_in_file(OptionAdder& to, PictureInFile& picture);

// Throws Error(usage) where options are given that exclude each other.
void refuse_both(const Given& given);
// Throws Error(usage) for what nothing but `sweep bench` takes, and for what does not fit together.
void check_request(const FilterSettings& request);

// Throws Error(usage) for a filter that follows the picture, where there is no picture.
void refuse_following(const FilterSettings& request);

// "--taps, --block have no effect on sat", or an empty text where there are no names.
std::string no_effect(const std::vector<std::string>& names, const std::string& on);
// Says so of the given options among `rows` to which none of the requests listens.
std::string no_effect(const Given& given, const std::vector<FilterSettings>& requests,
                      std::span<const FilterOption> rows = filter_options());

}  // namespace sweep::app
