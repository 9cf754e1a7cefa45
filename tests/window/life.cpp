// The lines that the window writes can be read again, and nothing is destroyed while a worker reads it.
#include <cmath>
#include <limits>

#include <dirent.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/base/pasted.h"
#include "app/command_line/picture_state.h"
#include "app/command_line/script.h"
#include "app/command_line/window_request.h"
#include "app/work/pictures/gallery.h"
#include "core/base/error.h"
#include "files/image_file.h"
#include "tests/support/cases.h"
#include "tests/support/demo_frames.h"
#include "tests/support/eventually.h"

// How many entries of folders this thread has read.
static thread_local int entries_read = 0;

// Takes the place of the C library's function, with which the standard library reads folders.
extern "C" dirent* readdir(DIR* folder) {
    static const auto next = reinterpret_cast<dirent* (*)(DIR*)>(dlsym(RTLD_NEXT, "readdir"));
    ++entries_read;
    return next(folder);
}

namespace sweep::app {
namespace {

WindowOptions options_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"--engine=cpu", "--panels=off", "--captions=off"});
    WindowOptions options;
    static_cast<Settings&>(options) = settings_of(parse_options(arguments));
    return options;
}

class Window : public DemoFrames {
  protected:
    Window() : DemoFrames(320, 200) {}
    void show(const Image& image, const std::vector<std::string>& arguments, int frames = 2) {
        save_image(path("in.npy"), image.view());
        WindowOptions options = options_of(arguments);
        options.image = path("in.npy");
        start(options, {}, frames);
    }
    // Clicks with Shift, and waits until the plane of focus is there.
    void focus_by_a_click() {
        mouse(160, 150, true);
        mouse_.shift = true;
        draw(1);
        mouse(160, 150);
        mouse_.shift = false;
        for (int i = 0; i < 100; ++i) draw(1, 0.1);
    }
    // Reads the line of its state as a command line.
    Settings read_back() const {
        std::vector<std::string> words = shell_words(demo_->state_line());
        words.erase(words.begin());
        return settings_of(parse_options(words));
    }
};

// The truth in double of so many pixels takes a while to compute, and the worker reads memory of OpenGL.
TEST_F(Window, ClosesWhileTheTruthIsComputed) {
    const Image image = test::noise({1200, 900, 3}, Sample::f32);
    for (int frames = 2; frames < 4; ++frames) {
        show(image, {"--sigma=50", "--view=difference", "--difference=reference"}, frames);
        EXPECT_FALSE(demo_->compare().settled()) << "the truth is there already: the picture is too small";
        demo_.reset();
    }
}

TEST_F(Window, ClosesWhileBlocksAreFilteredAlone) {
    const Image image = test::noise({900, 700, 3}, Sample::f32);
    for (int frames = 3; frames < 6; ++frames) {
        show(image, {"--view=passes", "--blocks=on", "--forget-carries=on"}, frames);
        demo_.reset();
    }
}

TEST_F(Window, ClosesWhileATableIsMeasured) {
    const Image image = test::noise({900, 700, 3}, Sample::f32);
    for (int frames = 2; frames < 5; ++frames) {
        show(image, {"--view=depth-of-field", "--table-error=on", "--tilt-shift=on"}, frames);
        demo_.reset();
    }
}

// A drag keeps the zoom at which a picture was fitted, and that zoom becomes an option.
TEST_F(Window, AnIconThatWasDraggedIsSavedWithALabelThatCanBeRead) {
    for (const Shape& shape : {Shape{1, 1, 3}, Shape{4, 4, 3}, Shape{1, 3000, 3}, Shape{3000, 1, 3}}) {
        show(test::noise(shape, Sample::f32), {"--sigma=1"});
        mouse(100, 100, true);
        draw(1);
        mouse(150, 120, true);
        draw(1);
        mouse(150, 120);
        draw(1);
        EXPECT_NO_THROW(demo_->state_line());
        EXPECT_GT(read_back().framing.zoom, 0) << "it was not dragged";
        EXPECT_EQ(read_back().framing.zoom, demo_->state().framing.zoom);
        demo_->save_frame(path("saved.png"), true);
        draw(2);
        demo_->finish_files();
        EXPECT_EQ(label_of(path("saved.png")), demo_->state_line());
        std::filesystem::remove(path("saved.png"));
    }
}

TEST_F(Window, AClickOnWhatIsTooNearFocusesAsNearAsCanBeAskedFor) {
    save_image(path("in.depth.png"), test::noise({64, 40, 1}, Sample::u8).view());
    show(test::noise({64, 40, 3}, Sample::f32),
         {"--view=depth-of-field", "--nearest=0.01", "--farthest=0.03"});
    focus_by_a_click();
    EXPECT_NO_THROW(demo_->state_line());
    EXPECT_NEAR(read_back().focus.distance, nearest_focus, 1e-3);
}

// The plane halfway between 1 and 9 metres in 1 / metres, in which depth maps are.
TEST_F(Window, AClickFocusesOnTheDistanceOfTheDepthThere) {
    Image half({64, 40, 1}, Sample::u8);
    std::fill_n(half.data<std::uint8_t>(), half.shape().samples(), std::uint8_t(128));
    save_image(path("in.depth.png"), half.view());
    show(test::noise({64, 40, 3}, Sample::f32), {"--view=depth-of-field", "--nearest=1", "--farthest=9"});
    focus_by_a_click();
    EXPECT_NEAR(read_back().focus.distance, 1.8, 0.02);
}

using Folders = test::ScratchTest;

// Asks as frames do, until a picture is there.
std::optional<PictureData> polled(Gallery& gallery) {
    std::optional<PictureData> data;
    EXPECT_TRUE(test::eventually([&] { return (data = gallery.finished()).has_value(); }))
        << "it does not come";
    return data;
}

TEST_F(Folders, AreLookedThroughBesideTheFrames) {
    save_image(path("00000.png"), test::noise({8, 6, 3}, Sample::u8).view());
    const std::string bytes = read("00000.png");
    for (int i = 1; i < 1500; ++i) write(fmt::format("{:05}.png", i), bytes);
    const std::filesystem::path folder = std::filesystem::path(path("00000.png")).parent_path();
    ASSERT_EQ(pictures_in(folder).size(), 1500u);
    ASSERT_GE(entries_read, 1500) << "the test does not see who reads a folder";
    entries_read = 0;
    Gallery gallery;
    gallery.open(folder);
    ASSERT_TRUE(polled(gallery));
    EXPECT_EQ(entries_read, 0) << "the frame does it";
    // A step that is asked for before the neighbours are known is taken when they are.
    gallery.step(1);
    const auto next = polled(gallery);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->path.filename(), "00001.png");
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(pictures_in(folder, stop.get_token()).empty());
}

TEST_F(Folders, TextsOfThousandsOfLinesAreNoListOfPictures) {
    const std::string file = write("a.png", "");
    std::string text;
    for (int i = 0; i < 99; ++i) text += "/no/such/file\n";
    EXPECT_EQ(files_in_text(text + file).size(), 1u);
    EXPECT_TRUE(files_in_text("\n" + text + file).empty());
}

TEST(Viewer, SizesAreWithinWhatCanBeAskedFor) {
    for (const auto& [width, height] : {std::pair{1, 1}, {4, 3}, {16384, 1}, {16384, 16384}})
        for (const Area& area : {Area{0, 0, 1200, 800}, Area{0, 0, 1, 1}, Area{0, 0, 0, 0}}) {
            Viewer viewer;
            viewer.place(area, width, height);
            for (float step : {1e30f, 0.0f, -1e30f}) {
                viewer.pan(step, step);
                viewer.place(area, width, height);
                viewer.zoom_at(3, 3, std::pow(1.2f, step));
                viewer.place(area, width, height);
                EXPECT_GT(viewer.zoom(), 0);
                EXPECT_LE(viewer.zoom(), largest_zoom);
                EXPECT_TRUE(std::isfinite(viewer.centre().x) && std::isfinite(viewer.centre().y));
            }
        }
}

// Settings stay in their ranges, whatever a control or a drag has done to them.
TEST(State, ValuesOutsideOfTheirRangeAreItsEnds) {
    Settings settings;
    settings.exposure = 99;
    settings.focus.distance = 0.001f;
    settings.focus.f_number = std::numeric_limits<float>::quiet_NaN();
    settings.scene_seconds = 1e9;
    settings.framing = {1000, false, 3, 4};
    std::vector<std::string> arguments;
    ASSERT_NO_THROW(arguments = state_arguments(settings));
    Settings read;
    ASSERT_NO_THROW(read = settings_of(parse_options(arguments)));
    EXPECT_EQ(read.exposure, 16);
    EXPECT_EQ(read.focus.distance, nearest_focus);
    EXPECT_EQ(read.focus.f_number, 0.5f);
    EXPECT_EQ(read.scene_seconds, 1e6);
    EXPECT_EQ(read.framing.zoom, largest_zoom);
}

// A setting that cannot be read back, such as a filter in a slot that the command line refuses, is left out
// alone.
TEST(State, WhatCannotBeReadBackIsLeftOut) {
    Settings settings;
    settings.compare.slot[0] = FilterSettings();
    settings.compare.slot[0]->filter.kind = FilterKind::butterworth;
    settings.compare.slot[0]->filter.cutoff = 7;
    settings.exposure = 2;
    std::vector<std::string> arguments;
    ASSERT_NO_THROW(arguments = state_arguments(settings));
    EXPECT_EQ(arguments, std::vector<std::string>{"--exposure=2"});
}

TEST(Options, NumbersAreFinite) {
    for (const char* number : {"nan", "-nan", "inf", "-inf", "+inf", "infinity", "NAN", "nan(1)"}) {
        const std::string text = number;
        for (const std::string& argument :
             {"--wipe=" + text, "--wipe=0.5," + text, "--at=" + text + ",1", "--at=1," + text,
              "--impulse-at=" + text + ",0.5", "--impulse-at=0.5," + text, "--sigma=" + text,
              "--exposure=" + text, "--zoom=" + text, "--causal=" + text, "--boundary=constant:" + text,
              "--boundary=constant:1," + text, "--slot1=sigma=" + text, "--cutoff=" + text})
            EXPECT_THROW(settings_of(parse_options({argument})), Error) << argument;
        for (const std::string& line :
             {"click " + text + " 5", "move 5 " + text, "drag 1 2 3 " + text, "wheel 100 100 " + text,
              "wait " + text, "set wipe " + text, "set at 1," + text, "set sigma " + text})
            EXPECT_THROW(parse_script("s", line), Error) << line;
    }
    for (const char* line :
         {"click 1 2 3", "click alt 1 2", "click shift 1", "drag 1 2 3 4 5", "drag shift 1 2 3 4"})
        EXPECT_THROW(parse_script("s", line), Error) << line;
    EXPECT_THROW(parse_script("s", "wheel 1 2 1e39"), Error) << "more than a float holds";
    EXPECT_THROW(parse_options({"--at=1e39,0"}), Error) << "more than a float holds";
    EXPECT_NO_THROW(parse_script("s", "wheel 1 2 -3"));
}

}  // namespace
}  // namespace sweep::app
