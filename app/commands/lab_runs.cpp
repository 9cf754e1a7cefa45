#include "app/commands/lab_runs.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/base/files/text_file.h"
#include "app/base/terminal.h"
#include "app/base/text_parts.h"
#include "app/lab/own_problem.h"
#include "app/lab/report.h"
#include "app/lab/run_page.h"
#include "app/lessons/lesson/traffic.h"
#include "app/work/checks/measuring.h"
#include "app/work/engines/engines.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "files/output_file.h"

namespace sweep::app {
namespace {

constexpr std::size_t longest_code = 1 << 20;

// The text without control characters, which a student's program may print, but for the ends of lines.
std::string printable_lines(std::string_view text) {
    std::string lines;
    while (!text.empty()) {
        lines += printable(take_line(text)) + "\n";
    }
    return lines;
}

// A line of the code, without the space around it; empty where no line is named.
std::string line_of(std::string_view code, std::optional<int> line) {
    if (!line) return {};
    for (int i = 1; i < *line; ++i) take_line(code);
    return std::string(trimmed(take_line(code)));
}

// The least milliseconds of Sweep's own kernels for the same; 0 where it has none, or no CUDA.
double own_ms(const Exercise& exercise, const LabQuestion& question, int side) {
    const std::optional<Problem> problem = own_problem(exercise, question, {side, side});
    if (!problem) return 0;
    try {
        return least_ms(*start_engine(EngineKind::cuda).engine, *problem, {});
    } catch (const Error&) {
        return 0;
    }
}

// The exercise that a file is of, and what it asks for.
std::pair<Exercise, LabQuestion> asked_in(LabOptions& options, const std::string& file,
                                          const std::string& code) {
    const std::string name = options.exercise.empty() ? exercise_named_in(code) : options.exercise;
    if (name.empty())
        refuse_usage(fmt::format(
            "'{}' does not say which exercise it is: add --exercise 3, or a line '// exercise: 3'", file));
    Exercise exercise = find_exercise("--exercise", name);
    if (exercise.kind != LabKind::free && (options.has_filter || options.has_sigma || options.has_boundary))
        refuse_usage(fmt::format(
            "exercise {} has its own filter: --filter, --sigma, --boundary .. are for --exercise free",
            exercise.name));
    FilterSettings& filter = options.request;
    if (!options.has_filter) filter.filter.order = exercise.order;
    if (!options.has_sigma) filter.filter.sigma = exercise.sigma;
    if (!options.has_boundary) filter.boundary = {BoundaryKind::none, {}};
    // A table has two passes, and the bounds are those of four.
    if (exercise.kind == LabKind::free && filter.filter.kind == FilterKind::sat)
        for (std::optional<double>* bound : {&exercise.good.reads, &exercise.good.writes})
            if (*bound) **bound /= 2;
    return {exercise, question_of(exercise, filter.problem())};
}

// What a student's file is to be, and on which pictures.
struct Asked {
    std::string code, shown;  // the file's name without its folder
    Exercise exercise;
    LabQuestion question;
    std::vector<LabPicture> pictures;
};

// The pictures are those of the exercise, behind the one that is stepped through.
Asked what_is_asked(LabOptions& options, const std::optional<Size>& steps) {
    const std::string& file = options.words[1];
    const std::string code = read_text(file, "file", longest_code);
    auto [exercise, question] = asked_in(options, file, code);
    if (steps)
        exercise.sizes.insert(exercise.sizes.begin(), *steps);  // its run is recorded
    else if (options.size)
        exercise.sizes = {*options.size};
    constexpr std::size_t most_pixels = 1 << 20;
    std::vector<LabPicture> pictures;
    for (const Size& size : exercise.sizes) {
        if (std::size_t(size.width) * std::size_t(size.height) > most_pixels)
            refuse_usage(fmt::format("{}x{} is too large for the emulator: 1024x1024 pixels at most",
                                     size.width, size.height));
        pictures.push_back(picture_of(size, lab_input(size)));
    }
    return {code, std::filesystem::path(file).filename().string(), exercise, question, std::move(pictures)};
}

// What Sweep's own algorithms move for the same filter ([N11] table 1): nothing where they have no such filter.
std::vector<TrafficRow> own_traffic(const Asked& asked) {
    const std::optional<Problem> problem = own_problem(asked.exercise, asked.question, {64, 64});
    return problem ? traffic_of(*problem) : std::vector<TrafficRow>();
}

std::string traffic_text(const std::vector<TrafficRow>& rows) {
    std::string text;
    for (const TrafficRow& row : rows)
        text += fmt::format("{} {} {:.2f} + {:.2f}", text.empty() ? "" : ",", row.name, row.reads(),
                            row.writes());
    return text.empty() ? text : "Sweep's algorithms read and write a pixel:" + text + ".\n";
}

nlohmann::ordered_json traffic_json(const std::vector<TrafficRow>& rows) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const TrafficRow& row : rows)
        json.push_back(
            {{"algorithm", row.name}, {"reads_per_pixel", row.reads()}, {"writes_per_pixel", row.writes()}});
    return json;
}

LabVerdict verdict_on(const Asked& asked, const StudentRun& run) {
    LabVerdict verdict = judge(asked.question, asked.pictures, run);
    verdict.source = line_of(asked.code, verdict.line);
    verdict.other_source = line_of(asked.code, verdict.other_line);
    return verdict;
}

void refuse_wrong(const std::string& shown, const std::string& wrong) {
    if (!wrong.empty()) throw Error(ExitCode::failed, fmt::format("{} is not right yet: {}", shown, wrong));
}

// The size of the picture whose run is stepped through.
Size size_of_steps(const LabOptions& options) {
    const Size size = options.size.value_or(Size{40, 36});  // more than one block of 32 each way
    constexpr int most = 64;
    if (size.width > most || size.height > most)
        refuse_usage(fmt::format("{}x{} is too large to be stepped through: {}x{} pixels at most", size.width,
                                 size.height, most, most));
    return size;
}

}  // namespace

void check_file(LabOptions& options) {
    const std::string& file = options.words[1];
    const Asked asked = what_is_asked(options, {});
    const auto& [code, shown, exercise, question, pictures] = asked;
    const LabVerdict verdict = verdict_on(asked, run_student(file, code, pictures, question.c));
    using Json = nlohmann::ordered_json;
    Json json = verdict_json(verdict, shown, exercise);
    std::string text = verdict_text(verdict, shown, exercise),
                wrong = verdict.is_right() ? "" : verdict.verdict;
    const std::vector<TrafficRow> own = own_traffic(asked);
    json["own"] = traffic_json(own);
    if (verdict.is_right()) text += traffic_text(own);
    // Nobody wants a kernel on the GPU that reaches beyond its memory here.
    if (options.gpu && verdict.is_right()) {
        GpuRun gpu = run_on_gpu(file, pictures, question.c);
        gpu.own_ms = own_ms(exercise, question, gpu.side);
        const LabVerdict there = judge(question, pictures, gpu.run);
        json["gpu"] = gpu_json(gpu, there);
        text += gpu_text(gpu, there);
        if (!there.is_right()) wrong = there.verdict + " on the GPU";
    }
    print(stdout, options.json ? json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"
                               : printable_lines(text));
    refuse_wrong(shown, wrong);
}

void write_page(LabOptions& options) {
    const Size size = size_of_steps(options);
    const std::filesystem::path file = options.words[1];
    const std::string out = options.words.size() > 2
                                ? options.words[2]
                                : std::filesystem::path(file).replace_extension(".html").string();
    if (!out.ends_with(".html") && !out.ends_with(".htm"))
        refuse_usage(fmt::format("'{}' does not end in .html, as a page does", out));
    std::error_code nothing;
    if (std::filesystem::equivalent(file, out, nothing))
        refuse_usage(fmt::format("'{}' is the file itself: give the page another name", out));
    const Asked asked = what_is_asked(options, size);
    const StudentRun run = run_student(file, asked.code, asked.pictures, asked.question.c, /*records=*/true);
    const LabVerdict verdict = verdict_on(asked, run);
    std::string text = verdict_text(verdict, asked.shown, asked.exercise);
    if (run.recorded) {
        write_file(out,
                   {bytes_of(run_page(*run.recorded, verdict, asked.exercise, asked.shown, asked.code))});
        text += fmt::format("\n{} shows the run: open it in a browser.\n", out);
    }
    print(stdout, printable_lines(text));
    refuse_wrong(asked.shown, verdict.is_right() ? "" : verdict.verdict);
}

// The verdict is on the pictures of the exercise, too.
void watch_file(LabOptions& options) {
    const std::string& file = options.words[1];
    const Size size = size_of_steps(options);
    asked_in(options, file, read_text(file, "file", longest_code));
    find_lab_compiler();
    const auto run = [options, file, size](const std::string& code) mutable {
        auto [exercise, question] = asked_in(options, file, code);
        std::vector<LabPicture> pictures{picture_of(size, lab_input(size))};
        for (const Size& other : exercise.sizes) pictures.push_back(picture_of(other, lab_input(other)));
        StudentRun student = run_student(file, code, pictures, question.c, true);
        return WatchedRun{exercise, judge(question, pictures, student), std::move(student.recorded),
                          own_problem(exercise, question, size)};
    };
    watch_lab({file, run}, options.window);
}

}  // namespace sweep::app
