// The Lab: exercises are read, and a wrong result gets the name of the mistake that made it.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "app/lab/exercise.h"
#include "app/lab/judge.h"
#include "app/lab/line_passes.h"
#include "app/lab/own_problem.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

constexpr const char* both_axes =
    "title: Both\npasses: down, up, right, left\norder: 2\nsigma: 10\n## task\nx\n## start\ny\n";

LabQuestion question(const std::string& text) {
    return question_of(parse_exercise(text, "x.lab", "1"), {});
}

LabVerdict verdict_on(const LabQuestion& asked, const LabPicture& in, const LabPicture& out) {
    StudentRun run;
    run.cases.emplace_back().out.assign(out.values.begin(), out.values.end());
    return judge(asked, {in}, run);
}

LabPicture picture(int width, int height) {
    return picture_of({width, height}, lab_input({width, height}));
}

TEST(Lab, ReadsAnExercise) {
    const Exercise exercise = parse_exercise(
        "title: A tile\npasses: right, left\norder: 3\nblocks: 32\nsizes: 64x32 7x5\ngood: reads 1.5, conflict 1\n\n"
        "## task\nText\n## hint\none\n## hint\ntwo\n## start\nint a;\n\n## solution\nint b;\n",
        "3-tile.lab", "3");
    EXPECT_EQ(exercise.passes, (std::vector<int>{2, 3}));
    EXPECT_EQ(exercise.blocks, 32);
    EXPECT_EQ(exercise.sizes.size(), 2U);
    EXPECT_EQ(exercise.good.reads, 1.5);
    EXPECT_FALSE(exercise.good.writes);
    EXPECT_EQ(exercise.hints.size(), 2U);
    EXPECT_EQ(exercise.start, "int a;\n");
    EXPECT_EQ(exercise.solution, "int b;\n");
}

TEST(Lab, AnErrorOfAnExerciseNamesItsLine) {
    try {
        parse_exercise("title: A\npasses: down\norder: nine\n", "1-a.lab", "1");
        FAIL() << "it was read";
    } catch (const Error& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("1-a.lab:3: ")) << error.what();
    }
}

TEST(Lab, AFileNamesItsExercise) {
    EXPECT_EQ(exercise_named_in("#include <a>\n  // exercise: 3  \nint x;"), "3");
    EXPECT_EQ(exercise_named_in("// exercise\nint x; // exercise: 3"), "");
}

TEST(Lab, TheTruthIsRight) {
    const LabQuestion asked = question(both_axes);
    const LabPicture in = picture(77, 45);
    const LabVerdict verdict = verdict_on(asked, in, truth_of(asked, in));
    EXPECT_EQ(verdict.verdict, "right");
    EXPECT_LT(verdict.error.value_or(1), 1e-6);
}

TEST(Lab, MistakesOfBlocksHaveTheirNames) {
    const LabQuestion asked = question(both_axes);
    const LabPicture in = picture(45, 70);
    struct Case {
        Slip slip;
        unsigned at;
        Fault fault;
    };
    for (const Case& each : {Case{Slip::no_carries, 15, Fault::no_carries},
                             {Slip::no_carries, 3, Fault::no_column_carries},
                             {Slip::no_carries, 2, Fault::no_column_carries},
                             {Slip::no_carries, 12, Fault::no_row_carries},
                             {Slip::late_carries, 15, Fault::late_carries},
                             {Slip::raw_carries, 15, Fault::late_carries},
                             {Slip::stale_carries, 1, Fault::late_carries},
                             {Slip::clamp, 15, Fault::wrong_boundary},
                             {Slip::clamp, 4, Fault::wrong_boundary},
                             {Slip::left_out, 8, Fault::none}})
        for (int block : {8, 16}) {
            const PassRun run{asked.passes, {asked.c.begin(), asked.c.end()}, 0, each.slip, each.at, block};
            const LabVerdict verdict = verdict_on(asked, in, run_passes(in, run));
            EXPECT_EQ(verdict.verdict, "wrong");
            EXPECT_EQ(int(verdict.fault), int(each.fault))
                << verdict.message << " " << int(each.slip) << " " << each.at;
        }
}

TEST(Lab, ALastBlockThatIsLeftOutIsSaid) {
    const LabQuestion asked = question(both_axes);
    const LabPicture in = picture(77, 64);
    LabPicture out = truth_of(asked, in);
    for (int y = 0; y < 64; ++y)
        for (int x = 64; x < 77; ++x) out.at(x, y) = std::nan("");
    const LabVerdict verdict = verdict_on(asked, in, out);
    EXPECT_EQ(int(verdict.fault), int(Fault::odd_blocks));
    EXPECT_NE(verdict.message.find("columns 64 to 76"), std::string::npos) << verdict.message;
    EXPECT_EQ(verdict.first->x, 64);
}

TEST(Lab, OtherMistakesAreSaidInWords) {
    const LabQuestion asked = question(both_axes);
    const LabPicture in = picture(70, 70);
    const LabPicture truth = truth_of(asked, in);
    LabPicture transposed = truth, scaled = truth, nothing = truth;
    for (int y = 0; y < 70; ++y)
        for (int x = 0; x < 70; ++x) transposed.at(x, y) = truth.at(y, x);
    for (double& value : scaled.values) value *= 3;
    for (double& value : nothing.values) value = std::nan("");
    EXPECT_NE(verdict_on(asked, in, transposed).message.find("transposed"), std::string::npos);
    EXPECT_NE(verdict_on(asked, in, scaled).message.find("factor of 3"), std::string::npos);
    EXPECT_EQ(verdict_on(asked, in, nothing).message, "Nothing was written to out");
    EXPECT_EQ(verdict_on(asked, in, in).message, "The result is the input: no pass has run");
}

TEST(Lab, AFaultOfTheRunComesBeforeTheResult) {
    const LabQuestion asked = question(both_axes);
    const LabPicture in = picture(33, 20), truth = truth_of(asked, in);
    StudentRun run;
    run.cases.emplace_back().out.assign(truth.values.begin(), truth.values.end());
    run.cases[0].uninitialised = Finding{"uninitialised", "it reads t[3]", 7, {}};
    EXPECT_EQ(judge(asked, {in}, run).verdict, "right");  // it had no part in the result
    run.cases[0].out[5] += 1;
    EXPECT_EQ(judge(asked, {in}, run).verdict, "uninitialised");
    run.stop = Finding{"race", "threads 0 and 1", 12, 14};
    EXPECT_EQ(judge(asked, {in}, run).verdict, "race");
    EXPECT_EQ(judge(asked, {in}, run).line, 12);
}

TEST(Lab, TheAssetsAreWhole) {
    for (const Exercise& exercise : lab_exercises()) {
        EXPECT_FALSE(exercise.title.empty());
        EXPECT_EQ(exercise_named_in(exercise.start), exercise.name);
    }
}

// What is timed beside a student's kernels gives what the exercise asks for.
TEST(Lab, SweepsOwnFilterIsTheOneOfTheExercise) {
    for (const Exercise& exercise : lab_exercises()) {
        if (exercise.kind == LabKind::free) continue;
        const LabQuestion asked = question_of(exercise, {});
        const std::optional<Problem> own = own_problem(exercise, asked, {45, 37});
        EXPECT_EQ(own.has_value(), exercise.blocks == 0) << exercise.name;
        if (!own) continue;
        const LabPicture in = picture(45, 37), truth = truth_of(asked, in), is = by_reference(*own, in);
        for (std::size_t i = 0; i < truth.values.size(); ++i)
            ASSERT_NEAR(is.values[i], truth.values[i], 1e-6 * truth.values.back() + 1e-6) << exercise.name;
    }
}

}  // namespace
}  // namespace sweep::app
