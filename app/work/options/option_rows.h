// The rows of the table of filter_options.h, as they are written: a call a row, followed by what is special about it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/base/number_text.h"
#include "app/work/options/filter_option.h"
#include "app/work/options/option_values.h"
#include "core/design/kinds.h"

namespace sweep::app {

inline bool runs_passes(const FilterSettings& s) {
    return is_recursive(s.filter.kind);
}

// What lies outside of the image, and the axes, make a difference.
inline bool meets_edges(const FilterSettings& s) {
    return runs_passes(s) || s.filter.kind == FilterKind::box;
}

// The texts of a list's values.
inline std::vector<std::string> split_at_commas(const std::string& text) {
    std::vector<std::string> items;
    for (std::string_view item : split(text)) items.emplace_back(item);
    return items;
}

class OptionRows {
    using S = FilterSettings;
    using Text = const std::string&;

  public:
    class Row {
      public:
        explicit Row(FilterOption& option) : option_(option) {}
        Row& heard_by(std::function<bool(const S&)> listens) {
            option_.listens = std::move(listens);
            return *this;
        }
        Row& heard_by(Parameter parameter) {
            return heard_by([parameter](const S& s) { return reads(s.filter.kind, parameter); });
        }
        template <class... Each>
        Row& heard_by(Algorithm first, Each... others) {
            return heard_by([=](const S& s) {
                const Algorithm now = s.method.algorithm;
                return now == first || ((now == others) || ...);
            });
        }
        Row& list(int axis, std::vector<std::string> (*items)(Text) = split_at_commas) {
            option_.axis = axis;
            option_.items = items;
            return *this;
        }
        Row& pair() {
            option_.takes_pair = true;
            return *this;
        }
        Row& of(OptionOf commands) {
            option_.commands = commands;
            return *this;
        }
        Row& in_bench(std::string help) {
            option_.bench_help = std::move(help);
            return *this;
        }

      private:
        FilterOption& option_;
    };

    Row operator()(std::string name, std::string value, std::string help, std::function<void(S&, Text)> set,
                   std::function<std::string(const S&)> get) {
        FilterOption option{std::move(name), std::move(value), std::move(help), std::move(set),
                            std::move(get)};
        return Row(all_.emplace_back(std::move(option)));
    }
    // A number of the filter.
    Row operator()(const std::string& name, const std::string& value, const std::string& help,
                   double FilterSpec::*member) {
        return (*this)(
            name, value, help, [=](S& s, Text text) { s.filter.*member = parse_number("--" + name, text); },
            [=](const S& s) { return number_text(s.filter.*member); });
    }
    // Coefficients. They stay in the settings while another filter is chosen, but are not part of its view.
    Row operator()(const std::string& name, const std::string& value, const std::string& help,
                   std::vector<double> FilterSpec::*member) {
        const auto get = [=](const S& s) {
            return s.filter.kind == FilterKind::iir ? fmt::format("{}", fmt::join(s.filter.*member, ","))
                                                    : "";
        };
        return (*this)(
                   name, value, help,
                   [=](S& s, Text text) { s.filter.*member = parse_numbers("--" + name, text); }, get)
            .heard_by(Parameter::coefficients);
    }
    // One of several words; `member` returns what the word stands for.
    template <class T, std::size_t N, class Member>
    Row operator()(const std::string& name, const std::string& value, const std::string& help,
                   const std::array<std::pair<std::string_view, T>, N>& words, Member member) {
        return (*this)(
            name, value, help, [=](S& s, Text text) { member(s) = parse_word("--" + name, text, words); },
            [=](const S& s) { return std::string(word_for(words, T(member(s)))); });
    }

    std::vector<FilterOption> take() { return std::move(all_); }

  private:
    std::vector<FilterOption> all_;
};

// What filters there are, and their numbers.
void add_filter_rows(OptionRows& row);
// How the filter is to be solved.
void add_solution_rows(OptionRows& row);

}  // namespace sweep::app
