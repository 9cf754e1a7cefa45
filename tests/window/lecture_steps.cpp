// Every step of the lectures that come with the program, from its first frame on.
#include <chrono>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/talk/lecture/player.h"
#include "tests/support/cut_letters.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

// A number of which digits are cut is another number, and whoever has just come to a step reads it.
class LectureSteps : public DemoFrames, public ::testing::WithParamInterface<const char*> {
  protected:
    LectureSteps() : DemoFrames(1280, 720) {}
};

TEST_P(LectureSteps, ShowWholeLettersFromTheFirstFrameOn) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds patience(1000);  // for what a step computes
    WindowOptions options;
    options.engine = EngineKind::cpu;
    options.lecture = std::string(GetParam());
    options.width = width_, options.height = height_;
    start(options, {}, 0);
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

INSTANTIATE_TEST_SUITE_P(Lectures, LectureSteps, ::testing::Values("short", "lecture"));

}  // namespace
}  // namespace sweep::app
