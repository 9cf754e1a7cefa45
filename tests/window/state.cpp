// What enters and leaves the window beside pictures: saved states, series of pictures, the clipboard, files
// that change, messages.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/base/files/file_watch.h"
#include "app/base/pasted.h"
#include "app/screen/gl/frame_grabber.h"
#include "app/ui/gui.h"
#include "app/ui/messages.h"
#include "app/window/demo.h"
#include "app/work/pictures/series.h"
#include "core/base/error.h"
#include "files/image_file.h"
#include "tests/support/offscreen.h"

namespace sweep::app {
namespace {

using Files = test::ScratchTest;

// A saved picture of the window, when it is opened, shows on request what the window showed.
TEST_F(Offscreen, ASavedPictureBringsItsStateBack) {
    const Texture colour(320, 200, GL_RGBA8);
    const Framebuffer target({&colour}, nullptr);
    Gui gui(nullptr, 1);
    save_image(path("in.png"), test::noise({64, 48, 3}, Sample::u8).view());
    WindowOptions options;
    options.image = path("in.png");
    options.captions = options.panels = false;
    options.filter.sigma = 7;
    Demo demo(options);
    const auto screen = [&] {
        for (int i = 0; i < 2; ++i) demo.frame(gui, 320, 200, 1, target.name());
        return test::samples_of<std::uint8_t>(read_frame(target.name(), 0, 0, 320, 200));
    };
    screen();
    demo.set("zoom", "3");
    demo.set("at", "20,30");
    demo.set("boundary", "mirror");
    const auto before = screen();
    const Action* restore = find_action(demo.actions(), "restore-state");
    EXPECT_FALSE(restore->available()) << "this picture knows nothing";
    demo.save_frame(path("saved.png"), true);
    screen();
    demo.finish_files();
    const std::string state = demo.state_line();
    EXPECT_EQ(label_of(path("saved.png")), state);

    demo.run_action("box");
    demo.run_action("panels");
    demo.open(path("saved.png"));
    EXPECT_NE(screen(), before);
    ASSERT_TRUE(restore->available());
    demo.run_action("restore-state");
    EXPECT_EQ(screen(), before);
    EXPECT_EQ(demo.state_line(), state);

    // The picture is one of the scene, whose clock goes on from its time.
    demo.run_action("scene");
    demo.set("scene-time", "12.5");
    demo.save_frame(path("scene.png"), true);
    screen();
    demo.finish_files();
    demo.open(path("saved.png"));
    demo.open(path("scene.png"));
    screen();
    demo.run_action("restore-state");
    EXPECT_NEAR(demo.settings().scene_seconds, 12.5, 0.01);
    EXPECT_EQ(demo.state_line(), label_of(path("scene.png")));
}

TEST_F(Offscreen, APictureThatIsOpenedWithItsStateRunsNothing) {
    const Texture colour(320, 200, GL_RGBA8);
    const Framebuffer target({&colour}, nullptr);
    Gui gui(nullptr, 1);
    const Image any = test::noise({64, 48, 3}, Sample::u8);
    save_image(path("evil.png"), any.view(),
               "sweep '" + path("evil.png") + "' --record='" + path("film") + "' --watch --sigma=9");
    ::mkfifo(path("pipe.png").c_str(), 0600);
    save_image(path("hangs.png"), any.view(), "sweep '" + path("pipe.png") + "' --sigma=3");
    Demo demo(WindowOptions{});
    const auto frames = [&] {
        for (int i = 0; i < 2; ++i) demo.frame(gui, 320, 200, 1, target.name());
    };
    demo.open(path("evil.png"));
    frames();
    demo.run_action("restore-state");
    frames();
    EXPECT_EQ(demo.settings().filter.sigma, 9);
    EXPECT_FALSE(demo.recording().running() || demo.settings().watch);
    EXPECT_FALSE(std::filesystem::exists(path("film")));
    demo.open(path("hangs.png"));
    frames();
    EXPECT_THROW(demo.run_action("restore-state"), Error);
    frames();
    EXPECT_EQ(demo.settings().filter.sigma, 9) << "what cannot be shown changes nothing";
}

TEST(Series, WaitsForTheDifferenceAndPutsEverythingBack) {
    Settings settings;
    settings.view = View::wipe;
    settings.sweep_sigma = true;
    PictureSeries series;
    series.start(settings, "a", 10);
    EXPECT_FALSE(settings.animate || settings.sweep_sigma);
    EXPECT_EQ(series.step(settings, true, 10), "a-original.png");
    EXPECT_EQ(settings.view, View::original);
    EXPECT_EQ(series.step(settings, true, 10), "a-result.png");
    EXPECT_EQ(settings.view, View::filtered);
    EXPECT_EQ(series.step(settings, true, 10), "") << "the difference was not drawn yet";
    EXPECT_EQ(settings.view, View::difference);
    EXPECT_EQ(series.step(settings, false, 10), "");
    EXPECT_FALSE(series.ends());
    EXPECT_EQ(series.step(settings, true, 10), "a-difference.png");
    EXPECT_TRUE(series.ends());
    EXPECT_EQ(series.step(settings, true, 10), "");
    EXPECT_FALSE(series.ends() || series.running());
    EXPECT_EQ(settings.view, View::wipe);
    EXPECT_TRUE(settings.animate && settings.sweep_sigma);
    EXPECT_EQ(series.summary(), "saved as a-original.png, -result.png, -difference.png");

    settings.view = View::depth_of_field;
    series.start(settings, "b", 10);
    EXPECT_EQ(series.step(settings, false, 10), "b-original.png");
    EXPECT_EQ(series.step(settings, false, 10), "b-result.png");
    EXPECT_EQ(settings.view, View::depth_of_field);
    EXPECT_TRUE(series.ends()) << "nothing shows its difference";
    series.step(settings, false, 10);

    settings.view = View::filtered;
    series.start(settings, "c", 10);
    for (int i = 0; i < 3; ++i) series.step(settings, false, 10);
    EXPECT_EQ(series.step(settings, false, 10), "");
    EXPECT_EQ(series.step(settings, false, 60), "c-difference.png") << "it does not wait for ever";
}

TEST_F(Offscreen, OriginalResultAndDifferenceAreSaved) {
    const Texture colour(320, 200, GL_RGBA8);
    const Framebuffer target({&colour}, nullptr);
    Gui gui(nullptr, 1);
    // The picture is a step, shown pixel by pixel: the blur changes what is near the step, and the difference
    // is there and nowhere else.
    Image step({64, 48, 3}, Sample::u8);
    for (int i = 0; i < 64 * 48 * 3; ++i) step.data<std::uint8_t>()[i] = i / 3 % 64 < 32 ? 40 : 200;
    save_image(path("in.png"), step.view());
    WindowOptions options;
    options.image = path("in.png");
    options.panels = options.dither = false;
    options.filter.sigma = 2;
    options.framing.zoom = 1;
    Demo demo(options);
    const std::filesystem::path here = std::filesystem::current_path();
    std::filesystem::create_directory(path("out"));
    std::filesystem::current_path(path("out"));
    demo.frame(gui, 320, 200, 1, target.name());
    demo.press({Key::f12, false, true});
    const auto until = [&](auto there) {
        for (int i = 0; i < 400 && !there(demo.settings().view); ++i)
            demo.frame(gui, 320, 200, 1, target.name());
    };
    until([](View view) { return view == View::difference; });
    until([](View view) { return view != View::difference; });
    demo.finish_files();
    std::filesystem::current_path(here);
    const Image original = load_image(path("out/sweep-compare-001-original.png")),
                result = load_image(path("out/sweep-compare-001-result.png")),
                difference = load_image(path("out/sweep-compare-001-difference.png"));
    const auto at = [](const Image& image, int x) { return image.view().row<std::uint8_t>(100)[3 * x]; };
    const int left = 160 - 28, edge = 160 - 1;
    EXPECT_EQ(at(original, edge), 40);
    EXPECT_EQ(at(original, left), 40);
    EXPECT_EQ(at(result, left), 40);
    EXPECT_GT(at(result, edge), 60);
    const auto colour_against = [&](int x) {  // left: where nothing changes
        const std::uint8_t* row = difference.view().row<std::uint8_t>(100);
        return std::abs(row[3 * x] - row[3 * left]) + std::abs(row[3 * x + 2] - row[3 * left + 2]);
    };
    EXPECT_GT(colour_against(edge), 60);
    EXPECT_LT(colour_against(left + 2), 10);
    EXPECT_EQ(demo.settings().view, View::filtered);
}

TEST_F(Files, TextNamesFilesInManyWays) {
    const std::string plain = write("a b.png", ""), umlaut = write("\xc3\xa4%.png", "");
    const std::filesystem::path folder = std::filesystem::path(plain).parent_path();
    const auto found = [](const std::string& text) {
        std::vector<std::string> paths;
        for (const auto& path : files_in_text(text)) paths.push_back(path.string());
        return paths;
    };
    using Paths = std::vector<std::string>;
    EXPECT_EQ(found(plain), Paths{plain});
    EXPECT_EQ(found("  " + plain + "\r\n"), Paths{plain});
    EXPECT_EQ(found("\"" + plain + "\""), Paths{plain});
    EXPECT_EQ(found("'" + plain + "'"), Paths{plain});
    EXPECT_EQ(found("copy\nfile://" + folder.string() + "/a%20b.png\nfile://localhost" + folder.string() +
                    "/%C3%A4%25.png\n"),
              (Paths{plain, umlaut}));
    EXPECT_EQ(found("file://" + umlaut), Paths{umlaut}) << "a percent sign that is none";
    EXPECT_EQ(found(folder.string()), Paths{folder.string()});
    for (const std::string text : {"", "\n", "some words", "file://", "file:///none.png", "'", "/none.png"})
        EXPECT_EQ(found(text), Paths{}) << text;
    EXPECT_EQ(found(std::string(100000, 'x')), Paths{});
}

TEST_F(Files, AWatchTellsEachChangeOnceAndWhenItIsOver) {
    const std::string file = write("a.png", "1"), other = write("b.png", "1");
    FileWatch watch;
    watch.watch({stamped(file), stamped(other)});
    double now = 100;
    const auto look = [&] { return watch.changed(now += FileWatch::seconds_between_looks); };
    EXPECT_FALSE(look());
    write("a.png", "12");
    EXPECT_FALSE(look()) << "it may still be written";
    EXPECT_FALSE(watch.changed(now)) << "the disk is asked twice a second";
    write("a.png", "123");
    EXPECT_FALSE(look());
    EXPECT_TRUE(look());
    EXPECT_FALSE(look());
    std::filesystem::remove(other);
    EXPECT_FALSE(look());
    EXPECT_FALSE(look());
    write("b.png", "another");
    EXPECT_FALSE(look());
    EXPECT_TRUE(look());
    EXPECT_FALSE(look());
}

// A file may change while it is read: then it does not hold what was read.
TEST_F(Files, AWatchTellsOfAChangeSinceTheFileWasRead) {
    const std::string file = write("a.png", "1");
    const StampedFile before = stamped(file);
    write("a.png", "12");
    FileWatch watch;
    watch.watch({before});
    double now = 100;
    const auto look = [&] { return watch.changed(now += FileWatch::seconds_between_looks); };
    EXPECT_FALSE(look()) << "it may still be written";
    EXPECT_TRUE(look());
    EXPECT_FALSE(look());
}

TEST_F(Files, APictureKnowsItsFilesAsTheyWereBeforeItWasRead) {
    save_image(path("a.png"), test::noise({8, 6, 3}, Sample::u8).view());
    save_image(path("a.depth.png"), test::noise({8, 6, 1}, Sample::u8).view());
    const StampedFile picture = stamped(path("a.png")), depth = stamped(path("a.depth.png"));
    const PictureData data = load_picture(path("a.png"));
    ASSERT_EQ(data.files.size(), 2u);
    EXPECT_EQ(data.files[0].path, picture.path);
    EXPECT_EQ(data.files[0].stamp, picture.stamp);
    EXPECT_EQ(data.files[1].path, depth.path);
    EXPECT_EQ(data.files[1].stamp, depth.stamp);
}

TEST_F(Offscreen, TheClipboardOpensPicturesAndStates) {
    const Texture colour(320, 200, GL_RGBA8);
    const Framebuffer target({&colour}, nullptr);
    Gui gui(nullptr, 1);
    Demo demo(WindowOptions{});
    const auto frame = [&] { demo.frame(gui, 320, 200, 1, target.name()); };
    frame();
    save_image(path("a b.png"), test::noise({32, 24, 3}, Sample::u8).view());
    ImGui::SetClipboardText(("file://" + path("a%20b.png")).c_str());
    demo.press(ctrl('V'));
    frame();
    EXPECT_NE(demo.state_line().find("a b.png"), std::string::npos) << demo.state_line();
    demo.set("sigma", "17");
    demo.run_action("copy-state");
    demo.run_action("scene");
    demo.set("sigma", "3");
    demo.press(ctrl('V'));
    frame();
    EXPECT_NE(demo.state_line().find("a b.png"), std::string::npos);
    EXPECT_EQ(demo.settings().filter.sigma, 17);
    const std::string state = demo.state_line();
    for (const char* text : {"", "nothing", "sweep bench", "sweep --sgima=3", "sweep filter a.png b.png"}) {
        ImGui::SetClipboardText(text);
        EXPECT_THROW(demo.run_action("paste"), Error) << text;
        frame();
        EXPECT_EQ(demo.state_line(), state);
    }
}

// While only half of the file is written, the window shows what was there before.
TEST_F(Offscreen, AWatchedPictureIsReadAgain) {
    const Texture colour(320, 200, GL_RGBA8);
    const Framebuffer target({&colour}, nullptr);
    Gui gui(nullptr, 1);
    save_image(path("a.png"), test::noise({32, 24, 3}, Sample::u8).view());
    save_image(path("next.png"), test::noise({40, 24, 3}, Sample::u8, 2).view());
    const std::string next = read("next.png");
    WindowOptions options;
    options.image = path("a.png");
    options.watch = true;
    options.captions = options.panels = options.dither = false;
    Demo demo(options);
    const auto screen = [&] {
        demo.frame(gui, 320, 200, 1, target.name());
        return test::samples_of<std::uint8_t>(read_frame(target.name(), 0, 0, 320, 200));
    };
    const auto seconds = [&](double count) {
        for (const double until = wall_seconds() + count; wall_seconds() < until;) screen();
    };
    screen();
    const auto first = screen();
    write("a.png", std::string_view(next).substr(0, next.size() / 2));
    seconds(1.8);
    EXPECT_EQ(screen(), first);
    write("a.png", next);
    bool changed = false;
    for (const double until = wall_seconds() + 30; !changed && wall_seconds() < until;)
        changed = screen() != first;
    EXPECT_TRUE(changed);
}

TEST(Messages, AreSaidForAWhileAndListedOnce) {
    Messages messages;
    EXPECT_EQ(messages.shown(0), nullptr);
    messages.add("saved as a.png", false, 4, 10, "12:00:00");
    ASSERT_TRUE(messages.shown(13.9));
    EXPECT_EQ(messages.shown(14.1), nullptr);
    // Every frame repeats the message, which counts once; later the same message counts a second time.
    for (int i = 0; i < 100; ++i) messages.add("no memory", true, 4, 20 + 0.01 * i, "12:00:10");
    EXPECT_EQ(messages.all().size(), 2u);
    EXPECT_EQ(messages.all().back().count, 1);
    EXPECT_GT(messages.shown_until(), 24.9);
    messages.add("no memory", true, 4, 100, "12:01:30");
    EXPECT_EQ(messages.all().size(), 2u);
    EXPECT_EQ(lines_of(messages, ""), "12:00:00  saved as a.png\n12:01:30  no memory (2 times)\n");
    EXPECT_EQ(lines_of(messages, "PNG saved"), "12:00:00  saved as a.png\n");
    EXPECT_EQ(lines_of(messages, "12:01 mem"), "12:01:30  no memory (2 times)\n");
    EXPECT_EQ(lines_of(messages, "png memory"), "");
    messages.dismiss();
    EXPECT_EQ(messages.shown(100.5), nullptr);
    messages.add("two\nlines", false, 4, 101, "12:01:31");
    EXPECT_EQ(lines_of(messages, "two"), "12:01:31  two lines\n") << "a line each";
    for (int i = 0; i < 1000; ++i) messages.add(std::to_string(i), false, 4, 200, "");
    EXPECT_EQ(messages.all().size(), 300u);
    EXPECT_EQ(messages.all().back().text, "999");
}

TEST_F(Offscreen, AClickOnTheMessageShowsAllOfThem) {
    const Texture colour(640, 400, GL_RGBA8);
    const Framebuffer target({&colour}, nullptr);
    Gui gui(nullptr, 1);
    ScriptedMouse pointer;
    gui.point(&pointer);
    WindowOptions options;
    options.panels = options.animate = false;
    Demo demo(options);
    const auto frame = [&] { demo.frame(gui, 640, 400, 1, target.name()); };
    frame();
    demo.open(path("none.png"));
    frame();
    const auto click = [&](float x, float y) {
        for (const bool down : {false, true, false}) {
            pointer.x = x, pointer.y = y, pointer.down = down;
            frame();
        }
    };
    click(320, 40);
    EXPECT_FALSE(demo.settings().messages) << "there is only the picture";
    click(320, 290);
    EXPECT_TRUE(demo.settings().messages);
    frame();
    // "Copy" stands before "Close" at the right end of the panel.
    ImGui::SetClipboardText("");
    for (float x = 620; x > 500 && std::string(ImGui::GetClipboardText()).empty() && demo.settings().messages;
         x -= 12)
        click(x - 70, 45);
    EXPECT_NE(std::string(ImGui::GetClipboardText()).find("none.png"), std::string::npos)
        << ImGui::GetClipboardText();
    EXPECT_TRUE(demo.settings().messages);
    demo.press({Key::escape});
    EXPECT_FALSE(demo.settings().messages);
}

}  // namespace
}  // namespace sweep::app
