// The values of options, parsed from text. Numbers do not depend on the locale. Every parsing function throws
// Error(usage) with the option's name, the text, what was expected and, for words, the nearest spelling.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/work/request/filter_settings.h"
#include "core/problem/problem.h"

namespace sweep::app {

// The words of the command line and their meanings, in the order in which they are listed.
template <class T>
using Words = std::span<const std::pair<std::string_view, T>>;

// The words of a table whose rows have a word and a kind.
template <class Row, std::size_t N>
constexpr auto words_of(const std::array<Row, N>& table) {
    std::array<std::pair<std::string_view, decltype(Row::kind)>, N> words;
    for (std::size_t i = 0; i < N; ++i) words[i] = {table[i].word, table[i].kind};
    return words;
}

inline constexpr std::array<std::pair<std::string_view, Band>, 4> band_words{{
    {"low", Band::low},
    {"high", Band::high},
    {"pass", Band::pass},
    {"stop", Band::stop},
}};
inline constexpr std::array<std::pair<std::string_view, Axes>, 3> axes_words{{
    {"both", Axes::both},
    {"x", Axes::x},
    {"y", Axes::y},
}};
inline constexpr auto boundary_words = words_of(boundary_table);
inline constexpr std::array<std::pair<std::string_view, Realisation>, 2> realisation_words{{
    {"delta", Realisation::delta},
    {"direct", Realisation::direct},
}};
inline constexpr std::array<std::pair<std::string_view, Missing>, 3> missing_words{{
    {"keep", Missing::keep},
    {"fill", Missing::fill},
    {"zero", Missing::zero},
}};
inline constexpr std::array<std::pair<std::string_view, KernelPath>, 3> path_words{{
    {"auto", KernelPath::automatic},
    {"portable", KernelPath::portable},
    {"hopper", KernelPath::hopper},
}};
inline constexpr std::array<std::pair<std::string_view, Memory>, 2> memory_words{{
    {"linear", Memory::linear},
    {"texture", Memory::texture},
}};
// The values of Method::half_result.
inline constexpr std::array<std::pair<std::string_view, bool>, 2> result_words{{
    {"float", false},
    {"half", true},
}};
inline constexpr auto engine_words = words_of(engine_names);

inline constexpr std::array<std::pair<std::string_view, Precision>, 6> precision_words{{
    {"auto", Precision::automatic},
    {"uint32", Precision::uint32},
    {"float", Precision::f32},
    {"float-mean", Precision::f32_less_mean},
    {"fixed", Precision::fixed_point},
    {"double", Precision::f64},
}};

template <class T, std::size_t N>
std::string_view word_for(const std::array<std::pair<std::string_view, T>, N>& words, T value) {
    for (const auto& [word, meaning] : words)
        if (meaning == value) return word;
    return "";
}

// "delta or direct", "none, zero or clamp".
std::string one_of(std::span<const std::string_view> words);

template <class T, std::size_t N>
std::string one_of(const std::array<std::pair<std::string_view, T>, N>& words) {
    std::array<std::string_view, N> names;
    for (std::size_t i = 0; i < N; ++i) names[i] = words[i].first;
    return one_of(names);
}

// The name that `text` was probably meant to be, or an empty one if none is near. A text of fewer than 4
// letters is only matched by a synonym, by a swap of two letters, or as the beginning of a name.
std::string_view nearest(std::string_view text, std::span<const std::string_view> names);

// ": did you mean NAME?", or ": it is one of NAMES".
std::string advice(std::string_view text, std::span<const std::string_view> names);

// Throws Error(usage).
[[noreturn]] void refuse_usage(const std::string& what);
[[noreturn]] void refuse_word(const std::string& option, std::string_view text,
                              std::span<const std::string_view> names);

template <class T, std::size_t N>
T parse_word(const std::string& option, std::string_view text,
             const std::array<std::pair<std::string_view, T>, N>& words) {
    std::array<std::string_view, N> names;
    for (std::size_t i = 0; i < N; ++i) {
        if (words[i].first == text) return words[i].second;
        names[i] = words[i].first;
    }
    refuse_word(option, text, names);
}

FilterKind parse_kind(const std::string& option, std::string_view text);

double parse_number(const std::string& option, std::string_view text);  // finite
double parse_number_within(const std::string& option, const std::string& text, double least, double most);
int parse_integer(const std::string& option, std::string_view text, int least, int most);
std::vector<std::string_view> split(std::string_view text);  // split at commas
std::vector<double> parse_numbers(const std::string& option, std::string_view text);

struct Size {
    int width = 0, height = 0;
    friend bool operator==(const Size&, const Size&) = default;
};
Size parse_size(const std::string& option, std::string_view text);  // "640x480"
// "640x480", "512" (a square), or "64:8192:64" (squares from the first side to the second, in steps of the
// third).
std::vector<Size> parse_sizes(const std::string& option, std::string_view text);

// The standard deviation of a Gaussian: in pixels, or the image's shorter side n over a divisor, as in [N16]
// section 6.
struct Sigma {
    double pixels = 5;
    double y = 0;        // down the columns; 0: the same
    double divisor = 0;  // if above 0, sigma is n / divisor
};
Sigma parse_sigma(const std::string& option, std::string_view text);  // "2.5", "8,2" (x, y), "n/6"

// "clamp" or "constant:0.5,0.25,1", or several of them, separated by commas.
std::vector<Boundary> parse_boundaries(const std::string& option, std::string_view text);
// Takes "clamp", or "clamp,mirror": the boundary of the rows, and that of the columns.
void set_boundaries(FilterSettings& settings, const std::string& option, std::string_view text);
std::string boundary_text(const Boundary& boundary);
std::string boundary_text(const Problem& problem);  // "none" if its filter has no boundary

// A name in the table of algorithms, or a cascade: "7", "2x5_1", "5_1+4_2".
AlgorithmChoice parse_algorithm(const std::string& option, std::string_view text);

// "none", "dog" or "unsharp:1.5,0.02": what is derived, and its values. The text has all values of the kind.
Derived parse_derived(const std::string& option, std::string_view text);
std::string derived_text(const Derived& derived);

// The number of passes: "down,up" is 2.
int parse_passes(const std::string& option, std::string_view text);

}  // namespace sweep::app
