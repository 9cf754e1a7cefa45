// What the window shows, as options: one table of names that the command line and scripts take and that
// `copy state` writes.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/option_values.h"
#include "app/settings.h"

namespace sweep::app {

struct ViewOption {
    std::string name;   // without its dashes: "exposure"
    std::string value;  // what stands behind it in the help: "STOPS"
    std::string help;
    // Throws Error(usage) with the option's name.
    std::function<void(Settings&, const std::string& text)> set;
    // As set() takes it.
    std::function<std::string(const Settings&)> get;
};
// In the order in which they are listed. A setting that an option of the filter has is not here.
const std::vector<ViewOption>& view_options();

// Rows for the usual kinds; `member` finds the value in the settings.
template <class Member>
ViewOption number_option(std::string name, std::string value, std::string help, double least, double most,
                         Member member);
template <class Member>
ViewOption switch_option(std::string name, std::string help, Member member);
template <class T, std::size_t N, class Member>
ViewOption word_option(std::string name, std::string help,
                       const std::array<std::pair<std::string_view, T>, N>& words, Member member);

// The options that tell these settings from those at the start, filter and all: {"--sigma=12", "--view=original"}; of how a
// picture is filtered and seen, nothing that reads, writes or runs (app/picture_state.h).
// parse_options() of them gives the same settings; what is outside of an option's range gives its end.
std::vector<std::string> state_arguments(const Settings& settings);

// Whether an option of this name, without its dashes, is of the filter: what state_arguments() writes that has no row in
// view_options().
bool is_filter_option(std::string_view name);

// Quoted for a shell where it has to be.
std::string shell_word(const std::string& text);
// The words of a line that shell_word() has quoted.
std::vector<std::string> shell_words(std::string_view line);

// ---------------------------------------------------------------------------------------------------------

std::string number_text(float value);
std::string number_text(double value);
double parse_number_within(const std::string& option, const std::string& text, double least, double most);

template <class Member>
ViewOption number_option(std::string name, std::string value, std::string help, double least, double most,
                         Member member) {
    const auto set = [=, option = "--" + name](Settings& settings, const std::string& text) {
        auto& target = member(settings);
        target = std::remove_reference_t<decltype(target)>(parse_number_within(option, text, least, most));
    };
    // Within the range whatever the window has made of it: the command line of a view is one that can be read.
    const auto get = [=](const Settings& settings) {
        const auto now = member(settings);
        const auto low = decltype(now)(least), high = decltype(now)(most);
        return number_text(now >= low ? std::min(now, high) : low);  // what is no number is the least
    };
    return {std::move(name), std::move(value), std::move(help), set, get};
}

template <class Member>
ViewOption switch_option(std::string name, std::string help, Member member) {
    static constexpr std::array<std::pair<std::string_view, bool>, 2> words{{{"on", true}, {"off", false}}};
    return word_option(std::move(name), std::move(help), words, member);
}

template <class T, std::size_t N, class Member>
ViewOption word_option(std::string name, std::string help,
                       const std::array<std::pair<std::string_view, T>, N>& words, Member member) {
    const auto set = [=, option = "--" + name](Settings& settings, const std::string& text) {
        member(settings) = parse_word(option, text, words);
    };
    const auto get = [=](const Settings& settings) {
        return std::string(word_for(words, T(member(settings))));
    };
    std::string value;
    for (const auto& [word, meaning] : words) value += (value.empty() ? "" : "|") + std::string(word);
    return {std::move(name), std::move(value), std::move(help), set, get};
}

}  // namespace sweep::app
