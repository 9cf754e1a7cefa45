// The results of sweep bench as rows of a table, as JSON and as CSV.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/bench/axes.h"
#include "app/work/checks/result_check.h"
#include "app/work/engines/stage_json.h"

namespace sweep::app {

struct BenchResult {
    Problem problem;  // resolved: with the algorithm behind `automatic`
    EngineKind engine;
    std::vector<Stage> stages;
    std::vector<double> stage_ms;        // empty: not measured
    std::vector<double> run_ms;          // one for each run that was measured
    double copy_ms = 0;                  // copying an image of this size
    std::optional<ResultCheck> check{};  // with --check

    std::uint64_t bytes() const { return total_bytes(stages); }
    double median_ms() const { return quantile(run_ms, 0.5); }
    double gips() const { return double(problem.shape.pixels()) / 0x1p30 / (median_ms() * 1e-3); }
    double gigabytes_per_second() const { return double(bytes()) / (median_ms() * 1e6); }
    double ratio_to_copy() const { return copy_ms / median_ms(); }
};

// "gaussian 5 clamp 7 2048x2048"
std::string short_text(const Problem& problem);

void print_header(bool has_errors);
void print(const BenchResult& result);
// Prints one line for all that differ only in size, order and sigma.
void print(const std::vector<Skipped>& skipped, const char* what);

Json to_json(const BenchResult& result);
Json to_json(const Skipped& skipped);

// One line for each result, without its stages. A cell that does not apply to a result is empty.
std::string to_csv(const Json& results);

}  // namespace sweep::app
