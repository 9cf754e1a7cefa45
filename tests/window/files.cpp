// What the window leaves on the disk: settings that stay, pictures to open again, recorded frames.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <numeric>

#include <gtest/gtest.h>

#include "app/screen/gl/frame_grabber.h"
#include "app/ui/gui.h"
#include "app/ui/overlays.h"
#include "app/window/demo.h"
#include "app/work/pictures/recording.h"
#include "app/work/request/recent.h"
#include "app/work/user/user_settings.h"
#include "core/base/error.h"
#include "files/image_file.h"
#include "tests/support/offscreen.h"

namespace sweep::app {
namespace {

using Files = test::ScratchTest;

TEST_F(Files, SettingsStay) {
    const UserSettings mine{1.5f,
                            Arrangement::present,
                            Theme::projector,
                            false,
                            {{"/a b.png", ""}, {"/\"c\".jpg", "/d.npy"}},
                            "",
                            {true, false, true, false}};
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
    // Other files in the folder stay.
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

// A recording would replace frames that are there, or they would seem to be the end of the new film.
TEST_F(Files, ARecordingLeavesFramesThatAreThereAlone) {
    for (const char* name : {"000001.png", "000007.png", "1234567.png"}) {
        const std::string folder = path(name + std::string(".film"));
        std::filesystem::create_directory(folder);
        std::ofstream(folder + "/" + name) << "mine";
        Recording recording;
        try {
            recording.start(folder);
            ADD_FAILURE() << name;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::unwritable_output);
            EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
        }
        EXPECT_FALSE(recording.running());
    }
    const std::string folder = path("notes");
    std::filesystem::create_directory(folder);
    for (const char* name : {"notes.txt", "000001.jpg", "00001.png", "a00001.png"})
        std::ofstream(folder + "/" + name) << "mine";
    Recording recording;
    recording.start(folder);
    EXPECT_TRUE(recording.running());
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
        // The length of the rows is no multiple of four.
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

}  // namespace
}  // namespace sweep::app
