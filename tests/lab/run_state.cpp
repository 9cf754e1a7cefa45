// A recorded run at each of its phases: memory is the same whichever way one came, and every number knows who wrote it
// and of what.
#include "app/lab/run_state.h"

#include <bit>

#include <gtest/gtest.h>

#include "app/lab/exercise.h"
#include "app/lab/student_program.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

RunEvent event(RunWhat what, std::uint32_t thread, std::uint32_t span, std::uint32_t cell, float value,
               std::uint32_t site = 0, std::uint32_t block = 0) {
    RunEvent made;
    made.what = what;
    made.bytes = 4;
    made.block = block, made.thread = thread, made.span = span, made.offset = 4 * cell, made.site = site;
    made.value = std::bit_cast<std::uint32_t>(value);
    return made;
}

RunEvent event(RunWhat what, std::uint32_t block = 0, std::uint32_t thread = 0) {
    RunEvent made;
    made.what = what;
    made.block = block, made.thread = thread;
    return made;
}

// Two threads of two blocks: each reads its pixel of in, writes it into t, and behind a barrier the neighbour's into
// out.
RecordedRun turned_pairs() {
    RecordedRun run;
    run.width = 2, run.height = 2;
    run.memory = {{"in", 16, 4, 2, 0, false, 0, 0},
                  {"out", 16, 4, 2, 0, false, 0, 0},
                  {"t", 8, 4, 0, 0, true, 0, 0},
                  {"t", 8, 4, 0, 0, true, 0, 1}};
    run.launches = {{"turn", {2, 1, 1}, {2, 1, 1}}};
    run.lines = {4, 5, 7, 8};
    std::vector<RunEvent>& events = run.events;
    for (std::uint32_t i = 0; i < 4; ++i) events.push_back(event(RunWhat::host_write, 0, 0, i, float(i + 1)));
    events.push_back(event(RunWhat::launch));
    for (std::uint32_t block = 0; block < 2; ++block) {
        const std::uint32_t t = 2 + block;
        events.push_back(event(RunWhat::block_begins, block));
        for (std::uint32_t x = 0; x < 2; ++x) {
            const float value = float(2 * block + x + 1);
            events.push_back(event(RunWhat::read, x, 0, 2 * block + x, value, 0, block));
            events.push_back(event(RunWhat::write, x, t, x, value, 1, block));
        }
        events.push_back(event(RunWhat::block_meets, block));
        for (std::uint32_t x = 0; x < 2; ++x) {
            const float value = float(2 * block + 2 - x);
            events.push_back(event(RunWhat::read, x, t, 1 - x, value, 2, block));
            events.push_back(event(RunWhat::write, x, 1, 2 * block + x, value, 3, block));
        }
        events.push_back(event(RunWhat::block_ends, block));
    }
    run.phases = phases_of(run.events);
    return run;
}

std::vector<float> memory_at(const RunState& state, std::size_t memory, int phase) {
    std::vector<float> values;
    for (std::size_t cell = 0; cell < state.cells(memory); ++cell) {
        const auto value = state.value({memory, cell}, phase);
        values.push_back(value ? float(value_number(value->bits, value->bytes)) : -1);
    }
    return values;
}

TEST(LabRunState, HasMemoryAfterEachPhase) {
    const RunState state(turned_pairs());
    ASSERT_EQ(state.phases(), 5);
    using Values = std::vector<float>;
    EXPECT_EQ(memory_at(state, 0, 0), (Values{1, 2, 3, 4}));
    EXPECT_EQ(memory_at(state, 1, 1), (Values{-1, -1, -1, -1})) << "nobody has written out";
    EXPECT_EQ(memory_at(state, 2, 0), (Values{-1, -1}));
    EXPECT_EQ(memory_at(state, 2, 1), (Values{1, 2}));
    EXPECT_EQ(memory_at(state, 1, 2), (Values{2, 1, -1, -1}));
    EXPECT_EQ(memory_at(state, 1, 4), (Values{2, 1, 4, 3}));
    // Back, and behind the end.
    EXPECT_EQ(memory_at(state, 1, 2), (Values{2, 1, -1, -1}));
    EXPECT_EQ(memory_at(state, 1, 99), (Values{2, 1, 4, 3}));
    EXPECT_EQ(memory_at(state, 0, -1), (Values{-1, -1, -1, -1}));
}

TEST(LabRunState, KnowsWhoWroteANumberAndOfWhat) {
    const RunState state(turned_pairs());
    const auto value = state.value({1, 3}, 4);
    ASSERT_TRUE(value);
    EXPECT_EQ(state.name({1, 3}), "out[1 * width + 1]");
    EXPECT_EQ(state.who(value->event), "thread 1 of block 1");
    EXPECT_EQ(state.phase_of(value->event), 4);
    EXPECT_EQ(state.run().lines[state.run().events[value->event].site], 8);
    // What it read into t before its store there is that store's, not this one's.
    const std::vector<std::size_t> reads = state.reads_before(value->event);
    ASSERT_EQ(reads.size(), 1U);
    EXPECT_EQ(state.name(*state.element(reads[0])), "t[0]");
    EXPECT_TRUE(state.is_written_before(*state.element(reads[0]), reads[0]));
    EXPECT_FALSE(state.is_written_before({1, 3}, reads[0])) << "it is written right after";
    const auto given = state.value({0, 2}, 4);
    ASSERT_TRUE(given);
    EXPECT_EQ(state.who(given->event), "the host");
    EXPECT_TRUE(state.reads_before(given->event).empty());
}

TEST(LabRunState, KnowsWhatAPhaseTouches) {
    const RunState state(turned_pairs());
    EXPECT_EQ(state.lines(1), (std::vector<int>{4, 5}));
    EXPECT_EQ(state.lines(4), (std::vector<int>{7, 8}));
    EXPECT_TRUE(state.lines(0).empty()) << "the host's writes have no line";
    const std::vector<RunTouch> touched = state.touched(4);
    ASSERT_EQ(touched.size(), 4U);
    EXPECT_EQ(touched[0].element, (RunElement{1, 2}));
    EXPECT_TRUE(touched[0].is_written && !touched[0].is_read);
    EXPECT_EQ(touched[2].element, (RunElement{3, 0}));
    EXPECT_TRUE(touched[2].is_read && !touched[2].is_written);
}

TEST(LabRunState, CountsTrafficUpToAPhase) {
    const RunState state(turned_pairs());
    EXPECT_EQ(state.traffic(0, 0).read_bytes, 0) << "the host's are none";
    EXPECT_EQ(state.traffic(0, 1).read_bytes, 8);
    EXPECT_EQ(state.traffic(0, 1).written_bytes, 0) << "t is shared";
    EXPECT_EQ(state.traffic(0, 2).written_bytes, 8);
    const RunTraffic all = state.traffic(0, 4);
    EXPECT_EQ(all.read_bytes, 16);
    EXPECT_EQ(all.written_bytes, 16);
    EXPECT_EQ(all.accesses, 4) << "two threads of a warp are one access";
    EXPECT_EQ(all.sectors, 4);
    EXPECT_EQ(state.traffic(1, 4).accesses, 0) << "there is one launch";
}

TEST(LabRunState, TakesPartsOfWords) {
    RecordedRun run;
    run.width = run.height = 1;
    run.memory = {{"flags", 4, 1, 0, 0, true, 0, 0}};
    RunEvent word = event(RunWhat::write, 0, 0, 0, 0);
    word.value = 0x04030201;
    run.events = {event(RunWhat::launch), event(RunWhat::block_begins), word};
    run.phases = phases_of(run.events);
    const RunState state(run);
    ASSERT_EQ(state.cells(0), 4U);
    EXPECT_EQ(memory_at(state, 0, 0), (std::vector<float>{1, 2, 3, 4}));
}

// Of real runs: what it counts at the end is what the emulator counts.
TEST(LabRunState, AgreesWithTheCountsOfTheEmulator) {
    try {
        find_lab_compiler();
    } catch (const Error&) {
        GTEST_SKIP() << "no compiler";
    }
    // With a tile in shared memory, with several launches, and with blocks that wait for each other.
    for (const char* name : {"3", "5", "8"}) {
        const Exercise exercise = find_exercise("the exercise", name);
        const Size size{40, 33};
        const LabQuestion question = question_of(exercise, {});
        StudentRun run =
            run_student("x.cu", exercise.solution, {picture_of(size, lab_input(size))}, question.c, true);
        ASSERT_TRUE(run.recorded) << exercise.name;
        ASSERT_FALSE(run.stop) << exercise.name << ": " << run.stop->message;
        const std::vector<float> out = run.cases.at(0).out;
        const RunState state(*std::move(run.recorded));
        RunTraffic seen;
        for (int launch = 0; launch < int(state.run().launches.size()); ++launch) {
            const RunTraffic of = state.traffic(launch, state.phases() - 1);
            seen.read_bytes += of.read_bytes, seen.written_bytes += of.written_bytes;
            seen.accesses += of.accesses, seen.sectors += of.sectors;
        }
        KernelCounts counted;
        for (const KernelCounts& kernel : run.cases[0].kernels) {
            counted.read_bytes += kernel.read_bytes, counted.written_bytes += kernel.written_bytes;
            counted.accesses += kernel.accesses, counted.sectors += kernel.sectors;
        }
        EXPECT_EQ(seen.read_bytes, counted.read_bytes) << exercise.name;
        EXPECT_EQ(seen.written_bytes, counted.written_bytes) << exercise.name;
        EXPECT_EQ(seen.accesses, counted.accesses) << exercise.name;
        EXPECT_EQ(seen.sectors, counted.sectors) << exercise.name;
        for (std::size_t m = 0; m < state.run().memory.size(); ++m)
            if (state.run().memory[m].name == "out") {
                EXPECT_EQ(memory_at(state, m, state.phases() - 1), out) << exercise.name;
            }
    }
}

}  // namespace
}  // namespace sweep::app
