// Random states of the window for properties: from its options, and from actions in it.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rapidcheck.h>

#include "app/command_line/picture_state.h"
#include "app/command_line/view_options.h"
#include "app/work/options/option_values.h"
#include "app/work/request/settings.h"
#include "core/families/algorithms.h"
#include "tests/support/generators.h"

namespace sweep::app {

inline void showValue(const Settings& settings, std::ostream& out) {
    for (const std::string& argument : state_arguments(settings)) out << shell_word(argument) << " ";
}

namespace test {

using namespace sweep::test;

// Text of any bytes but 0, which ends the text of a PNG and an argument.
inline rc::Gen<std::string> texts() {
    return rc::gen::container<std::string>(
        rc::gen::weightedOneOf<char>({{4, rc::gen::map(integer(0x20, 0x7e), [](int c) { return char(c); })},
                                      {1, rc::gen::elementOf(std::string(" '\"\\\n\t=-#,"))},
                                      {1, rc::gen::map(integer(1, 255), [](int c) { return char(c); })}}));
}

// Numbers as a user types them, small and large, of either sign.
inline rc::Gen<std::string> number_texts() {
    const auto text = [](auto number) { return fmt::format("{}", number); };
    return rc::gen::weightedOneOf<std::string>({{2, rc::gen::map(integer(-2, 130), text)},
                                                {2, rc::gen::map(number(0, 1), text)},
                                                {1, rc::gen::map(number(-20, 130), text)},
                                                {1, rc::gen::map(either_sign(magnitude(1e-6, 1e7)), text)}});
}

inline FilterSettings with_filter(FilterSpec filter) {
    FilterSettings settings;
    settings.filter = std::move(filter);
    return settings;
}

inline rc::Gen<AlgorithmChoice> algorithm_choices() {
    std::vector<AlgorithmChoice> named;
    for (const AlgorithmInfo& row : algorithms())
        if (row.algorithm != Algorithm::cascade) named.push_back({row.algorithm, {}});
    const auto terms = rc::gen::container<std::vector<CascadeTerm>>(
        rc::gen::construct<CascadeTerm>(integer(4, 5), integer(1, 2)));
    const auto cascades =
        rc::gen::map(rc::gen::suchThat(terms, [](const auto& list) { return list.size() >= 2; }),
                     [](std::vector<CascadeTerm> list) {
                         return AlgorithmChoice{Algorithm::cascade, std::move(list)};
                     });
    return rc::gen::weightedOneOf<AlgorithmChoice>({{2, rc::gen::elementOf(named)}, {1, cascades}});
}

// All settings of the filter, whether they go together or not.
inline rc::Gen<FilterSettings> filter_settings() {
    const auto one_of = [](const auto& words) {
        using T = std::decay_t<decltype(words[0].second)>;
        return rc::gen::map(integer(0, int(words.size()) - 1),
                            [words](int i) -> T { return words[std::size_t(i)].second; });
    };
    const auto boundary = rc::gen::mapcat(integer(1, 4), [](int channels) { return boundaries(channels); });
    const auto of_columns = rc::gen::weightedOneOf<std::optional<Boundary>>(
        {{3, rc::gen::just(std::optional<Boundary>())},
         {1, rc::gen::map(boundary, [](Boundary one) { return std::optional<Boundary>(std::move(one)); })}});
    const auto numbers = rc::gen::build<Method>(
        rc::gen::set(&Method::taps, rc::gen::map(integer(0, 5000), [](int i) { return i ? 2 * i - 1 : 0; })),
        rc::gen::set(&Method::block, integer(0, 4096)),
        rc::gen::set(&Method::precision, one_of(precision_words)),
        rc::gen::set(&Method::realisation, one_of(realisation_words)),
        rc::gen::set(&Method::half_result, rc::gen::arbitrary<bool>()));
    const auto methods = rc::gen::map(rc::gen::pair(algorithm_choices(), numbers),
                                      [](const auto& both) { return both.first.of(both.second); });
    const auto settings = rc::gen::build(
        rc::gen::map(filters(), with_filter), rc::gen::set(&FilterSettings::boundary, boundary),
        rc::gen::set(&FilterSettings::boundary_y, of_columns), rc::gen::set(&FilterSettings::method, methods),
        rc::gen::set(&FilterSettings::engine, one_of(engine_words)),
        rc::gen::set(&FilterSettings::passes, integer(1, all_passes)),
        rc::gen::set(&FilterSettings::linear,
                     rc::gen::element<std::optional<bool>>(std::nullopt, true, false)));
    return rc::gen::map(settings, [](FilterSettings s) {
        if (s.boundary_y == s.boundary) s.boundary_y.reset();
        return s;
    });
}

inline std::string slot_text_of(const FilterSettings& filter) {
    Settings settings;
    static_cast<FilterSettings&>(settings) = filter;
    return fmt::format("{}", fmt::join(state_arguments(settings), " "));
}

// A value that the option takes, according to its help.
inline rc::Gen<std::string> values_of(const ViewOption& row) {
    std::vector<std::string> words;
    for (std::size_t from = 0; from <= row.value.size();) {
        const std::size_t end = std::min(row.value.find('|', from), row.value.size());
        words.push_back(row.value.substr(from, end - from));
        from = end + 1;
    }
    if (row.name == "broken")
        for (const auto& [word, fault] : fault_words) words.emplace_back(word);
    if (row.name == "depth-strokes")
        words.insert(words.end(), {"1:5,6", "0:5,6,700,8;0.125:0,0", "0.75:10,20,30,40"});
    const auto some_numbers =
        rc::gen::map(rc::gen::container<std::vector<std::string>>(number_texts()),
                     [](const auto& all) { return fmt::format("{}", fmt::join(all, ",")); });
    const auto power = rc::gen::map(integer(0, 24), [](int i) { return std::to_string(1 << i); });
    return rc::gen::suchThat(
        rc::gen::weightedOneOf<std::string>(
            {{3, rc::gen::elementOf(words)},
             {2, number_texts()},
             {1, power},
             {2, some_numbers},
             {2, rc::gen::map(rc::gen::pair(number_texts(), number_texts()),
                              [](const auto& both) { return both.first + "," + both.second; })},
             {1, rc::gen::map(rc::gen::container<std::vector<int>>(4, integer(0, 5000)),
                              [](const auto& all) { return fmt::format("{}", fmt::join(all, ",")); })},
             {1, rc::gen::map(rc::gen::container<std::vector<double>>(4, number(-0.2, 1.2)),
                              [](const auto& all) { return fmt::format("{}", fmt::join(all, ",")); })},
             {1, rc::gen::map(filter_settings(), slot_text_of)}}),
        [&row](const std::string& text) {
            try {
                Settings settings;
                row.set(settings, text);
                return !text.empty();
            } catch (const Error&) {
                return false;
            }
        });
}

// An option of the view and its value.
inline rc::Gen<std::pair<std::string, std::string>> option_changes() {
    return rc::gen::mapcat(integer(0, int(view_options().size()) - 1), [](int i) {
        const ViewOption& row = view_options()[std::size_t(i)];
        return rc::gen::map(values_of(row),
                            [&row](std::string value) { return std::pair(row.name, std::move(value)); });
    });
}

// Some changes of options, one after the other.
inline rc::Gen<Settings> settings() {
    return rc::gen::apply(
        [](const FilterSettings& filter, const std::vector<std::pair<std::string, std::string>>& changes) {
            Settings all;
            static_cast<FilterSettings&>(all) = filter;
            for (const auto& [name, value] : changes)
                for (const ViewOption& row : view_options())
                    if (row.name == name) row.set(all, value);
            return all;
        },
        filter_settings(),
        rc::gen::container<std::vector<std::pair<std::string, std::string>>>(option_changes()));
}

// The part of the settings that a state contains. It leaves out coefficients that wait for another filter,
// and the passes of a filter that has none.
struct Said {
    FilterSettings filter;
    std::vector<std::string> view;  // in the order of view_options()
};
inline Said said(const Settings& settings) {
    Said all{settings, {}};
    FilterSpec& filter = all.filter.filter;
    if (filter.kind != FilterKind::iir)
        for (auto* list :
             {&filter.causal, &filter.anticausal, &filter.feedforward, &filter.anticausal_feedforward})
            list->clear();
    if (!is_recursive(filter.kind)) all.filter.passes = all_passes;
    for (const ViewOption& row : view_options()) all.view.push_back(row.get(settings));
    return all;
}

// Returns the difference in words; empty: both states are the same.
inline std::string difference(const Settings& a, const Settings& b) {
    const Said x = said(a), y = said(b);
    const FilterSettings &f = x.filter, &g = y.filter;
    std::string text;
    const auto compare = [&](const char* name, const auto& one, const auto& other) {
        if (!(one == other)) text += std::string(name) + " ";
    };
    compare("filter", f.filter, g.filter);
    compare("boundary", f.boundary, g.boundary);
    compare("boundary of the columns", f.boundary_y, g.boundary_y);
    compare("method", f.method, g.method);
    compare("engine", f.engine, g.engine);
    compare("passes", f.passes, g.passes);
    compare("linear", f.linear, g.linear);
    for (std::size_t i = 0; i < x.view.size(); ++i)
        if (x.view[i] != y.view[i])
            text += fmt::format("{}: '{}' and '{}' ", view_options()[i].name, x.view[i], y.view[i]);
    return text;
}

}  // namespace test
}  // namespace sweep::app
