// sweep filter IN OUT: load, filter, save.
#include <fmt/format.h>

#include <filesystem>

#include "app/commands.h"
#include "app/engines.h"
#include "app/image_filter.h"
#include "app/stage_json.h"
#include "core/error.h"
#include "core/filter_design.h"
#include "core/image_file.h"
#include "core/memory.h"
#include "core/output_file.h"
#include "core/pixels.h"

namespace sweep::app {
namespace {

// Refuses what can be refused before any file is read.
void check(const Options& options, OutputFormat format) {
    const FilterSpec spec = options.problem().filter;
    if (is_recursive(spec.kind)) design(spec);
    if (spec.kind == FilterKind::sat && format != OutputFormat::npy)
        throw Error(ExitCode::usage,
                    fmt::format("a summed-area table does not fit into '{}': write .npy", *options.out));
    pick_engine(options.engine);
    require_readable(*options.in);
    require_writable(*options.out);
    if (options.timings) require_writable(*options.timings);
}

// The samples of a file as an engine reads them. Bytes stay bytes: engines decode them.
Image engine_input(Image image, const Options& options) {
    const Sample from = image.sample();
    const bool is_table = options.filters.front() == FilterKind::sat,
               is_cuda = options.engine == EngineChoice::cuda;
    switch (from) {
        case Sample::u8:
        case Sample::f32:
            return image;
        case Sample::u16:
            require_memory(image.shape().samples() * 8, "the image in floating point");
            // The sums of a table stay exact in double.
            if (is_table) return to_number(image.view(), is_cuda ? Sample::f32 : Sample::f64);
            return to_float(image.view(), Sample::f32, options.linear);
        case Sample::u32:
            throw Error(ExitCode::unreadable_input,
                        fmt::format("cannot filter '{}': its samples are uint32: convert it to float64",
                                    *options.in));
        case Sample::f64:
            if (!is_cuda) return image;
            note("the engine cuda works in float32: the float64 input is rounded");
            return to_float(image.view(), Sample::f32, false);
    }
    throw std::logic_error("no such sample type");
}

void save_result(const Options& options, OutputFormat format, Sample file_sample, const Image& result) {
    if (format == OutputFormat::npy) return save_image(*options.out, result.view());
    if (format == OutputFormat::hdr)
        return save_image(*options.out, to_float(result.view(), Sample::f32, false).view());
    const bool is_narrow = format == OutputFormat::jpeg || file_sample == Sample::u8;
    std::size_t clipped = 0;
    const Image picture =
        to_display(result.view(), is_narrow ? Sample::u8 : Sample::u16, options.linear, &clipped);
    save_image(*options.out, picture.view());
    if (clipped > 0)
        note(fmt::format(
            "{} of {} samples were outside [0, 1] and are clipped in '{}': .hdr and .npy keep them", clipped,
            result.shape().samples(), *options.out));
}

std::vector<double> milliseconds_of(const RunReport& report) {
    std::vector<double> milliseconds;
    for (const StageTime& stage : report.stages) milliseconds.push_back(stage.milliseconds);
    return milliseconds;
}

Json report_json(const Options& options, const Problem& problem, const ImageFilter& filter) {
    std::vector<Stage> stages;
    for (const StageTime& stage : filter.report().stages) stages.push_back(stage.stage);
    Json json;
    json["device"] = device_json(filter);
    json["filter"] = word_for(filter_words, problem.filter.kind);
    json["algorithm"] = word_for(algorithm_words, algorithm_of(problem));
    json["boundary"] = boundary_text(problem.boundary);
    json["engine"] = word_for(engine_words, filter.engine());
    json["input"] = *options.in;
    json["width"] = problem.shape.width;
    json["height"] = problem.shape.height;
    json["channels"] = problem.shape.channels;
    json["passes"] = problem.passes;
    json["total_ms"] = filter.report().total_ms();
    json["bytes"] = total_bytes(stages);
    json["stages"] = stages_json(stages, milliseconds_of(filter.report()), "ms");
    for (std::size_t i = 0; i < stages.size(); ++i) json["stages"][i]["bytes"] = stages[i].bytes();
    return json;
}

// What each pass leaves: the same engine, stopped after it. Other filters have no passes, only a result.
void dump_stages(const Options& options, Problem problem, ImageFilter& filter, const Image& input,
                 const Image& result) {
    const std::filesystem::path folder = *options.dump_stages;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw Error(ExitCode::unwritable_output,
                    fmt::format("cannot make the folder '{}': {}", folder.string(), error.message()));
    Json json = report_json(options, problem, filter);
    Json files = Json::array();
    auto save = [&](const char* name, std::string_view after, const Image& image) {
        save_image(folder / name, image.view());
        files.push_back({{"file", name}, {"after", after}});
    };
    if (is_recursive(problem.filter.kind)) {
        constexpr std::array names{"Y.npy", "Z.npy", "U.npy", "V.npy"};
        const int passes = problem.passes;
        for (problem.passes = 1; problem.passes <= passes; ++problem.passes) {
            filter.prepare(problem);
            const auto last = std::size_t(problem.passes - 1);
            save(names[last], pass_names[last], filter.run(input.view()));
        }
    } else {
        save("result.npy", json["filter"].get<std::string>(), result);
    }
    json["files"] = files;
    write_json((folder / "stages.json").string(), json);
}

// What a reader of the numbers must know about them.
std::string_view precision_of_table(const Problem& problem) {
    switch (output_sample(problem)) {
        case Sample::u32:
            return ", sums in uint32 with wrap-around";
        case Sample::f64:
            return ", sums in float64";
        default:
            return ", sums in float32";
    }
}

}  // namespace

void note(const std::string& text) {
    fmt::print(stderr, "sweep: note: {}\n", text);
}

void run_filter_command(const Options& options) {
    const OutputFormat format = output_format(*options.out);
    check(options, format);

    std::string replaced;
    Image file = load_image(*options.in, &replaced);
    if (!replaced.empty()) note(replaced);
    if (!options.sizes.empty() && options.sizes.front() != Size{file.shape().width, file.shape().height})
        throw Error(
            ExitCode::unreadable_input,
            fmt::format("'{}' is {} x {}, not the {} x {} of --size", *options.in, file.shape().width,
                        file.shape().height, options.sizes.front().width, options.sizes.front().height));
    const Sample file_sample = file.sample();
    const Image input = engine_input(std::move(file), options);

    Problem problem = options.problem();
    problem.shape = input.shape();
    problem.input = input.sample();
    validate(problem);
    ImageFilter filter(options.engine, problem.input);
    filter.prepare(problem);
    const Image result = filter.run(input.view());
    const std::string summary = fmt::format(
        "{} x {} x {}, {}, {:.3f} ms{}", problem.shape.width, problem.shape.height, problem.shape.channels,
        word_for(filter_words, problem.filter.kind), filter.report().total_ms(),
        problem.filter.kind == FilterKind::sat ? precision_of_table(problem) : std::string_view());

    save_result(options, format, file_sample, result);
    if (options.timings) write_json(*options.timings, report_json(options, problem, filter));
    if (options.dump_stages) dump_stages(options, problem, filter, input, result);
    fmt::print("engine {}: {}\n{}: {}\n", word_for(engine_words, filter.engine()), filter.description(),
               *options.out, summary);
}

}  // namespace sweep::app
