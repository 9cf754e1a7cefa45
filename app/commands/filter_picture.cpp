// sweep filter IN OUT, of one picture: filters and checks it, and writes what is asked for of its numbers.
#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/base/terminal.h"
#include "app/commands/filter_file.h"
#include "app/lessons/replay/trace_json.h"
#include "app/views/tune/coefficients.h"
#include "app/work/checks/result_check.h"
#include "app/work/engines/engines.h"
#include "app/work/engines/stage_json.h"
#include "app/work/options/describe.h"
#include "app/work/request/settings.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/design/design.h"
#include "core/families/algorithms.h"
#include "core/problem/accuracy.h"
#include "files/image_file.h"
#include "files/output_file.h"
#include "files/stack/animation.h"
#include "films/output.h"

namespace sweep::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array pass_files{"Y.npy", "Z.npy", "U.npy", "V.npy"};
constexpr const char* only_file = "result.npy";  // for a filter that has no passes
constexpr const char* stages_file = "stages.json";

std::vector<double> milliseconds_of(const RunReport& report) {
    std::vector<double> milliseconds;
    for (const StageTime& stage : report.stages) milliseconds.push_back(stage.milliseconds);
    return milliseconds;
}

// The parameters of the filter, as the command line names them.
Json parameters_json(const FilterSettings& settings) {
    Json json = Json::object();
    for (const FilterOption& row : parameter_options()) {
        const std::string text = row.get(settings);
        if (text.empty() || !row.listens(settings)) continue;
        const Json number = Json::parse(text, nullptr, false);  // lists and words are no numbers
        json[row.name] = number.is_number() ? number : Json(text);
    }
    return json;
}

Json axis_json(const AxisDesign& axis) {
    return {{"causal", coefficients_json(axis.causal)}, {"anticausal", coefficients_json(axis.anticausal)}};
}

Json report_json(const FilterFileOptions& options, FilterRun& run) {
    const Problem& problem = run.problem();
    const Engine& engine = run.engine();
    std::vector<Stage> stages;
    for (const StageTime& stage : run.report().stages) stages.push_back(stage.stage);
    Json json;
    json["device"] = device_json(engine.kind());
    json["filter"] = options.request.filter_word();
    json["parameters"] = parameters_json(options.request);
    if (is_recursive(problem.filter.kind)) {
        const FilterDesign filter = design(problem.filter);
        json["coefficients"] = {{"rows", axis_json(filter.rows)}, {"columns", axis_json(filter.columns)}};
    }
    json["algorithm"] = algorithm_name(engine.resolved());
    json["boundary"] = boundary_text(problem);
    json["engine"] = name_of(engine.kind()).word;
    json["input"] = *options.in;
    json["width"] = problem.shape.width;
    json["height"] = problem.shape.height;
    json["channels"] = problem.shape.channels;
    json["passes"] = problem.passes;
    if (const std::vector<double> mean = engine.table_mean(); !mean.empty()) json["table_mean"] = mean;
    if (!options.request.derived.is_none()) json["derive"] = derived_text(options.request.derived);
    json["total_ms"] = run.report().total_ms();
    json["bytes"] = total_bytes(stages);
    json["stages"] = stages_json(stages, milliseconds_of(run.report()), "ms");
    for (std::size_t i = 0; i < stages.size(); ++i) json["stages"][i]["bytes"] = stages[i].bytes();
    return json;
}

Json check_json(const ResultCheck& check) {
    return {{"error", check.error},
            {"tolerance", check.tolerance},
            {"passed", check.passed()},
            {"x", check.x},
            {"y", check.y},
            {"largest_output", check.largest},
            {"rows", check.rows},
            {"local_error", check.local_error},
            {"local_x", check.local_x},
            {"local_y", check.local_y}};
}

// What is wrong and what is allowed, `before` in front of the latter.
std::string check_text(const ResultCheck& check, std::string_view before) {
    std::string text = fmt::format(
        "largest error {:.2g} of the largest output, at ({}, {}), {} compared{} {:.0g} is allowed",
        check.error, check.x, check.y, check.compared(), before, check.tolerance);
    if (check.local_error > 0)
        text += fmt::format(" ({:.2g} of the largest input that the filter remembers, at ({}, {}))",
                            check.local_error, check.local_x, check.local_y);
    return text;
}

// The numbers of passes after which the prepared algorithm can stop; none for a filter that has no passes.
std::vector<int> stops(const Engine& engine) {
    const Problem& problem = engine.resolved();
    std::vector<int> passes;
    if (!is_recursive(problem.filter.kind)) return passes;
    const int step = engine.kind() == EngineKind::reference ? 1 : info(problem.method.algorithm).pass_step;
    for (int count = step; count <= problem.passes; count += step) passes.push_back(count);
    return passes;
}

Problem stopped_after(int passes, const Engine& engine) {
    Problem problem = engine.resolved();
    problem.passes = passes;
    return problem;
}

// Refuses what cannot be dumped, before anything is filtered or written. `problem` is prepared before and
// afterwards.
void check_dump(const Problem& problem, Engine& engine) {
    for (int passes : stops(engine))
        if (passes < problem.passes) engine.prepare(stopped_after(passes, engine));
    engine.prepare(problem);
}

// Saves the image after each pass, by the same engine and algorithm stopped there. A filter without passes
// has only a result.
void dump_stages(const fs::path& folder, FilterRun& run, const Image& result, Json report) {
    Engine& engine = run.engine();
    const Problem problem = engine.resolved();
    make_folder(folder);
    Json files = Json::array();
    auto save = [&](const char* name, std::string_view after, const Image& image) {
        const Image restored = run.in_scale_of_file(image);
        save_image(folder / name, restored.empty() ? image.view() : restored.view());
        files.push_back({{"file", name}, {"after", after}});
    };
    const std::vector<int> counts = stops(engine);
    std::vector<std::string_view> missing, after;
    for (int count = 1; count <= problem.passes && !counts.empty(); ++count) {
        const auto last = std::size_t(count - 1);
        if (std::find(counts.begin(), counts.end(), count) == counts.end()) {
            missing.push_back(pass_files[last]);
            after.push_back(pass_names[last]);
        } else if (count == problem.passes) {
            save(pass_files[last], pass_names[last], result);
        } else {
            engine.prepare(stopped_after(count, engine));
            save(pass_files[last], pass_names[last], filtered(engine, run.input().view()));
        }
    }
    if (counts.empty()) save(only_file, info(problem.filter.kind).word, result);
    report["files"] = files;
    write_json((folder / stages_file).string(), report);
    if (!missing.empty())
        note(fmt::format("algorithm {} does not stop after {}: '{}' has no {}", algorithm_name(problem),
                         fmt::join(after, ", "), folder.string(), fmt::join(missing, ", ")));
}

// What the user has to know about the numbers of a table.
std::string precision_of_table(const Problem& problem, const Engine& engine) {
    switch (output_sample(problem)) {
        case Sample::u32:
            return problem.method.precision == Precision::fixed_point
                       ? fmt::format(", sums of round(x * {}) in uint32 with wrap-around",
                                     quantisation(problem).scale)
                       : ", sums in uint32 with wrap-around";
        case Sample::f64:
            return ", sums in float64";
        default:
            return engine.table_mean().empty() ? ", sums in float32"
                                               : fmt::format(", sums in float32 of x minus the mean {}",
                                                             fmt::join(engine.table_mean(), ", "));
    }
}

}  // namespace

void check_names_differ(const FilterFileOptions& options) {
    std::vector<std::pair<std::string_view, fs::path>> written{{"OUT", *options.out}};
    if (options.timings) written.emplace_back("--timings", *options.timings);
    if (options.trace) written.emplace_back("--trace", *options.trace);
    if (options.dump_stages)
        for (const char* name :
             {pass_files[0], pass_files[1], pass_files[2], pass_files[3], only_file, stages_file})
            written.emplace_back("--dump-stages", fs::path(*options.dump_stages) / name);
    auto refuse = [](std::string_view a, std::string_view b, const fs::path& path) {
        throw Error(ExitCode::usage,
                    fmt::format("{} and {} are the same file '{}': give another", a, b, path.string()));
    };
    for (auto file = written.begin() + 1; file < written.end(); ++file) {
        if (are_same_file(*options.in, file->second)) refuse("IN", file->first, file->second);
        for (auto other = written.begin(); other < file; ++other)
            if (are_same_file(other->second, file->second)) refuse(other->first, file->first, file->second);
    }
}

FilteredFile filter_picture(const FilterFileOptions& options, const FilterContext& context,
                            const TakeImage& page) {
    const FilterFiles files = files_of(options);
    FileImage file = read_to_filter(files, options.request, context.take, page != nullptr);
    if (const int frames = page ? 1 : count_frames(*options.in); frames > 1)
        context.say(fmt::format("'{}': frame 1 of {} is filtered: {}", *options.in, frames,
                                is_animation_output(*options.out)
                                    ? "for all, filter it alone and by its name"
                                    : ".webp, .png, .gif, .mp4 or .mkv takes all"));
    require_size(files, file.image.shape());
    FilterRun run(std::move(file), *options.in, options.request, context.room, context.say);
    const Problem& problem = run.problem();
    Engine& engine = run.engine();
    if (options.dump_stages) check_dump(problem, engine);
    run.warn(options.checks_result);
    const bool takes_floats = options.checks_result || options.trace || options.dump_stages;
    Image result = takes_floats ? run.run() : run.run_for(*options.out);
    run.warn_of(result);
    FilteredFile done;
    done.engine = run.started().text();
    done.summary = fmt::format(
        "{}: {} x {} x {}, {}, {:.3f} ms{}", printable(*options.out), problem.shape.width,
        problem.shape.height, problem.shape.channels, filter_words(options.request), run.report().total_ms(),
        problem.filter.kind == FilterKind::sat ? precision_of_table(problem, engine) : std::string());

    Json report = report_json(options, run);
    std::optional<ResultCheck> check;
    if (options.checks_result) {
        check = run.check(result);
        report["check"] = check_json(*check);
        done.check = "check: " + check_text(*check, ";");
        const bool is_of_filter =
            options.request.derived.is_none() && !info(options.request.filter.kind).follows_picture;
        if (const auto distance = is_of_filter ? distance_from_gaussian(problem) : std::nullopt) {
            report["check"]["distance_from_gaussian"] = *distance;
            *done.check += fmt::format("\nGaussian: within {:.2g} of {}", *distance,
                                       is_signed(problem.filter)
                                           ? "the largest output of the sampled derivative"
                                           : "the sampled Gaussian's outputs, for inputs within [0, 1]");
        }
    }
    if (options.timings) write_json(*options.timings, report);
    if (options.trace) {
        Image again(result.shape(), result.sample());
        write_json(*options.trace, trace_json(engine.trace(run.input().view(), again.view())));
    }
    if (check && !check->passed())
        throw Error(ExitCode::failed, fmt::format("the result is wrong: {}: '{}' is not written; use "
                                                  "--engine reference, or another algorithm or realisation",
                                                  check_text(*check, ", and"), *options.out));
    if (options.dump_stages) dump_stages(*options.dump_stages, run, result, report);
    // Last, so that an error above leaves OUT alone.
    run.save(std::move(result), *options.out,
             {.metadata = metadata_to_keep(*options.in, options.page, options.request, context.say),
              .take = page});
    return done;
}

}  // namespace sweep::app
