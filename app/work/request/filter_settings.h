// The choice of a filter, of its boundary, algorithm and engine. The command line gives it to the window,
// whose panels and keys change it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/derived/derived.h"
#include "core/design/kinds.h"
#include "core/problem/missing.h"

namespace sweep::app {

// An algorithm, and the terms of Algorithm::cascade, in place of those of a method.
struct AlgorithmChoice {
    Algorithm algorithm = Algorithm::automatic;
    std::vector<CascadeTerm> cascade;

    Method of(Method method) const {
        method.algorithm = algorithm;
        method.cascade = cascade;
        return method;
    }
    Problem of(Problem problem) const {
        problem.method = of(std::move(problem.method));
        return problem;
    }
};

inline AlgorithmChoice algorithm_of(const Method& method) {
    return {method.algorithm, method.cascade};
}

struct FilterSettings {
    FilterSpec filter;
    // If above 0, sigma is the image's shorter side over it, as in [N16] section 6; only `sweep bench` says so.
    double sigma_divisor = 0;
    Boundary boundary;                   // of the rows, and of the columns unless these have another
    std::optional<Boundary> boundary_y;  // of the columns, where it is another one
    // Used if it suits the filter. Where CUDA writes the window's textures, half_result is faster, and enough for the
    // eye.
    Method method;
    EngineKind engine = EngineKind::automatic;
    int passes = all_passes;     // how many of the passes down, up, right, left run
    std::optional<bool> linear;  // integers are decoded from sRGB before filtering; none: as the file says
    std::string guide;           // sweep filter: the file of another picture; empty: the picture itself
    Derived derived;             // what is made of the filtered picture and of the one before
    Missing missing = Missing::keep;  // where the filter is a mean (is_mean()); otherwise zero
    // Means of colours are weighted by alpha, so that none bleed out of what is transparent.
    bool premultiply = true;
    bool strip = false;  // nothing of what the file says beside its picture goes into the result's

    // The filter as the command line has it: "gaussian", "edge".
    std::string_view filter_word() const { return info(filter.kind).word; }
    // Why nothing of the kind is derived from its result; empty: it is.
    std::string why_not_derived() const;
    bool is_mean() const;  // as core/problem/missing.h has it, and what is derived is so from means
    // Whether the result has the alpha of the picture: of what is derived, and of filters that are no means, whatever
    // their boundary is and where they stop. An alpha of their own would be 0 where nothing changes, or beyond 1.
    bool keeps_alpha() const;
    // Whether colours are multiplied by alpha before they are filtered: for means, and where alpha stays, but for
    // thresholds and the like, which are of the colours themselves.
    bool weighs_by_alpha() const { return !info(derived.kind).of_moments && (is_mean() || keeps_alpha()); }
    // The problem of filtering an image of this shape and type, of which the filter is solved_part().
    Problem problem(const Shape& shape = {}, Sample input = Sample::f32) const;
};

}  // namespace sweep::app
