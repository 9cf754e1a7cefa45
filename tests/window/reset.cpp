// A window whose driver is reset. It needs a display: the test runs under Xvfb.
#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

#include "app/commands/window.h"
#include "app/screen/gl/gl.h"
#include "files/image_file.h"
#include "tests/support/eventually.h"
#include "tests/support/scratch.h"

namespace sweep::app {
namespace {

int times_asked = 0;
std::filesystem::path gone_with_the_reset;

// A driver that is reset takes a while until it is ready again.
GLenum GLAD_API_PTR lost() {
    if (!gone_with_the_reset.empty()) std::filesystem::remove(gone_with_the_reset);
    return ++times_asked <= 3 ? GL_INNOCENT_CONTEXT_RESET : GL_NO_ERROR;
}

// The first window's context is lost; the second window loads OpenGL anew.
void lose_the_first_context() {
    const std::atomic_ref<PFNGLGETGRAPHICSRESETSTATUSPROC> status(glad_glGetGraphicsResetStatus);
    EXPECT_TRUE(test::eventually([&] { return status.load() != nullptr; }));
    status.store(lost);
}

class WindowReset : public test::ScratchTest {
  protected:
    WindowReset() {
        times_asked = 0;
        gone_with_the_reset.clear();
        save_image(path("picture.png"), Image({40, 30, 3}, Sample::u8).view());
        options_.image = path("picture.png");
        options_.filter.sigma = 7;
        options_.framing = {3, false, 10, 12};
        options_.view = View::wipe;
        options_.width = 400;
        options_.height = 300;
        options_.frames = 12;
        options_.print_state = options_.chooses_filter = true;
        // The settings are in a folder of the test's own.
        setenv("XDG_CONFIG_HOME", path("").c_str(), 1);
    }

    // Returns what the window prints at its end: the command line that shows the same again.
    std::string state_at_the_end(bool reset) const {
        glad_glGetGraphicsResetStatus = nullptr;
        testing::internal::CaptureStdout();
        std::thread driver([&] {
            if (reset) lose_the_first_context();
        });
        run_window(options_);
        driver.join();
        return testing::internal::GetCapturedStdout();
    }

    WindowOptions options_;
};

TEST_F(WindowReset, OpensAgainAndShowsTheSame) {
    const std::string usual = state_at_the_end(false);
    EXPECT_NE(usual.find("--sigma=7"), std::string::npos) << usual;
    EXPECT_EQ(state_at_the_end(true), usual);
    EXPECT_GE(times_asked, 4);
}

TEST_F(WindowReset, TakesThePresentersWindowAlong) {
    const std::string usual = state_at_the_end(false);
    options_.presenter = 0;
    EXPECT_EQ(state_at_the_end(true), usual);
    EXPECT_GE(times_asked, 4);
}

TEST_F(WindowReset, GoesOnWithTheSceneWhereThePictureIsGone) {
    gone_with_the_reset = path("picture.png");
    const std::string state = state_at_the_end(true);
    EXPECT_EQ(state.find("picture.png"), std::string::npos) << state;
    EXPECT_NE(state.find("--sigma=7"), std::string::npos) << state;
    EXPECT_GE(times_asked, 4);
}

}  // namespace
}  // namespace sweep::app
