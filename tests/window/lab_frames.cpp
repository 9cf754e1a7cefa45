// A student's run in the window: compiled at the start and at every save, stepped through both ways, and never started
// by anything that only shows it.
#include <atomic>
#include <bit>
#include <chrono>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "app/command_line/picture_state.h"
#include "app/lessons/lab/view.h"
#include "tests/support/scratch.h"
#include "tests/support/teach_frames.h"

namespace sweep::app {
namespace {

RunEvent event(RunWhat what, std::uint32_t block, std::uint32_t thread, std::uint32_t span,
               std::uint32_t cell, float value) {
    RunEvent made;
    made.what = what, made.bytes = 4, made.block = block, made.thread = thread;
    made.span = span, made.offset = 4 * cell, made.site = what == RunWhat::read ? 0 : 1;
    made.value = std::bit_cast<std::uint32_t>(value);
    return made;
}

// A block a row: each of its threads copies a pixel.
RecordedRun copied_rows(int width, int height) {
    RecordedRun run;
    run.width = width, run.height = height;
    const std::size_t row = std::size_t(width), bytes = 4 * row * std::size_t(height);
    run.memory = {{"in", bytes, 4, row}, {"out", bytes, 4, row}};
    run.launches = {{"copy", {height, 1, 1}, {width, 1, 1}}};
    run.lines = {2, 3};
    for (std::uint32_t i = 0; i < std::uint32_t(width * height); ++i)
        run.events.push_back(event(RunWhat::host_write, 0, 0, 0, i, float(i)));
    run.events.push_back(event(RunWhat::launch, 0, 0, 0, 0, 0));
    for (std::uint32_t y = 0; y < std::uint32_t(height); ++y) {
        run.events.push_back(event(RunWhat::block_begins, y, 0, 0, 0, 0));
        for (std::uint32_t x = 0; x < std::uint32_t(width); ++x) {
            const std::uint32_t i = y * std::uint32_t(width) + x;
            run.events.push_back(event(RunWhat::read, y, x, 0, i, float(i)));
            run.events.push_back(event(RunWhat::write, y, x, 1, i, float(i)));
        }
    }
    run.phases = phases_of(run.events);
    return run;
}

// What stands in for the compiler: the text says what comes of it.
WatchedRun run_of(const std::string& code) {
    WatchedRun run;
    run.exercise.name = "1", run.exercise.title = "A thread a column";
    run.exercise.good.reads = run.exercise.good.writes = 1;
    run.verdict.verdict = code.substr(0, code.find('\n'));
    if (run.verdict.verdict != "right") run.verdict.line = 3, run.verdict.message = "somebody is wrong";
    if (run.verdict.verdict == "does_not_compile") return run;
    run.recorded = copied_rows(6, 4);
    if (run.verdict.verdict == "race") run.recorded->fault = run.recorded->phases[2].first + 2;
    return run;
}

class LabFrames : public TeachFrames {
  protected:
    LabFrames() : TeachFrames(1200, 720) {}

    const LabView& lab() { return demo_->teach().view<LabView>(); }
    int step() { return int(demo_->settings().teach.lab.step); }
    void save(const std::string& first_line) {
        std::ofstream(file_) << first_line << "\nfloat x = in[i];\nout[i] = x;\n"
                             << std::string(++saves_, '\n');
    }
    void watch(std::function<WatchedRun(const std::string&)> run = run_of) {
        WindowOptions options;
        options.teach.lesson = Lesson::lab;
        options.watched = WatchedFile{file_, std::move(run)};
        start(options);
    }
    bool says(const std::string& verdict) {
        return draw_until(
            [&] { return lab().verdict() && lab().verdict()->verdict == verdict && !lab().is_busy(); }, 0);
    }
    float out(std::size_t cell) {
        const auto value = lab().run()->value({1, cell}, step());
        return value ? float(value_number(value->bits, value->bytes)) : -1;
    }

    std::filesystem::path file_ = path("mine.cu");
    std::size_t saves_ = 0;
};

TEST_F(LabFrames, RunsNothingThatIsOnlyShown) {
    WindowOptions options;
    options.teach.lesson = Lesson::lab;
    start(options);
    frames(3);
    EXPECT_NE(lab().why_not().find("sweep lab watch"), std::string::npos);
    EXPECT_FALSE(lab().is_busy());
    EXPECT_FALSE(lab().run());
    demo_->set("lab-step", "3");
    demo_->press({'.'});
    demo_->press({' '});
    mouse(300, 300, true);
    frames(3);
    EXPECT_FALSE(lab().is_busy() || lab().run() || lab().verdict());
    for (const Message& message : demo_->messages().all()) EXPECT_FALSE(message.trouble) << message.text;
}

TEST_F(LabFrames, AStateHasNoFileToRun) {
    save("right");
    std::atomic<int> runs = 0;
    watch([&](const std::string& code) {
        ++runs;
        return run_of(code);
    });
    ASSERT_TRUE(says("right"));
    const std::string state = demo_->state_line();
    EXPECT_NE(state.find("--lab=on"), std::string::npos) << state;
    EXPECT_EQ(state.find("mine.cu"), std::string::npos) << state;
    EXPECT_EQ(runs, 1);
    start(WindowOptions());
    demo_->restore_state(state);
    frames(5);
    EXPECT_EQ(demo_->settings().teach.lesson, Lesson::lab);
    EXPECT_NE(lab().why_not(), "");
    EXPECT_FALSE(lab().is_busy());
    EXPECT_EQ(runs, 1);
}

TEST_F(LabFrames, StepsBothWays) {
    save("right");
    watch();
    frames(1);
    ASSERT_TRUE(says("right"));
    frames(2);
    ASSERT_TRUE(lab().run());
    EXPECT_EQ(lab().run()->phases(), 5);
    EXPECT_EQ(step(), 0);
    const Screen first = frame();
    EXPECT_EQ(out(0), -1);
    demo_->press({'.'});
    frames(1);
    EXPECT_EQ(step(), 1);
    EXPECT_EQ(out(5), 5);
    EXPECT_EQ(out(6), -1);
    EXPECT_GT(differing(first, frame()), 500);
    demo_->press({Key::end});
    frames(1);
    EXPECT_EQ(step(), 4);
    EXPECT_EQ(out(23), 23);
    for (int i = 0; i < 3; ++i) {
        demo_->press({','});
        frames(1);
    }
    EXPECT_EQ(step(), 1);
    EXPECT_EQ(out(5), 5);
    EXPECT_EQ(out(6), -1);
    demo_->press({Key::home});
    frames(1);
    demo_->press({','});
    frames(1);
    EXPECT_EQ(step(), 0);
    EXPECT_EQ(differing(first, frame()), 0) << "the same picture, whichever way";
    demo_->press({' '});
    draw(3, 1.3);
    EXPECT_GE(step(), 2);
    for (const Message& message : demo_->messages().all()) EXPECT_FALSE(message.trouble) << message.text;
}

TEST_F(LabFrames, CompilesAtEverySave) {
    save("race");
    watch();
    ASSERT_TRUE(says("race"));
    frames(1);
    EXPECT_EQ(step(), 2) << "the phase of the fault";
    EXPECT_EQ(lab().shown_element(), (RunElement{1, 6}));
    const RunState* const before = lab().run();
    save("does_not_compile");
    ASSERT_TRUE(says("does_not_compile"));
    frames(2);
    EXPECT_EQ(lab().run(), before) << "the last run stays";
    demo_->press({'.'});
    frames(1);
    EXPECT_EQ(step(), 3);
    save("right");
    ASSERT_TRUE(says("right"));
    frames(1);
    EXPECT_EQ(step(), 3) << "what was looked at";
    std::filesystem::remove(file_);
    frames(3);
    save("race");
    ASSERT_TRUE(says("race"));
}

TEST_F(LabFrames, TellsWhoWroteANumber) {
    save("right");
    watch();
    ASSERT_TRUE(says("right"));
    demo_->press({Key::end});
    frames(1);
    // Below `in`, or beside it.
    std::optional<RunElement> found;
    for (int i = 0; i < 50 && !found; ++i) {
        const float x = i < 25 ? 40 : 40 + 24 * float(i - 25), y = i < 25 ? 100 + 20 * float(i) : 130;
        mouse(x, y);
        frames(1);
        const auto under = lab().shown_element();
        if (!under || under->memory != 1) continue;
        found = under;
        click(x, y);
    }
    ASSERT_TRUE(found) << "out is somewhere in the stage";
    mouse(2, 2);
    frames(2);
    EXPECT_EQ(lab().shown_element(), found) << "a click keeps it";
    EXPECT_TRUE(demo_->press({Key::escape}));
    frames(1);
    EXPECT_FALSE(lab().shown_element());
}

TEST_F(LabFrames, SaysWhatIsThrown) {
    save("right");
    watch(
        [](const std::string&) -> WatchedRun { throw Error(ExitCode::no_compiler, "there is no compiler"); });
    EXPECT_TRUE(draw_until([&] { return lab().why_not() == "there is no compiler"; }, 0));
    frames(2);
    EXPECT_FALSE(lab().is_busy());
}

// The window never waits for the compiler, and its thread ends with it.
TEST_F(LabFrames, LeavesNoThreadBehind) {
    save("right");
    std::atomic<bool> began = false, ended = false;
    watch([&](const std::string& code) {
        began = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(400));
        ended = true;
        return run_of(code);
    });
    frames(2);
    EXPECT_TRUE(lab().is_busy());
    EXPECT_FALSE(ended);
    EXPECT_TRUE(draw_until([&] { return began.load(); }, 0));
    demo_.reset();
    EXPECT_TRUE(ended);
}

}  // namespace
}  // namespace sweep::app
