// What the window leaves on the disk: settings that stay, pictures to open again, recorded frames.
#include "app/demo.h"
#include "app/file_watch.h"
#include "app/frame_grabber.h"
#include "app/gui.h"
#include "app/messages.h"
#include "app/overlays.h"
#include "app/pasted.h"
#include "app/picture_series.h"
#include "app/recent.h"
#include "app/recording.h"
#include "app/user_settings.h"
#include "core/error.h"
#include "core/image_file.h"
#include "tests/offscreen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <numeric>

namespace sweep::app {
namespace {

using Files = test::ScratchTest;

TEST_F(Files, SettingsStay) {
    const UserSettings mine{
        1.5f, Arrangement::present, Theme::projector, false, {{"/a b.png", ""}, {"/\"c\".jpg", "/d.npy"}}};
    const std::string file = path("deep/er/settings.json");
    EXPECT_EQ(save_user_settings(file, mine), "");
    std::string note;
    EXPECT_EQ(load_user_settings(file, &note), mine);
    EXPECT_EQ(note, "");
    EXPECT_EQ(load_user_settings(path("missing.json"), &note), UserSettings{});
    EXPECT_EQ(note, "");
}

TEST_F(Files, BrokenSettingsAreTheUsualOnesAndSaidOnce) {
    for (const char* text : {"", "{", "[1]", "null", "{\"scale\": \"large\"}", "{\"recent\": [1, 2]}",
                             "{\"recent\": [{}]}", "{\"recent\": 3}", "\xff\xfe"}) {
        std::string note;
        const std::string file = write("settings.json", text);
        EXPECT_EQ(load_user_settings(file, &note), UserSettings{}) << text;
        EXPECT_NE(note.find(file), std::string::npos) << text;
    }
    std::string note;
    const UserSettings read =
        load_user_settings(write("settings.json", R"({"scale": 99, "layout": "circus", "new": {}})"), &note);
    EXPECT_EQ(read.scale, 3);
    EXPECT_EQ(read.arrangement, UserSettings{}.arrangement);
    EXPECT_EQ(note, "");
}

TEST_F(Files, PicturesAloneWereWrittenAsTheirNames) {
    const UserSettings read =
        load_user_settings(write("settings.json", R"({"recent": ["/a.png", {"picture": "/b.png"}]})"));
    EXPECT_EQ(read.recent, (std::vector<RecentPicture>{{"/a.png", ""}, {"/b.png", ""}}));
}

TEST_F(Files, SettingsThatCannotBeKeptAreALine) {
    write("file", "");
    EXPECT_TRUE(save_user_settings(path("file/settings.json"), {}).starts_with("settings are not kept: "));
}

TEST_F(Files, SettingsAreWhereTheSystemKeepsThem) {
    const std::string home = std::getenv("HOME") ? std::getenv("HOME") : "";
    ::setenv("XDG_CONFIG_HOME", "/config", 1);
    EXPECT_EQ(user_settings_file(), "/config/sweep/settings.json");
    ::setenv("XDG_CONFIG_HOME", "not/absolute", 1);
    ::setenv("HOME", "/home/me", 1);
    EXPECT_EQ(user_settings_file(), "/home/me/.config/sweep/settings.json");
    ::unsetenv("XDG_CONFIG_HOME");
    ::unsetenv("HOME");
    EXPECT_EQ(user_settings_file(), std::nullopt);
    if (!home.empty()) ::setenv("HOME", home.c_str(), 1);
}

TEST(Recent, NewestIsFirstAndOnce) {
    std::vector<RecentPicture> recent;
    for (int i = 0; i < 20; ++i) remember(recent, {std::to_string(i), ""});
    EXPECT_EQ(recent.size(), 10u);
    remember(recent, {"15", "depth"});
    EXPECT_EQ(recent.front(), (RecentPicture{"15", "depth"}));
    EXPECT_EQ(recent[1].picture, "19");
    EXPECT_EQ(std::count_if(recent.begin(), recent.end(), [](const auto& r) { return r.picture == "15"; }),
              1);
    EXPECT_EQ(recent.size(), 10u);
}

TEST(Recent, NamesTellThemApart) {
    EXPECT_EQ(names_of({{"/x/a.png", ""}, {"/y/b.png", "/y/far.npy"}, {"/z/a.png", ""}}),
              (std::vector<std::string>{"x/a.png", "b.png, far.npy", "z/a.png"}));
}

TEST_F(Files, RecentPicturesAreThereWithTheirDepth) {
    const std::string a = write("a.png", "");
    EXPECT_TRUE(is_there({a, ""}));
    EXPECT_TRUE(is_there({a, a}));
    EXPECT_FALSE(is_there({a, path("b.npy")}));
    EXPECT_FALSE(is_there({path("b.png"), ""}));
}

TEST_F(Files, ARecordingCountsItsFramesAndCanBeDiscarded) {
    Recording recording;
    recording.start(path("films/one"));
    EXPECT_TRUE(recording.running());
    std::filesystem::path file;
    for (int i = 0; i < 90; ++i) std::ofstream(file = recording.next_file()) << i;
    EXPECT_EQ(file, path("films/one/000090.png"));
    EXPECT_EQ(recording.status(80), "000090.png   1.5 s   80 of 90 written");
    EXPECT_EQ(recording.summary(), "90 frames, 1.5 s, are in " + path("films/one"));
    recording.discard();
    EXPECT_FALSE(recording.running());
    EXPECT_FALSE(std::filesystem::exists(path("films/one")));
    EXPECT_TRUE(std::filesystem::exists(path("films")));
    // What else is in the folder stays.
    std::filesystem::create_directory(path("mine"));
    write("mine/000002.txt", "");
    recording.start(path("mine"));
    std::ofstream(recording.next_file()) << 1;
    recording.discard();
    EXPECT_FALSE(std::filesystem::exists(path("mine/000001.png")));
    EXPECT_TRUE(std::filesystem::exists(path("mine/000002.txt")));
    recording.start(path("mine"));
    recording.next_file();
    recording.discard();
    EXPECT_TRUE(std::filesystem::exists(path("mine")));
}

TEST_F(Offscreen, GrabbedFramesAreThoseThatWereDrawn) {
    const Texture colour(64, 40, GL_RGBA8);
    const Framebuffer framebuffer({&colour}, nullptr);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    FrameGrabber grabber;
    for (int i = 0; i < 12; ++i) {
        glClearColor(float(i * 20) / 255, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glEnable(GL_SCISSOR_TEST);  // a green line at the top
        glScissor(0, 39, 64, 1);
        glClearColor(0, 1, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glDisable(GL_SCISSOR_TEST);
        // Rows of a length that is no multiple of four.
        grabber.grab(framebuffer.name(), 1, 10, 37, 30, path(std::to_string(i) + ".png"));
        grabber.poll();
    }
    grabber.finish();
    EXPECT_EQ(grabber.written(), 12);
    for (int i = 0; i < 12; ++i) {
        const Image image = load_image(path(std::to_string(i) + ".png"));
        ASSERT_EQ(image.shape(), (Shape{37, 30, 3}));
        const std::uint8_t* first = image.data<std::uint8_t>();
        EXPECT_EQ(first[1], 255) << "the top is not at the top";
        EXPECT_EQ(first[37 * 3 * 15], i * 20);
    }
    grabber.grab(framebuffer.name(), 0, 0, 8, 8, path("no/such/folder.png"));
    try {
        grabber.finish();
        ADD_FAILURE() << "it is said to be there";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::unwritable_output) << error.what();
    }
    EXPECT_NO_THROW(grabber.finish());
}

TEST_F(Offscreen, WhatTheRecorderSaysIsDrawnOverTheFrameAndNotOverItsTitle) {
    constexpr int width = 640, height = 400;
    const Texture colour(width, height, GL_RGBA8);
    const Framebuffer target({&colour}, nullptr);
    Gui gui(nullptr, 1);
    const auto drawn = [&](const Area& title) {
        gui.begin(width, height, 0.02);
        glBindFramebuffer(GL_FRAMEBUFFER, target.name());
        glViewport(0, 0, width, height);
        glClearColor(0, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        gui.end();
        gui.draw_over([&](ImDrawList& list) {
            recording_plate(list, title, "000001.png   0.0 s", "/films", "F10 stops");
        });
        return read_frame(target.name(), 0, 0, width, height);
    };
    const auto light = [](const Image& image, const Area& area) {
        long sum = 0;
        for (int y = area.y; y < area.y + area.height; ++y)
            for (int i = 3 * area.x; i < 3 * (area.x + area.width); ++i)
                sum += image.view().row<std::uint8_t>(y)[i];
        return sum;
    };
    const Image alone = drawn({});
    EXPECT_GT(light(alone, {0, 0, width, 70}), 100000) << "nothing is said at the upper edge";
    EXPECT_EQ(light(alone, {0, 70, width, height - 70}), 0);
    const Area narrow{10, 10, 200, 60}, wide{10, 10, 500, 60};
    const Image beside = drawn(narrow), below = drawn(wide);
    EXPECT_EQ(light(beside, narrow), 0);
    EXPECT_GT(light(beside, {220, 0, width - 220, 70}), 100000);
    EXPECT_EQ(light(below, wide), 0);
    EXPECT_GT(light(below, {0, 72, width, 80}), 100000);
}

TEST_F(Offscreen, FramesAreRecordedAsTheyAre) {
    const Texture colour(640, 400, GL_RGBA8);
    const Framebuffer target({&colour}, nullptr);
    Gui gui(nullptr, 1);
    WindowOptions options;
    options.animate = options.timings = options.vertical_sync = false;
    options.filter.kind = FilterKind::none;
    Demo demo(options);
    const auto screen = [&] {
        demo.frame(gui, 640, 400, 1, target.name());
        return test::samples_of<std::uint8_t>(read_frame(target.name(), 0, 0, 640, 400));
    };
    screen();
    const auto plain = screen();
    demo.record(path("film"));
    EXPECT_TRUE(find_action(demo.actions(), "record")->is_on());
    screen();
    demo.finish_files();
    EXPECT_EQ(demo.recording().frames(), 1);
    EXPECT_EQ(test::samples_of<std::uint8_t>(load_image(path("film/000001.png"))), plain);
    const Action* discard = find_action(demo.actions(), "discard-recording");
    ASSERT_TRUE(discard->available());
    discard->run();
    EXPECT_FALSE(discard->available());
    EXPECT_FALSE(std::filesystem::exists(path("film")));
    demo.record(path("again"));
    screen();
    demo.press({Key::f10});
    EXPECT_FALSE(demo.recording().running());
    demo.finish_files();
    EXPECT_TRUE(std::filesystem::exists(path("again/000001.png")));
}

// A picture of the window that is opened shows on request again what it shows.
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

    // Of the scene, whose clock goes on from there.
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
    // On its own pixels, a step: the blur changes what is near it, the difference is there and nowhere else.
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
    const auto colour_against = [&](int x) {  // the left end, where nothing changes
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
    watch.watch({file, other});
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

// What half a file shows is what was there before.
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
    seconds(1.8);
    EXPECT_NE(screen(), first);
}

TEST(Messages, AreSaidForAWhileAndListedOnce) {
    Messages messages;
    EXPECT_EQ(messages.shown(0), nullptr);
    messages.add("saved as a.png", false, 4, 10, "12:00:00");
    ASSERT_TRUE(messages.shown(13.9));
    EXPECT_EQ(messages.shown(14.1), nullptr);
    // Every frame says it again, which is once; later it is a second time.
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
