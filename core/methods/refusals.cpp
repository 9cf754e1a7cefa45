// What each engine can solve, what is refused, and which algorithm is the fastest.
#include "core/base/error.h"
#include "core/filter/design.h"
#include "core/methods/bands.h"
#include "core/methods/row_refusals.h"

namespace sweep {
namespace {

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

// What the engine, and not the method, refuses of a table.
std::string table_refusal(const Problem& p, EngineKind engine) {
    if (p.algorithm == Algorithm::sat || engine != EngineKind::cuda || table_sample(p) != Sample::f64)
        return "";
    return subject_of(p) + " adds up numbers of 32 bits on the cuda engine, not float64";
}

// Step 7.2 on a GPU counts the carries of eight block rows in int (gpu/overlapped/columns.cuh): 2 r numbers
// for each column, and for each of the 2 r row dots of a block of 32.
std::string width_refusal(const Problem& p, int order, EngineKind engine) {
    if (p.algorithm != Algorithm::alg7 && p.algorithm != Algorithm::parallel) return "";
    const std::int64_t numbers = 2 * order,
                       most = (std::int64_t(1) << 31) * 32 / (8 * numbers * (32 + numbers)) - 64;
    if (engine != EngineKind::cuda || p.shape.height <= 32 || p.shape.width <= most) return "";
    return subject_of(p) + " has rows of up to " + std::to_string(most) + " pixels at order " +
           std::to_string(order) + " on the cuda engine, not " + std::to_string(p.shape.width);
}

// Refuses filters that the method's arithmetic does not hold.
std::string digits_refusal(const Problem& p, const Method& method) {
    if (p.realisation == Realisation::direct) return "";  // direct feedback is there to be seen failing
    // A method in double is what is advised in place of others, and nothing is better: it must be well within
    // the promise for float32, and for float64 input it may exceed its own promise, which the program then reports.
    const double limit = !method.in_double        ? largest_block_error
                         : p.input == Sample::f64 ? float32_tolerance
                                                  : float32_tolerance / 40;
    if (expected_error(p, method.in_double ? TrialLines::all : TrialLines::noise) <= limit) return "";
    return subject_of(p) + (method.in_double ? " loses the digits of this filter even in double"
                                             : " loses the digits of this filter in float32");
}

// Why the algorithm that the problem names does not solve it.
std::string refusal(const Problem& p, EngineKind engine) {
    const AlgorithmInfo& a = info(p.algorithm);
    const bool recursive = is_recursive(p.filter.kind);
    if (recursive == a.makes_tables)
        return subject_of(p) + (recursive ? " makes tables, and this is a recursive filter"
                                          : " filters recursively, and this needs a table");
    if (a.order(engine) == 0)
        return "the " + std::string(name_of(engine)) + " engine has no " + subject_of(p);
    if (!recursive) {
        const std::string reason = table_refusal(p, engine);
        return reason.empty() ? a.method->refusal({p, {}}) : reason;
    }
    const FilterDesign filter = design(p.filter);
    if (filter.order() > a.order(engine))
        return subject_of(p) + " has orders 1 to " + std::to_string(a.order(engine)) + " on the " +
               std::string(name_of(engine)) + " engine, not " + std::to_string(filter.order());
    std::string reason = a.method->refusal({p, filter});
    if (reason.empty()) reason = width_refusal(p, filter.order(), engine);
    return reason.empty() ? digits_refusal(p, *a.method) : reason;
}

}  // namespace

std::string why_not(const Problem& p, EngineKind engine) {
    if (const std::string_view what = only_on_cuda(p); engine != EngineKind::cuda && !what.empty())
        return "the " + std::string(name_of(engine)) + " engine has no " + std::string(what);
    if (p.filter.kind == FilterKind::none || engine == EngineKind::reference) return "";
    if (p.algorithm == Algorithm::automatic) return why_not(resolved(p, engine), engine);
    return refusal(p, engine);
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
