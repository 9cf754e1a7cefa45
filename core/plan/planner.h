// Decides how a problem is solved: which algorithm is the fastest for it, what an engine refuses and why, and what it
// could do instead.
#pragma once

#include <string>
#include <vector>

#include "core/families/algorithms.h"
#include "core/problem/accuracy.h"
#include "core/problem/designed_problem.h"
#include "core/stages/stages.h"

namespace sweep {

struct Limits;  // core/plan/offers.h

// Answers all questions about one problem, of which it designs the filter once, and makes each trial once.
class Planner {
  public:
    // Throws Error(usage) as validate() does.
    explicit Planner(const Problem& problem) : Planner(problem, valid_design(problem)) {}
    // With the filter of a problem that has passed validate().
    Planner(const Problem& problem, FilterDesign filter) : problem_(problem), filter_(std::move(filter)) {}

    const Problem& problem() const { return problem_; }
    const FilterDesign& filter() const { return filter_; }

    // Why the engine cannot solve the problem with its algorithm, or with that one in its place, in one line that says
    // what it can do instead; empty: it can.
    std::string why_not(EngineKind engine) const { return why_not(problem_, engine); }
    std::string why_not(EngineKind engine, Algorithm algorithm) const;
    // Throws Error(usage) with the line of why_not() and advice, when there is one.
    void require_support(EngineKind engine) const;

    // The algorithm, and in place of `automatic` the fastest among those that are exact on the engine: the one that
    // usually is, or by the limits of its device.
    Algorithm algorithm(EngineKind engine, const Limits* limits = nullptr) const;

    // The largest error that the algorithm is known to make with this filter, relative to the largest output
    // (core/problem/accuracy.h). 0 for tables, convolution, fft and cascades, of which nothing is known.
    double expected_error(Algorithm algorithm, TrialLines lines = TrialLines::all) const;

    // The stages of an algorithm, in the order in which they run, in blocks of `block` x `block`; the last block of a
    // row or column may be shorter. Recursive problems of `automatic` and of tables count as algorithm 7, other
    // problems of recursive algorithms as `sat`.
    std::vector<Stage> stages(Algorithm algorithm, int block) const;

  private:
    // The same of a problem that differs in its algorithm alone.
    std::string why_not(const Problem& p, EngineKind engine) const;
    std::string refusal(const Problem& p, EngineKind engine) const;
    std::string digits_refusal(const Problem& p, const Family& family) const;
    double expected_error(const Problem& p, TrialLines lines) const;
    Algorithm usual_algorithm(EngineKind engine) const;
    bool is_exact(const Problem& p) const;
    std::string alternatives(EngineKind engine) const;
    std::string advice(EngineKind engine) const;
    Problem with(Algorithm algorithm) const;

    const Problem problem_;
    const FilterDesign filter_;
    mutable Trials trials_;
};

// Answers to a single question, of a planner that nobody keeps. The problem must have passed validate().
std::string why_not(const Problem& problem, EngineKind engine);
void require_support(const Problem& problem, EngineKind engine);
double expected_error(const Problem& problem, TrialLines lines = TrialLines::all);
std::vector<Stage> stages(const Problem& problem, int block);
// The problem with its algorithm in place of `automatic`.
Problem resolved(Problem problem, EngineKind engine);

}  // namespace sweep
