#include "app/work/options/option_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/base/number_text.h"
#include "app/work/request/filter_settings.h"
#include "core/base/error.h"
#include "core/design/design.h"
#include "core/families/algorithms.h"

namespace sweep::app {
namespace {

// The number of insertions, deletions, replacements and swaps of neighbours that turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> older, old, now(b.size() + 1);
    std::iota(now.begin(), now.end(), std::size_t(0));
    for (std::size_t i = 1; i <= a.size(); ++i) {
        older = std::exchange(old, now);
        now[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            now[j] = std::min({old[j] + 1, now[j - 1] + 1, old[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = std::min(now[j], older[j - 2] + 1);
        }
    }
    return now.back();
}

bool is_number(std::string_view text) {
    double value = 0;
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

// Names that other programs use.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> synonyms{{{"gpu", "cuda"},
                                                                                 {"nvidia", "cuda"},
                                                                                 {"cauer", "elliptic"},
                                                                                 {"lowpass", "low"},
                                                                                 {"highpass", "high"},
                                                                                 {"ema", "exponential"}}};

// The name for which `text` stands in another program, or an empty one.
std::string_view meaning_of(std::string_view text) {
    for (const auto& [word, meaning] : synonyms)
        if (word == text) return meaning;
    for (const BoundaryInfo& b : boundary_table)
        if (!text.empty() && std::find(b.synonyms.begin(), b.synonyms.end(), text) != b.synonyms.end())
            return b.word;
    return "";
}

bool is_swap(std::string_view a, std::string_view b) {
    return edit_distance(a, b) == 1 && std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
}

bool begins(std::string_view text, std::string_view beginning) {
    return beginning.size() >= 2 && text.starts_with(beginning);
}

}  // namespace

std::string_view nearest(std::string_view text, std::span<const std::string_view> names) {
    if (const auto name = std::find(names.begin(), names.end(), meaning_of(text)); name != names.end())
        return *name;

    // In a short word one letter is too much: among words of 3 letters everything is near.
    const bool is_short = text.size() < 4;
    std::string_view best;
    std::size_t least = std::max<std::size_t>(1, text.size() / 3) + 1;
    for (std::string_view name : names) {
        // A text that is so much longer is not near, and that of a file may have a million letters to compare.
        if (text.size() >= name.size() + least) continue;
        const std::size_t distance = edit_distance(text, name);
        if (distance < least && (!is_short || is_swap(text, name))) {
            least = distance;
            best = name;
        }
    }
    if (!best.empty()) return best;

    auto is_near = [&](std::string_view name) { return begins(name, text) || begins(text, name); };
    const auto first = std::find_if(names.begin(), names.end(), is_near);
    const bool is_only = std::count_if(names.begin(), names.end(), is_near) == 1;
    return is_only ? *first : std::string_view();
}

std::string one_of(std::span<const std::string_view> words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + std::string(words[i]);
    return text;
}

std::string advice(std::string_view text, std::span<const std::string_view> names) {
    if (const std::string_view name = nearest(text, names); !name.empty())
        return fmt::format(": did you mean {}?", name);
    return fmt::format(": it is one of {}", fmt::join(names, ", "));
}

void refuse_usage(const std::string& what) {
    throw Error(ExitCode::usage, what);
}

void refuse_word(const std::string& option, std::string_view text, std::span<const std::string_view> names) {
    refuse_usage(fmt::format("{} '{}' is unknown{}", option, text, advice(text, names)));
}

FilterKind parse_kind(const std::string& option, std::string_view text) {
    std::vector<std::string_view> names;
    for (const KindInfo& kind : filter_kinds()) {
        if (kind.word == text) return kind.kind;
        names.push_back(kind.word);
    }
    refuse_word(option, text, names);
}

double parse_number(const std::string& option, std::string_view text) {
    double value = 0;
    const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range)
        refuse_usage(fmt::format("{} '{}' is beyond what a number can hold", option, text));
    // from_chars accepts inf and nan, which no option can use.
    if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value))
        refuse_usage(fmt::format("{} '{}' is not a number: write it like 2.5 or 1e-3", option, text));
    return value;
}

double parse_number_within(const std::string& option, const std::string& text, double least, double most) {
    const double value = parse_number(option, text);
    if (!(value >= least && value <= most))
        throw Error(ExitCode::usage, fmt::format("{} '{}' is not from {} to {}", option, text, least, most));
    return value;
}

int parse_integer(const std::string& option, std::string_view text, int least, int most) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
        refuse_usage(fmt::format("{} '{}' is not a whole number from {} to {}", option, text, least, most));
    return value;
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> items;
    for (;;) {
        const std::size_t comma = text.find(',');
        items.push_back(text.substr(0, comma));
        if (comma == std::string_view::npos) return items;
        text.remove_prefix(comma + 1);
    }
}

std::vector<double> parse_numbers(const std::string& option, std::string_view text) {
    std::vector<double> numbers;
    for (std::string_view item : split(text)) numbers.push_back(parse_number(option, item));
    return numbers;
}

Size parse_size(const std::string& option, std::string_view text) {
    constexpr int most = 1 << 24;
    const std::size_t x = text.find_first_of("xX");
    if (x == std::string_view::npos)
        refuse_usage(fmt::format("{} '{}' is not a size: write it like 1920x1080", option, text));
    return {parse_integer(option + " width", text.substr(0, x), 1, most),
            parse_integer(option + " height", text.substr(x + 1), 1, most)};
}

std::vector<Size> parse_sizes(const std::string& option, std::string_view text) {
    constexpr int most = 1 << 24, most_of_a_range = 4096;
    if (text.find_first_of("xX") != std::string_view::npos) return {parse_size(option, text)};
    std::vector<std::string_view> parts;
    for (std::size_t colon = 0; colon != std::string_view::npos;) {
        colon = text.find(':');
        parts.push_back(text.substr(0, colon));
        text.remove_prefix(colon == std::string_view::npos ? text.size() : colon + 1);
    }
    if (parts.size() == 2 || parts.size() > 3)
        refuse_usage(
            fmt::format("{} '{}' is not a range of sizes: write it like 64:8192:64, from, to and step",
                        option, fmt::join(parts, ":")));
    const int first = parse_integer(option, parts[0], 1, most);
    if (parts.size() == 1) return {{first, first}};
    const int last = parse_integer(option + " to", parts[1], first, most),
              step = parse_integer(option + " step", parts[2], 1, most);
    if ((last - first) / step >= most_of_a_range)
        refuse_usage(fmt::format("{} '{}' has more than {} sizes: take a larger step", option,
                                 fmt::join(parts, ":"), most_of_a_range));
    std::vector<Size> sizes;
    for (int side = first; side <= last; side += step) sizes.push_back({side, side});
    return sizes;
}

Sigma parse_sigma(const std::string& option, std::string_view text) {
    Sigma sigma;
    if (!text.starts_with("n/")) {
        const std::vector<double> both = parse_numbers(option, text);
        if (both.size() > 2)
            refuse_usage(fmt::format("{} '{}' is more than two numbers: write it like 5, or 8,2 for x and y",
                                     option, text));
        sigma.pixels = both.front();
        // 0 means the same along both axes, and is no standard deviation.
        if (both.size() == 2 && !(both.back() > 0))
            refuse_usage(fmt::format("{} '{}': sigma must be a positive number of pixels", option, text));
        if (both.size() == 2 && both.back() != both.front()) sigma.y = both.back();
        return sigma;
    }
    sigma.divisor = parse_number(option, text.substr(2));
    if (!(sigma.divisor > 0))
        refuse_usage(fmt::format("{} '{}' divides by what is not above 0: write it like n/6", option, text));
    return sigma;
}

std::vector<Boundary> parse_boundaries(const std::string& option, std::string_view text) {
    std::vector<Boundary> boundaries;
    for (std::string_view item : split(text)) {
        if (!boundaries.empty() && boundaries.back().kind == BoundaryKind::constant && is_number(item)) {
            boundaries.back().value.push_back(parse_number(option + " constant", item));
            continue;
        }
        const std::size_t colon = item.find(':');
        Boundary boundary{parse_word(option, item.substr(0, colon), boundary_words), {}};
        const bool has_value = colon != std::string_view::npos;
        if (has_value != (boundary.kind == BoundaryKind::constant))
            refuse_usage(fmt::format(
                "{} '{}': only constant has a value, and it needs one: write constant:0.5", option, item));
        if (has_value) boundary.value = {parse_number(option + " constant", item.substr(colon + 1))};
        boundaries.push_back(std::move(boundary));
    }
    return boundaries;
}

void set_boundaries(FilterSettings& settings, const std::string& option, std::string_view text) {
    std::vector<Boundary> both = parse_boundaries(option, text);
    if (both.size() > 2)
        refuse_usage(
            fmt::format("{} '{}': one boundary for all edges, or that of the rows and that of the columns, "
                        "like clamp,mirror",
                        option, text));
    settings.boundary_y.reset();
    if (both.size() == 2 && both[1] != both[0]) settings.boundary_y = std::move(both[1]);
    settings.boundary = std::move(both[0]);
}

std::string boundary_text(const Problem& problem) {
    if (!is_recursive(problem.filter.kind) && problem.filter.kind != FilterKind::box)
        return boundary_text(Boundary{BoundaryKind::none, {}});
    return boundary_text(problem.boundary) +
           (problem.has_two_boundaries() ? "," + boundary_text(problem.boundary_of_columns()) : "");
}

std::string boundary_text(const Boundary& boundary) {
    return fmt::format("{}{}{}", info(boundary.kind).word, boundary.value.empty() ? "" : ":",
                       fmt::join(boundary.value, ","));
}

AlgorithmChoice parse_algorithm(const std::string& option, std::string_view text) {
    std::vector<std::string_view> names;
    for (const AlgorithmInfo& a : algorithms()) {
        if (a.algorithm == Algorithm::cascade) continue;
        if (a.name == text) return {a.algorithm, {}};
        names.push_back(a.name);
    }
    if (auto terms = parse_cascade(text)) return {Algorithm::cascade, std::move(*terms)};
    names.push_back("2x5_1");  // an example, for all cascades
    refuse_word(option, text, names);
}

Derived parse_derived(const std::string& option, std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::string_view word = text.substr(0, colon);
    std::vector<std::string_view> words;
    for (const DerivedInfo& kind : derived_kinds()) {
        words.push_back(kind.word);
        if (kind.word != word) continue;
        Derived derived{.kind = kind.kind};
        if (colon == std::string_view::npos) return derived;
        const std::vector<double> values = parse_numbers(option, text.substr(colon + 1));
        if (values.size() > kind.values.size())
            refuse_usage(fmt::format("{} '{}': {} has {}", option, text, word,
                                     kind.values.empty()       ? "no values"
                                     : kind.values.size() == 1 ? "one value"
                                                               : "two values"));
        for (std::size_t i = 0; i < values.size(); ++i) derived.*kind.values[i].member = values[i];
        return derived;
    }
    refuse_word(option, word, words);
}

std::string derived_text(const Derived& derived) {
    const DerivedInfo& kind = info(derived.kind);
    std::string text(kind.word);
    for (std::size_t i = 0; i < kind.values.size(); ++i)
        text += (i == 0 ? ":" : ",") + number_text(derived.*kind.values[i].member);
    return text;
}

int parse_passes(const std::string& option, std::string_view text) {
    const std::vector<std::string_view> items = split(text);
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i < pass_names.size() && items[i] == pass_names[i]) continue;
        if (std::find(pass_names.begin(), pass_names.end(), items[i]) == pass_names.end())
            refuse_word(option, items[i], pass_names);
        refuse_usage(
            fmt::format("{} '{}' is not a beginning of down,up,right,left: each pass needs those before it",
                        option, text));
    }
    return int(items.size());
}

}  // namespace sweep::app
