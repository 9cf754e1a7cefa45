// sweep bench: every combination of its lists, timed beside the copy of an image of the same size.
#include <fmt/format.h>

#include <cstring>
#include <functional>
#include <random>
#include <utility>

#include "app/commands.h"
#include "app/image_filter.h"
#include "app/stage_json.h"
#include "core/algorithms.h"
#include "core/error.h"
#include "core/filter_design.h"
#include "core/memory.h"
#include "core/output_file.h"

namespace sweep::app {
namespace {

struct Result {
    Problem problem;
    std::vector<Stage> stages;
    std::vector<double> stage_ms;
    double median_ms = 0, p95_ms = 0, copy_ms = 0;

    std::uint64_t bytes() const { return total_bytes(stages); }
    double gips() const { return double(problem.shape.pixels()) / 0x1p30 / (median_ms * 1e-3); }
    double gigabytes_per_second() const { return double(bytes()) / (median_ms * 1e6); }
    double ratio_to_copy() const { return copy_ms / median_ms; }
    // A table is the first-order filter with feedback -1 ([N11] section 6).
    int order() const {
        if (problem.filter.kind == FilterKind::none) return 0;
        return is_recursive(problem.filter.kind) ? design(problem.filter).order() : 1;
    }
    std::string algorithm() const {
        return problem.filter.kind == FilterKind::none ? "-" : algorithm_name(problem);
    }
};

// One combination of the lists that is not measured.
struct Skipped {
    Problem problem;
    std::string reason;
};

struct Combinations {
    std::vector<Problem> problems;
    std::vector<Skipped> skipped;

    // What was asked for alone must be possible; in a product of lists there may be what is not.
    void keep(const Problem& problem, const std::function<void()>& check, bool alone) {
        try {
            check();
            problems.push_back(problem);
        } catch (const Error& error) {
            if (alone || error.code() != ExitCode::usage) throw;
            skipped.push_back({problem, error.what()});
        }
    }
    void require_some() const {
        if (problems.empty())
            throw Error(ExitCode::usage, "none of these combinations is possible: " + skipped.front().reason);
    }
};

Combinations combinations(const Options& options) {
    Combinations all;
    const std::vector<Size> sizes = options.sizes.empty() ? std::vector{Size{2048, 2048}} : options.sizes;
    std::vector<Problem> problems;
    for (FilterKind kind : options.filters)
        for (int order : options.orders)
            for (const Boundary& boundary : options.boundaries)
                for (const AlgorithmChoice& algorithm : options.algorithms)
                    for (const Size& size : sizes) {
                        // Not every filter comes in several orders, only recursive ones have boundaries.
                        if (!has_orders(kind) && order != options.orders.front()) continue;
                        if (!is_recursive(kind) && boundary != options.boundaries.front()) continue;
                        if (kind == FilterKind::none && algorithm != options.algorithms.front()) continue;
                        Problem problem = algorithm.of(options.problem());
                        problem.filter = options.filter_spec(kind, order);
                        problem.boundary = boundary;
                        problem.shape = {size.width, size.height, options.channels};
                        problem.input = options.sample;
                        problems.push_back(problem);
                    }
    for (const Problem& problem : problems)
        all.keep(
            problem, [&] { validate(problem); }, problems.size() == 1);
    all.require_some();
    return all;
}

// Less what the engine cannot do.
Combinations supported(Combinations all, EngineChoice engine) {
    if (engine == EngineChoice::reference) return all;
    const EngineKind kind = engine == EngineChoice::cuda ? EngineKind::cuda : EngineKind::cpu;
    const bool alone = all.problems.size() + all.skipped.size() == 1;
    for (const Problem& problem : std::exchange(all.problems, {}))
        all.keep(
            problem, [&] { require_support(problem, kind); }, alone);
    all.require_some();
    return all;
}

// Input, output and the two buffers of the copy.
void require_room(const Problem& problem) {
    const std::size_t both = size_of(problem.input) + size_of(output_sample(problem));
    require_memory(2 * problem.shape.samples() * both,
                   fmt::format("measuring {} x {} x {}", problem.shape.width, problem.shape.height,
                               problem.shape.channels));
}

// Uniform in [0, 1), or random bytes; the same on every machine.
Image random_image(const Shape& shape, Sample sample) {
    Image image(shape, sample);
    std::mt19937 random(1);
    for (std::size_t i = 0; i < shape.samples(); ++i) {
        const std::uint32_t bits = std::uint32_t(random());
        if (sample == Sample::u8)
            image.data<std::uint8_t>()[i] = std::uint8_t(bits >> 24);
        else if (sample == Sample::f32)
            image.data<float>()[i] = float(bits >> 8) * 0x1p-24f;
        else
            image.data<double>()[i] = double(bits) * 0x1p-32;
    }
    return image;
}

Result measure(const Problem& problem, ImageFilter& filter, int repeats, int warmup) {
    filter.prepare(problem);
    const Image in = random_image(problem.shape, problem.input);
    Image out = filter.run(in.view());

    Result result;
    result.problem = filter.problem();
    result.stages = filter.stages();
    filter.time_runs(in.view(), out.view(), warmup);
    const std::vector<double> times = filter.time_runs(in.view(), out.view(), repeats);
    result.median_ms = quantile(times, 0.5);
    result.p95_ms = quantile(times, 0.95);
    // A host-to-host run of the GPU engine takes the transfers along, so not as many of them.
    result.stage_ms = filter.time_stages(in.view(), out.view(), std::min(repeats, 9));
    // As much as reading the input once and writing the output once.
    result.copy_ms = filter.measure_copy_ms((in.bytes() + out.bytes()) / 2);
    return result;
}

void print_header() {
    fmt::print("{:<12}{:<20}{:>5} {:<12} {:<10}{:>13}{:>4}{:>11}{:>11}{:>9}{:>9}{:>10}{:>8}\n", "filter",
               "algorithm", "order", "boundary", "engine", "size", "ch", "median ms", "p95 ms", "GiP/s",
               "GB/s", "copy ms", "ratio");
}

std::string size_text(const Shape& shape) {
    return fmt::format("{}x{}", shape.width, shape.height);
}

void print(const Result& r, const ImageFilter& filter) {
    fmt::print(
        "{:<12}{:<20}{:>5} {:<12} {:<10}{:>13}{:>4}{:>11.4f}{:>11.4f}{:>9.3f}{:>9.1f}{:>10.4f}{:>8.3f}\n",
        word_for(filter_words, r.problem.filter.kind), r.algorithm(), r.order(), boundary_text(r.problem),
        word_for(engine_words, filter.engine()), size_text(r.problem.shape), r.problem.shape.channels,
        r.median_ms, r.p95_ms, r.gips(), r.gigabytes_per_second(), r.copy_ms, r.ratio_to_copy());
    for (std::size_t i = 0; i < r.stages.size(); ++i)
        fmt::print("  {:<4}{:<71}{:>11.4f}{:>29.1f}\n", r.stages[i].paper, r.stages[i].name, r.stage_ms[i],
                   r.stage_ms[i] > 0 ? double(r.stages[i].bytes()) / (r.stage_ms[i] * 1e6) : 0.0);
    std::fflush(stdout);
}

void print(const Skipped& s) {
    fmt::print("{:<12}{:<20}{:>5} {:<12} skipped: {}\n", word_for(filter_words, s.problem.filter.kind),
               algorithm_name(s.problem),
               has_orders(s.problem.filter.kind) ? fmt::to_string(s.problem.filter.order) : "",
               boundary_text(s.problem), s.reason);
}

Json to_json(const Skipped& s) {
    return {{"filter", word_for(filter_words, s.problem.filter.kind)},
            {"algorithm", algorithm_name(s.problem)},
            {"order", s.problem.filter.order},
            {"boundary", boundary_text(s.problem)},
            {"width", s.problem.shape.width},
            {"height", s.problem.shape.height},
            {"reason", s.reason}};
}

Json to_json(const Result& r, const ImageFilter& filter) {
    Json json;
    json["filter"] = word_for(filter_words, r.problem.filter.kind);
    json["algorithm"] = r.algorithm();
    json["order"] = r.order();
    json["boundary"] = boundary_text(r.problem);
    json["engine"] = word_for(engine_words, filter.engine());
    json["width"] = r.problem.shape.width;
    json["height"] = r.problem.shape.height;
    json["channels"] = r.problem.shape.channels;
    json["median_ms"] = r.median_ms;
    json["p95_ms"] = r.p95_ms;
    json["gips"] = r.gips();
    json["bytes"] = r.bytes();
    json["copy_ms"] = r.copy_ms;
    json["ratio_to_copy"] = r.ratio_to_copy();
    json["stages"] = stages_json(r.stages, r.stage_ms, "median_ms");
    return json;
}

// One line for each result, without its stages. A boundary like constant:1,0,0 is quoted.
std::string to_csv(const Json& results) {
    std::string text;
    for (const Json& result : results) {
        std::string names, values;
        for (const auto& [name, value] : result.items()) {
            if (name == "stages") continue;
            names += (names.empty() ? "" : ",") + name;
            values += (values.empty() ? "" : ",") + value.dump();
        }
        if (text.empty()) text = names + "\n";
        text += values + "\n";
    }
    return text;
}

}  // namespace

void run_bench_command(const Options& options) {
    Combinations all = combinations(options);
    if (options.json && options.csv && are_same_file(*options.json, *options.csv))
        throw Error(ExitCode::usage,
                    fmt::format("--json and --csv are the same file '{}': give two", *options.json));
    for (const Problem& problem : all.problems) require_room(problem);
    for (const std::optional<std::string>& file : {options.json, options.csv})
        if (file) require_writable(*file);

    ImageFilter filter(options.engine, options.sample);
    all = supported(std::move(all), filter.engine());
    const bool is_cuda = filter.engine() == EngineChoice::cuda;
    const int repeats = options.repeats.value_or(is_cuda ? 100 : 9),
              warmup = options.warmup.value_or(is_cuda ? 10 : 2);
    fmt::print("engine {}: {}\n", word_for(engine_words, filter.engine()), filter.description());
    print_header();

    Json report = {{"device", device_json(filter)}, {"results", Json::array()}};
    for (const Problem& problem : all.problems) {
        const Result result = measure(problem, filter, repeats, warmup);
        print(result, filter);
        report["results"].push_back(to_json(result, filter));
    }
    for (const Skipped& skipped : all.skipped) {
        print(skipped);
        report["skipped"].push_back(to_json(skipped));
    }
    if (options.json) write_json(*options.json, report);
    if (options.csv) {
        const std::string text = to_csv(report["results"]);
        write_file(*options.csv, {bytes_of(text)});
    }
}

}  // namespace sweep::app
