// The algorithms: where each comes from, what it can do on each engine, and which is the fastest for a problem.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"

namespace sweep {

enum class EngineKind { cuda, cpu };

// A set of boundaries.
class Boundaries {
  public:
    template <class... Kinds>
    explicit constexpr Boundaries(Kinds... kinds) : bits_(((1u << int(kinds)) | ... | 0u)) {}
    constexpr bool has(BoundaryKind kind) const { return bits_ >> int(kind) & 1; }

  private:
    unsigned bits_;
};

// What an algorithm is, and what it needs. A table has no order, boundary, passes or realisation: nothing is asked of
// them there.
struct AlgorithmInfo {
    Algorithm algorithm;
    std::string_view name;  // on the command line; a cascade's terms have names of their own: 5_1+4_2
    std::string_view text;  // one line: what it is, and whose
    bool makes_tables;      // otherwise it filters recursively
    int cuda_order,
        cpu_order;  // the highest order it takes on each engine (tables: 1); 0: the engine does not have it
    Boundaries boundaries;
    bool direct;  // takes --realisation direct too
    bool feeds_forward;
    int pass_step;  // stops after any multiple of these passes: 1: any, 2: down,up or all, 4: all
    bool lines;     // one-dimensional: images of one row or one column
    int order(EngineKind engine) const { return engine == EngineKind::cuda ? cuda_order : cpu_order; }
};

// The highest order of what is here to be compared with on the CUDA engine, where each order is kernels of its own.
inline constexpr int most_published_order = 5;

// Of algorithm 8: what its threads hold of a column, the columns of a strip, and its highest order.
inline constexpr int most_resident_rows = 2048, strip_width = 16, most_resident_order = 5;

// In the order in which they are listed; `automatic` and `cascade` too.
std::span<const AlgorithmInfo> algorithms();
const AlgorithmInfo& info(Algorithm algorithm);

// "7", "sat-1pass"; of a cascade its terms, "5_1+4_2" or, of equal ones, "2x5_1" ([N11] section 8).
std::string algorithm_name(const Problem& problem);

// The terms of such a name, in the order in which they run; nothing when it is not the name of a cascade of two terms
// or more, each algorithm 4 or 5 of an order that they have.
std::optional<std::vector<CascadeTerm>> parse_cascade(std::string_view name);

// What the problem asks for that the CUDA engine alone has, as "textures"; empty: nothing.
std::string_view only_on_cuda(const Problem& problem);

// What the algorithm of a resolved() problem is known to lose of this filter (core/accuracy.h), relative to the largest
// output; 0 where nothing is known: for tables, convolution, fft and cascades.
double expected_error(const Problem& problem);

// Why the engine cannot solve the problem with its algorithm and what it can, in one line; empty: it can.
// The problem must have passed validate().
std::string why_not(const Problem& problem, EngineKind engine);

// Throws Error(usage) with that line.
void require_support(const Problem& problem, EngineKind engine);

// The problem with `automatic` replaced by the algorithm that is usually fastest on the engine and exact. (A GPU's own row may
// have another one for some sizes: gpu/tuning/.)
Problem resolved(Problem problem, EngineKind engine);

}  // namespace sweep
