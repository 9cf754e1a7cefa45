#include "app/request/filter_options.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/base/number_text.h"
#include "app/request/option_values.h"
#include "core/base/error.h"
#include "core/filter/design.h"
#include "core/problem/algorithms.h"

namespace sweep::app {
namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ExitCode::usage, what);
}

// Lists words: "delta or direct", "none, zero or clamp".
std::string one_of(const std::vector<std::string_view>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + std::string(words[i]);
    return text;
}

template <class T, std::size_t N>
std::string one_of(const std::array<std::pair<std::string_view, T>, N>& words) {
    std::vector<std::string_view> names;
    for (const auto& [word, meaning] : words) names.push_back(word);
    return one_of(names);
}

std::string kind_names() {
    std::vector<std::string_view> names;
    for (const KindInfo& kind : filter_kinds()) names.push_back(kind.word);
    return one_of(names);
}

std::vector<std::string> split_at_commas(const std::string& text) {
    std::vector<std::string> items;
    for (std::string_view item : split(text)) items.emplace_back(item);
    return items;
}

std::vector<std::string> split_boundaries(const std::string& text) {
    std::vector<std::string> items;
    for (const Boundary& boundary : parse_boundaries("--boundary", text))
        items.push_back(boundary_text(boundary));
    return items;
}

auto reads_it(Parameter parameter) {
    return [parameter](const FilterSettings& s) { return reads(s.filter.kind, parameter); };
}

bool runs_passes(const FilterSettings& s) {
    return is_recursive(s.filter.kind);
}

template <class... Algorithms>
auto takes_part_in(Algorithms... algorithms) {
    return [=](const FilterSettings& s) { return ((s.algorithm.algorithm == algorithms) || ...); };
}

// A row for a number of the filter.
FilterOption number(const char* name, const char* value, const char* help, double FilterSpec::*member,
                    Parameter parameter) {
    const std::string option = std::string("--") + name;
    return {.name = name,
            .value = value,
            .help = help,
            .set = [=](FilterSettings& s,
                       const std::string& text) { s.filter.*member = parse_number(option, text); },
            .get = [=](const FilterSettings& s) { return number_text(s.filter.*member); },
            .listens = reads_it(parameter)};
}

FilterOption numbers(const char* name, const char* value, const char* help,
                     std::vector<double> FilterSpec::*member) {
    const std::string option = std::string("--") + name;
    return {
        .name = name,
        .value = value,
        .help = help,
        .set = [=](FilterSettings& s,
                   const std::string& text) { s.filter.*member = parse_numbers(option, text); },
        // The coefficients stay in the settings while another filter is chosen, but are not part of its view.
        .get =
            [=](const FilterSettings& s) {
                return s.filter.kind == FilterKind::iir ? fmt::format("{}", fmt::join(s.filter.*member, ","))
                                                        : "";
            },
        .listens = reads_it(Parameter::coefficients)};
}

// A row for one of several words; `member` returns what the word stands for.
template <class T, std::size_t N, class Member>
FilterOption word(const char* name, const char* value, std::string help,
                  const std::array<std::pair<std::string_view, T>, N>& words, Member member) {
    const std::string option = std::string("--") + name;
    return {.name = name,
            .value = value,
            .help = std::move(help),
            .set = [=](FilterSettings& s,
                       const std::string& text) { member(s) = parse_word(option, text, words); },
            .get = [=](const FilterSettings& s) { return std::string(word_for(words, T(member(s)))); }};
}

template <class Row, class Listens>
Row heard_by(Row row, Listens listens) {
    row.listens = listens;
    return row;
}

FilterOption list_of(FilterOption row, int axis,
                     std::vector<std::string> (*items)(const std::string&) = split_at_commas) {
    row.axis = axis;
    row.items = items;
    return row;
}

std::vector<FilterOption> filter_rows() {
    std::vector<FilterOption> rows;
    rows.push_back(
        list_of({.name = "filter",
                 .value = "NAME",
                 .help = kind_names() + " (default gaussian): sweep list filters describes them",
                 .set = [](FilterSettings& s,
                           const std::string& text) { s.filter.kind = parse_kind("--filter", text); },
                 .get = [](const FilterSettings& s) { return std::string(info(s.filter.kind).word); }},
                2));
    rows.push_back(list_of(
        {.name = "sigma",
         .value = "S",
         .help = "gaussian: standard deviation in pixels (default 5)",
         .set =
             [](FilterSettings& s, const std::string& text) {
                 const Sigma sigma = parse_sigma("--sigma", text);
                 s.filter.sigma = sigma.pixels;
                 s.sigma_divisor = sigma.divisor;
             },
         .get = [](const FilterSettings& s) { return number_text(s.filter.sigma); },
         .listens = reads_it(Parameter::sigma),
         .bench_help = "gaussian: standard deviation in pixels (default 5); n/6: the shorter side by 6"},
        4));
    rows.push_back(list_of(
        {.name = "order",
         .value = "R",
         .help = "gaussian: 3, 4 or 5; butterworth, chebyshev1, chebyshev2, elliptic: 1 to 8 (default 3)",
         .set =
             [](FilterSettings& s, const std::string& text) {
                 s.filter.order = parse_integer("--order", text, 1, max_order);
             },
         .get = [](const FilterSettings& s) { return std::to_string(s.filter.order); },
         .listens = reads_it(Parameter::order)},
        3));
    rows.push_back(
        {.name = "derivative",
         .value = "DX,DY",
         .help = "gaussian: derivative along x (to the right) and y (down), each 0, 1 or 2 (default 0,0)",
         .set =
             [](FilterSettings& s, const std::string& text) {
                 const std::vector<std::string_view> orders = split(text);
                 if (orders.size() != 2)
                     refuse(fmt::format("--derivative '{}' is not two orders: write it like 1,0", text));
                 s.filter.derivative_x = parse_integer("--derivative", orders[0], 0, 2);
                 s.filter.derivative_y = parse_integer("--derivative", orders[1], 0, 2);
             },
         .get =
             [](const FilterSettings& s) {
                 return fmt::format("{},{}", s.filter.derivative_x, s.filter.derivative_y);
             },
         .listens = reads_it(Parameter::derivative)});
    rows.push_back(heard_by(word(
                                "band", "low|high", "butterworth to elliptic: what passes (default low)",
                                band_words, [](auto& s) -> auto& { return s.filter.band; }),
                            reads_it(Parameter::band)));
    rows.push_back(
        number("cutoff", "F",
               "butterworth to elliptic: the band's edge in cycles per pixel, below 0.5 (default 0.1)",
               &FilterSpec::cutoff, Parameter::cutoff));
    rows.push_back(number("ripple", "DB",
                          "chebyshev1, elliptic: ripple of the pass band, of each pass (default 1)",
                          &FilterSpec::ripple, Parameter::ripple));
    rows.push_back(number("attenuation", "DB",
                          "chebyshev2, elliptic: attenuation of the stop band, of each pass (default 40)",
                          &FilterSpec::attenuation, Parameter::attenuation));
    rows.push_back(list_of(
        number("alpha", "A", "exponential: y = A x + (1 - A) y1, each way; above 0, at most 1 (default 0.2)",
               &FilterSpec::alpha, Parameter::alpha),
        5));
    rows.push_back(
        {.name = "radius",
         .value = "R",
         .help = "box: 2 R + 1 pixels wide and high (default 4)",
         .set = [](FilterSettings& s,
                   const std::string& text) { s.filter.radius = parse_integer("--radius", text, 0, 30000); },
         .get = [](const FilterSettings& s) { return std::to_string(s.filter.radius); },
         .listens = reads_it(Parameter::radius)});
    rows.push_back(numbers("causal", "d1,d2,..",
                           "iir: feedback of the passes down and right, y = g x - d1 y1 - d2 y2 ..; up to 16",
                           &FilterSpec::causal));
    rows.push_back(numbers("anticausal", "e1,e2,..",
                           "iir: feedback of the passes up and left (default: as causal)",
                           &FilterSpec::anticausal));
    rows.push_back(numbers("feedforward", "b0,b1,..",
                           "iir: y = g (b0 x + b1 x1 + ..) - d1 y1 - ..; g is then 1 unless given; up to b8",
                           &FilterSpec::feedforward));
    rows.push_back(numbers("anticausal-feedforward", "b0,..",
                           "iir: that of the passes up and left (default: as of the others)",
                           &FilterSpec::anticausal_feedforward));
    rows.push_back(
        {.name = "gain",
         .value = "g[,g']",
         .help = "g of the causal and of the anticausal pass (default: a constant stays itself); with "
                 "feedforward, a factor",
         .set =
             [](FilterSettings& s, const std::string& text) {
                 const std::vector<double> gains = parse_numbers("--gain", text);
                 if (gains.size() > 2)
                     refuse("--gain takes one number or two: of the causal and of the anticausal pass");
                 s.filter.causal_gain = gains.front();
                 s.filter.anticausal_gain = gains.back();
             },
         .get =
             [](const FilterSettings& s) {
                 const auto &g = s.filter.causal_gain, &back = s.filter.anticausal_gain;
                 return g && back ? fmt::format("{},{}", *g, *back) : "";
             },
         .listens = runs_passes});
    return rows;
}

void add_solution_rows(std::vector<FilterOption>& rows) {
    rows.push_back(list_of(
        {.name = "boundary",
         .value = "NAME",
         .help = "none, zero, constant:V, constant:R,G,B, clamp, repeat or mirror (default clamp)",
         .set = [](FilterSettings& s,
                   const std::string& text) { s.boundary = parse_boundaries("--boundary", text).front(); },
         .get = [](const FilterSettings& s) { return boundary_text(s.boundary); },
         .listens = runs_passes},
        6, split_boundaries));
    rows.push_back(
        list_of({.name = "algorithm",
                 .value = "NAME",
                 .help = "auto, a name of sweep list algorithms, or a cascade: 2x5_1, 5_1+4_2 (default auto)",
                 .set = [](FilterSettings& s,
                           const std::string& text) { s.algorithm = parse_algorithm("--algorithm", text); },
                 .get = [](const FilterSettings& s) { return algorithm_name(s.algorithm.of({})); },
                 .listens = [](const FilterSettings& s) { return s.filter.kind != FilterKind::none; }},
                7));
    rows.push_back(
        {.name = "taps",
         .value = "N",
         .help =
             "conv: cut the response off at so many taps, an odd number (default: where it has died away)",
         .set =
             [](FilterSettings& s, const std::string& text) {
                 s.taps = parse_integer("--taps", text, 1, 1 << 24);
                 if (s.taps % 2 == 0)
                     refuse(fmt::format("--taps '{}' is not odd: responses have a middle", text));
             },
         .get = [](const FilterSettings& s) { return s.taps > 0 ? std::to_string(s.taps) : ""; },
         .listens = takes_part_in(Algorithm::convolution)});
    rows.push_back(
        {.name = "block",
         .value = "B",
         .help = "sat-ha, and on cuda 7 and sat-1pass: side of a block, 32, 64 or, where there is room, 128 "
                 "(default: what is fastest)",
         .set = [](FilterSettings& s,
                   const std::string& text) { s.block = parse_integer("--block", text, 1, 4096); },
         .get = [](const FilterSettings& s) { return s.block > 0 ? std::to_string(s.block) : ""; },
         .listens = takes_part_in(Algorithm::automatic, Algorithm::alg7, Algorithm::alg8, Algorithm::sat_ha,
                                  Algorithm::sat_one_pass)});
    rows.push_back(
        heard_by(word(
                     "precision", "NAME",
                     fmt::format("sat, box: what is added up: {} (default auto)", one_of(precision_words)),
                     precision_words, [](auto& s) -> auto& { return s.precision; }),
                 [](const FilterSettings& s) {
                     return s.filter.kind == FilterKind::box || s.filter.kind == FilterKind::sat;
                 }));
    rows.push_back(heard_by(word(
                                "realisation", "NAME", one_of(realisation_words) + " (default delta)",
                                realisation_words, [](auto& s) -> auto& { return s.realisation; }),
                            runs_passes));
    rows.push_back(
        list_of(word(
                    "engine", "NAME", one_of(engine_words) + " (default auto: cuda where it is usable)",
                    engine_words, [](auto& s) -> auto& { return s.engine; }),
                1));
    rows.push_back(
        {.name = "passes",
         .value = "LIST",
         .help = "A beginning of down,up,right,left: stop after it",
         .set = [](FilterSettings& s, const std::string& text) { s.passes = parse_passes("--passes", text); },
         .get =
             [](const FilterSettings& s) {
                 const int passes = runs_passes(s) ? s.passes : all_passes;
                 return fmt::format("{}", fmt::join(pass_names.begin(), pass_names.begin() + passes, ","));
             }});
    rows.push_back(
        {.name = "linear",
         .value = "",
         .help = "--linear: decode samples of 8 and 16 bits from sRGB, filter light; --no-linear: filter "
                 "them as they are (default: as the file says, see above)",
         .set =
             [](FilterSettings& s, const std::string& text) {
                 constexpr std::array<std::pair<std::string_view, bool>, 2> words{
                     {{"on", true}, {"off", false}}};
                 s.linear = parse_word("linear", text, words);
             },
         .get = [](const FilterSettings& s) { return !s.linear   ? ""
                                                     : *s.linear ? "on"
                                                                 : "off"; }});
    FilterOption path = word(
        "path", "NAME",
        "cuda, 7 and sat-1pass: portable or hopper (bulk tensor copies) kernels (default auto)", path_words,
        [](auto& s) -> auto& { return s.path; });
    path.commands = OptionOf::files_and_bench;
    rows.push_back(std::move(path));
    FilterOption result = word(
        "result", "float|half",
        "cuda: what a filtered picture of four channels is rounded to (default float)", result_words,
        [](auto& s) -> auto& { return s.half_result; });
    result.commands = OptionOf::pictures_and_bench;
    rows.push_back(std::move(result));
}

}  // namespace

const std::vector<FilterOption>& filter_options() {
    static const std::vector<FilterOption> rows = [] {
        std::vector<FilterOption> all = filter_rows();
        add_solution_rows(all);
        return all;
    }();
    return rows;
}

const FilterOption* find_filter_option(std::string_view name) {
    const std::vector<FilterOption>& rows = filter_options();
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const FilterOption& row) { return row.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

std::vector<std::string> filter_arguments(const FilterSettings& settings) {
    static const FilterSettings start;
    std::vector<std::string> arguments;
    for (const FilterOption& row : filter_options()) {
        const std::string text = row.get(settings);
        if (text.empty() || text == row.get(start)) continue;
        if (row.value.empty())
            arguments.push_back((text == "on" ? "--" : "--no-") + row.name);
        else
            arguments.push_back(fmt::format("--{}={}", row.name, text));
    }
    return arguments;
}

bool set_argument(FilterSettings& settings, std::string_view argument) {
    if (argument.starts_with("--")) argument.remove_prefix(2);
    const std::size_t equals = argument.find('=');
    const bool is_off = equals == std::string_view::npos && argument.starts_with("no-");
    const FilterOption* row = find_filter_option(argument.substr(is_off ? 3 : 0, equals));
    if (!row || (is_off && !row->value.empty())) return false;
    if (row->value.empty()) {
        if (equals != std::string_view::npos)
            refuse(fmt::format("the option --{} takes no value", row->name));
        row->set(settings, is_off ? "off" : "on");
        return true;
    }
    if (equals == std::string_view::npos || equals + 1 == argument.size())
        refuse(fmt::format("the option --{0} needs a value: --{0} {1}", row->name, row->value));
    set_option(*row, settings, std::string(argument.substr(equals + 1)));
    return true;
}

void set_option(const FilterOption& row, FilterSettings& settings, const std::string& text) {
    if (row.axis > 0 && row.items(text).size() > 1)
        refuse(fmt::format("--{} takes one value here: lists are for sweep bench", row.name));
    row.set(settings, text);
}

std::string nonsense(const FilterSettings& settings) {
    const FilterSpec& f = settings.filter;
    const bool has_coefficients = !(f.causal.empty() && f.anticausal.empty() && f.feedforward.empty() &&
                                    f.anticausal_feedforward.empty());
    if (has_coefficients && f.kind != FilterKind::iir)
        return "--causal, --anticausal and their feedforward are coefficients of the filter iir: add "
               "--filter iir";
    if (settings.passes != all_passes && !is_recursive(f.kind))
        return fmt::format("the filter {} has no passes to stop after: leave --passes out",
                           info(f.kind).word);
    return "";
}

void require_sense(const FilterSettings& settings) {
    if (const std::string reason = nonsense(settings); !reason.empty()) refuse(reason);
    if (is_recursive(settings.filter.kind)) design(settings.filter);
}

FilterSettings as_said(const FilterSettings& settings) {
    FilterSettings said;
    for (const std::string& argument : filter_arguments(settings)) set_argument(said, argument);
    return said;
}

}  // namespace sweep::app
