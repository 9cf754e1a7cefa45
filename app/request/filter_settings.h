// The choice of a filter, of its boundary, algorithm and engine. The command line gives it to the window,
// whose panels and keys change it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bilateral/bilateral_filter.h"
#include "core/diffusion/diffusion_filter.h"
#include "core/edge/edge_filter.h"
#include "core/problem/derived.h"
#include "core/problem/missing.h"

namespace sweep::app {

// An algorithm, and the terms of Algorithm::cascade.
struct AlgorithmChoice {
    Algorithm algorithm = Algorithm::automatic;
    std::vector<CascadeTerm> cascade;
    friend bool operator==(const AlgorithmChoice&, const AlgorithmChoice&) = default;

    Problem of(Problem problem) const {
        problem.method.algorithm = algorithm;
        problem.method.cascade = cascade;
        return problem;
    }
};

// The filters whose weights follow the picture, which are no FilterKind: one of them is chosen beside `none`.
enum class Following { nothing, edge, diffusion, bilateral };

struct FollowingInfo {
    Following which;
    std::string_view word;          // on the command line: "edge"
    std::string_view title, noun;   // in a caption "edge filter", in a sentence "the edge filter"
    std::string_view label;         // in the panel: "Edge filter"
    std::string_view action, does;  // in the palette: "edge-filter", and its line
    std::string_view text;          // one line of `sweep list filters`
};

inline constexpr std::array following_table{
    FollowingInfo{.which = Following::edge,
                  .word = "edge",
                  .title = "edge filter",
                  .noun = "the edge filter",
                  .label = "Edge filter",
                  .action = "edge-filter",
                  .does = "Edge filter: smooth, with edges kept",
                  .text = "smoothing that keeps edges, the recursive filter of the domain transform [Gastal "
                          "and Oliveira 2011]"},
    FollowingInfo{.which = Following::diffusion,
                  .word = "diffusion",
                  .title = "diffusion",
                  .noun = "diffusion",
                  .label = "Diffusion",
                  .action = "diffusion-filter",
                  .does = "Nonlinear diffusion: smooth, with edges kept or sharpened",
                  .text = "smoothing that keeps edges, or sharpens them, nonlinear diffusion in implicit "
                          "steps [Weickert 1998]"},
    FollowingInfo{.which = Following::bilateral,
                  .word = "bilateral",
                  .title = "bilateral",
                  .noun = "the bilateral filter",
                  .label = "Bilateral filter",
                  .action = "bilateral-filter",
                  .does = "Bilateral filter by brute force: to compare the edge filter with",
                  .text = "smoothing that keeps edges, by every pixel of a window, to compare the edge "
                          "filter with; slow [Tomasi and Manduchi 1998]"},
};
// Of any but `nothing`.
constexpr const FollowingInfo& info(Following which) {
    return following_table[std::size_t(which) - 1];
}
static_assert(info(Following::edge).which == Following::edge &&
              info(Following::diffusion).which == Following::diffusion &&
              info(Following::bilateral).which == Following::bilateral);

// The edge filter (core/edge/edge_filter.h), which has its sigma from the filter `none`. The bilateral filter has its
// sigma, its range and its guide.
struct EdgeChoice {
    double range = EdgeFilter().range;
    int iterations = EdgeFilter().iterations;
    std::string guide;  // sweep filter: the file of another picture; empty: the picture itself
    // The contrast to which the base of the luminance is compressed (core/edge/tone_map.h); 0: it is not.
    double tone_map = 0;
    friend bool operator==(const EdgeChoice&, const EdgeChoice&) = default;
};

// What a filter that follows the picture does, and nothing of the others: what has no part in it is as it comes.
struct Smoothing {
    Following kind = Following::nothing;
    EdgeFilter edge;
    double tone_map = 0;
    DiffusionFilter diffusion;
    BilateralFilter bilateral;

    // Whether it goes by in steps beside the frames of the window.
    bool is_in_steps() const { return kind == Following::diffusion || kind == Following::bilateral; }
    friend bool operator==(const Smoothing&, const Smoothing&) = default;
};

struct FilterSettings {
    FilterSpec filter;
    // If above 0, sigma is the image's shorter side over it, as in [N16] section 6; only `sweep bench` says so.
    double sigma_divisor = 0;
    Boundary boundary;                   // of the rows, and of the columns unless these have another
    std::optional<Boundary> boundary_y;  // of the columns, where it is another one
    AlgorithmChoice algorithm;           // used if it suits the filter
    int taps = 0, block = 0;             // as in Problem
    KernelPath path = KernelPath::automatic;
    Precision precision = Precision::automatic;
    EngineKind engine = EngineKind::automatic;
    int passes = all_passes;  // how many of the passes down, up, right, left run
    Realisation realisation = Realisation::delta;
    std::optional<bool> linear;  // integers are decoded from sRGB before filtering; none: as the file says
    Following following = Following::nothing;
    EdgeChoice edge;
    DiffusionFilter diffusion;
    Derived derived;                  // what is made of the filtered picture and of the one before
    Missing missing = Missing::keep;  // where the filter is a mean (is_mean()); otherwise zero
    // Means of colours are weighted by alpha, so that none bleed out of what is transparent.
    bool premultiply = true;
    bool strip = false;  // nothing of what the file says beside its picture goes into the result's
    // Where CUDA writes the window's textures, the result is rounded to float16: faster, and enough for the
    // eye.
    bool half_result = false;

    bool is_edge() const { return follows(Following::edge); }
    bool is_diffusion() const { return follows(Following::diffusion); }
    bool is_bilateral() const { return follows(Following::bilateral); }
    // Whether its weights are those of a guide.
    bool is_guided() const { return is_edge() || is_bilateral(); }
    // Whether its weights follow the picture: it has neither poles nor a response, and no algorithm of the families.
    bool follows_picture() const {
        return filter.kind == FilterKind::none && following != Following::nothing;
    }
    void choose(Following which);
    EdgeFilter edge_filter() const { return {filter.sigma, edge.range, edge.iterations}; }
    BilateralFilter bilateral_filter() const { return {filter.sigma, edge.range}; }
    Smoothing smoothing() const;
    // The filter as the command line has it: "gaussian", "edge".
    std::string_view filter_word() const;
    // Why nothing of the kind is derived from its result; empty: it is.
    std::string why_not_derived() const;
    bool is_mean() const;  // as core/problem/missing.h has it, and what is derived is so from means
    // Whether the result has the alpha of the picture: of what is derived, and of filters that are no means, whatever
    // their boundary is and where they stop. An alpha of their own would be 0 where nothing changes, or beyond 1.
    bool keeps_alpha() const;
    // Whether colours are multiplied by alpha before they are filtered: for means, and where alpha stays, but for
    // thresholds and the like, which are of the colours themselves.
    bool weighs_by_alpha() const { return !info(derived.kind).of_moments && (is_mean() || keeps_alpha()); }
    // The problem of filtering an image of this shape and type.
    Problem problem(const Shape& shape = {}, Sample input = Sample::f32) const;

  private:
    bool follows(Following which) const { return following == which && filter.kind == FilterKind::none; }
};

}  // namespace sweep::app
