#include "app/command_line/option_checks.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/filter/design.h"
#include "core/filter/kinds.h"

namespace sweep::app {
namespace {

constexpr std::array<std::string_view, 5> listings{"filters", "algorithms", "boundaries", "engines",
                                                   "recent"};

[[noreturn]] void refuse_option(const CLI::App& app, const std::string& name) {
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& long_name : option->get_lnames()) known.push_back("--" + long_name);
        for (const std::string& short_name : option->get_snames()) known.push_back("-" + short_name);
    }
    const std::vector<std::string_view> names(known.begin(), known.end());
    const std::string command = app.get_parent() ? app.get_name() + " " : "";
    const std::string_view near = nearest(name, names);
    refuse_usage(fmt::format("unknown option '{}': {}", name,
                             near.empty() ? fmt::format("sweep {}--help lists those that there are", command)
                                          : fmt::format("did you mean {}?", near)));
}

// Refuses a derivative along an axis of which no passes run, which the result would not have.
void refuse_idle_derivative(const FilterSpec& filter) {
    if (!info(filter.kind).parameters.has(Parameter::derivative)) return;
    const bool along_x = filter.derivative_x != 0 && filter.axes == Axes::y,
               along_y = filter.derivative_y != 0 && filter.axes == Axes::x;
    if (along_x || along_y)
        refuse_usage(
            fmt::format("--derivative {},{}: no pass runs along {}: leave --axes {} out, or that order",
                        filter.derivative_x, filter.derivative_y, along_x ? "x" : "y", along_x ? "y" : "x"));
}

}  // namespace

std::vector<std::string> join_values(CLI::App& app, const std::vector<std::string>& arguments,
                                     std::size_t first) {
    std::vector<std::string> joined(arguments.begin(), arguments.begin() + std::ptrdiff_t(first));
    for (std::size_t i = first; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (argument == "--") {
            joined.insert(joined.end(), arguments.begin() + std::ptrdiff_t(i), arguments.end());
            break;
        }
        if (argument.size() < 2 || argument[0] != '-') {
            joined.push_back(argument);
            continue;
        }
        const std::string name = argument.substr(0, argument.find('='));
        const CLI::Option* option = app.get_option_no_throw(name);
        if (!option) refuse_option(app, name);
        const bool is_whole = argument == name;
        // An option whose value may be left out takes the next argument only if that is a number, or the address that
        // this option takes.
        if (option->get_items_expected_min() == 0 && option->get_items_expected_max() > 0) {
            const char* const letters =
                option->get_type_name().starts_with("ADDRESS") ? "0123456789.:" : "0123456789";
            const bool counts = is_whole && i + 1 < arguments.size() && !arguments[i + 1].empty() &&
                                arguments[i + 1].find_first_not_of(letters) == std::string::npos;
            joined.push_back(!is_whole ? argument
                                       : name + "=" + (counts ? arguments[++i] : option->get_default_str()));
            continue;
        }
        if (option->get_items_expected_min() == 0) {
            if (!is_whole) refuse_usage(fmt::format("the option {} takes no value", name));
            joined.push_back(argument);
            continue;
        }
        std::string value;
        if (!is_whole)
            value = argument.substr(name.size() + 1);
        else if (i + 1 < arguments.size() && !arguments[i + 1].starts_with("--"))
            value = arguments[++i];
        if (value.empty())
            refuse_usage(
                fmt::format("the option {} needs a value: {} {}", name, name, option->get_type_name()));
        joined.push_back(name + "=" + value);
    }
    return joined;
}

void check_image_is_no_command(const std::string& image) {
    std::error_code error;
    if (image == "-" || image.find_first_of("./\\") != std::string::npos ||
        std::filesystem::exists(image, error))
        return;
    refuse_usage(fmt::format("'{}' is neither a command nor a file{}", image, advice(image, commands)));
}

void check(const Options& options) {
    if (options.command == Command::list &&
        std::find(listings.begin(), listings.end(), options.text) == listings.end())
        refuse_word("the list", options.text, listings);
    if (options.command == Command::window && options.in) check_image_is_no_command(*options.in);

    if (options.recent && options.in)
        refuse_usage("--recent opens a picture that was open before: leave " + *options.in +
                     " out, or --recent");

    if (options.camera && (options.in || options.recent))
        refuse_usage("--camera shows a camera: leave " + options.in.value_or("--recent") +
                     " out, or --camera");

    if (options.depth && !options.in && !options.recent && !options.state_of)
        refuse_usage("--depth " + *options.depth + " is the depth map of a picture: name that, too");

    if (options.page > 1 && !options.in && !options.recent && !options.state_of)
        refuse_usage(fmt::format("--page {} is a picture of a file: name that, too", options.page));

    if (!options.choice.empty() && options.command != Command::filter && !options.in && !options.recent &&
        !options.state_of)
        refuse_usage("--part, --layer and --channel are of a picture's file: name that, too");

    if (!options.inputs.empty())
        for (const auto& [file, name] : {std::pair{&options.timings, "--timings"},
                                         {&options.trace, "--trace"},
                                         {&options.dump_stages, "--dump-stages"}})
            if (*file)
                refuse_usage(
                    fmt::format("{} is about one file, and there are {}: filter one, or leave it out", name,
                                options.inputs.size()));

    if (!options.request.derived.is_none())
        for (const auto& [file, name] :
             {std::pair{&options.trace, "--trace"}, {&options.dump_stages, "--dump-stages"}})
            if (*file)
                refuse_usage(fmt::format(
                    "{} is of one run of a filter, and not of what is derived from its result: leave it "
                    "out, or --derive",
                    name));

    if (const DerivedInfo& kind = info(options.request.derived.kind);
        options.command == Command::filter && kind.of_moments && options.request.engine == EngineKind::cuda)
        refuse_usage(fmt::format(
            "--derive {} is computed in float64, which the engine cuda does not have: leave --engine out, or "
            "take --engine cpu",
            kind.word));

    const bool is_bench = options.command == Command::bench;
    const std::vector<FilterSettings> all = options.kinds();
    if (is_bench || options.command == Command::design)
        for (const FilterSettings& one : all)
            if (info(one.filter.kind).follows_picture)
                refuse_usage(fmt::format("the filter {} is for pictures: take sweep filter, or the window",
                                         one.filter_word()));
    if (info(options.request.filter.kind).follows_picture && options.command == Command::filter)
        for (const auto& [file, name] :
             {std::pair{&options.trace, "--trace"}, {&options.dump_stages, "--dump-stages"}})
            if (*file)
                refuse_usage(fmt::format("{} is not of the filter {}: leave it out", name,
                                         options.request.filter_word()));
    if (!options.request.guide.empty() && !info(options.request.filter.kind).takes_guide)
        refuse_usage("--guide is a picture for the filters edge and bilateral: add --filter edge");
    if (options.sizes.size() > 1 && !is_bench)
        refuse_usage("--size takes one value here: lists are for sweep bench");
    if (options.request.sigma_divisor > 0 && !is_bench)
        refuse_usage("--sigma n/.. is a part of the image's side, for sweep bench: give it in pixels here");
    if (options.quiet && !options.json && !options.csv)
        refuse_usage("--quiet leaves nothing of the results: add --json FILE or --csv FILE");
    const std::vector<FilterSettings> requests = options.kinds();
    const auto is_nonsense = [](const FilterSettings& request) { return !nonsense(request).empty(); };
    if (std::all_of(requests.begin(), requests.end(), is_nonsense)) refuse_usage(nonsense(requests.front()));
    // The window may be on its way through such a filter.
    if (options.command == Command::filter) {
        check_volume_axes(options.volume, options.request);
        refuse_idle_derivative(requests.front().filter);
    }
}

void refuse_both(const CLI::App& app) {
    const auto is_given = [&](const char* name) {
        const CLI::Option* option = app.get_option_no_throw(name);
        return option && option->count() > 0;
    };
    if (is_given("--accuracy") && is_given("--order"))
        refuse_usage("--accuracy chooses the order: leave --order out, or --accuracy");
}

std::string without_effect(const Options& options, const CLI::App& app) {
    const std::vector<FilterSettings> requests = options.kinds();
    const bool is_design = options.command == Command::design;
    const FilterOption* const last_of_design =
        find_filter_option("boundary");  // later rows say how it is solved
    std::vector<std::string> idle, idle_here;
    const auto is_given = [&](const std::string& name) {
        const CLI::Option* option = app.get_option_no_throw(name);
        return option && option->count() > 0;
    };
    for (const FilterOption& row : filter_options()) {
        const std::string name = "--" + row.name;
        if (!is_given(name)) continue;
        if (is_design && &row > last_of_design)
            idle_here.push_back(name);
        else if (std::none_of(requests.begin(), requests.end(), row.listens))
            idle.push_back(name);
    }
    for (const char* name : {"--tuning", "--size"})
        if (is_design && is_given(name)) idle_here.push_back(name);
    std::vector<std::string_view> filters;
    for (const FilterSettings& request : requests)
        if (const std::string_view word = request.filter_word();
            std::find(filters.begin(), filters.end(), word) == filters.end())
            filters.push_back(word);
    std::vector<std::string> notes;
    const auto add_note = [&](const std::vector<std::string>& names, const std::string& on) {
        if (!names.empty())
            notes.push_back(fmt::format("{} {} no effect on {}", fmt::join(names, ", "),
                                        names.size() == 1 ? "has" : "have", on));
    };
    add_note(idle, fmt::format("{}", fmt::join(filters, ", ")));
    add_note(idle_here, "sweep design");
    return fmt::format("{}", fmt::join(notes, "; "));
}

}  // namespace sweep::app
