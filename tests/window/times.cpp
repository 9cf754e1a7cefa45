// The strip of times: what its rows add up to, how they freeze, and what is copied of them.
#include <algorithm>
#include <chrono>
#include <map>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/ui/plots/times_report.h"
#include "core/base/error.h"
#include "files/image_file.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

class TimesStrip : public DemoFrames {
  protected:
    TimesStrip() : DemoFrames(640, 400) {}

    static WindowOptions with_table() {
        WindowOptions options;
        has_times_table(options) = true;
        return options;
    }
    std::string copied(const char* action) {
        demo_->run_action(action);
        return ImGui::GetClipboardText();
    }
    void draw_fresh(int frames = 4) {
        for (int i = 0; i < frames; ++i)
            demo_->frame(*gui_, width_, height_, seconds_ += 0.02, target_.name(), true);
    }
    // Returns what is copied as CSV: cells by the name of their column, rows by that of their stage.
    std::map<std::string, std::map<std::string, std::string>> cells() {
        std::istringstream lines(copied("copy-times-csv"));
        std::vector<std::string> titles;
        std::map<std::string, std::map<std::string, std::string>> rows;
        for (std::string line; std::getline(lines, line);) {
            std::vector<std::string> words(1);
            bool quoted = false;
            for (const char c : line) {
                if (c == '"')
                    quoted = !quoted;
                else if (c == ',' && !quoted)
                    words.emplace_back();
                else
                    words.back() += c;
            }
            if (titles.empty()) {
                titles = words;
                continue;
            }
            std::map<std::string, std::string> row;
            for (std::size_t i = 0; i < titles.size(); ++i) row[titles[i]] = words.at(i);
            rows[row["stage"]] = row;
        }
        return rows;
    }
};

// The sum of depth of field contains all of its stages: the table alone is only a third of the time.
TEST_F(TimesStrip, OfADepthOfFieldAreLayersTableAndBoxes) {
    WindowOptions options;
    options.view = View::depth_of_field;
    options.engine = EngineKind::cpu;
    start(options, {}, 2);
    draw_fresh();
    auto rows = cells();
    double sum = 0;
    std::string parts;
    for (const char* part : {"layers", "table", "boxes"}) {
        ASSERT_TRUE(rows.contains(part)) << copied("copy-times");
        EXPECT_EQ(rows[part]["in_all_stages"], "1") << part;
        EXPECT_EQ(rows[part]["frames"], rows["all stages"]["frames"]) << part;
        EXPECT_LE(std::stod(rows[part]["median_ms"]), std::stod(rows["all stages"]["median_ms"])) << part;
        sum += std::stod(rows[part]["last_ms"]);
    }
    EXPECT_NEAR(std::stod(rows["all stages"]["last_ms"]), sum, 1e-5);
    for (const char* beside : {"read back", "upload", "scene", "display", "frame"})
        EXPECT_EQ(rows[beside]["in_all_stages"], "0") << beside;
    EXPECT_NE(copied("copy-times").find("all stages: layers + table + boxes, without read back, upload"),
              std::string::npos)
        << copied("copy-times");

    // The other half is the method that it is compared with, which is another filter.
    demo_->set("focus-view", "compare");
    draw_fresh();
    rows = cells();
    EXPECT_EQ(rows["other half"]["in_all_stages"], "0");
    EXPECT_GT(std::stod(rows["other half"]["last_ms"]), 0);
    EXPECT_EQ(rows["boxes"]["in_all_stages"], "1");

    // A map of the circles has no boxes.
    demo_->set("focus-view", "coc");
    draw_fresh();
    EXPECT_FALSE(cells().contains("boxes"));
}

// A depth of field by diffusion has no table, whichever method comes before it or after it.
TEST_F(TimesStrip, OfADiffusionIsTheDiffusion) {
    WindowOptions options;
    options.view = View::depth_of_field;
    options.engine = EngineKind::cpu;
    options.focus.method = FocusMethod::diffusion;
    start(options, {}, 2);
    const auto is_diffused = [&] {
        draw_fresh();
        const auto rows = cells();
        const auto has = [&](const char* row) { return rows.contains(row); };
        EXPECT_NE(has("diffusion"), has("table")) << copied("copy-times");
        return has("diffusion") && !has("boxes") && rows.at("diffusion").at("in_all_stages") == "1";
    };
    EXPECT_TRUE(is_diffused());
    demo_->set("focus-method", "gather");
    EXPECT_FALSE(is_diffused());
    demo_->set("focus-method", "diffusion");
    EXPECT_TRUE(is_diffused());
}

// The time in which a user looks at a resting picture is not the time of a frame.
TEST_F(TimesStrip, ARestIsNoSlowFrame) {
    using Milliseconds = std::chrono::duration<double, std::milli>;
    Milliseconds drawn{};  // all that is no rest
    const auto timed = [&](auto&& draws) {
        const auto began = std::chrono::steady_clock::now();
        draws();
        drawn += std::chrono::steady_clock::now() - began;
    };
    timed([&] {
        start({}, {}, 4);
        draw_fresh();
    });
    constexpr auto pause = std::chrono::milliseconds(1200);
    for (int i = 0; i < 2; ++i) {
        std::this_thread::sleep_for(pause);
        timed([&] {
            demo_->rested();
            draw_fresh(2);
        });
    }
    EXPECT_LE(std::stod(cells()["frame"]["max_ms"]), drawn.count());
}

TEST_F(TimesStrip, HaveOneYardstickForAllSizes) {
    std::vector<std::string> copies;
    for (const int side : {24, 300}) {
        Image image({side, side, 3}, Sample::u8);
        const std::string file = path("side" + std::to_string(side) + ".png");
        save_image(file, image.view());
        if (!demo_) {
            WindowOptions options;
            options.image = file;
            start(options, {}, 60);  // as long as the measurement takes
        } else {
            demo_->open(file);
            for (int i = 0; i < 300 && demo_->state_line().find(file) == std::string::npos; ++i) draw(1);
            draw(4);
        }
        draw_fresh();
        copies.push_back(cells()["frame"]["copy_gb_per_s"]);
        EXPECT_EQ(cells()["frame"]["width"], std::to_string(side));
    }
    EXPECT_GT(std::stod(copies[0]), 0);
    EXPECT_EQ(copies[0], copies[1]);
}

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
    start(with_table(), {}, 4);
    gui_->begin(width_, height_, 0.02);
    const Layout layout = divide(width_, height_, demo_->settings());
    ImGui::EndFrame();
    const float x = float(layout.times.x + layout.times.width) - 30;
    const auto click = [&](float at_x, float at_y) {
        for (const bool down : {false, true, false}) {
            mouse(at_x, at_y, down);
            draw(1);
        }
    };
    // The button stands below the one that folds the table, and the first line of the popup where there is room for it.
    for (float y = float(layout.times.y) + 34; y < float(layout.times.y) + 70; y += 6) {
        click(x, y);
        draw(2);
        if (!demo_->settings().freeze_times) click(x - 60, y + 22);
        if (!demo_->settings().freeze_times) click(x + 40, y + 22);
        if (demo_->settings().freeze_times) break;
        click(4, 4);
    }
    EXPECT_TRUE(demo_->settings().freeze_times);
}

TEST_F(TimesStrip, ARowSaysMoreWhereThePointerRests) {
    start(with_table(), {}, 4);
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
    // Rows appear four times a second of wall-clock time, however fast frames are.
    for (int frame = 0; frame < 5000 && !explained(); ++frame) draw(1);
    EXPECT_TRUE(explained());
}

}  // namespace
}  // namespace sweep::app
