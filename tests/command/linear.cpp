// What is read as text takes work in proportion to its length, counted in requests for memory.
#include "tests/support/linear.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/command_line/output_names.h"
#include "app/command_line/picture_state.h"
#include "app/command_line/script.h"
#include "app/commands/commands.h"
#include "app/talk/lecture/cues.h"

namespace sweep::app {
namespace {

using test::expect_linear;

std::string repeated(const std::string& piece, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += piece;
    return text;
}

using Arguments = std::vector<std::string>;
Arguments with(Arguments first, const std::string& piece, int count) {
    for (int i = 0; i < count; ++i) first.push_back(piece + (piece.empty() ? std::to_string(i) : ""));
    return first;
}

TEST(Linear, LecturesByTheirSteps) {
    expect_linear(
        8,
        [](int n) {
            return repeated("step: One\nstate: --sigma 3 --view wipe\ncaption: a\nnotes: b\nnotes: c\n", n);
        },
        [](const std::string& text) { parse_lecture("file", text); }, "steps");
    expect_linear(
        200, [](int n) { return "step: One\n" + repeated("notes: a\n", n) + repeated("# nothing\n", n); },
        [](const std::string& text) { parse_lecture("file", text); }, "lines of one step");
}

TEST(Linear, ScriptsByTheirLines) {
    expect_linear(
        100,
        [](int n) { return repeated("set sigma 3\nframes 2\nclick 3 4\ntype some words\nshot a.png\n", n); },
        [](const std::string& text) { parse_script("file", text); }, "lines");
}

TEST(Linear, CommandLinesByTheirArguments) {
    const auto parse = [](const Arguments& arguments) { read_command_line(arguments); };
    expect_linear(
        100,
        [](int n) {
            return with({"filter", "a.png", "b.png"}, "--sigma=3", n);
        },
        parse, "options");
    expect_linear(
        100,
        [](int n) {
            return with({"filter", "--out", "{index}-{name}.png"}, "", n);
        },
        parse, "files");
    expect_linear(
        100, [](int n) { return with({"bench"}, "--sigma=" + repeated("1,", 20) + "2", n / 10); }, parse,
        "lists");
    expect_linear(
        200, [](int n) { return "sweep " + repeated("--sigma 3 ", n); },
        [](const std::string& text) { read_state(text); }, "a state");
}

TEST(Linear, NamesOfOutputsByTheirFiles) {
    expect_linear(
        200, [](int n) { return with({}, "", n); },
        [](const Arguments& files) { output_names("{index}-{name}.png", files); }, "names");
}

}  // namespace
}  // namespace sweep::app
