// The ladder of `sweep doctor`: each rung holds when the one above is taken away. The environment takes it
// away here.
#include <filesystem>
#include <string>

#include "core/base/memory.h"
#include "tests/support/command_line.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

constexpr const char *no_egl = "__EGL_VENDOR_LIBRARY_FILENAMES=/dev/null EGL_PLATFORM=surfaceless",
                     *old_driver = "MESA_GL_VERSION_OVERRIDE=3.3 MESA_GLSL_VERSION_OVERRIDE=330",
                     *little_memory = "SWEEP_MEMORY=64", *no_fonts = "SWEEP_FONTS=/dev/null/fonts";
// Mesa keeps a cache in the home folder, and prints a warning when it cannot: it gets none.
constexpr const char* no_home =
    "HOME=/dev/null/home XDG_CONFIG_HOME=/dev/null/home/.config MESA_SHADER_CACHE_DISABLE=true";

class Ladder : public CommandLine {
  protected:
    static std::string without(const std::string& rung) { return std::string(no_display) + " " + rung; }

    void SetUp() override { save("in.npy", noise({200, 150, 3}, Sample::f32)); }

    // Draws the window off screen.
    Outcome shot(const std::string& rung, Arguments more = {}) {
        Arguments arguments{"shot", path("window.png"), path("in.npy"), "--frames=2", "--size=480x300"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments, without(rung));
    }
    void expect_window(const Outcome& outcome) {
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        EXPECT_EQ(outcome.error, "");
        EXPECT_EQ(load_image(path("window.png")).shape(), (Shape{480, 300, 3}));
    }
    // The refusal is one line, which says what to do.
    void expect_refusal(const Outcome& outcome, int code, const std::string& words) {
        EXPECT_EQ(outcome.code, code) << outcome.error;
        EXPECT_TRUE(outcome.error.starts_with("sweep: error: ")) << outcome.error;
        EXPECT_EQ(outcome.error.find('\n'), outcome.error.size() - 1) << outcome.error;
        expect_contains(outcome.error, words);
        EXPECT_FALSE(std::filesystem::exists(path("window.png")));
    }
    // Filtering a file needs no window, and works without any of the rungs.
    void expect_filter(const std::string& rung) {
        const Outcome outcome = run({"filter", path("in.npy"), path("out.npy"), "--sigma=3"}, without(rung));
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        EXPECT_EQ(load_image(path("out.npy")).shape(), (Shape{200, 150, 3}));
    }
    std::string doctor(const std::string& rung) {
        const Outcome outcome = run({"doctor"}, without(rung));
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        return outcome.out;
    }
    bool has_off_screen_gl() { return run({"doctor"}, no_display).out.find("5. yes") != std::string::npos; }
};

TEST_F(Ladder, WithoutADisplayTheWindowIsDrawnOffScreen) {
    const std::string said = doctor("");
    expect_contains(said, "4. no");
    expect_contains(said, "ends with code 3");
    const Outcome window = run({path("in.npy"), "--frames=1"}, no_display);
    expect_refusal(window, 3, "sweep shot");
    expect_filter("");
    if (!has_off_screen_gl()) SKIP_WITHOUT("window", "no OpenGL through EGL here");
    expect_window(shot(""));
}

TEST_F(Ladder, WithoutEglFilesAreFiltered) {
    const std::string said = doctor(no_egl);
    expect_contains(said, "5. no");
    expect_contains(said, "6. no");
    expect_contains(said, "ends with code 1: there is no OpenGL");
    expect_refusal(shot(no_egl), 1, "libegl");
    expect_filter(no_egl);
}

// Who asks for OpenGL by name hears that it is not here.
TEST_F(Ladder, WithoutEglTheEngineOpenGLIsRefused) {
    const Outcome outcome =
        run({"filter", path("in.npy"), path("out.npy"), "--engine=opengl"}, without(no_egl));
    EXPECT_EQ(outcome.code, 4) << outcome.error;
    expect_contains(outcome.error, "the engine opengl: ");
    expect_contains(outcome.error, "install the graphics driver");
}

// Only Mesa can pretend to be old.
TEST_F(Ladder, ADriverTooOldForTheWindowIsNamed) {
    const std::string said = doctor(old_driver);
    if (said.find("5. yes") != std::string::npos) GTEST_SKIP() << "this driver does not pretend to be old";
    expect_contains(said, "6. no");
    expect_refusal(shot(old_driver), 1, "OpenGL 4.5");
    expect_filter(old_driver);
}

TEST_F(Ladder, WithoutFontsNoPictureIsMade) {
    expect_contains(doctor(no_fonts), "none found: the built-in font");
    expect_refusal(shot(no_fonts), 1, "install DejaVu (fonts-dejavu-core)");
    const Outcome page = run({"rehearse", "short", "--html", path("page.html")}, without(no_fonts));
    expect_refusal(page, 1, "install DejaVu (fonts-dejavu-core)");
    EXPECT_FALSE(std::filesystem::exists(path("page.html")));
    expect_filter(no_fonts);
}

TEST_F(Ladder, WithoutAHomeNothingIsKept) {
    expect_filter(no_home);
    if (!has_off_screen_gl()) SKIP_WITHOUT("window", "no OpenGL through EGL here");
    expect_window(shot(no_home));
}

TEST_F(Ladder, LittleMemoryIsEnoughForThePicture) {
    expect_contains(doctor(little_memory), "64 MiB available");
    expect_filter(little_memory);
    const Outcome large =
        run({"filter", "--sigma=3", path("in.npy"), path("out.npy")}, without("SWEEP_MEMORY=0"));
    EXPECT_EQ(large.code, 1) << large.error;
    expect_contains(large.error, "memory");
    if (!has_off_screen_gl()) SKIP_WITHOUT("window", "no OpenGL through EGL here");
    expect_window(shot(little_memory));
    for (const char* view : {"depth-of-field", "passes"})
        expect_window(shot(little_memory, {std::string("--view=") + view, "--tilt-shift=on"}));
    // The filter needs more memory than a window with this picture leaves.
    save("in.npy", noise({1200, 1100, 1}, Sample::f32));
    expect_window(shot(little_memory, {"--view=depth-of-field", "--tilt-shift=on"}));
}

}  // namespace
}  // namespace sweep::test
