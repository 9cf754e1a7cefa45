// What stands in the presenter's window, drawn off screen, and its clock.
#include "app/talk/presenter/panel.h"

#include <fmt/format.h>

#include "app/talk/presenter/clock.h"
#include "app/talk/presenter/step_pictures.h"
#include "app/ui/gui.h"
#include "core/base/error.h"
#include "tests/support/offscreen.h"

namespace sweep::app {
namespace {

TEST(PresenterText, LengthsAndFirstSentences) {
    EXPECT_EQ(length_of(-3), "0:00");
    EXPECT_EQ(length_of(65.9), "1:05");
    EXPECT_EQ(length_of(3600 + 61), "1:01:01");
    EXPECT_EQ(first_sentence(""), "");
    EXPECT_EQ(first_sentence("No end"), "No end");
    EXPECT_EQ(first_sentence("It has 1.5 of them. And more."), "It has 1.5 of them.");
    EXPECT_EQ(first_sentence("Why? Because."), "Why?");
}

TEST(TalkClocks, CountTheTalkAndTheStep) {
    TalkClock clock;
    clock.observe(false, 0, 100);
    EXPECT_EQ(clock.talk_seconds(), 0);
    clock.observe(true, 0, 110);
    clock.observe(true, 0, 115);
    EXPECT_EQ(clock.talk_seconds(), 5);
    EXPECT_EQ(clock.step_seconds(), 5);
    clock.observe(true, 3, 117);
    clock.observe(true, 3, 118);
    EXPECT_EQ(clock.talk_seconds(), 8);
    EXPECT_EQ(clock.step_seconds(), 1);
    clock.observe(false, 3, 119);
    clock.observe(true, 3, 130);
    EXPECT_EQ(clock.talk_seconds(), 0) << "another talk begins";
    EXPECT_EQ(clock.step_seconds(), 0);
}

std::string ppm(int width, int height, char first) {
    std::string bytes = fmt::format("P6\n{} {}\n255\n", width, height);
    for (int i = 0; i < 3 * width * height; ++i) bytes += char(first + i);
    return bytes;
}

TEST(StepPicture, IsTakenWhenItIsWhole) {
    const std::string two = ppm(3, 2, 1) + ppm(1, 1, 100);
    std::string bytes;
    std::vector<Image> taken;
    for (const char byte : two) {
        bytes += byte;
        if (auto one = take_picture(bytes)) taken.push_back(*std::move(one));
    }
    EXPECT_TRUE(bytes.empty());
    ASSERT_EQ(taken.size(), 2u);
    EXPECT_EQ(taken[0].shape().width, 3);
    EXPECT_EQ(taken[0].shape().height, 2);
    EXPECT_EQ(std::as_const(taken[0]).data<std::uint8_t>()[17], 18);
    EXPECT_EQ(std::as_const(taken[1]).data<std::uint8_t>()[0], 100);
}

TEST(StepPicture, IsOneOrRefused) {
    for (const char* wrong : {"ok  1  A step", "P5\n1 1\n255\n", "P6\n1\n255\n", "P6\n0 1\n255\n",
                              "P6\n-1 1\n255\n", "P6\n1 5000\n255\n", "P6\n1 1 \n255\n",
                              "P6\n99999999999 1\n255\n", "P6\n                        1 1\n"}) {
        std::string bytes = wrong;
        EXPECT_THROW(take_picture(bytes), Error) << wrong;
    }
    for (const char* part : {"", "P", "P6", "P6\n", "P6\n12", "P6\n1 1\n25", "P6\n1 1\n255\nab"}) {
        std::string bytes = part;
        EXPECT_FALSE(take_picture(bytes)) << part;
        EXPECT_EQ(bytes, part);
    }
}

class PresenterPanel : public Offscreen {
  protected:
    void SetUp() override {
        Offscreen::SetUp();
        if (IsSkipped()) return;
        gui_.emplace(nullptr, 1.0f);
        gui_->point(&mouse_);
        for (int i = 0; i < 60; ++i)
            lecture_.cues.push_back(
                {i + 1, fmt::format("Step {}", i + 1), "", "A caption.", "Notes. More.", ""});
        report_.lecture = &lecture_;
    }
    std::optional<int> draw(int width, int height) {
        gui_->begin(width, height, 0.1);
        const std::optional<int> clicked = presenter_panel(report_, width, height);
        gui_->end();
        return clicked;
    }

    Lecture lecture_;
    PresenterReport report_;
    ScriptedMouse mouse_;
    std::optional<Gui> gui_;
};

TEST_F(PresenterPanel, FitsAnyWindow) {
    const Texture stage(320, 180, GL_RGBA8), next(160, 90, GL_RGB8);
    for (const Texture* picture : {(const Texture*)nullptr, &stage})
        for (const auto& [width, height] : {std::pair{1, 1}, {200, 150}, {900, 60}, {60, 900}, {3840, 2160}})
            for (const int step : {0, 30, 59}) {
                report_.stage = picture;
                report_.next = picture ? &next : nullptr;
                report_.step = step;
                EXPECT_FALSE(draw(width, height)) << "nobody clicks";
            }
    lecture_.cues.front().caption = std::string(400, 'm');
    lecture_.cues.front().notes = std::string(2000, 'm');
    report_.step = 0;
    draw(300, 200);
    report_.lecture = nullptr;
    draw(200, 150);
}

// A click somewhere in the list goes to the step that stands there, and one below it to a later step.
TEST_F(PresenterPanel, GoesToTheStepThatIsClicked) {
    const auto click = [&](float y) {
        std::optional<int> clicked;
        mouse_.x = 900;
        mouse_.y = y;
        for (const bool down : {false, true, false, false}) {
            mouse_.down = down;
            if (const auto step = draw(1000, 700)) clicked = step;
        }
        return clicked;
    };
    const auto upper = click(350), lower = click(450);
    ASSERT_TRUE(upper && lower);
    EXPECT_GT(*lower, *upper);
    report_.step = 55;
    draw(1000, 700);
    const auto later = click(350);
    ASSERT_TRUE(later);
    EXPECT_GT(*later, *lower) << "the list follows the lecture";
}

}  // namespace
}  // namespace sweep::app
