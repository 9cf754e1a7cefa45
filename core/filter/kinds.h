// The table of filter kinds: what each is called, which parameters it has, and how it is designed.
//
// A new kind is an enumerator (core/filter/spec.h), a function (core/filter/designs.h) and a row. The command line with
// its help and lists, keys, panels and texts follow the row.
#pragma once

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
    accuracy
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
};

// All kinds, in the order of FilterKind.
std::span<const KindInfo> filter_kinds();
const KindInfo& info(FilterKind kind);

// True when filters of this kind read the parameter.
bool reads(FilterKind kind, Parameter parameter);

// True for recursive filters; false for none, box and sat.
bool is_recursive(FilterKind kind);

}  // namespace sweep
