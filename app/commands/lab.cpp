// sweep lab: exercises in CUDA C++, which run on any machine, and the verdict on what a student wrote.
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "app/base/terminal.h"
#include "app/commands/commands.h"
#include "app/commands/lab_runs.h"
#include "app/lab/exercise.h"
#include "core/base/error.h"
#include "files/output_file.h"

namespace sweep::app {
namespace {

constexpr const char* lab_help = R"(Lets you write CUDA kernels, and checks them. No GPU is needed.

Examples:
  sweep lab list                   the exercises
  sweep lab task 3                 what exercise 3 asks for
  sweep lab start 3 mine.cu        write its skeleton to a new file
  sweep lab check mine.cu          compile it, run it, and say what is wrong
  sweep lab page mine.cu           the run as a page, mine.html: step through it, and ask each number who wrote it
  sweep lab watch mine.cu          the same in a window, at every save, and every step of the run
  sweep lab hint 3                 the first hint; sweep lab hint 3 2: the second
  sweep lab solution 3             print a solution; with a file: write it there
  sweep lab check mine.cu --exercise free --filter gaussian --sigma 3 --boundary mirror
  sweep lab new my.lab             write the text of an exercise of your own; use my.lab as a number

Your file defines one function, which starts your kernels. Kernels and host can read c: g, d1, d2 ..

  void lab(const float* in, float* out, int width, int height, const float* c)

  sweep lab check mine.cu --gpu    where an NVIDIA GPU and nvcc are: the same file there, and its time

check, page and watch need g++ or clang++; SWEEP_LAB_CXX in the environment names another one. They run the code of your
file, for 10 seconds at most. Exit codes: 0 right, 1 wrong or faulty, 2 bad usage, 3 no compiler.
Options of filters count for the exercise 'free' alone. Without --boundary its passes start from zero.
)";

// The words behind the first.
const std::string* word(const LabOptions& options, std::size_t number) {
    return number < options.words.size() ? &options.words[number] : nullptr;
}

Exercise exercise_in(const LabOptions& options) {
    return find_exercise("the exercise", options.words[1]);
}

void list_exercises(LabOptions&) {
    std::string text;
    for (const Exercise& exercise : lab_exercises())
        text += fmt::format("{:>2}  {}\n", exercise.name, exercise.title);
    print(stdout, text + "\nsweep lab task 1 says what to do.\n");
}

void print_task(LabOptions& options) {
    const Exercise exercise = exercise_in(options);
    std::string text = fmt::format("# {}. {}\n\n{}", exercise.name, exercise.title, exercise.task);
    if (!exercise.figure.empty())
        text += fmt::format("\nFigure: sweep --lecture {}, step {}.\n",
                            exercise.figure.substr(0, exercise.figure.find(' ')),
                            exercise.figure.substr(exercise.figure.find(' ') + 1));
    text +=
        fmt::format("\nBegin: sweep lab start {0} mine.cu{1}\n", exercise.name,
                    exercise.hints.empty() ? "" : fmt::format("\nStuck: sweep lab hint {}", exercise.name));
    print(stdout, text);
}

void print_hint(LabOptions& options) {
    const Exercise exercise = exercise_in(options);
    const int count = int(exercise.hints.size());
    if (count == 0) throw Error(ExitCode::usage, fmt::format("exercise {} has no hints", exercise.name));
    const int number = word(options, 2) ? parse_integer("the hint", *word(options, 2), 1, count) : 1;
    std::string text = exercise.hints[std::size_t(number - 1)];
    if (number < count)
        text += fmt::format("\nHint {} of {}. Next: sweep lab hint {} {}\n", number, count, exercise.name,
                            number + 1);
    print(stdout, text);
}

// Code whose first line names the exercise, so that `check` knows it.
std::string marked(const Exercise& exercise, const std::string& code) {
    return exercise_named_in(code).empty() ? fmt::format("// exercise: {}\n", exercise.name) + code : code;
}

void write_new(const std::string& file, const std::string& code) {
    std::error_code nothing;
    if (std::filesystem::exists(std::filesystem::symlink_status(file, nothing)))
        throw Error(ExitCode::unwritable_output,
                    fmt::format("'{}' is there already: give another name", file));
    write_file(file, {bytes_of(code)});
}

void start_exercise(LabOptions& options) {
    const Exercise exercise = exercise_in(options);
    const std::string& file = options.words[2];
    write_new(file, marked(exercise, exercise.start));
    print(stdout, fmt::format("{} has the skeleton of exercise {}, {}. Write, then: sweep lab check {}\n",
                              file, exercise.name, exercise.title, file));
}

constexpr const char* new_exercise = R"(title: My exercise
passes: down, up
order: 1
sigma: 4
sizes: 128x96 77x45 1x40
good: reads 2.2, writes 1.2, sectors 4.0, conflict 1

## task
What to do, in Markdown. Lines above: passes is a list of down, up, right and left in their order, or table, or free.
c has g, d1 .. of the recursive Gaussian of that order and sigma. good is what a good solution counts at most.

## hint
There may be any number of hints.

## start
__global__ void columns(const float* in, float* out, int width, int height, float g, float d) {
    // Your code.
}

void lab(const float* in, float* out, int width, int height, const float* c) {
    columns<<<(width + 127) / 128, 128>>>(in, out, width, height, c[0], c[1]);
}

## solution
// A solution, if students may see it.
)";

void make_exercise(LabOptions& options) {
    const std::string& file = options.words[1];
    if (!file.ends_with(".lab"))
        refuse_usage(fmt::format("'{}' does not end in .lab, as a file of an exercise does", file));
    write_new(file, new_exercise);
    print(stdout,
          fmt::format("{0} is a text of an exercise. Write, then: sweep lab start {0} mine.cu\n", file));
}

void show_solution(LabOptions& options) {
    const Exercise exercise = exercise_in(options);
    if (exercise.solution.empty())
        throw Error(ExitCode::usage,
                    fmt::format("exercise {} has no solution: any filter is asked for", exercise.name));
    const std::string code = marked(exercise, exercise.solution);
    if (const std::string* file = word(options, 2)) return write_new(*file, code);
    print(stdout, code);
}

struct LabAction {
    void (*run)(LabOptions&);
    std::size_t least, most;  // words, with its own
    const char* usage;
};

constexpr std::array<std::pair<std::string_view, LabAction>, 9> lab_actions{{
    {"list", {list_exercises, 1, 1, "sweep lab list"}},
    {"task", {print_task, 2, 2, "sweep lab task 3"}},
    {"hint", {print_hint, 2, 3, "sweep lab hint 3, or sweep lab hint 3 2"}},
    {"start", {start_exercise, 3, 3, "sweep lab start 3 mine.cu"}},
    {"solution", {show_solution, 2, 3, "sweep lab solution 3, or sweep lab solution 3 FILE"}},
    {"check", {check_file, 2, 2, "sweep lab check mine.cu"}},
    {"page", {write_page, 2, 3, "sweep lab page mine.cu, or sweep lab page mine.cu OUT.html"}},
    {"watch", {watch_file, 2, 2, "sweep lab watch mine.cu"}},
    {"new", {make_exercise, 2, 2, "sweep lab new mine.lab"}},
}};

LabAction lab_action_of(const LabOptions& options) {
    return parse_word("what to do", options.words.empty() ? "" : options.words[0], lab_actions);
}

void add_options(OptionAdder& to, LabOptions& options) {
    to.arguments(
        "WHAT",
        "list, task N, hint N [K], start N FILE, solution N [FILE], check FILE, page FILE [OUT.html], watch FILE or "
        "new FILE.lab",
        options.words);
    to.value(
        "--exercise", "N",
        "check, page, watch: the exercise, a number, free or a .lab file (default: the line '// exercise: N' of "
        "FILE)",
        [&](const std::string& text) { options.exercise = text; });
    add_size(
        to,
        "check: the size of the picture (default: those of the exercise); page, watch: of the picture that is "
        "stepped through (default 40x36, at most 64x64)",
        options.size);
    to.value("--window", "WxH", "watch: the window's size in pixels (default 1600x900)",
             [&](const std::string& text) { options.window.size = parse_size("--window", text); });
    to.value("--shot", "OUT.png", "watch: draw the window off screen, and write it", options.window.shot);
    to.value("--script", "FILE", "watch: run a script, as sweep --script does", options.window.script);
    to.flag("--json", "check: print the verdict as JSON", options.json);
    to.flag("--gpu", "check: run what is right on the NVIDIA GPU, too, and time it (needs nvcc)",
            options.gpu);
    add_rows(to, OptionOf::all, take_row_into(options.request));
}

void check(LabOptions& options, const Given& given) {
    const LabAction action = lab_action_of(options);
    if (options.words.size() < action.least || options.words.size() > action.most)
        refuse_usage(fmt::format("the usage is: {}", action.usage));
    options.has_filter = given("--filter") || given("--order") || given("--accuracy");
    options.has_sigma = given("--sigma");
    options.has_boundary = given("--boundary");
    refuse_both(given);
    refuse_following(options.request);
    check_request(options.request);
}

void run(LabOptions& options) {
    lab_action_of(options).run(options);
}

}  // namespace

Command lab_command() {
    return command<LabOptions>({"lab", add_options, check}, lab_help, run);
}

}  // namespace sweep::app
