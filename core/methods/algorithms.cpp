// What each engine can solve, and what is refused.
#include "core/methods/algorithms.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/blocks/extension.h"
#include "core/filter/design.h"
#include "core/filter/memory.h"
#include "core/filter/parallel_form.h"
#include "core/filter/taps.h"
#include "core/methods/bands.h"
#include "core/methods/cascade.h"
#include "core/methods/halo.h"
#include "core/methods/published.h"
#include "core/problem/accuracy.h"

namespace sweep {
namespace {

std::string boundary_list(const Boundaries& boundaries) {
    constexpr std::array names{"none", "zero", "constant:V", "clamp", "repeat", "mirror"};
    std::string list;
    for (int kind = 0; kind < int(names.size()); ++kind)
        if (boundaries.has(BoundaryKind(kind)))
            list += (list.empty() ? "" : ", ") + std::string(names[std::size_t(kind)]);
    return list;
}

std::string_view name_of(EngineKind engine) {
    return engine == EngineKind::cuda ? "cuda" : engine == EngineKind::cpu ? "cpu" : "reference";
}

// The feature of the problem that only the CUDA engine has, in words; empty: none.
std::string_view only_on_cuda(const Problem& p) {
    return p.memory == Memory::texture ? "textures" : p.half_result ? "results in float16" : "";
}

// The names of the engine's other algorithms for the problem.
std::string alternatives(const Problem& p, EngineKind engine) {
    std::string list;
    for (const AlgorithmInfo& a : algorithms()) {
        Problem other = p;
        other.algorithm = a.algorithm;
        if (a.algorithm == p.algorithm || a.algorithm == Algorithm::automatic ||
            a.algorithm == Algorithm::cascade || !why_not(other, engine).empty())
            continue;
        list += (list.empty() ? "" : ", ") + std::string(a.name);
    }
    return list;
}

// The options to use in place of a request that is refused; each of them is accepted.
std::string advice(const Problem& p, EngineKind engine) {
    if (const std::string others = alternatives(p, engine); !others.empty()) {
        Problem automatic = p;
        automatic.algorithm = Algorithm::automatic;
        return why_not(automatic, engine).empty() ? "--algorithm auto (" + others + ")"
                                                  : "--algorithm " + others;
    }
    if (only_on_cuda(p).empty()) return "--engine reference, or another boundary or filter";
    return engine != EngineKind::cuda && why_not(p, EngineKind::cuda).empty() ? "--engine cuda"
                                                                              : "another boundary or filter";
}

std::string table_refusal(const Problem& p, EngineKind engine, const std::string& name) {
    if (p.algorithm != Algorithm::sat && engine == EngineKind::cuda && table_sample(p) == Sample::f64)
        return name + " adds up numbers of 32 bits on the cuda engine, not float64";
    if ((p.algorithm == Algorithm::sat_ha || p.algorithm == Algorithm::sat_one_pass) && p.block != 0 &&
        p.block != 32 && p.block != 64 && p.block != 128)
        return name + " has blocks of 32, 64 and 128, not " + std::to_string(p.block);
    return "";
}

// Why the algorithm cannot solve the problem, and what it can instead; empty: nothing is against it so far.
std::string refusal(const Problem& p, EngineKind engine) {
    const AlgorithmInfo& a = info(p.algorithm);
    const std::string name = "algorithm " + algorithm_name(p);
    const bool recursive = is_recursive(p.filter.kind);
    if (recursive == a.makes_tables())
        return name + (recursive ? " makes tables, and this is a recursive filter"
                                 : " filters recursively, and this needs a table");
    if (a.order(engine) == 0) return "the " + std::string(name_of(engine)) + " engine has no " + name;
    if (!recursive) return table_refusal(p, engine, name);
    const FilterDesign filter = design(p.filter);
    if (filter.order() > a.order(engine))
        return name + " has orders 1 to " + std::to_string(a.order(engine)) + " on the " +
               std::string(name_of(engine)) + " engine, not " + std::to_string(filter.order());
    if (p.has_two_boundaries() && !a.by_axis) return name + " has one boundary for rows and columns";
    if (!a.boundaries.has(p.boundary.kind) || !a.boundaries.has(p.boundary_of_columns().kind))
        return name + " has the boundaries " + boundary_list(a.boundaries) +
               (p.algorithm == Algorithm::cascade
                    ? ": under others a cascade is another filter ([N16] section 5.1)"
                    : "");
    if (p.algorithm == Algorithm::cascade) {
        for (const CascadeTerm& term : p.cascade)
            if (term.order > most_published_order)
                return name + " has terms of order 1 to " + std::to_string(most_published_order) + ", not " +
                       std::to_string(term.order);
        if (const std::string reason = cascade_refusal(filter, p.cascade); !reason.empty())
            return name + " " + reason;
    }
    if (p.realisation == Realisation::direct && (!a.direct || filter.order() > max_direct_order))
        return name + (a.direct ? " has direct feedback up to order " + std::to_string(max_direct_order)
                                : " has the delta realisation only");
    if (filter.feeds_forward() && (!a.feeds_forward || p.realisation == Realisation::direct))
        return name + (a.feeds_forward ? " feeds forward in the delta realisation only"
                                       : " has no feedforward: filters with poles alone");
    if (p.passes % a.pass_step != 0)
        return name + (a.pass_step == 2 ? " does down and up together: --passes down,up or all four"
                                        : " does all four passes together");
    if (a.lines && p.shape.width > 1 && p.shape.height > 1)
        return name + " is one-dimensional: it filters images of one row or one column";
    if (p.algorithm == Algorithm::halo && p.input == Sample::f64)
        return name + " filters images of bytes and float32, not float64";
    if (p.algorithm == Algorithm::alg8 && alternates(filter))
        return name + (p.filter.axes == Axes::both ? " has no sections for poles next to -1"
                                                   : " filters along both axes");
    if (p.algorithm == Algorithm::alg5v && p.filter.axes != Axes::both)
        return name + " filters along both axes";
    if (p.algorithm == Algorithm::alg8 && p.block != 0 && p.block != resident_tile_columns)
        return name + " has tiles of " + std::to_string(resident_tile_columns) + " columns, not " +
               std::to_string(p.block);
    return "";
}

// Refuses filters that the arithmetic does not hold: float32, or double for rt64.
std::string digits_refusal(const Problem& p) {
    if (p.realisation == Realisation::direct) return "";  // direct feedback is there to be seen failing
    const bool lines = p.algorithm == Algorithm::rt64;
    // Nothing better than rt64 is left to advise: it must be well within the promise for float32, and for
    // float64 input it may exceed its own promise, which the program then reports.
    const double limit = !lines                   ? largest_block_error
                         : p.input == Sample::f64 ? float32_tolerance
                                                  : float32_tolerance / 40;
    if (expected_error(p, lines ? TrialLines::all : TrialLines::noise) <= limit) return "";
    return "algorithm " + algorithm_name(p) +
           (lines ? " loses the digits of this filter even in double"
                  : " loses the digits of this filter in float32");
}

// Mirror runs over each line and back: F and R must have the same poles, and in series neither may feed
// forward.
std::string mirror_refusal(const Problem& p) {
    const bool rows = p.boundary.kind == BoundaryKind::mirror,
               columns = p.boundary_of_columns().kind == BoundaryKind::mirror;
    if (!(rows || columns) || !is_recursive(p.filter.kind)) return "";
    if (p.algorithm == Algorithm::convolution || p.algorithm == Algorithm::fft ||
        p.algorithm == Algorithm::alg6b || p.algorithm == Algorithm::rt64 || p.algorithm == Algorithm::halo)
        return "";
    const FilterDesign filter = design(p.filter);
    const std::string name = "algorithm " + algorithm_name(p);
    if (filter.columns.causal.d != filter.columns.anticausal.d)
        return name + " needs the same causal and anticausal feedback for the boundary mirror";
    if (filter.feeds_forward() && p.algorithm != Algorithm::parallel)
        return name + " has no feedforward under the boundary mirror";
    return "";
}

// Step 7.2 on a GPU counts the carries of eight block rows in int (gpu/overlapped/columns.cuh): 2 r numbers
// for each column, and for each of the 2 r row dots of a block of 32.
std::string width_refusal(const Problem& p, int order, EngineKind engine) {
    const std::int64_t numbers = 2 * order,
                       most = (std::int64_t(1) << 31) * 32 / (8 * numbers * (32 + numbers)) - 64;
    if (engine != EngineKind::cuda || p.shape.height <= 32 || p.shape.width <= most) return "";
    return "algorithm " + algorithm_name(p) + " has rows of up to " + std::to_string(most) +
           " pixels at order " + std::to_string(order) + " on the cuda engine, not " +
           std::to_string(p.shape.width);
}

// Refuses filters by their numbers: those without a summed decomposition, and those whose response or memory
// is too long.
std::string refusal_of_numbers(const Problem& p, EngineKind engine) {
    if (!is_recursive(p.filter.kind)) return "";
    const FilterDesign filter = design(p.filter);
    if (p.algorithm == Algorithm::parallel)
        for (const AxisDesign* axis : {&filter.columns, &filter.rows})
            if (const std::string reason = parallel_refusal(*axis); !reason.empty())
                return "algorithm par " + reason;
    try {
        if (p.algorithm == Algorithm::alg6b) padding(p, 32);
    } catch (const Error& error) {
        return error.what();
    }
    if (p.algorithm == Algorithm::convolution) {
        const std::string down = taps_refusal(filter.columns, p.passes >= 2, p.taps);
        return down.empty() && p.passes > 2 ? taps_refusal(filter.rows, p.passes >= 4, p.taps) : down;
    }
    if (p.algorithm == Algorithm::halo) return halo_refusal(filter, p.passes);
    if (p.algorithm == Algorithm::bands && p.passes > 2 && scan_order(p.boundary.kind) != ScanOrder::once) {
        if (p.input == Sample::f64)  // memories are those of float32
            return "algorithm bands has the boundaries repeat and mirror in float32 alone";
        const int longest = std::min(p.shape.width, longest_band_memory);
        if (memory(filter, p.passes, longest + 1) > longest)
            return "algorithm bands needs a filter that forgets within a row, and within " +
                   std::to_string(longest_band_memory) + " samples, for the boundaries repeat and mirror";
    }
    return p.algorithm == Algorithm::alg7 || p.algorithm == Algorithm::parallel
               ? width_refusal(p, filter.order(), engine)
               : "";
}

}  // namespace

Family family_of(const Problem& p) {
    if (p.filter.kind == FilterKind::none) return Family::convert;
    if (!is_recursive(p.filter.kind)) return Family::table;
    const AlgorithmInfo& algorithm = info(p.algorithm);
    return algorithm.makes_tables() ? Family::overlapped : algorithm.family;
}

std::string algorithm_name(const Problem& p) {
    if (p.algorithm != Algorithm::cascade) return std::string(info(p.algorithm).name);
    std::string name;
    for (std::size_t i = 0, end = 0; i < p.cascade.size(); i = end) {
        const CascadeTerm& term = p.cascade[i];
        while (end < p.cascade.size() && p.cascade[end] == term) ++end;
        name += (name.empty() ? "" : "+") + (end - i > 1 ? std::to_string(end - i) + "x" : "") +
                std::to_string(term.algorithm) + "_" + std::to_string(term.order);
    }
    return name;
}

std::optional<std::vector<CascadeTerm>> parse_cascade(std::string_view name) {
    std::vector<CascadeTerm> terms;
    auto digit = [&]() -> int {  // all numbers have one digit
        if (name.empty() || name.front() < '1' || name.front() > '9') return 0;
        const int value = name.front() - '0';
        name.remove_prefix(1);
        return value;
    };
    auto skip = [&](char c) {
        const bool is_there = name.starts_with(c);
        if (is_there) name.remove_prefix(1);
        return is_there;
    };
    do {
        int first = digit(), times = 1;
        if (skip('x')) {
            times = first;
            first = digit();
        }
        const CascadeTerm term{first, skip('_') ? digit() : 0};
        if (times == 0 || (term.algorithm != 4 && term.algorithm != 5) || term.order < 1 ||
            term.order > max_order)
            return std::nullopt;
        terms.insert(terms.end(), std::size_t(times), term);
    } while (skip('+'));
    if (!name.empty() || terms.size() < 2) return std::nullopt;
    return terms;
}

double expected_error(const Problem& p, TrialLines lines) {
    if (!is_recursive(p.filter.kind)) return 0;
    switch (p.algorithm) {
        case Algorithm::convolution:
        case Algorithm::fft:
        case Algorithm::cascade:
            return 0;
        case Algorithm::rt64:
            return line_error(p);
        case Algorithm::halo:
            return halo_error(p);
        default:
            return block_error(p, lines);
    }
}

std::string why_not(const Problem& p, EngineKind engine) {
    if (const std::string_view what = only_on_cuda(p); engine != EngineKind::cuda && !what.empty())
        return "the " + std::string(name_of(engine)) + " engine has no " + std::string(what);
    if (p.filter.kind == FilterKind::none || engine == EngineKind::reference) return "";
    if (p.algorithm == Algorithm::automatic) return why_not(resolved(p, engine), engine);
    std::string reason = refusal(p, engine);
    if (reason.empty()) reason = mirror_refusal(p);
    if (reason.empty()) reason = refusal_of_numbers(p, engine);
    return reason.empty() ? digits_refusal(p) : reason;
}

void require_support(const Problem& p, EngineKind engine) {
    if (const std::string reason = why_not(p, engine); !reason.empty())
        throw Error(ExitCode::usage, reason + ": use " + advice(p, engine));
}

// Tables are fastest in one pass, and recursive filters by algorithm 7, or on the CPU by `bands` where it
// pays (bench/results/notes.md). Where 7 has no closed form or loses digits, the next algorithm that is exact
// takes its place. A signal is one line, of which the blocks of 7 hold next to nothing: on the CPU, where
// both were measured, algorithm 3 is 8 to 50 times as fast and takes a twentieth of the memory.
Problem resolved(Problem p, EngineKind engine) {
    if (p.algorithm != Algorithm::automatic) return p;
    // The reference has no algorithms. It names the one that the CPU engine would take.
    if (engine == EngineKind::reference) engine = EngineKind::cpu;
    if (!is_recursive(p.filter.kind)) {
        p.algorithm = Algorithm::sat;
        Problem one_pass = p;
        one_pass.algorithm = Algorithm::sat_one_pass;
        return why_not(one_pass, engine).empty() ? one_pass : p;
    }
    const bool is_signal = p.shape.width == 1 || p.shape.height == 1;
    Problem blocks = p;
    for (Algorithm next :
         {Algorithm::alg3, Algorithm::bands, Algorithm::alg7, Algorithm::alg4, Algorithm::parallel}) {
        blocks.algorithm = next;
        if (next == Algorithm::alg3 && !(is_signal && engine == EngineKind::cpu)) continue;
        if (next == Algorithm::bands && !(engine == EngineKind::cpu && bands_pay(p, longest_band_memory)))
            continue;
        if (why_not(blocks, engine).empty() &&
            (p.realisation == Realisation::direct || block_error(blocks) <= tried_tolerance(blocks)))
            return blocks;
    }
    p.algorithm = p.realisation == Realisation::direct ? Algorithm::alg7 : Algorithm::rt64;
    return p;
}

}  // namespace sweep
