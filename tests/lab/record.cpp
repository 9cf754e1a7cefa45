// A recorded run: every store has its thread, its phase and its value, and the stores give what the program gave.
#include <bit>
#include <map>

#include <gtest/gtest.h>

#include "app/lab/exercise.h"
#include "app/lab/recorded_run.h"
#include "app/lab/student_program.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

StudentRun recorded(const std::string& code, Size size) {
    return run_student("x.cu", code, {picture_of(size, lab_input(size))}, {0.25f, -0.75f}, true);
}

// The contents of a memory of floats after all events.
std::map<std::size_t, float> contents(const RecordedRun& run, const std::string& name) {
    std::map<std::size_t, float> values;
    for (const RunEvent& event : run.events)
        if (run.memory[event.span].name == name && event.bytes == 4 && event.what != RunWhat::read)
            values[event.offset / 4] = std::bit_cast<float>(std::uint32_t(event.value));
    return values;
}

constexpr const char* reversed_rows =
    "__global__ void turn(const float* in, float* out, int width, int height) {\n"
    "    __shared__ float t[8];\n"
    "    const int x = threadIdx.x, y = blockIdx.x;\n"
    "    if (x < width) t[x] = in[y * width + x];\n"
    "    __syncthreads();\n"
    "    if (x < width) out[y * width + x] = t[width - 1 - x];\n"
    "}\n"
    "void lab(const float* in, float* out, int width, int height, const float*) {\n"
    "    turn<<<height, 8>>>(in, out, width, height);\n"
    "}\n";

class LabRecord : public ::testing::Test {
  protected:
    void SetUp() override {
        try {
            find_lab_compiler();
        } catch (const Error&) {
            GTEST_SKIP() << "no compiler";
        }
    }
};

TEST_F(LabRecord, HasEveryLoadAndStore) {
    const StudentRun run = recorded(reversed_rows, {5, 3});
    ASSERT_TRUE(run.recorded) << (run.stop ? run.stop->message : "no record");
    const RecordedRun& record = *run.recorded;
    EXPECT_TRUE(record.is_whole);
    EXPECT_FALSE(record.fault);
    ASSERT_EQ(record.launches.size(), 1U);
    EXPECT_EQ(record.launches[0].kernel, "turn");
    EXPECT_EQ(record.launches[0].grid, (std::array{3, 1, 1}));
    const std::map<std::size_t, float> out = contents(record, "out");
    ASSERT_EQ(out.size(), 15U);
    for (const auto& [i, value] : out) EXPECT_EQ(value, run.cases.at(0).out.at(i));
    EXPECT_EQ(contents(record, "in").size(), 15U) << "what was there at the beginning";

    // The host's phase, and two of each block.
    ASSERT_EQ(record.phases.size(), 7U);
    EXPECT_EQ(record.phases[0].launch, -1);
    for (int i = 1; i < 7; ++i) {
        const RunPhase& phase = record.phases[std::size_t(i)];
        EXPECT_EQ(phase.launch, 0);
        EXPECT_EQ(phase.block, (i - 1) / 2);
        EXPECT_EQ(phase.phase, (i - 1) % 2);
        int loads = 0, stores = 0;
        for (std::size_t k = phase.first; k < phase.end; ++k) {
            const RunEvent& event = record.events[k];
            if (event.what != RunWhat::read && event.what != RunWhat::write) continue;
            (event.what == RunWhat::read ? loads : stores) += 1;
            const bool first = phase.phase == 0;
            EXPECT_EQ(record.lines[event.site], first ? 4 : 6);
            EXPECT_EQ(record.memory[event.span].is_shared, first == (event.what == RunWhat::write));
            if (event.what != RunWhat::write) continue;
            EXPECT_EQ(element_text(record.memory[event.span], event.offset, 5),
                      first ? "t[" + std::to_string(event.thread) + "]"
                            : "out[" + std::to_string(event.block) + " * width + " +
                                  std::to_string(event.thread) + "]");
        }
        EXPECT_EQ(loads, 5);
        EXPECT_EQ(stores, 5);
    }
}

TEST_F(LabRecord, EndsAtTheFault) {
    std::string code = reversed_rows;
    code.replace(code.find("    __syncthreads();\n"), 21, "");
    const StudentRun race = recorded(code, {5, 3});
    ASSERT_TRUE(race.recorded && race.recorded->fault);
    const RunEvent& event = race.recorded->events.at(*race.recorded->fault);
    EXPECT_TRUE(race.recorded->memory[event.span].is_shared);
    ASSERT_TRUE(race.stop);
    EXPECT_EQ(race.recorded->lines[event.site], race.stop->line);

    code = reversed_rows;
    code.replace(code.find("in[y * width + x]"), 17, "in[width * height - y]");
    const StudentRun beyond = recorded(code, {5, 3});
    ASSERT_TRUE(beyond.stop && beyond.recorded);
    EXPECT_EQ(beyond.stop->verdict, "out_of_bounds");
    ASSERT_TRUE(beyond.recorded->fault);
    const RunEvent& left = beyond.recorded->events.at(*beyond.recorded->fault);
    EXPECT_EQ(left.what, RunWhat::beyond_read);
    EXPECT_EQ(beyond.recorded->memory[left.span].name, "in");
    EXPECT_EQ(std::int64_t(left.value), 4 * 15);
    EXPECT_EQ(beyond.recorded->lines[left.site], beyond.stop->line);
}

TEST_F(LabRecord, KnowsThePartsOfOneLoad) {
    const StudentRun run = recorded(
        "__global__ void copy(const float* in, float* out) {\n"
        "    ((float4*)out)[threadIdx.x] = ((const float4*)in)[threadIdx.x];\n"
        "    float sum = 0;\n"
        "    for (int i = 0; i < 4; ++i) sum += in[i];\n"
        "    out[16 + threadIdx.x] = sum;\n"
        "}\n"
        "void lab(const float* in, float* out, int width, int height, const float*) { copy<<<1, 1>>>(in, out); }\n",
        {5, 4});
    ASSERT_TRUE(run.recorded);
    int loads = 0, words = 0;
    for (const RunEvent& event : run.recorded->events) {
        if (event.what != RunWhat::read) continue;
        ++words;
        loads += event.goes_on == 0;
    }
    EXPECT_EQ(words, 8);
    EXPECT_GE(loads, 5) << "four of the loop";
    EXPECT_LE(loads, 6) << "one of 16 bytes, or two of 8";
}

TEST_F(LabRecord, HasTheNumbersOfAtomicOperationsAndOfTheHost) {
    const StudentRun run = recorded(
        "__global__ void count(int* n) { atomicAdd(n, 1); }\n"
        "void lab(const float* in, float* out, int width, int height, const float*) {\n"
        "    int* n;\n"
        "    cudaMalloc(&n, 4);\n"
        "    cudaMemset(n, 0, 4);\n"
        "    count<<<2, 3>>>(n);\n"
        "}\n",
        {5, 3});
    ASSERT_TRUE(run.recorded);
    std::vector<std::string> values;
    for (const RunEvent& event : run.recorded->events)
        if (run.recorded->memory[event.span].name == "n" &&
            (event.what == RunWhat::atomic || event.what == RunWhat::host_write))
            values.push_back(value_text(event.value, event.bytes));
    EXPECT_EQ(values, (std::vector<std::string>{"0", "1", "2", "3", "4", "5", "6"}));
}

TEST_F(LabRecord, IsOfTheFirstPictureAlone) {
    const std::vector<LabPicture> pictures{picture_of({5, 3}, lab_input({5, 3})),
                                           picture_of({7, 9}, lab_input({7, 9}))};
    const StudentRun run = run_student("x.cu", reversed_rows, pictures, {0.25f, -0.75f}, true);
    ASSERT_EQ(run.cases.size(), 2U);
    ASSERT_TRUE(run.recorded);
    for (const RunMemory& memory : run.recorded->memory)
        EXPECT_FALSE(memory.name.starts_with("cudaMalloc")) << "the file allocates nothing";
    ASSERT_FALSE(run.recorded->phases.empty());
    EXPECT_GE(run.recorded->phases.back().block, 0) << "behind the last block nothing happens";
}

TEST(LabValues, AreWhatTheirBitsSay) {
    EXPECT_EQ(value_text(std::bit_cast<std::uint32_t>(0.1f), 4), "0.1");
    EXPECT_EQ(value_text(std::bit_cast<std::uint32_t>(-3.0f), 4), "-3");
    EXPECT_EQ(value_text(7, 4), "7");
    EXPECT_EQ(value_text(0xffffffffu, 4), "-1");
    EXPECT_EQ(value_text(std::bit_cast<std::uint64_t>(0.5), 8), "0.5");
    EXPECT_EQ(value_text(200, 1), "200");
}

}  // namespace
}  // namespace sweep::app
