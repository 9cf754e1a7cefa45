// The settings of the window's view as options. A row has a name, and the functions that turn its text into a
// setting and back.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/base/number_text.h"
#include "app/work/options/option_values.h"
#include "app/work/request/settings.h"
#include "core/base/error.h"

namespace sweep::app {

struct ViewOption {
    std::string name;   // without dashes: "exposure"
    std::string value;  // its value in the help: "STOPS"
    std::string help;
    // Sets the option from its text. Throws Error(usage) with the option's name.
    std::function<void(Settings&, const std::string& text)> set;
    // The text that set() takes.
    std::function<std::string(const Settings&)> get;
    // Where the option says how far something has played, which is no step of undo: takes it over from other settings.
    std::function<void(Settings& to, const Settings& from)> keep = {};
};

// Rows for the usual kinds of options; `member` returns the value in the settings.
template <class Member>
ViewOption number_option(std::string name, std::string value, std::string help, double least, double most,
                         Member member);
// A number that says how far something has played.
template <class Member>
ViewOption place_option(std::string name, std::string value, std::string help, double least, double most,
                        Member member);
template <class Member>
ViewOption switch_option(std::string name, std::string help, Member member);
template <class Member>
ViewOption integer_option(std::string name, std::string value, std::string help, int least, int most,
                          Member member);
template <class T, std::size_t N, class Member>
ViewOption word_option(std::string name, std::string help,
                       const std::array<std::pair<std::string_view, T>, N>& words, Member member);
// Two pixels, "X,Y,X,Y"; an empty text: none.
template <class Member>
ViewOption pixels_option(std::string name, std::string help, Member member);
// A switch that is one value of a choice: `set` takes the settings and a bool.
template <class Set, class Get>
ViewOption switch_word_option(std::string name, std::string help, Set set, Get get);

// ---------------------------------------------------------------------------------------------------------

template <class Member>
ViewOption number_option(std::string name, std::string value, std::string help, double least, double most,
                         Member member) {
    const auto set = [=, option = "--" + name](Settings& settings, const std::string& text) {
        auto& target = member(settings);
        target = std::remove_reference_t<decltype(target)>(parse_number_within(option, text, least, most));
    };
    // The window may have left the range: the text stays within it, so that the command line of a view can be
    // read.
    const auto get = [=](const Settings& settings) {
        const auto now = member(settings);
        const auto low = decltype(now)(least), high = decltype(now)(most);
        return number_text(now >= low ? std::min(now, high) : low);  // NaN becomes the least
    };
    return {std::move(name), std::move(value), std::move(help), set, get};
}

template <class Member>
ViewOption place_option(std::string name, std::string value, std::string help, double least, double most,
                        Member member) {
    ViewOption row = number_option(std::move(name), std::move(value), std::move(help), least, most, member);
    row.keep = [member](Settings& to, const Settings& from) { member(to) = member(from); };
    return row;
}

template <class Member>
ViewOption switch_option(std::string name, std::string help, Member member) {
    static constexpr std::array<std::pair<std::string_view, bool>, 2> words{{{"on", true}, {"off", false}}};
    return word_option(std::move(name), std::move(help), words, member);
}

template <class Member>
ViewOption integer_option(std::string name, std::string value, std::string help, int least, int most,
                          Member member) {
    const auto set = [=, option = "--" + name](Settings& settings, const std::string& text) {
        member(settings) = parse_integer(option, text, least, most);
    };
    const auto get = [=](const Settings& settings) { return std::to_string(member(settings)); };
    return {std::move(name), std::move(value), std::move(help), set, get};
}

template <class Member>
ViewOption pixels_option(std::string name, std::string help, Member member) {
    const auto set = [=, option = "--" + name](Settings& settings, const std::string& text) {
        auto& pixels = member(settings);
        pixels.reset();
        if (text.empty()) return;
        const std::vector<std::string_view> numbers = split(text);
        if (numbers.size() != 4)
            throw Error(ExitCode::usage,
                        option + " '" + text + "' is not two pixels: write it like 12,34,56,78");
        int at[4];
        for (std::size_t i = 0; i < 4; ++i) at[i] = parse_integer(option, numbers[i], 0, 1 << 24);
        pixels = {{{at[0], at[1]}, {at[2], at[3]}}};
    };
    const auto get = [=](const Settings& settings) {
        const auto& pixels = member(settings);
        if (!pixels) return std::string();
        std::string text;
        for (const auto& pixel : *pixels)
            text += (text.empty() ? "" : ",") + std::to_string(pixel.x) + "," + std::to_string(pixel.y);
        return text;
    };
    return {std::move(name), "X,Y,X,Y", std::move(help), set, get};
}

template <class Set, class Get>
ViewOption switch_word_option(std::string name, std::string help, Set set, Get get) {
    const auto parse = [=, option = "--" + name](Settings& settings, const std::string& text) {
        static constexpr std::array<std::pair<std::string_view, bool>, 2> words{
            {{"on", true}, {"off", false}}};
        set(settings, parse_word(option, text, words));
    };
    const auto text = [=](const Settings& settings) { return std::string(get(settings) ? "on" : "off"); };
    return {std::move(name), "on|off", std::move(help), parse, text};
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
