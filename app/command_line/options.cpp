#include "app/command_line/options.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sweep::app {

void add_rows(OptionAdder& to, OptionOf commands, const TakeRow& take, bool is_bench) {
    for (const FilterOption& row : filter_options()) {
        if (row.commands != commands) continue;
        const auto take_text = [take, &row](const std::string& text) { take(row, text); };
        if (row.value.empty())
            to.on_or_off(row.name, row.help, take_text);
        else
            to.value("--" + row.name, row.value,
                     is_bench && !row.bench_help.empty() ? row.bench_help : row.help, take_text);
    }
}

TakeRow take_row_into(FilterSettings& request) {
    return [&request](const FilterOption& row, const std::string& text) { set_option(row, request, text); };
}

void add_tuning(OptionAdder& to, std::string& tuning, const char* help) {
    to.value("--tuning", "built-in|measured|FILE", help, [&](const std::string& text) { tuning = text; });
}

void add_tuning(OptionAdder& to, std::string& tuning) {
    add_tuning(
        to, tuning,
        "cuda: the choices of blocks, paths and algorithms where none is asked for (default: those that "
        "sweep tune measured here, otherwise the built-in ones)");
}

void add_size(OptionAdder& to, const char* help, std::optional<Size>& size) {
    to.value("--size", "WxH", help, [&](const std::string& text) {
        const std::vector<std::string_view> items = split(text);
        for (const std::string_view item : items) size = parse_size("--size", item);
        if (items.size() > 1) refuse_usage("--size takes one value here: lists are for sweep bench");
    });
}

void add_picture_in_file(OptionAdder& to, PictureInFile& picture) {
    const auto add_name = [&](const char* name, const char* type, std::string& into, const char* help) {
        to.value(name, type, help, [name, &into](const std::string& text) {
            if (text.empty()) refuse_usage(fmt::format("{} needs a name", name));
            into = text;
        });
    };
    to.value("--page", "N", "The picture of a .tif or .npy of several (filter: all; else 1, the first)",
             [&](const std::string& text) { picture.page = parse_integer("--page", text, 1, 1000000000); });
    add_name("--part", "NAME|K", picture.choice.part,
             "The part of an .exr of several, by its name or its number (default: the one that is called "
             "beauty or the like, else the first)");
    add_name("--layer", "NAME", picture.choice.layer,
             "The layer of an .exr (default: the picture without a layer, else beauty or the like)");
    add_name("--channel", "NAME", picture.choice.channel, "One channel of an .exr, as data: Z, or diffuse.R");
}

void refuse_both(const Given& given) {
    if (given("--accuracy") && given("--order"))
        refuse_usage("--accuracy chooses the order: leave --order out, or --accuracy");
}

void check_request(const FilterSettings& request) {
    if (request.sigma_divisor > 0)
        refuse_usage("--sigma n/.. is a part of the image's side, for sweep bench: give it in pixels here");
    if (const std::string reason = nonsense(request); !reason.empty()) refuse_usage(reason);
}

void refuse_following(const FilterSettings& request) {
    if (info(request.filter.kind).follows_picture)
        refuse_usage(fmt::format("the filter {} is for pictures: take sweep filter, or the window",
                                 request.filter_word()));
}

std::string no_effect(const std::vector<std::string>& names, const std::string& on) {
    return names.empty() ? ""
                         : fmt::format("{} {} no effect on {}", fmt::join(names, ", "),
                                       names.size() == 1 ? "has" : "have", on);
}

std::string no_effect(const Given& given, const std::vector<FilterSettings>& requests,
                      std::span<const FilterOption> rows) {
    std::vector<std::string> idle;
    for (const FilterOption& row : rows)
        if (given("--" + row.name) && std::none_of(requests.begin(), requests.end(), row.listens))
            idle.push_back("--" + row.name);
    std::vector<std::string_view> filters;
    for (const FilterSettings& request : requests)
        if (const std::string_view word = request.filter_word();
            std::find(filters.begin(), filters.end(), word) == filters.end())
            filters.push_back(word);
    return no_effect(idle, fmt::format("{}", fmt::join(filters, ", ")));
}

}  // namespace sweep::app
