#include "app/lab/exercise.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "app/base/files/data_file.h"
#include "app/base/files/text_file.h"
#include "app/base/text_parts.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

constexpr std::size_t longest_exercise = 1 << 18;

// Takes the first word off the text.
std::string_view take_word(std::string_view& text) {
    text = trimmed(text);
    const std::string_view word = text.substr(0, text.find_first_of(" \t\r"));
    text.remove_prefix(word.size());
    return word;
}

void take_passes(Exercise& exercise, std::string_view value) {
    exercise.passes.clear();
    exercise.kind = value == "table" ? LabKind::table : value == "free" ? LabKind::free : LabKind::passes;
    if (exercise.kind == LabKind::table) exercise.passes = {0, 2};
    if (exercise.kind != LabKind::passes) return;
    for (std::string_view word : split(value)) {
        const auto found = std::find(pass_names.begin(), pass_names.end(), trimmed(word));
        if (found == pass_names.end())
            refuse_usage(
                fmt::format("passes: '{}' is none of down, up, right, left, table, free", trimmed(word)));
        exercise.passes.push_back(int(found - pass_names.begin()));
    }
}

void take_good(Exercise& exercise, std::string_view value) {
    for (std::string_view item : split(value)) {
        const std::string_view name = take_word(item);
        const double bound = parse_number("good", trimmed(item));
        GoodCounts& good = exercise.good;
        (name == "reads"     ? good.reads
         : name == "writes"  ? good.writes
         : name == "sectors" ? good.sectors
         : name == "conflict"
             ? good.conflict
             : throw Error(ExitCode::usage, "good: reads, writes, sectors and conflict are counted")) = bound;
    }
}

void take_setting(Exercise& exercise, std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) refuse_usage("a line 'name: value', or '## task', is expected");
    const std::string_view name = trimmed(line.substr(0, colon));
    std::string_view value = trimmed(line.substr(colon + 1));
    if (name == "title")
        exercise.title = value;
    else if (name == "passes")
        take_passes(exercise, value);
    else if (name == "order")
        exercise.order = parse_integer("order", value, 1, 5);
    else if (name == "sigma")
        exercise.sigma = parse_number_within("sigma", std::string(value), 0.5, 100);
    else if (name == "blocks")
        exercise.blocks = parse_integer("blocks", value, 1, 1024);
    else if (name == "good")
        take_good(exercise, value);
    else if (name == "figure")
        exercise.figure = value;
    else if (name == "sizes") {
        exercise.sizes.clear();
        while (!trimmed(value).empty()) exercise.sizes.push_back(parse_size("sizes", take_word(value)));
        if (exercise.sizes.empty()) refuse_usage("sizes: name one at least, such as 128x96");
    } else
        refuse_usage(fmt::format("'{}' is no setting of an exercise", name));
}

// The text that a line such as "## task" begins; null: the line begins none.
std::string* section_of(Exercise& exercise, std::string_view line) {
    line = trimmed(line);
    if (line == "## task") return &exercise.task;
    if (line == "## start") return &exercise.start;
    if (line == "## solution") return &exercise.solution;
    if (line == "## hint") return &exercise.hints.emplace_back();
    return nullptr;
}

// Without empty lines at its ends.
void strip_lines(std::string& text) {
    std::size_t from = 0;
    for (std::size_t end; (end = text.find('\n', from)) != std::string::npos; from = end + 1)
        if (!trimmed(std::string_view(text).substr(from, end - from)).empty()) break;
    text.erase(0, from);
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ' || text.back() == '\r'))
        text.pop_back();
    if (!text.empty()) text += '\n';
}

}  // namespace

Exercise parse_exercise(std::string_view text, const std::string& file, const std::string& name) {
    Exercise exercise;
    exercise.name = name;
    int line_number = 0;
    const auto refuse = [&](const std::string& why) {
        throw Error(ExitCode::unreadable_input, fmt::format("{}:{}: {}", file, line_number, why));
    };
    std::string* section = nullptr;
    bool has_passes = false;
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        ++line_number;
        if (std::string* next = section_of(exercise, line))
            section = next;
        else if (section)
            section->append(line).append("\n");
        else if (!trimmed(line).empty()) {
            try {
                take_setting(exercise, line);
            } catch (const Error& error) {
                refuse(error.what());
            }
            has_passes = has_passes || trimmed(line).starts_with("passes");
        }
    }
    for (std::string* part : {&exercise.task, &exercise.start, &exercise.solution}) strip_lines(*part);
    for (std::string& hint : exercise.hints) strip_lines(hint);
    if (exercise.title.empty()) refuse("it has no title: write 'title: ..' above the task");
    if (!has_passes) refuse("it has no passes: write 'passes: down' above the task");
    if (exercise.task.empty()) refuse("it has no '## task'");
    if (exercise.start.empty()) refuse("it has no '## start'");
    return exercise;
}

std::vector<Exercise> lab_exercises() {
    namespace fs = std::filesystem;
    std::vector<Exercise> exercises;
    std::error_code error;
    const fs::path folder = data_file("assets/lab");
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        const int number = std::atoi(name.c_str());
        if (entry.path().extension() != ".lab" || number < 1) continue;
        exercises.push_back(parse_exercise(read_text(entry.path().string(), "exercise", longest_exercise),
                                           name, std::to_string(number)));
    }
    if (exercises.empty())
        throw Error(ExitCode::failed,
                    fmt::format("no exercises are in {}: reinstall Sweep", folder.string()));
    std::sort(exercises.begin(), exercises.end(), [](const Exercise& a, const Exercise& b) {
        return std::atoi(a.name.c_str()) < std::atoi(b.name.c_str());
    });
    return exercises;
}

Exercise find_exercise(const std::string& option, const std::string& word) {
    if (word.ends_with(".lab"))
        return parse_exercise(read_text(word, "exercise", longest_exercise), word, word);
    std::vector<Exercise> exercises = lab_exercises();
    for (Exercise& exercise : exercises)
        if (word == exercise.name || (word == "free" && exercise.kind == LabKind::free))
            return std::move(exercise);
    throw Error(ExitCode::usage, fmt::format("{} '{}' is no exercise: 'sweep lab list' has 1 to {}", option,
                                             word, exercises.back().name));
}

std::string exercise_named_in(std::string_view code) {
    while (!code.empty()) {
        std::string_view line = trimmed(take_line(code));
        if (!line.starts_with("//")) continue;
        line = trimmed(line.substr(2));
        constexpr std::string_view name = "exercise:";
        if (line.starts_with(name)) return std::string(take_word(line = line.substr(name.size())));
    }
    return {};
}

}  // namespace sweep::app
