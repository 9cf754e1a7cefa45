// sweep filter IN OUT: loads, filters and saves an image.
#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/base/terminal.h"
#include "app/commands/commands.h"
#include "app/engines/engines.h"
#include "app/engines/result_check.h"
#include "app/engines/stage_json.h"
#include "app/replay/trace_json.h"
#include "app/tune/coefficients.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/filter/design.h"
#include "core/problem/accuracy.h"
#include "core/problem/algorithms.h"
#include "files/image_file.h"
#include "files/output_file.h"
#include "files/pixels.h"

namespace sweep::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array pass_files{"Y.npy", "Z.npy", "U.npy", "V.npy"};
constexpr const char* only_file = "result.npy";  // for a filter that has no passes
constexpr const char* stages_file = "stages.json";

// No two files that are written may be the same, and only OUT may be IN.
void check_names_differ(const Options& options) {
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

// Refuses what can be refused before a file is read.
void check(const Options& options, OutputFormat format) {
    const FilterSpec spec = options.request.filter;
    if (is_recursive(spec.kind)) design(spec);
    if (spec.kind == FilterKind::sat && format != OutputFormat::npy)
        throw Error(ExitCode::usage,
                    fmt::format("a summed-area table does not fit into '{}': write .npy", *options.out));
    check_names_differ(options);
    pick_engine(options.request.engine);
    require_readable(*options.in);
    require_writable(*options.out);
    if (options.timings) require_writable(*options.timings);
    if (options.trace) require_writable(*options.trace);
    if (options.dump_stages) require_folder(*options.dump_stages);
}

// Converts the samples of a file to those that an engine reads. Bytes stay bytes if the engine decodes them
// itself, from sRGB or not at all.
Image engine_input(Image image, const Decoding& decoding, const Options& options) {
    const Sample from = image.sample();
    const bool is_table = options.request.filter.kind == FilterKind::sat,
               is_cuda = options.request.engine == EngineKind::cuda;
    const Encoding encoding = decoding.to_light ? decoding.stored : Encoding{};
    switch (from) {
        case Sample::f32:
            return image;
        case Sample::u8:
            if (is_table || encoding.curve != Curve::power) return image;
            require_memory(image.shape().samples() * 4, "the image in floating point");
            return to_float(image.view(), Sample::f32, encoding);
        case Sample::u16:
            require_memory(image.shape().samples() * (is_table && !is_cuda ? 8 : 4),
                           "the image in floating point");
            // In double the sums of a table stay exact.
            if (is_table) return to_number(image.view(), is_cuda ? Sample::f32 : Sample::f64);
            return to_float(image.view(), Sample::f32, encoding);
        case Sample::u32:
            throw Error(ExitCode::unreadable_input,
                        fmt::format("cannot filter '{}': its samples are uint32: convert it to float64",
                                    *options.in));
        case Sample::f64:
            if (!is_cuda) return image;
            note("the engine cuda works in float32: the float64 input is rounded");
            return to_float(image.view(), Sample::f32, false);
        case Sample::f16:
            break;  // no file has such samples
    }
    throw std::logic_error("no such sample type");
}

// Refuses an image that does not fit into memory: the samples of the file, those that the engine reads, the
// result, and the result as it is written. Engines check the memory for their workspaces themselves.
void require_filter_memory(const Options& options, OutputFormat format, const Shape& shape, Sample sample) {
    const bool is_double = sample == Sample::f64 || options.request.engine == EngineKind::reference;
    const std::size_t read = size_of(sample), converted = sample == Sample::u16 ? sizeof(float) : 0,
                      input = converted > 0 ? converted : read,
                      result = is_double ? sizeof(double) : sizeof(float),
                      written = format == OutputFormat::npy ? 0 : 2 * sizeof(float);
    require_memory(shape.samples() * std::max(read + converted, input + result + written),
                   fmt::format("filtering {} x {} pixels", shape.width, shape.height));
}

// Saves the result, and says what the file cannot hold. `file`: the encoding of IN.
void save_result(const Options& options, OutputFormat format, Sample file_sample, const Encoding& file,
                 Image result) {
    const bool is_hdr = format == OutputFormat::hdr, is_jpeg = format == OutputFormat::jpeg,
               is_npy = format == OutputFormat::npy, is_narrow = is_jpeg || file_sample == Sample::u8,
               drops_alpha = (is_hdr || is_jpeg) && result.shape().channels % 2 == 0;
    if (drops_alpha) result = without_alpha(result.view());

    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double rounding = !is_hdr && is_narrow ? 0.5 / 255 : 0.5 / 65535,
                 least = is_npy ? -infinity : -rounding,
                 most = is_npy   ? infinity
                        : is_hdr ? largest_hdr
                                 : 1 + rounding;
    const Misfits misfits = count_misfits(result.view(), least, most);

    if (is_npy)
        save_image(*options.out, result.view());
    else if (is_hdr)
        save_image(*options.out, to_float(result.view(), Sample::f32, false).view());
    else {
        // A JPEG cannot name its encoding, and every reader takes it for sRGB.
        const bool as_srgb = is_jpeg && options.request.linear.value_or(true);
        const Decoding as = encoding_for_output(file_sample, file, options.request.linear);
        const Encoding encoding = as_srgb       ? Encoding{Curve::srgb, 1, false}
                                  : as.to_light ? as.stored
                                                : Encoding{};
        // A PNG of 8 bits is taken for sRGB, too, so it does not have to say so.
        const bool is_usual = is_narrow && as.stored.curve == Curve::srgb;
        save_image(*options.out,
                   to_display(result.view(), is_narrow ? Sample::u8 : Sample::u16, encoding).view(), {},
                   is_usual ? std::nullopt : std::optional(as.stored));
    }

    if (drops_alpha) note(fmt::format("alpha is dropped in '{}': .png and .npy keep it", *options.out));
    if (misfits.outside > 0)
        note(fmt::format("{} of {} samples were {} and are clipped in '{}': .npy keeps them", misfits.outside,
                         result.shape().samples(),
                         is_hdr ? fmt::format("below 0 or above {}", largest_hdr) : "outside [0, 1]",
                         *options.out));
    if (misfits.not_finite > 0)
        note(fmt::format("{} of {} samples of the result are NaN or infinite: it outgrows {}{}",
                         misfits.not_finite, result.shape().samples(),
                         result.sample() == Sample::f64 ? "float64" : "float32",
                         is_npy ? "" : "; NaN is written as 0, infinities are clipped"));
}

// Everybody expects bytes in sRGB and floats. For other samples the user is told how they were decoded.
bool is_worth_saying(Sample sample, const Encoding& encoding) {
    return sample == Sample::u16 || (sample == Sample::u8 && encoding.curve != Curve::srgb);
}

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

Json report_json(const Options& options, const Problem& problem, const Engine& engine) {
    std::vector<Stage> stages;
    for (const StageTime& stage : engine.report().stages) stages.push_back(stage.stage);
    Json json;
    json["device"] = device_json(engine.kind());
    json["filter"] = info(problem.filter.kind).word;
    json["parameters"] = parameters_json(options.request);
    if (is_recursive(problem.filter.kind)) {
        const FilterDesign filter = design(problem.filter);
        json["coefficients"] = {{"rows", axis_json(filter.rows)}, {"columns", axis_json(filter.columns)}};
    }
    json["algorithm"] = algorithm_name(engine.resolved());
    json["boundary"] = boundary_text(problem);
    json["engine"] = word_for(engine_words, engine.kind());
    json["input"] = *options.in;
    json["width"] = problem.shape.width;
    json["height"] = problem.shape.height;
    json["channels"] = problem.shape.channels;
    json["passes"] = problem.passes;
    if (const std::vector<double> mean = engine.table_mean(); !mean.empty()) json["table_mean"] = mean;
    json["total_ms"] = engine.report().total_ms();
    json["bytes"] = total_bytes(stages);
    json["stages"] = stages_json(stages, milliseconds_of(engine.report()), "ms");
    for (std::size_t i = 0; i < stages.size(); ++i) json["stages"][i]["bytes"] = stages[i].bytes();
    return json;
}

Json check_json(const ResultCheck& check) {
    return {
        {"error", check.error}, {"tolerance", check.tolerance},    {"passed", check.passed()}, {"x", check.x},
        {"y", check.y},         {"largest_output", check.largest}, {"rows", check.rows}};
}

std::string check_text(const ResultCheck& check) {
    return fmt::format("largest error {:.2g} of the largest output, at ({}, {}), {} compared", check.error,
                       check.x, check.y, check.compared());
}

// The numbers of passes after which the prepared algorithm can stop; none for a filter that has no passes.
std::vector<int> stops(const Engine& engine) {
    const Problem& problem = engine.resolved();
    std::vector<int> passes;
    if (!is_recursive(problem.filter.kind)) return passes;
    const int step = engine.kind() == EngineKind::reference ? 1 : info(problem.algorithm).pass_step;
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
void dump_stages(const fs::path& folder, Engine& engine, const Image& input, const Image& result,
                 Json report) {
    const Problem problem = engine.resolved();
    make_folder(folder);
    Json files = Json::array();
    auto save = [&](const char* name, std::string_view after, const Image& image) {
        save_image(folder / name, image.view());
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
            save(pass_files[last], pass_names[last], filtered(engine, input.view()));
        }
    }
    if (counts.empty()) save(only_file, info(problem.filter.kind).word, result);
    report["files"] = files;
    write_json((folder / stages_file).string(), report);
    if (!missing.empty())
        note(fmt::format("algorithm {} does not stop after {}: '{}' has no {}", algorithm_name(problem),
                         fmt::join(after, ", "), folder.string(), fmt::join(missing, ", ")));
}

// Says how many samples a table in fixed point clamps.
void note_clamped(const Problem& problem, const Image& input) {
    const Quantisation to_integers = quantisation(problem);
    if (to_integers.scale == 0 || input.sample() == Sample::u8) return;
    const Misfits misfits = count_misfits(input.view(), 0, double(to_integers.limit));
    if (const std::size_t count = misfits.outside + misfits.not_finite; count > 0)
        note(
            fmt::format("{} of {} samples are outside [0, {}] and are clamped by --precision fixed: "
                        "--precision double keeps them",
                        count, input.shape().samples(), to_integers.limit));
}

// Warns of lost digits if the algorithm was asked for by name, or if no algorithm is accurate enough for the
// filter.
void note_lost_digits(const Problem& problem, bool asked_by_name) {
    // The worst sample of an image loses up to so many times as much as a line of noise.
    constexpr double image_of_line = 10;
    const bool is_direct = problem.realisation == Realisation::direct;
    const double on_line = expected_error(problem), error = image_of_line * on_line;
    const double limit = problem.input == Sample::f64 ? float64_tolerance : float32_tolerance;
    if (asked_by_name || is_direct ? error <= limit : on_line <= tried_tolerance(problem)) return;
    note(fmt::format("algorithm {}{} may be off by {} the largest output for this filter{}",
                     algorithm_name(problem), is_direct ? " by direct feedback" : "",
                     error < 1 ? fmt::format("{:.0e} of", error) : "more than",
                     is_direct       ? ": --realisation delta is right"
                     : asked_by_name ? ": --algorithm auto is right"
                                     : ""));
}

// What the user has to know about the numbers of a table.
std::string precision_of_table(const Problem& problem, const Engine& engine) {
    switch (output_sample(problem)) {
        case Sample::u32:
            return problem.precision == Precision::fixed_point
                       ? fmt::format(", sums of round(x * {}) in uint32 with wrap-around",
                                     quantisation(problem).scale)
                       : ", sums in uint32 with wrap-around";
        case Sample::f64:
            return ", sums in float64";
        default:
            return engine.table_mean().empty() ? ", sums in float32"
                                               : fmt::format(", sums in float32 of x less the mean {}",
                                                             fmt::join(engine.table_mean(), ", "));
    }
}

}  // namespace

void run_filter_command(const Options& options) {
    const OutputFormat format = output_format(*options.out);
    check(options, format);

    FileImage read = read_image(*options.in, [&](const Shape& shape, Sample sample) {
        require_filter_memory(options, format, shape, sample);
    });
    Image& file = read.image;
    if (!read.note.empty()) note(read.note);
    if (!options.sizes.empty() && options.sizes.front() != Size{file.shape().width, file.shape().height})
        throw Error(
            ExitCode::unreadable_input,
            fmt::format("'{}' is {} x {}, not the {} x {} of --size", *options.in, file.shape().width,
                        file.shape().height, options.sizes.front().width, options.sizes.front().height));
    const Sample file_sample = file.sample();
    const Decoding decoding = decoding_of(file_sample, read.encoding, options.request.linear);
    if (is_worth_saying(file_sample, read.encoding))
        note(fmt::format("'{}': {}", *options.in,
                         decoding_text(file_sample, read.encoding, options.request.linear)));
    const Image input = engine_input(std::move(file), decoding, options);

    Problem problem = options.request.problem(input.shape(), input.sample());
    problem.linear = decoding.to_light;
    validate(problem);
    const auto [owned, reason] = start_engine(options.request.engine, problem.input);
    Engine& engine = *owned;
    engine.prepare(problem);
    if (options.dump_stages) check_dump(problem, engine);
    note_clamped(problem, input);
    if (engine.kind() != EngineKind::reference && !options.checks_result)
        note_lost_digits(engine.resolved(), problem.algorithm != Algorithm::automatic);
    Image result = filtered(engine, input.view());
    const std::string summary = fmt::format(
        "{} x {} x {}, {}, {:.3f} ms{}", problem.shape.width, problem.shape.height, problem.shape.channels,
        info(problem.filter.kind).word, engine.report().total_ms(),
        problem.filter.kind == FilterKind::sat ? precision_of_table(problem, engine) : std::string());

    Json report = report_json(options, problem, engine);
    std::optional<ResultCheck> check;
    if (options.checks_result) {
        check =
            check_result(engine.resolved(), input.view(), std::as_const(result).view(), engine.table_mean());
        report["check"] = check_json(*check);
    }
    if (options.timings) write_json(*options.timings, report);
    if (options.trace) {
        Image again(result.shape(), result.sample());
        write_json(*options.trace, trace_json(engine.trace(input.view(), again.view())));
    }
    if (check && !check->passed())
        throw Error(ExitCode::failed,
                    fmt::format("the result is wrong: {}, and {:.0g} is allowed: '{}' is not written; use "
                                "--engine reference, or another algorithm or realisation",
                                check_text(*check), check->tolerance, *options.out));
    if (options.dump_stages) dump_stages(*options.dump_stages, engine, input, result, report);
    save_result(options, format, file_sample, read.encoding,
                std::move(result));  // last, so that an error above leaves OUT alone
    fmt::print("engine {}: {}\n{}: {}\n", word_for(engine_words, engine.kind()), reason, *options.out,
               summary);
    if (check) fmt::print("check: {}; {:.0g} is allowed\n", check_text(*check), check->tolerance);
}

}  // namespace sweep::app
