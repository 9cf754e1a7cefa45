// Every step of the lectures that come with the program, from its first frame on.
#include <chrono>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/lessons/passes/passes.h"
#include "app/lessons/walk/view/view.h"
#include "app/talk/lecture/player.h"
#include "tests/support/cut_letters.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

class StepFrames : public DemoFrames {
  protected:
    StepFrames() : DemoFrames(1280, 720) {}

    void start(const char* lecture) {
        WindowOptions options;
        options.engine = EngineKind::cpu;
        options.lecture = std::string(lecture);
        options.width = width_, options.height = height_;
        DemoFrames::start(options, {}, 0);
    }

    // What is shown is of this step, and not of the one before.
    void expect_own_numbers(std::size_t step) {
        const Settings& settings = demo_->settings();
        if (settings.teach.lesson == Lesson::walk) {
            const WalkView& view = demo_->teach().view<WalkView>();
            const std::optional<Walk>& walk = view.walk();
            if (!walk) return;
            EXPECT_TRUE(view.kept() || view.marks().marks.empty()) << "step " << step + 1;
            EXPECT_EQ(walk->problem.filter.kind, settings.filter.kind) << "step " << step + 1;
            EXPECT_EQ(walk->problem.method.algorithm, settings.method.algorithm) << "step " << step + 1;
            const auto& numbers = settings.teach.walk.numbers;
            const int width = numbers.empty() ? walk->width : int(numbers.front().size());
            EXPECT_EQ(walk->width, width) << "step " << step + 1;
        } else if (settings.teach.lesson == Lesson::passes && !shows_fault(settings.teach)) {
            const PassesView& passes = demo_->teach().view<PassesView>();
            if (!passes.trace()) return;
            const LineTrace& trace = *passes.trace();
            const int i = trace.length / 2;
            EXPECT_NEAR(equation_at(trace, i).sum, passes.engine_line()[std::size_t(trace.index(i))], 2e-3)
                << "step " << step + 1;
        }
    }
};

// A number of which digits are cut is another number, and whoever has just come to a step reads it.
class LectureSteps : public StepFrames, public ::testing::WithParamInterface<const char*> {};

TEST_P(LectureSteps, ShowWholeLettersFromTheFirstFrameOn) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds patience(1000);  // for what a step computes
    start(GetParam());
    const std::vector<Cue> cues = demo_->lecture().lecture().cues;
    for (std::size_t i = 0; i < cues.size(); ++i) {
        if (i > 0) demo_->lecture().go(int(i));
        const Clock::time_point end = Clock::now() + patience;
        std::set<std::string> cut;
        for (int frame = 0, quiet = 0; quiet < 2 && (frame < 3 || Clock::now() < end); ++frame) {
            gui_->set_scale(demo_->text_scale(1, width_, height_));
            draw(1);
            const std::vector<std::string> letters = test::cut_letters();
            cut.insert(letters.begin(), letters.end());
            for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
                if (window->Active && window->ScrollMax.y > 0)
                    cut.insert(fmt::format("'{}' scrolls by {} pixels", window->Name, window->ScrollMax.y));
            const bool teaches = demo_->settings().view == View::passes;
            if (teaches) expect_own_numbers(i);
            quiet += demo_->settled() && !(teaches && demo_->teach().shown().is_busy());
        }
        for (const std::string& letter : cut)
            ADD_FAILURE() << "step " << i + 1 << ", " << cues[i].name << ": " << letter;
    }
}

class CutLetters : public DemoFrames {
  protected:
    CutLetters() : DemoFrames(300, 200) {}
};

TEST_F(CutLetters, AreFoundWhereThereIsTooLittleRoom) {
    for (const float room : {100.0f, 16.0f}) {
        gui_->begin(width_, height_, 0.02);
        ImDrawList& list = *ImGui::GetBackgroundDrawList();
        list.PushClipRect({10, 10}, {10 + room, 60});
        list.AddText({12, 12}, IM_COL32_WHITE, "21410");
        list.PopClipRect();
        gui_->end();
        EXPECT_EQ(test::cut_letters().empty(), room > 50) << room;
    }
}

// Questions are among these, and what is marked in one is nothing to the step after the next.
TEST_F(StepFrames, OfStepsThatAreSkippedLeaveNothingBehind) {
    start("lecture");
    for (int i = 35; i < 48; ++i) {
        demo_->lecture().go(i);
        draw(1);
        expect_own_numbers(std::size_t(i));
    }
}

INSTANTIATE_TEST_SUITE_P(Lectures, LectureSteps, ::testing::Values("short", "lecture"));

}  // namespace
}  // namespace sweep::app
