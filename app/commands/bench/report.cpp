#include "app/commands/bench/report.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/work/options/option_values.h"
#include "core/design/design.h"
#include "core/families/algorithms.h"

namespace sweep::app {
namespace {

// A table is the first-order filter with feedback -1 ([N11] section 6).
int order_of(const Problem& p) {
    if (p.filter.kind == FilterKind::none) return 0;
    return is_recursive(p.filter.kind) ? design(p.filter).order() : 1;
}

std::string algorithm_of(const Problem& p) {
    return p.filter.kind == FilterKind::none ? "-" : algorithm_name(p);
}

std::string size_text(const Shape& shape) {
    return fmt::format("{}x{}", shape.width, shape.height);
}

// "gaussian 5", "exponential 0.2", "sat".
std::string filter_text(const FilterSpec& filter) {
    const std::string_view name = info(filter.kind).word;
    if (filter.kind == FilterKind::gaussian) return fmt::format("{} {:.5g}", name, filter.sigma);
    if (filter.kind == FilterKind::exponential) return fmt::format("{} {:.4g}", name, filter.alpha);
    return std::string(name);
}

// The members that identify a result or a skipped combination.
Json names_json(const Problem& p, EngineKind engine, int order) {
    Json json{
        {"filter", info(p.filter.kind).word}, {"algorithm", algorithm_of(p)},   {"order", order},
        {"boundary", boundary_text(p)},       {"engine", name_of(engine).word}, {"width", p.shape.width},
        {"height", p.shape.height},           {"channels", p.shape.channels}};
    if (p.filter.kind == FilterKind::gaussian) json["sigma"] = p.filter.sigma;
    if (p.filter.is_by_accuracy()) json["accuracy"] = p.filter.accuracy;
    if (p.filter.kind == FilterKind::exponential) json["alpha"] = p.filter.alpha;
    if (p.method.algorithm == Algorithm::convolution && p.method.taps > 0) json["taps"] = p.method.taps;
    if (p.method.block > 0) json["block"] = p.method.block;
    if (p.method.path != KernelPath::automatic) json["path"] = word_for(path_words, p.method.path);
    if (p.method.memory != Memory::linear) json["memory"] = word_for(memory_words, p.method.memory);
    if (p.method.half_result) json["result"] = word_for(result_words, p.method.half_result);
    return json;
}

}  // namespace

std::string short_text(const Problem& p) {
    return fmt::format("{} {} {} {}", filter_text(p.filter), boundary_text(p), algorithm_of(p),
                       size_text(p.shape));
}

void print_header(bool has_errors) {
    fmt::print("{:<18}{:<20}{:>5} {:<13} {:<10}{:>13}{:>4}{:>11}{:>11}{:>11}{:>9}{:>9}{:>10}{:>8}{}\n",
               "filter", "algorithm", "order", "boundary", "engine", "size", "ch", "p5 ms", "median ms",
               "p95 ms", "GiP/s", "GB/s", "copy ms", "ratio", has_errors ? "     error" : "");
    std::fflush(stdout);
}

void print(const BenchResult& r) {
    const Problem& p = r.problem;
    fmt::print(
        "{:<18}{:<20}{:>5} {:<13} "
        "{:<10}{:>13}{:>4}{:>11.4f}{:>11.4f}{:>11.4f}{:>9.3f}{:>9.1f}{:>10.4f}{:>8.3f}{}\n",
        filter_text(p.filter), algorithm_of(p), order_of(p), boundary_text(p), name_of(r.engine).word,
        size_text(p.shape), p.shape.channels, quantile(r.run_ms, 0.05), r.median_ms(),
        quantile(r.run_ms, 0.95), r.gips(), r.gigabytes_per_second(), r.copy_ms, r.ratio_to_copy(),
        r.check ? fmt::format("{:>10.1e}", r.check->error) : "");
    for (std::size_t i = 0; i < r.stage_ms.size(); ++i)
        fmt::print("  {:<4}{:<88}{:>11.4f}{:>29.1f}\n", r.stages[i].paper, r.stages[i].name, r.stage_ms[i],
                   r.stage_ms[i] > 0 ? double(r.stages[i].bytes()) / (r.stage_ms[i] * 1e6) : 0.0);
    std::fflush(stdout);
}

void print(const std::vector<Skipped>& skipped, const char* what) {
    struct Line {
        std::string names, reason, first, last;
    };
    std::vector<Line> lines;
    for (const Skipped& one : skipped) {
        const Problem& p = one.combination.problem;
        const std::string names =
            fmt::format("{:<18}{:<20}{:>5} {:<13} {:<10}", info(p.filter.kind).word, algorithm_of(p), "",
                        boundary_text(p), name_of(one.combination.engine).word);
        const std::string size = size_text(p.shape);
        const auto same = std::find_if(lines.begin(), lines.end(), [&](const Line& line) {
            return line.names == names && line.reason == one.reason;
        });
        if (same == lines.end())
            lines.push_back({names, one.reason, size, size});
        else
            same->last = size;
    }
    for (const auto& [names, reason, first, last] : lines)
        fmt::print("{}{:>13} {}: {}\n", names, first == last ? first : first + " to " + last, what, reason);
}

Json to_json(const BenchResult& r) {
    Json json = names_json(r.problem, r.engine, order_of(r.problem));
    json["median_ms"] = r.median_ms();
    json["p95_ms"] = quantile(r.run_ms, 0.95);
    json["p5_ms"] = quantile(r.run_ms, 0.05);
    json["min_ms"] = quantile(r.run_ms, 0);
    json["repeats"] = r.run_ms.size();
    json["gips"] = r.gips();
    json["bytes"] = r.bytes();
    json["gigabytes_per_second"] = r.gigabytes_per_second();
    json["copy_ms"] = r.copy_ms;
    json["ratio_to_copy"] = r.ratio_to_copy();
    if (r.check) {
        json["error"] = r.check->error;
        json["local_error"] = r.check->local_error;
        json["tolerance"] = r.check->tolerance;
    }
    json["stages"] = stages_json(r.stages, r.stage_ms, "median_ms");
    return json;
}

Json to_json(const Skipped& s) {
    Json json = names_json(s.combination.problem, s.combination.engine, s.combination.problem.filter.order);
    if (s.combination.problem.filter.is_by_accuracy()) json.erase("order");
    json["reason"] = s.reason;
    return json;
}

std::string to_csv(const Json& results) {
    std::vector<std::string> columns;
    for (const Json& result : results)
        for (const auto& [name, value] : result.items())
            if (!value.is_structured() && std::find(columns.begin(), columns.end(), name) == columns.end())
                columns.push_back(name);
    std::string text = fmt::format("{}\n", fmt::join(columns, ","));
    for (const Json& result : results) {
        // dump() quotes texts, so constant:1,0,0 is one cell.
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (i > 0) text += ",";
            if (result.contains(columns[i])) text += result[columns[i]].dump();
        }
        text += "\n";
    }
    return text;
}

}  // namespace sweep::app
