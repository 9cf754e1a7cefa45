// The times that the window shows, made from known numbers: sums, shares, tables of them.
#include <algorithm>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "app/ui/plots/times_report.h"
#include "app/views/tune/panel.h"
#include "app/work/checks/copy_yardstick.h"

namespace sweep::app {
namespace {

TEST(Times, RowsHaveTheirSpread) {
    Timings timings;
    const auto frame = [&](double ms) {
        timings.begin_frame();
        timings.add("a", "", 0, ms);
        timings.end_frame();
    };
    for (const double ms : {900.0, 3.0, 1.0, 2.0, 7.0, 4.0}) frame(ms);  // the first frame warms up
    const TimingRow row = timings.rows(1, true).at(0);
    EXPECT_EQ(row.count, 5);
    EXPECT_EQ(row.last_ms, 4);
    EXPECT_EQ(row.least_ms, 1);
    EXPECT_EQ(row.median_ms, 3);
    EXPECT_EQ(row.most_ms, 7);
    for (int i = 0; i < 2 * history_length; ++i) frame(i);
    EXPECT_EQ(timings.rows(1, true).at(0).last_ms, 2 * history_length - 1);
    EXPECT_EQ(timings.rows(1, true).at(0).least_ms, history_length) << "what is long ago counts";
}

const TimingRow* row_of(const std::vector<TimingRow>& rows, std::string_view name) {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const TimingRow& row) { return row.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

// The sum counts only frames with the filter that is shown, even where another one moves as many bytes.
TEST(Times, TheSumIsOfTheFramesOfItsParts) {
    Timings timings;
    std::minstd_rand random(3);
    std::uniform_real_distribution<double> ms(1, 9);
    std::vector<double> sums;
    const auto frame = [&](bool table) {
        timings.begin_frame();
        timings.add("scene", "GL", 0, 30);
        timings.add("read back", "", 800, 20, Part::transfer);
        const double first = ms(random), second = ms(random);
        timings.add(table ? "table" : "perimeters", "1", 500, first, Part::filter);
        timings.add(table ? "boxes" : "filter", "2", 500, second, Part::filter);
        timings.end_frame();
        sums.push_back(first + second);
    };
    for (int i = 0; i < 50; ++i) frame(false);
    for (int i = 0; i < 6; ++i) frame(true);
    sums.erase(sums.begin(), sums.end() - 5);  // the first frame with the table warms up
    std::sort(sums.begin(), sums.end());

    const auto rows = timings.rows(1, true);
    const TimingRow *total = row_of(rows, total_row), *table = row_of(rows, "table"),
                    *boxes = row_of(rows, "boxes");
    ASSERT_TRUE(total && table && boxes);
    EXPECT_EQ(total, boxes + 1) << "behind its parts";
    EXPECT_EQ(row_of(rows, "scene")->count, 55) << "drawing goes on as before";
    for (const TimingRow* part : {table, boxes}) {
        EXPECT_EQ(part->count, 5);
        EXPECT_LE(part->least_ms, total->least_ms);
        EXPECT_LE(part->median_ms, total->median_ms);
        EXPECT_LE(part->p95_ms, total->p95_ms);
        EXPECT_LE(part->most_ms, total->most_ms);
    }
    EXPECT_EQ(total->count, 5);
    EXPECT_EQ(total->bytes, 1000u);
    EXPECT_DOUBLE_EQ(total->median_ms, sums[2]);
    EXPECT_DOUBLE_EQ(total->last_ms, table->last_ms + boxes->last_ms);
    EXPECT_EQ(parts_text(rows), "table + boxes");
    EXPECT_EQ(left_out_text(rows), "read back");
}

TEST(Times, OfAnotherEngineBeginAnew) {
    Timings timings;
    const auto frame = [&](double ms) {
        timings.begin_frame();
        timings.add("filter", "7.4", 8, ms, Part::filter);
        timings.end_frame();
    };
    for (int i = 0; i < 20; ++i) frame(100);
    timings.begin_other_work();
    for (int i = 0; i < 4; ++i) frame(1);
    const TimingRow total = *row_of(timings.rows(1, true), total_row);
    EXPECT_EQ(total.count, 3);
    EXPECT_EQ(total.most_ms, 1);
}

TEST(Times, TermsOfACascadeAreOneRow) {
    Timings timings;
    for (int i = 0; i < 3; ++i) {
        timings.begin_frame();
        for (const double ms : {2.0, 5.0}) timings.add("rows", "5.5", 100, ms, Part::filter);
        timings.end_frame();
    }
    const auto rows = timings.rows(1, true);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].median_ms, 7);
    EXPECT_EQ(rows[0].bytes, 200u);
    EXPECT_EQ(rows[0].count, 2);
    EXPECT_EQ(rows[1].median_ms, 7);
}

TEST(Times, ASumHasNoSpeedWhereAPartCountsNoBytes) {
    Timings timings;
    timings.begin_frame();
    timings.add("table", "1p", 1000000000, 10, Part::filter);
    timings.add("boxes", "CPU", 0, 90, Part::filter);
    timings.end_frame();
    const auto rows = timings.rows(1, true);
    EXPECT_EQ(gb_per_s(*row_of(rows, "table")), 100);
    EXPECT_EQ(gb_per_s(*row_of(rows, total_row)), 0) << "bytes of the table over the time of both";
}

// The first frame of any work takes much longer: the plot and its scale leave it out.
TEST(Times, IntervalsHaveNoFirstFrameOfAnyWork) {
    Timings timings;
    const auto frame = [&](std::uint64_t bytes, double until_the_next) {
        timings.begin_frame();
        timings.add("filter", "7.4", bytes, 1, Part::filter);
        timings.end_frame();
        timings.add_interval(until_the_next);
    };
    frame(8, 1487);
    frame(8, 300);  // nearly warm
    for (int i = 0; i < 5; ++i) frame(8, 20);
    frame(16, 700);  // another size needs memory and plans
    frame(16, 21);
    const std::vector<float> shown = timings.frame().values();
    EXPECT_EQ(shown, (std::vector<float>{20, 20, 20, 20, 20, 21}));
    EXPECT_EQ(row_of(timings.rows(1, true), "frame")->most_ms, 21);
}

TEST(Times, NoShareOfTheCopyIsAboveAllOfIt) {
    const auto share = [](double gb_per_s) {
        TimingRow row{"columns", "7.2", std::uint64_t(gb_per_s * 1e6)};
        row.median_ms = 1;
        return copy_share(row, 40);
    };
    EXPECT_EQ(share(10).text, "25 %");
    EXPECT_DOUBLE_EQ(share(10).value, 0.25);
    EXPECT_EQ(share(40).text, "100 %");
    for (const double speed : {41.0, 52.0, 400.0}) {
        EXPECT_EQ(share(speed).text, "in cache");
        EXPECT_EQ(share(speed).value, 1);
    }
    EXPECT_EQ(copy_share({"boxes", "CPU"}, 40).text, "");
    EXPECT_EQ(copy_share({"filter", "7.4", 100, 1, 1}, 0).text, "");
}

TEST(Times, RatesOfSlowEnginesHaveDigits) {
    EXPECT_EQ(rate_text(1 << 15, 1 << 15, 1), "1000.00");
    EXPECT_EQ(rate_text(1 << 10, 1 << 10, 5), "0.20");
    EXPECT_EQ(rate_text(1 << 10, 1 << 10, 40), "0.024");
    EXPECT_EQ(rate_text(1 << 10, 1 << 10, 4000), "0.0002");
}

// A convolution that was measured with another picture must not be compared.
TEST(Times, AreComparedUnderTheSameConditionsOnly) {
    const TimeSeries work{{{8, 16}, {2, 2.5}}, "", "100 x 80, CPU"};
    TimeSeries convolution{{{16}, {50}}, "", "100 x 80, CPU"};
    EXPECT_EQ(times_faster(work, convolution, "Sigma", ""),
              "Sigma 16: 2.5 ms, direct convolution 50 ms: 20 times as fast.");
    convolution.conditions = "4000 x 3000, CPU";
    EXPECT_EQ(times_faster(work, convolution, "Sigma", ""),
              "Measured at another size, or by another engine: not compared.");
    convolution.points = {};
    EXPECT_EQ(times_faster(work, convolution, "Sigma", ""), "");
}

TEST(CopyYardstick, IsMeasuredOnceInShortSteps) {
    CopyYardstick copy([] { return std::uint64_t(1) << 27; });
    int steps = 0;
    while (copy.step(EngineKind::cpu) > 0) ASSERT_LT(++steps, 1000);
    EXPECT_GT(steps, 0);
    EXPECT_TRUE(copy.is_known(EngineKind::cpu));
    EXPECT_FALSE(copy.is_known(EngineKind::cuda));
    EXPECT_GT(copy.gb_per_s(EngineKind::cpu), 0);
    EXPECT_EQ(copy.note(EngineKind::cpu), "of only 32 MiB, because memory is short: caches may have helped");
}

// Where memory is short, the copy is not measured, and the program goes on.
TEST(CopyYardstick, DoesWithoutMemory) {
    CopyYardstick copy([] { return std::uint64_t(1) << 20; });
    copy.step(EngineKind::cpu);
    EXPECT_TRUE(copy.is_known(EngineKind::cpu));
    EXPECT_EQ(copy.step(EngineKind::cpu), 0);
    EXPECT_EQ(copy.gb_per_s(EngineKind::cpu), 0);
    EXPECT_EQ(copy.note(EngineKind::cpu), "not measured, because memory is short");
}

TimesReport some_times() {
    TimesReport times;
    times.what = "Gaussian, order 3, sigma 5";
    times.engine = "CPU";
    times.width = 640;
    times.height = 480;
    times.rows = {{"scene", "GL", 0, 1, 2, 3, 0.5, 4, 12},
                  {"columns", "7.2", 4000000, 0.25, 0.5, 1, 0.125, 2, 12, Part::filter}};
    times.copy_gb_per_s = 16;
    times.frame_ms = 20;
    return times;
}

TEST(Times, AreATableInMarkdown) {
    EXPECT_EQ(
        times_markdown(some_times()),
        "Gaussian, order 3, sigma 5; 640 x 480 pixels, 4 channels, CPU, copy 16 GB/s, 50.0 frames/s; all "
        "stages: columns\n\n"
        "| stage | step | last ms | median ms | p95 ms | min ms | max ms | frames | MB | GB/s | of copy |\n"
        "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n"
        "| scene | GL | 1.000 | 2.000 | 3.000 | 0.500 | 4.000 | 12 | | | |\n"
        "| columns | 7.2 | 0.250 | 0.500 | 1.000 | 0.125 | 2.000 | 12 | 4.0 | 8.0 | 50 % |\n");
    TimesReport times = some_times();
    times.waits_for_screen = true;
    EXPECT_NE(times_markdown(times).find("50.0 frames/s with vertical sync"), std::string::npos);
    // Every line has as many cells as the first.
    times.copy_gb_per_s = 0;
    std::istringstream lines(times_markdown(times));
    int tables = 0;
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("|")) {
            EXPECT_EQ(std::count(line.begin(), line.end(), '|'), 12) << line;
            ++tables;
        }
    EXPECT_EQ(tables, 4);
}

TEST(Times, AreLinesOfCsv) {
    EXPECT_EQ(
        times_csv(some_times()),
        "what,engine,width,height,stage,step,last_ms,median_ms,p95_ms,min_ms,max_ms,frames,bytes,gb_per_s,"
        "copy_gb_per_s,channels,in_all_stages\n"
        "\"Gaussian, order 3, sigma "
        "5\",CPU,640,480,scene,GL,1.000000,2.000000,3.000000,0.500000,4.000000,12,0,"
        "0.000,16.000,4,0\n"
        "\"Gaussian, order 3, sigma 5\",CPU,640,480,columns,7.2,0.250000,0.500000,1.000000,0.125000,2.000000,"
        "12,4000000,8.000,16.000,4,1\n");
}

}  // namespace
}  // namespace sweep::app
