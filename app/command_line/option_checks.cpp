#include "app/command_line/option_checks.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/filter/design.h"

namespace sweep::app {
namespace {

constexpr std::array<std::string_view, 5> listings{"filters", "algorithms", "boundaries", "engines",
                                                   "recent"};

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ExitCode::usage, what);
}

[[noreturn]] void refuse_option(const CLI::App& app, const std::string& name) {
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& long_name : option->get_lnames()) known.push_back("--" + long_name);
        for (const std::string& short_name : option->get_snames()) known.push_back("-" + short_name);
    }
    const std::vector<std::string_view> names(known.begin(), known.end());
    const std::string command = app.get_parent() ? app.get_name() + " " : "";
    const std::string_view near = nearest(name, names);
    refuse(fmt::format("unknown option '{}': {}", name,
                       near.empty() ? fmt::format("sweep {}--help lists those that there are", command)
                                    : fmt::format("did you mean {}?", near)));
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
        if (option->get_items_expected_min() == 0) {
            if (!is_whole) refuse(fmt::format("the option {} takes no value", name));
            joined.push_back(argument);
            continue;
        }
        std::string value;
        if (!is_whole)
            value = argument.substr(name.size() + 1);
        else if (i + 1 < arguments.size() && !arguments[i + 1].starts_with("--"))
            value = arguments[++i];
        if (value.empty())
            refuse(fmt::format("the option {} needs a value: {} {}", name, name, option->get_type_name()));
        joined.push_back(name + "=" + value);
    }
    return joined;
}

void check_image_is_no_command(const std::string& image) {
    std::error_code error;
    if (image.find_first_of("./\\") != std::string::npos || std::filesystem::exists(image, error)) return;
    refuse(fmt::format("'{}' is neither a command nor a file{}", image, advice(image, commands)));
}

void check(const Options& options) {
    if (options.command == Command::list &&
        std::find(listings.begin(), listings.end(), options.text) == listings.end())
        refuse_word("the list", options.text, listings);
    if (options.command == Command::window && options.in) check_image_is_no_command(*options.in);

    if (options.recent && options.in)
        refuse("--recent opens a picture that was open before: leave " + *options.in + " out, or --recent");

    if (options.depth && !options.in && !options.recent && !options.state_of)
        refuse("--depth " + *options.depth + " is the depth map of a picture: name that, too");

    const bool is_bench = options.command == Command::bench;
    auto one = [&](const char* name, std::size_t count) {
        if (count > 1 && !is_bench)
            refuse(fmt::format("{} takes one value here: lists are for sweep bench", name));
    };
    one("--filter", options.filters.size());
    one("--order", options.orders.size());
    one("--boundary", options.boundaries.size());
    one("--algorithm", options.algorithms.size());
    one("--size", options.sizes.size());
    one("--sigma", options.sigmas.size());
    one("--alpha", options.alphas.size());
    one("--engine", options.engines.size());
    if (options.sigmas.front().divisor > 0 && !is_bench)
        refuse("--sigma n/.. is a part of the image's side, for sweep bench: give it in pixels here");
    if (options.quiet && !options.json && !options.csv)
        refuse("--quiet leaves nothing of the results: add --json FILE or --csv FILE");

    auto any = [&](auto is) { return std::any_of(options.filters.begin(), options.filters.end(), is); };
    const FilterSpec& spec = options.parameters;
    if (!(spec.causal.empty() && spec.anticausal.empty() && spec.feedforward.empty() &&
          spec.anticausal_feedforward.empty()) &&
        !any([](FilterKind kind) { return kind == FilterKind::iir; }))
        refuse(
            "--causal, --anticausal and their feedforward are coefficients of the filter iir: add "
            "--filter iir");
    if (options.passes != all_passes && !any(is_recursive))
        refuse(fmt::format("the filter {} has no passes to stop after: leave --passes out",
                           word_for(filter_words, options.filters.front())));
}

std::string without_effect(const Options& options, const CLI::App& app) {
    struct Listeners {
        const char* option;
        bool (*listens)(FilterKind);
    };
    using enum FilterKind;
    constexpr auto is_gaussian = [](FilterKind kind) { return kind == gaussian; };
    constexpr auto ripples = [](FilterKind kind) { return kind == chebyshev1 || kind == elliptic; };
    constexpr auto attenuates = [](FilterKind kind) { return kind == chebyshev2 || kind == elliptic; };
    constexpr auto is_exponential = [](FilterKind kind) { return kind == exponential; };
    constexpr auto is_box = [](FilterKind kind) { return kind == box; };
    constexpr auto is_table = [](FilterKind kind) { return kind == box || kind == sat; };
    constexpr auto is_something = [](FilterKind kind) { return kind != FilterKind::none; };
    constexpr Listeners all[] = {
        {"--sigma", is_gaussian},      {"--order", has_orders},      {"--derivative", is_gaussian},
        {"--band", has_band},          {"--cutoff", has_band},       {"--ripple", ripples},
        {"--attenuation", attenuates}, {"--alpha", is_exponential},  {"--radius", is_box},
        {"--gain", is_recursive},      {"--boundary", is_recursive}, {"--realisation", is_recursive},
        {"--precision", is_table},     {"--algorithm", is_something}};
    auto is_given = [&](const char* name) {
        const CLI::Option* option = app.get_option_no_throw(name);
        return option && option->count() > 0;
    };
    std::vector<std::string_view> idle, filters;
    for (const auto& [option, listens] : all)
        if (is_given(option) && std::none_of(options.filters.begin(), options.filters.end(), listens))
            idle.push_back(option);
    auto asks_for = [&](std::initializer_list<Algorithm> listening) {
        return std::any_of(
            options.algorithms.begin(), options.algorithms.end(), [&](const AlgorithmChoice& choice) {
                return std::find(listening.begin(), listening.end(), choice.algorithm) != listening.end();
            });
    };
    if (is_given("--taps") && !asks_for({Algorithm::convolution})) idle.push_back("--taps");
    if (is_given("--block") && !asks_for({Algorithm::automatic, Algorithm::alg7, Algorithm::alg8,
                                          Algorithm::sat_ha, Algorithm::sat_one_pass}))
        idle.push_back("--block");
    if (idle.empty()) return {};
    for (FilterKind kind : options.filters) filters.push_back(word_for(filter_words, kind));
    return fmt::format("{} {} no effect on {}", fmt::join(idle, ", "), idle.size() == 1 ? "has" : "have",
                       fmt::join(filters, ", "));
}

}  // namespace sweep::app
