// sweep bench: every combination of its lists, timed beside the copy of an image of the same size.
#include <fmt/format.h>

#include <cstring>
#include <random>

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
};

std::vector<Problem> combinations(const Options& options) {
    std::vector<Problem> problems;
    const std::vector<Size> sizes = options.sizes.empty() ? std::vector{Size{2048, 2048}} : options.sizes;
    for (FilterKind kind : options.filters)
        for (int order : options.orders)
            for (const Boundary& boundary : options.boundaries)
                for (const Size& size : sizes) {
                    // Only the Gaussian comes in several orders, only recursive filters have boundaries.
                    if (kind != FilterKind::gaussian && order != options.orders.front()) continue;
                    if (!is_recursive(kind) && boundary != options.boundaries.front()) continue;
                    Problem problem = options.problem();
                    problem.filter = options.filter_spec(kind, order);
                    problem.boundary = boundary;
                    problem.shape = {size.width, size.height, options.channels};
                    problem.input = options.sample;
                    validate(problem);
                    problems.push_back(problem);
                }
    return problems;
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
    fmt::print("{:<9}{:>6} {:<14} {:<10}{:>13}{:>4}{:>11}{:>11}{:>9}{:>9}{:>10}{:>8}\n", "filter", "order",
               "boundary", "engine", "size", "ch", "median ms", "p95 ms", "GiP/s", "GB/s", "copy ms",
               "ratio");
}

void print(const Result& r, const ImageFilter& filter) {
    fmt::print("{:<9}{:>6} {:<14} {:<10}{:>13}{:>4}{:>11.4f}{:>11.4f}{:>9.3f}{:>9.1f}{:>10.4f}{:>8.3f}\n",
               word_for(filter_words, r.problem.filter.kind), r.order(), boundary_text(r.problem),
               word_for(engine_words, filter.engine()),
               fmt::format("{}x{}", r.problem.shape.width, r.problem.shape.height), r.problem.shape.channels,
               r.median_ms, r.p95_ms, r.gips(), r.gigabytes_per_second(), r.copy_ms, r.ratio_to_copy());
    for (std::size_t i = 0; i < r.stages.size(); ++i)
        fmt::print("  {:<4}{:<52}{:>11.4f}{:>29.1f}\n", r.stages[i].paper, r.stages[i].name, r.stage_ms[i],
                   r.stage_ms[i] > 0 ? double(r.stages[i].bytes()) / (r.stage_ms[i] * 1e6) : 0.0);
    std::fflush(stdout);
}

Json to_json(const Result& r, const ImageFilter& filter) {
    Json json;
    json["filter"] = word_for(filter_words, r.problem.filter.kind);
    json["algorithm"] = algorithm_name(r.problem);
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
    const std::vector<Problem> problems = combinations(options);
    if (options.json && options.csv && are_same_file(*options.json, *options.csv))
        throw Error(ExitCode::usage,
                    fmt::format("--json and --csv are the same file '{}': give two", *options.json));
    for (const Problem& problem : problems) require_room(problem);
    for (const std::optional<std::string>& file : {options.json, options.csv})
        if (file) require_writable(*file);

    ImageFilter filter(options.engine, options.sample);
    const bool is_cuda = filter.engine() == EngineChoice::cuda;
    const int repeats = options.repeats.value_or(is_cuda ? 100 : 9),
              warmup = options.warmup.value_or(is_cuda ? 10 : 2);
    fmt::print("engine {}: {}\n", word_for(engine_words, filter.engine()), filter.description());
    print_header();

    Json results = Json::array();
    for (const Problem& problem : problems) {
        const Result result = measure(problem, filter, repeats, warmup);
        print(result, filter);
        results.push_back(to_json(result, filter));
    }
    if (options.json) write_json(*options.json, {{"device", device_json(filter)}, {"results", results}});
    if (options.csv) {
        const std::string text = to_csv(results);
        write_file(*options.csv, {bytes_of(text)});
    }
}

}  // namespace sweep::app
