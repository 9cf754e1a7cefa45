// The places of panels in the window: what is measured, the pages of a stack and the numbers of a walk leave the
// picture in sight, at every size of window and text.
#include <array>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "app/lessons/teach/view.h"
#include "app/lessons/walk/view/grid.h"
#include "app/ui/layout.h"
#include "app/views/measure/view.h"
#include "files/image_file.h"
#include "tests/support/demo_frames.h"
#include "tests/support/page_bytes.h"

namespace sweep::app {
namespace {

struct Size {
    int width, height;
    float text;
};
constexpr std::array<Size, 7> sizes{{{1280, 720, 1},
                                     {1280, 720, 1.5f},
                                     {1600, 900, 1},
                                     {1600, 900, 1.5f},
                                     {1920, 1080, 1},
                                     {1920, 1080, 1.5f},
                                     {3840, 2160, 2}}};

class Places : public DemoFrames {
  protected:
    Places() : DemoFrames(1000, 700) {}

    // Calls f between the beginning and the end of a frame of this size.
    template <class F>
    void within(const Size& size, F&& f) {
        SCOPED_TRACE(std::to_string(size.width) + " x " + std::to_string(size.height) + ", text " +
                     std::to_string(size.text));
        gui_->set_scale(size.text);
        gui_->begin(size.width, size.height, 0.02);
        f();
        gui_->end();
    }
    static bool apart(const Area& a, const Area& b) {
        return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
    }
};

TEST_F(Places, WhatIsMeasuredLiesBesideThePicture) {
    for (const Size& size : sizes)
        for (const bool has_times : {false, true})
            within(size, [&] {
                Settings settings;
                settings.measure.panel = true;
                settings.timings = has_times;
                Layout layout = divide(size.width, size.height, settings);
                take_measure_panel(layout, settings);
                take_below(layout);
                ASSERT_GT(layout.measure.width, 1);
                ASSERT_GT(layout.below.width, 1);
                for (const Area* other : {&layout.measure, &layout.below, &layout.controls})
                    EXPECT_TRUE(apart(layout.picture, *other));
                EXPECT_TRUE(apart(layout.measure, layout.below));
                EXPECT_GE(2 * layout.picture.height, size.height);
            });
}

TEST_F(Places, TheNumbersOfAWalkAreWhole) {
    Problem problem;
    problem.shape = {8, 8, 1};
    problem.input = Sample::f64;
    problem.filter.sigma = 5;
    problem.boundary = {BoundaryKind::clamp, {}};
    problem.method.algorithm = Algorithm::alg7;
    const Walk walk = make_walk(problem, test::noise({8, 8, 1}, Sample::f64), 4);
    for (const Size& size : sizes)
        for (const bool panels : {true, false})
            within(size, [&] {
                Settings settings;
                settings.view = View::passes;
                settings.teach.lesson = Lesson::walk;
                settings.panels = panels;
                const Layout layout = divide(size.width, size.height, settings);
                const TeachLayout around = divide_teach(layout.picture, settings.teach);
                WalkPart part;
                const WalkGrid grid(walk, around.stage, part);
                EXPECT_FALSE(part.hides) << "a part would have to be dragged";
                EXPECT_GE(grid.letters(4), 7.5f);
                for (const WalkStep& step : walk.steps) {
                    WalkPart of_step;
                    const WalkGrid shown(walk, around.stage, of_step, &step);
                    EXPECT_FALSE(of_step.hides) << step.title;
                    EXPECT_GE(shown.letters(4), grid.letters(4)) << step.title;
                }
                WalkPart first;
                const WalkGrid begin(walk, around.stage, first, &walk.steps[0]);
                EXPECT_GT(begin.letters(4), 1.5f * grid.letters(4))
                    << "states that are not there take no room";
            });
    within({800, 600, 1}, [&] {
        Settings settings;
        settings.view = View::passes;
        const Layout layout = divide(800, 600, settings);
        EXPECT_GT(divide_teach(layout.picture, settings.teach).panel.width, 1) << "the sum";
    });
}

// Whatever a step shows lies apart from everything else that it shows.
TEST_F(Places, TheNumbersOfAWalkLieApart) {
    Problem problem;
    problem.shape = {6, 5, 1};
    problem.input = Sample::f64;
    problem.boundary = {BoundaryKind::clamp, {}};
    problem.method.algorithm = Algorithm::alg7;
    const Walk walk = make_walk(problem, test::noise({6, 5, 1}, Sample::f64), 3);
    for (const WalkStep& step : walk.steps) {
        WalkPart part;
        const WalkGrid grid(walk, {10, 20, 900, 600}, part, &step);
        std::vector<WalkPick> shown;
        for (int y = 0; y < walk.height; ++y)
            for (int x = 0; x < walk.width; ++x) shown.push_back({false, false, x, y, Border::P, 0, 0, 0, 0});
        for (int i = 0; i < borders; ++i)
            for (int lane = 0; lane < (i < 2 ? walk.width : walk.height); ++lane)
                for (int k = 0; k < walk.order; ++k) {
                    if (shows_entering(walk, step, i))
                        shown.push_back({true, true, 0, 0, Border(i), 0, 0, lane, k});
                    if (step.known[std::size_t(i)] == Known::no) continue;
                    for (int j = 0; j < (i < 2 ? walk.block_rows() : walk.block_columns()); ++j)
                        shown.push_back({true, false, 0, 0, Border(i), i < 2 ? j : lane / walk.block,
                                         i < 2 ? lane / walk.block : j, lane, k});
                }
        constexpr float thin = 0.01f;  // neighbours touch
        for (std::size_t a = 0; a < shown.size(); ++a) {
            const auto [p, q] = grid.of(shown[a]);
            ASSERT_TRUE(p.x > 10 - thin && p.y > 20 - thin && q.x < 910 + thin && q.y < 620 + thin)
                << step.title;
            for (std::size_t b = 0; b < a; ++b) {
                const auto [r, s] = grid.of(shown[b]);
                ASSERT_TRUE(q.x < r.x + thin || s.x < p.x + thin || q.y < r.y + thin || s.y < p.y + thin)
                    << step.title << ": " << a << " over " << b;
            }
        }
    }
}

// A stack has a slider under it, and turns its pages at one place.
TEST_F(Places, AStackHasASlider) {
    WindowOptions options;
    std::vector<std::vector<std::uint8_t>> pages;
    for (int page = 0; page < 5; ++page) pages.emplace_back(60, std::uint8_t(40 * page));
    options.image = write("stack.tif", test::tiff_of_pages(pages));
    options.view = View::original;
    start(options, {}, 4);
    const ImGuiWindow* bar = ImGui::FindWindowByName("pages");
    ASSERT_TRUE(bar && bar->Active);
    mouse(300, 300);
    wheel(3);
    const float zoom = demo_->state().framing.zoom;
    ASSERT_GT(zoom, 0);
    const float y = bar->Pos.y + 0.5f * bar->Size.y, x = bar->Pos.x;
    for (const auto& [at, down] :
         {std::pair{x + 150, false}, {x + 150, true}, {x + 20000, true}, {x + 20000, false}}) {
        mouse(at, y, down);
        draw(1);
    }
    const auto shows = [&](const std::string& page) {
        return draw_until([&] { return demo_->state_line().find(page) != std::string::npos; });
    };
    EXPECT_TRUE(shows("--page=5")) << demo_->state_line();
    EXPECT_EQ(demo_->state().framing.zoom, zoom) << "it is seen at the same place";
    demo_->run_action("previous-picture");
    EXPECT_TRUE(shows("--page=4")) << demo_->state_line();
    demo_->set("panels", "off");
    draw(2);
    EXPECT_FALSE(ImGui::FindWindowByName("pages")->Active);
}

}  // namespace
}  // namespace sweep::app
