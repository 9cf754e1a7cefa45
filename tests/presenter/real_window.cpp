// The presenter's window beside that of a stage. It needs a display: the test runs under Xvfb.
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/talk/presenter/screens.h"
#include "app/talk/presenter/window.h"

namespace sweep::app {
namespace {

class PresenterWindow : public testing::Test {
  protected:
    PresenterWindow() {
        EXPECT_TRUE(start_glfw());
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        stage_ = glfwCreateWindow(320, 180, "stage", nullptr, nullptr);
        if (!stage_) throw std::runtime_error("no window");
        glfwMakeContextCurrent(stage_);
        load_gl(glfwGetProcAddress);
        gui_.emplace(stage_, 1.0f);
        lecture_.cues = {{1, "One", "", "A caption.", "Notes.", ""}, {2, "Two", "", "", "", ""}};
        report_.lecture = &lecture_;
    }
    ~PresenterWindow() override {
        gui_.reset();
        glfwDestroyWindow(stage_);
        glfwTerminate();
    }

    // How many pixels of the presenter's window are all red (0) or all blue (2). Where Mesa draws, they stay after
    // they were shown.
    int pixels_of(int channel, const Presenter& presenter) const {
        int width = 0, height = 0, count = 0;
        glfwGetFramebufferSize(presenter.window(), &width, &height);
        std::vector<std::uint8_t> rgba(std::size_t(width) * std::size_t(height) * 4);
        glfwMakeContextCurrent(presenter.window());

        glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());

        glfwMakeContextCurrent(stage_);
        for (std::size_t i = 0; i < rgba.size(); i += 4)
            count += rgba[i + std::size_t(channel)] > 250 && rgba[i + 1] < 5 &&
                     rgba[i + 2 - std::size_t(channel)] < 5;
        return count;
    }
    int red_pixels(const Presenter& presenter) const { return pixels_of(0, presenter); }
    // Of the next step.
    static std::shared_ptr<const Image> blue(int width, int height) {
        Image picture({width, height, 3}, Sample::u8);
        for (std::size_t i = 0; i < picture.shape().samples(); ++i)
            picture.data<std::uint8_t>()[i] = i % 3 == 2 ? 255 : 0;
        return std::make_shared<const Image>(std::move(picture));
    }

    GLFWwindow* stage_ = nullptr;
    std::optional<Gui> gui_;
    Lecture lecture_;
    PresenterReport report_;
};

TEST_F(PresenterWindow, ShowsTheStageAndLeavesItsContextsAlone) {
    ImGuiContext* const gui = ImGui::GetCurrentContext();
    const auto stays = [&] { return glfwGetCurrentContext() == stage_ && ImGui::GetCurrentContext() == gui; };
    {
        Presenter presenter(stage_, 0);
        EXPECT_TRUE(stays());
        presenter.draw(report_, nullptr, Theme::dark, 1);
        EXPECT_TRUE(stays());
        EXPECT_EQ(red_pixels(presenter), 0);
        glClearColor(1, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        presenter.take_stage(320, 180);
        EXPECT_GT(presenter.seconds_left(1.01), 0.05) << "ten times a second";
        EXPECT_EQ(presenter.seconds_left(1.51), 0) << "and twice, however slow it is";
        presenter.add({.kind = InputEvent::Kind::wheel, .y = 1});
        EXPECT_EQ(presenter.seconds_left(1.11), 0) << "somebody is there";
        presenter.draw(report_, nullptr, Theme::dark, 1.11);
        EXPECT_TRUE(stays());
        EXPECT_GT(red_pixels(presenter), 160 * 90);
        // The stage has letters of its own, still.
        gui_->begin(320, 180, 0.02);
        ImGui::GetForegroundDrawList()->AddText({1, 1}, ~0u, "stage");
        gui_->end();
        gui_->draw();
        EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
    }
    EXPECT_TRUE(stays());
    Presenter again(stage_, 9);  // no monitor has this number
    again.draw(report_, nullptr, Theme::projector, 2);
    EXPECT_TRUE(stays());
}

TEST_F(PresenterWindow, ShowsTheNextStepWhereThereIsAPictureOfIt) {
    Presenter presenter(stage_, 0);
    presenter.draw(report_, nullptr, Theme::dark, 1);
    EXPECT_EQ(pixels_of(2, presenter), 0);
    for (const auto& [width, height] : {std::pair{161, 90}, {3, 2}}) {
        presenter.draw(report_, blue(width, height), Theme::dark, 2);
        EXPECT_GT(pixels_of(2, presenter), 100 * 60);
    }
    report_.step = 1;  // the last one
    presenter.draw(report_, nullptr, Theme::dark, 3);
    EXPECT_EQ(pixels_of(2, presenter), 0);
    EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
}

// The rectangle in which both windows lie is as large as both only where they are apart.
TEST_F(PresenterWindow, OnOneMonitorItLiesBesideTheStageOrSaysThatItCoversIt) {
    ASSERT_EQ(count_of_screens(), 1);
    glfwSetWindowPos(stage_, 0, 0);
    const GLFWvidmode& screen = *glfwGetVideoMode(glfwGetPrimaryMonitor());
    const auto overlaps = [&] {
        glfwPollEvents();
        Presenter presenter(stage_, 0);
        glfwPollEvents();
        const WindowPlace a = place_of(stage_, {}), b = place_of(presenter.window(), {});
        EXPECT_GE(b.x, 0);
        EXPECT_LE(b.x + b.width, screen.width);
        EXPECT_LE(b.y + b.height, screen.height);
        const bool apart =
            b.x >= a.x + a.width || b.y >= a.y + a.height || a.x >= b.x + b.width || a.y >= b.y + b.height;
        EXPECT_EQ(presenter.covers_stage(), !apart);
        return !apart;
    };
    EXPECT_FALSE(overlaps());
    glfwSetWindowSize(stage_, screen.width, screen.height);
    EXPECT_TRUE(overlaps());
}

TEST_F(PresenterWindow, FullScreenIsOnAMonitorThatIsThere) {
    ASSERT_EQ(count_of_screens(), 1);
    EXPECT_EQ(screen_of(stage_), 1);
    EXPECT_EQ(next_screen(1), 1);
    const WindowPlace before = place_of(stage_, {});
    EXPECT_EQ(before.width, 320);
    EXPECT_FALSE(show_full_screen(stage_, 2));
    EXPECT_FALSE(show_full_screen(stage_, 0));
    EXPECT_EQ(glfwGetWindowMonitor(stage_), nullptr);
    ASSERT_TRUE(show_full_screen(stage_, 1));
    EXPECT_NE(glfwGetWindowMonitor(stage_), nullptr);
    EXPECT_EQ(place_of(stage_, before).width, 320) << "where it goes back to";
    show_windowed(stage_, before);
    EXPECT_EQ(glfwGetWindowMonitor(stage_), nullptr);
}

}  // namespace
}  // namespace sweep::app
