// The table of filter kinds: what each is called, which parameters it has, and how it is designed.
//
// A new kind is an enumerator (core/filter/spec.h), a function (core/design/designs.h) and a row. The command line with
// its help and lists, keys, panels and texts follow the row.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/filter/spec.h"

namespace sweep {

struct FilterDesign;

// What a filter request may say beside its kind; a kind reads some of it. `coefficients`: feedback and feedforward.
enum class Parameter {
    none,
    sigma,
    order,
    derivative,
    band,
    cutoff,
    ripple,
    attenuation,
    alpha,
    radius,
    coefficients,
    accuracy,
    range,
    iterations,
    tone_map,
    contrast,
    time,
    steps,
    noise
};

// A set of parameters.
class Parameters {
  public:
    template <class... Each>
    explicit constexpr Parameters(Each... each) : bits_(((1u << int(each)) | ... | 0u)) {}
    constexpr bool has(Parameter parameter) const { return bits_ >> int(parameter) & 1; }

  private:
    unsigned bits_;
};

// How a filter that takes long shows how far it has come: not at all, by steps that change all of the picture, or by
// parts of it from the middle outwards.
enum class SmoothingSteps { none, of_all, outwards };

struct KindInfo {
    FilterKind kind;
    std::string_view word;   // on the command line: "chebyshev2"
    std::string_view title;  // in a sentence: "Chebyshev II"
    std::string_view label;  // in a menu: "Chebyshev II"
    // Its name in scripts: "chebyshev-2"; empty: nothing chooses it but the command line.
    std::string_view action;
    std::string_view text;  // one line: what it is, and its options
    int library;            // its number in sweep_filter (lib/sweep.h), which stays when kinds are added
    Parameters parameters;
    Parameter size = Parameter::none;  // the parameter that keys, wheel and large type treat as its size
    int least_order = 1, most_order = 1;
    FilterDesign (*design)(const FilterSpec&) = nullptr;  // of recursive filters; otherwise null
    // Whether float32 is known to keep its digits at any size and parameter, those of a derivative excepted: every
    // pole is real and positive or that of a Gaussian, and nothing is fed forward. Other filters are tried.
    bool is_accurate = false;
    int spline_degree = 0;  // of the B-spline that the filter is the inverse of; 0: of none
    // Whether its weights follow the picture: it has neither poles nor a response, and no algorithm of the families.
    bool follows_picture = false;
    bool takes_guide = false;     // its weights may be those of another picture
    bool has_boundary = false;    // of one that follows the picture: those of the edge filter
    double largest_sigma = 0;     // of one that follows the picture, in pixels; 0: it reads none
    bool zeroes_missing = false;  // samples that are missing count as 0: it has no weight for them
    SmoothingSteps steps = SmoothingSteps::none;
    std::string_view noun = {};  // of one that follows the picture, in a sentence: "the edge filter"
    std::string_view does = {};  // its line in the palette; empty: the label
};

// All kinds, in the order of FilterKind.
std::span<const KindInfo> filter_kinds();
const KindInfo& info(FilterKind kind);

// True when filters of this kind read the parameter.
bool reads(FilterKind kind, Parameter parameter);

// True for recursive filters; false for none, box, sat and those that follow the picture.
bool is_recursive(FilterKind kind);

// True where an engine has nothing to solve: it converts samples, and what follows the picture is another run.
bool only_converts(FilterKind kind);

// What an engine solves for a request: of a filter that follows the picture the conversion that comes before it.
FilterSpec solved_part(const FilterSpec& filter);
// The filter that follows the picture, with the parameters that it reads and all others as usual; none: it is another
// filter.
std::optional<FilterSpec> following_part(const FilterSpec& filter);

// True where it compresses light (core/edge/tone_map.h).
bool maps_tones(const FilterSpec& filter);

}  // namespace sweep
