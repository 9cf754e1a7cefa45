// The algorithms: who published each, what it can do, and which is the fastest for a problem.
// Papers have keys like [N11], which ARCHITECTURE.md expands.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem/problem.h"

namespace sweep {

// A set of boundaries.
class Boundaries {
  public:
    explicit constexpr Boundaries(BoundaryKind kind) : bits_(1u << int(kind)) {}
    // Those of which the question (core/filter/boundaries.h) has this answer.
    constexpr Boundaries(bool (*question)(BoundaryKind), bool answer) : bits_(0) {
        for (const BoundaryInfo& b : boundary_table)
            if (question(b.kind) == answer) bits_ |= 1u << int(b.kind);
    }
    constexpr bool has(BoundaryKind kind) const { return bits_ >> int(kind) & 1; }

  private:
    unsigned bits_;
};

inline constexpr Boundaries every_boundary([](BoundaryKind) { return true; }, true),
    extending_boundaries(is_extended, true), periodic_boundaries(is_periodic, true),
    constant_boundaries(is_periodic, false),  // by which something that is constant, or nothing, goes on
    boundaries_but_mirror(runs_back, false), boundaries_but_reflect101(turns_on_sample, false),
    extending_boundaries_but_reflect101(
        [](BoundaryKind kind) { return is_extended(kind) && !turns_on_sample(kind); }, true),
    periodic_boundaries_but_reflect101(
        [](BoundaryKind kind) { return is_periodic(kind) && !turns_on_sample(kind); }, true);

struct Family;

// An algorithm, and what it can do on whichever engine has it (core/plan/offers.h). Boundary, realisation and
// feedforward are asked of recursive filters alone: a table has none of them.
struct AlgorithmInfo {
    Algorithm algorithm;
    std::string_view name;  // on the command line; a cascade is named by its terms, for instance 5_1+4_2
    std::string_view text;  // one line: what it does, and who published it
    Boundaries boundaries;
    bool makes_tables = false;   // or means over boxes; otherwise it filters recursively
    bool by_axis = false;        // rows and columns may have different boundaries
    bool direct = false;         // it has the direct realisation too
    bool feeds_forward = false;  // it takes filters with zeros
    int pass_step = 1;   // it can stop after any multiple of so many passes: 1, 2 (down,up or all) or 4 (all)
    bool lines = false;  // it is one-dimensional: for images of one row or one column
    // The family that it belongs to (core/families/family.h), whose own rows are without it: algorithms() adds it.
    const Family* family = nullptr;
};

// All algorithms in the order in which they are listed, with `automatic` and `cascade` among them.
std::span<const AlgorithmInfo> algorithms();
const AlgorithmInfo& info(Algorithm algorithm);

// "7", "sat-1pass"; for a cascade its terms: "5_1+4_2", or "2x5_1" where they are equal ([N11] section 8).
std::string algorithm_name(const Problem& problem);

// The terms of a cascade's name, in the order in which they run. Returns nothing when the name is not that of
// a cascade of two terms or more, each algorithm 4 or 5 with order 1 to max_order.
std::optional<std::vector<CascadeTerm>> parse_cascade(std::string_view name);

}  // namespace sweep
