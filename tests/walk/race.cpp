// A race: when bets are taken, what stays hidden, and who was first, of runs that are made up.
#include "app/lessons/replay/race.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>
#include <imgui.h>

#include "app/lessons/replay/record.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

// Two stages over four blocks of 8 x 8 pixels, each of a quarter of the stage's time.
RunChart run_of(const char* algorithm, double milliseconds) {
    Trace trace;
    trace.shape = {16, 16, 1};
    trace.processors = 1;
    trace.algorithm = algorithm;
    trace.stages.resize(2);
    trace.begin = {0, milliseconds / 2};
    trace.end = {milliseconds / 2, milliseconds};
    for (int stage = 0; stage < 2; ++stage)
        for (int k = 0; k < 4; ++k)
            trace.pieces.push_back({.stage = stage,
                                    .number = k,
                                    .begin = milliseconds * (4 * stage + k) / 8,
                                    .end = milliseconds * (4 * stage + k + 1) / 8,
                                    .x = 8 * (k % 2),
                                    .y = 8 * (k / 2),
                                    .width = 8,
                                    .height = 8});
    return RunChart(trace);
}

TEST(Race, TakesBetsBeforeTheStartAlone) {
    Race race;
    race.bet(0);
    EXPECT_EQ(race.bets(), 0) << "nobody has seen the start";
    race.see(0, false, 3);
    EXPECT_TRUE(race.takes_bets());
    for (const std::size_t runner : {0, 2, 2, 7}) race.bet(runner);
    EXPECT_EQ(race.bets(), 3) << "there is no eighth runner";
    EXPECT_EQ(race.bets_on(2), 2);
    race.see(0, false, 3);
    EXPECT_EQ(race.bets(), 3) << "another frame";
    race.see(0.001, true, 3);
    race.bet(1);
    EXPECT_EQ(race.bets(), 3) << "it runs";
    race.see(1, false, 3);
    EXPECT_EQ(race.bets(), 3);
    race.see(0, false, 3);
    EXPECT_EQ(race.bets(), 0) << "a new race";
}

// What began in the middle, or plays by itself, was never a secret; a run alone is no race.
TEST(Race, HidesItsEndFromTheStartToTheEnd) {
    Race race;
    race.see(0.3, false, 2);
    EXPECT_FALSE(race.is_secret());
    race.see(0, true, 2);
    EXPECT_FALSE(race.is_secret());
    race.see(0, false, 1);
    EXPECT_FALSE(race.is_secret());
    race.see(0, false, 2);
    EXPECT_TRUE(race.is_secret());
    race.see(0.7, true, 2);
    EXPECT_TRUE(race.is_secret());
    race.see(1, false, 2);
    EXPECT_FALSE(race.is_secret());
    race.see(0.5, false, 2);
    EXPECT_FALSE(race.is_secret());
}

TEST(Race, NamesTheFirstAndWhoWasRight) {
    std::vector<RunChart> runs;
    for (const auto& [name, milliseconds] : {std::pair{"rt", 3.0}, {"5", 2.0}, {"4", 2.5}})
        runs.push_back(run_of(name, milliseconds));
    EXPECT_EQ(first_of(runs), 1u);
    Race race;
    EXPECT_EQ(result_of(runs, race),
              "Algorithm 5 was first, in 2.000 ms. rt took 1.50, 4 took 1.25 times as long.");
    race.see(0, false, 3);
    for (const std::size_t runner : {1, 0, 1}) race.bet(runner);
    EXPECT_NE(result_of(runs, race).find("2 of 3 bets were right."), std::string::npos);
}

TEST(Race, CountsWhatTheLastStageHasLeft) {
    const RunChart run = run_of("5", 8);
    EXPECT_EQ(finished_part(run.trace(), 4), 0) << "all of the first stage";
    EXPECT_EQ(finished_part(run.trace(), 5), 0.25);
    EXPECT_EQ(finished_part(run.trace(), 6.9), 0.5);
    EXPECT_EQ(finished_part(run.trace(), 8), 1);
}

TEST(Race, RunsWhatIsNamed) {
    const auto algorithms = [](const std::string& beside, Algorithm chosen = Algorithm::automatic) {
        Problem problem;
        problem.method.algorithm = chosen;
        std::vector<Algorithm> names;
        for (const AlgorithmChoice& runner : runners_of(problem, beside)) names.push_back(runner.algorithm);
        return names;
    };
    using enum Algorithm;
    EXPECT_EQ(algorithms(""), std::vector{automatic});
    EXPECT_EQ(algorithms("rt,4", alg7), (std::vector{alg7, rt, alg4}));
    EXPECT_EQ(algorithms("meter"), (std::vector{rt, alg2, alg4, alg5, alg7}));
    EXPECT_EQ(algorithms("meter", alg6), (std::vector{alg6, rt, alg2, alg4, alg5})) << "five at most";
    for (const char* wrong : {"rt,4,5,6,7", "rt,,4", "meter,rt", "rt,"})
        EXPECT_THROW(algorithms(wrong), Error) << wrong;
}

// A run of two processors with 8 pieces of a millisecond on each.
Trace run_of_two() {
    Trace trace;
    trace.processors = 2;
    trace.stages.resize(1);
    trace.begin = {0};
    trace.end = {8};
    for (int k = 0; k < 16; ++k)
        trace.pieces.push_back({.processor = k % 2, .number = k, .begin = k / 2 + 0.0, .end = k / 2 + 1.0});
    return trace;
}

TEST(Record, NoticesWhatAnotherProgramTook) {
    EXPECT_TRUE(was_alone(run_of_two(), 16));
    EXPECT_TRUE(was_alone(run_of_two(), std::nullopt)) << "a GPU";
    EXPECT_FALSE(was_alone(run_of_two(), 11)) << "pieces lasted, and their threads had no processor";
    Trace hole = run_of_two();
    for (TracePiece& piece : hole.pieces)
        if (piece.number >= 8) piece.begin += 10, piece.end += 10;
    hole.end = {18};
    EXPECT_FALSE(was_alone(hole, 16)) << "nobody worked for ten milliseconds";
    Trace late = run_of_two();
    for (TracePiece& piece : late.pieces) piece.begin += 10, piece.end += 10;
    late.end = {18};
    EXPECT_FALSE(was_alone(late, 16)) << "it began late";
    Trace one = run_of_two();
    for (TracePiece& piece : one.pieces) piece.processor = 0;
    EXPECT_FALSE(was_alone(one, 16)) << "the other processor did nothing";
}

using Colour = std::array<double, 3>;

// Lab of what somebody without one kind of cones sees: Machado, Oliveira and Fernandes 2009, on linear light.
Colour lab_of(ImU32 colour, const std::array<Colour, 3>& seen) {
    Colour light{}, sees{}, f{};
    for (std::size_t c = 0; c < 3; ++c) {
        const double v = double(colour >> (8 * c) & 255) / 255;
        light[c] = v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    }
    for (std::size_t i = 0; i < 3; ++i)
        sees[i] = std::max(seen[i][0] * light[0] + seen[i][1] * light[1] + seen[i][2] * light[2], 0.0);
    const Colour xyz{(0.4124 * sees[0] + 0.3576 * sees[1] + 0.1805 * sees[2]) / 0.9505,
                     0.2126 * sees[0] + 0.7152 * sees[1] + 0.0722 * sees[2],
                     (0.0193 * sees[0] + 0.1192 * sees[1] + 0.9505 * sees[2]) / 1.089};
    for (std::size_t i = 0; i < 3; ++i)
        f[i] = xyz[i] > 0.008856 ? std::cbrt(xyz[i]) : 7.787 * xyz[i] + 16.0 / 116;
    return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

TEST(Chart, StagesDifferWhateverConesOneHas) {
    const ImU32 opaque = IM_COL32(0, 0, 0, 255);
    ImGui::CreateContext();  // which has the alpha of all colours
    const std::array<std::array<Colour, 3>, 3> eyes{{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                                     {{{0.152286, 1.052583, -0.204868},
                                                       {0.114503, 0.786281, 0.099216},
                                                       {-0.003882, -0.048116, 1.051998}}},
                                                     {{{0.367322, 0.860646, -0.227968},
                                                       {0.280085, 0.672501, 0.047413},
                                                       {-0.011820, 0.042940, 0.968881}}}}};
    for (const auto& eye : eyes)
        for (int i = 0; i < stage_colours; ++i)
            for (int k = 0; k < i; ++k) {
                const Colour a = lab_of(colour_of_stage(i) | opaque, eye),
                             b = lab_of(colour_of_stage(k) | opaque, eye);
                EXPECT_GT(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), 28)
                    << "stages " << k << " and " << i;
            }
    ImGui::DestroyContext();
}

}  // namespace
}  // namespace sweep::app
