// The strip of times: what its numbers are, how they freeze, and what is copied of them.
#include "app/times_report.h"
#include "core/error.h"
#include "tests/demo_frames.h"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>

namespace sweep::app {
namespace {

TEST(Times, RowsHaveTheirSpread) {
    Timings timings;
    for (const double ms : {3.0, 1.0, 2.0, 7.0, 4.0}) {
        timings.begin_frame();
        timings.add("a", "", 0, ms);
    }
    const TimingRow row = timings.rows(1, true).at(0);
    EXPECT_EQ(row.count, 5);
    EXPECT_EQ(row.last_ms, 4);
    EXPECT_EQ(row.least_ms, 1);
    EXPECT_EQ(row.median_ms, 3);
    EXPECT_EQ(row.most_ms, 7);
    for (int i = 0; i < 2 * history_length; ++i) timings.add("a", "", 0, i);
    EXPECT_EQ(timings.rows(1, true).at(0).last_ms, 2 * history_length - 1);
    EXPECT_EQ(timings.rows(1, true).at(0).least_ms, history_length) << "what is long ago counts";
}

TimesReport some_times() {
    TimesReport times;
    times.what = "Gaussian, order 3, sigma 5";
    times.engine = "CPU";
    times.width = 640;
    times.height = 480;
    times.rows = {{"scene", "GL", 0, 1, 2, 3, 0.5, 4, 12},
                  {"columns", "7.2", 4000000, 0.25, 0.5, 1, 0.125, 2, 12}};
    times.copy_gb_per_s = 16;
    times.frame_ms = 20;
    return times;
}

TEST(Times, AreATableInMarkdown) {
    EXPECT_EQ(times_markdown(some_times()),
              "Gaussian, order 3, sigma 5; 640 x 480 pixels, CPU, copy 16 GB/s, 50.0 frames/s\n\n"
              "| stage | step | last ms | median ms | 95 % ms | least ms | most ms | frames | MB | GB/s | of "
              "a copy |\n"
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
        "copy_gb_per_s\n"
        "\"Gaussian, order 3, sigma "
        "5\",CPU,640,480,scene,GL,1.000000,2.000000,3.000000,0.500000,4.000000,12,0,"
        "0.000,16.000\n"
        "\"Gaussian, order 3, sigma 5\",CPU,640,480,columns,7.2,0.250000,0.500000,1.000000,0.125000,2.000000,"
        "12,4000000,8.000,16.000\n");
}

class TimesStrip : public DemoFrames {
  protected:
    TimesStrip() : DemoFrames(640, 400) {}

    std::string copied(const char* action) {
        demo_->run_action(action);
        return ImGui::GetClipboardText();
    }
    void draw_fresh() {
        for (int i = 0; i < 4; ++i)
            demo_->frame(*gui_, width_, height_, seconds_ += 0.02, target_.name(), true);
    }
};

TEST_F(TimesStrip, FreezesAndGoesOn) {
    start({}, {}, 4);
    draw_fresh();
    const std::string first = copied("copy-times");
    draw_fresh();
    EXPECT_NE(copied("copy-times"), first) << "times that never change would be frozen already";
    demo_->press({Key::f7});
    const std::string frozen = copied("copy-times");
    demo_->run_action("box");
    draw_fresh();
    EXPECT_EQ(copied("copy-times"), frozen);
    EXPECT_NE(frozen.find("Gaussian"), std::string::npos) << frozen;
    demo_->press({Key::f7});
    draw_fresh();
    const std::string csv = copied("copy-times-csv");
    EXPECT_NE(csv.find("box of 9 x 9"), std::string::npos) << csv;
    EXPECT_EQ(csv.find("Gaussian"), std::string::npos);
}

TEST_F(TimesStrip, ItsMenuFreezes) {
    start({}, {}, 4);
    gui_->begin(width_, height_, 0.02);
    const Layout layout = divide(width_, height_, demo_->settings());
    ImGui::EndFrame();
    const float x = float(layout.times.x + layout.times.width) - 30, y = float(layout.times.y) + 18;
    const auto click = [&](float at_x, float at_y) {
        for (const bool down : {false, true, false}) {
            mouse(at_x, at_y, down);
            draw(1);
        }
    };
    click(x, y);
    draw(2);
    EXPECT_FALSE(demo_->settings().freeze_times);
    click(x - 60, y + 22);  // the first line of what has opened, wherever there is room for it
    if (!demo_->settings().freeze_times) click(x + 40, y + 22);
    EXPECT_TRUE(demo_->settings().freeze_times);
}

TEST_F(TimesStrip, ARowSaysMoreWhereThePointerRests) {
    start({}, {}, 4);
    gui_->begin(width_, height_, 0.02);
    const Layout layout = divide(width_, height_, demo_->settings());
    ImGui::EndFrame();
    mouse(float(layout.times.x) + 40, float(layout.times.y + layout.times.height / 2));
    const auto explained = [] {
        const ImGuiWindow* tooltip = ImGui::FindWindowByName("##Tooltip_00");
        return tooltip && tooltip->Active;
    };
    draw(2);
    EXPECT_FALSE(explained()) << "it only passes by";
    // Rows appear four times a second of the clock on the wall, however fast frames are.
    for (int frame = 0; frame < 5000 && !explained(); ++frame) draw(1);
    EXPECT_TRUE(explained());
}

}  // namespace
}  // namespace sweep::app
