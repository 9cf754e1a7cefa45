// Lectures: files of cues, stepping through them in the window, and the two that come with the program.
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "app/lessons/walk/view/view.h"
#include "app/talk/lecture/player.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "tests/support/demo_frames.h"
#include "tests/support/scratch.h"

namespace sweep::app {
namespace {

using namespace sweep::test;

constexpr const char* two_steps = R"(# a comment
title: Two steps
step: One
state: --view passes --walk on --filter bspline3 --input ones
   --algorithm 5 --walk-step 3
)";

std::string refused(std::string_view text) {
    try {
        parse_lecture("a.cues", text);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::usage);
        return error.what();
    }
    return "";
}

TEST(Cues, AreReadWithTheirLines) {
    const Lecture lecture = parse_lecture("a.cues",
                                          "title: T\r\n\r\nstep: One: and more\n state: --sigma 3\ncaption: "
                                          "a\ncaption: b\n# x\nstep:Two\naction: play");
    EXPECT_EQ(lecture.title, "T");
    ASSERT_EQ(lecture.cues.size(), 2u);
    EXPECT_EQ(lecture.cues[0].name, "One: and more");
    EXPECT_EQ(lecture.cues[0].line, 3);
    EXPECT_EQ(lecture.cues[0].caption, "a b");
    EXPECT_EQ(lecture.cues[1].action, "play");
}

TEST(Cues, AreRefusedWithTheirLine) {
    EXPECT_NE(refused("").find("there is no step"), std::string::npos);
    EXPECT_NE(refused("caption: x").find("a.cues:1: this comes before"), std::string::npos);
    EXPECT_NE(refused("step: a\nstat: x").find("a.cues:2: 'stat' is none"), std::string::npos);
    EXPECT_NE(refused(two_steps).find("a.cues:5"), std::string::npos);
    EXPECT_NE(refused("step: a\n\nstep: b\nstate: --sgima 3").find("a.cues:3: unknown option"),
              std::string::npos);
    EXPECT_NE(refused("step: a\nstate: photo.jpg").find("opens no picture"), std::string::npos);
    // Numbers are those of a walk, one in a step.
    EXPECT_NE(refused("step: a\nnumber: 1,2").find("a.cues:1: number: and hidden:"), std::string::npos);
    EXPECT_NE(refused("step: a\nstate: --view passes --walk on\nhidden: Q 1").find("is no number of a walk"),
              std::string::npos);
    EXPECT_NE(refused("step: a\nstate: --view passes --walk on\nhidden: 1,2\nnumber: 1,2").find("not both"),
              std::string::npos);
    // As in a saved picture, nothing that reads or writes.
    EXPECT_NE(refused("step: a\nstate: --record x"), "");
    EXPECT_NE(refused("step: a\nstate: --script x"), "");
    EXPECT_NE(refused("step: a\naction: fly").find("there is no action 'fly'"), std::string::npos);
    for (const char* action : {"screenshot", "record", "quit", "paste", "full-screen", "lecture-on"})
        EXPECT_NE(refused(std::string("step: a\naction: ") + action).find("may not"), std::string::npos)
            << action;
    EXPECT_NE(refused("step:"), "");
    for (const char* part : {"title", "step", "caption", "notes", "state", "action", "other"})
        for (const char* letter : {"a", "\xff"}) {
            std::string text = "step: a\n\nstep: b\n" + std::string(part) + ": ";
            while (text.size() < (1 << 20)) text += letter;
            const std::string why = refused(text);
            EXPECT_NE(why.find("a.cues:"), std::string::npos) << part;
            EXPECT_LE(why.size(), longest_message) << part;
        }
    EXPECT_NE(refused("step: a\n\nstep: b\ncaption: " + std::string(17000, 'c'))
                  .find("a.cues:3: the caption has 17000 bytes: 400 are the most"),
              std::string::npos);
}

class CueFiles : public ScratchTest {};
TEST_F(CueFiles, ThatAreNotThere) {
    for (const std::string& file : {std::string("nothing"), path("a.cues"), path("")}) {
        try {
            read_lecture(file);
            ADD_FAILURE() << file;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::unreadable_input);
        }
    }
}

TEST(Cues, BothLecturesCanBeGiven) {
    EXPECT_GE(read_lecture("short").cues.size(), 12u);
    EXPECT_GE(read_lecture("lecture").cues.size(), 40u);
}

TEST(Booth, GoesOnAndBeginsAgain) {
    std::vector<std::string> shown;
    LecturePlayer player;
    player.start(parse_lecture("a.cues", "step: a\nstep: b\nstep: c"),
                 [&](const Cue& cue) { shown.push_back(cue.name); });
    player.tick(1);
    EXPECT_FALSE(player.seconds_left(1));
    player.run_booth(10);
    player.tick(5);
    EXPECT_EQ(*player.seconds_left(9), 6);
    for (double now : {14.9, 15.0, 20.0, 25.0, 35.0, 45.0}) player.tick(now);
    EXPECT_EQ(shown, (std::vector<std::string>{"a", "b", "c", "a", "b"}));
    player.touched(47);  // a visitor, who leaves
    player.tick(56);
    EXPECT_EQ(shown.size(), 5u);
    player.tick(57);
    EXPECT_EQ(shown.back(), "a");
}

TEST(LectureText, FitsTheWindowAndFollowsWhatIsAskedALittle) {
    for (const auto& [width, height] : {std::pair{1280, 720}, {1920, 1080}, {3840, 2160}, {1024, 768}}) {
        const float one = lecture_scale(1, width, height), two = lecture_scale(2, width, height);
        EXPECT_LE(one, two);
        EXPECT_LE(two, 1.2f * one) << width;
        EXPECT_NEAR(one * 1920 / float(width), lecture_scale(1, 1920, 1080), 0.3f) << width;
    }
    EXPECT_EQ(lecture_scale(1.5f, 0, 0), 1.5f) << "a window that is minimised";
}

class LectureKeys : public testing::Test {
  protected:
    void start() {
        player_.start(
            parse_lecture("a.cues", "step: a\nstep: b\nstep: c\nstep: d"), [&](const Cue&) { ++shown_; }, 1);
    }
    bool above(Chord chord) { return player_.press_above(chord); }

    int shown_ = 0;
    LecturePlayer player_;
};

TEST_F(LectureKeys, TheListTakesANumberAndEnter) {
    EXPECT_FALSE(player_.press({'1'})) << "no lecture runs";
    start();
    EXPECT_EQ(player_.step(), 1);
    for (const Chord key : {Chord{'3'}, {Key::enter}, {Key::page_down}})
        EXPECT_FALSE(above(key)) << "no list";
    player_.toggle_list();
    EXPECT_TRUE(above({'3'}));
    EXPECT_EQ(player_.step(), 1) << "until Enter";
    EXPECT_TRUE(above({Key::enter}));
    EXPECT_EQ(player_.step(), 2);
    EXPECT_FALSE(player_.lists());
    player_.toggle_list();
    for (int i = 0; i < 40; ++i) above({'9'});
    above({Key::enter});
    EXPECT_EQ(player_.step(), 3) << "there is no step beyond the last";
    player_.toggle_list();
    for (const Chord key : {Chord{'1'}, {'2'}, {Key::backspace}, {Key::enter}}) above(key);
    EXPECT_EQ(player_.step(), 0);
    EXPECT_EQ(shown_, 4);
}

TEST_F(LectureKeys, NothingGoesOnBehindTheList) {
    start();
    player_.toggle_list();
    EXPECT_TRUE(above({'3'}));
    EXPECT_TRUE(above({Key::escape}));
    EXPECT_FALSE(player_.lists()) << "a number that is half typed goes with it";
    player_.toggle_list();
    for (const Key key : {Key::page_down, Key::down, Key::page_up, Key::home}) EXPECT_TRUE(above({key}));
    EXPECT_TRUE(above({'x'}));
    EXPECT_EQ(player_.step(), 1) << "they choose in the list";
    EXPECT_TRUE(above({Key::enter}));
    EXPECT_EQ(player_.step(), 0);
    player_.toggle_list();
    player_.go(2);
    EXPECT_FALSE(player_.lists()) << "a phone turned the page";
}

TEST_F(LectureKeys, DigitsAloneGoNowhere) {
    start();
    for (const Chord key : {Chord{'3'}, {'2'}})
        EXPECT_TRUE(player_.press(key)) << "they do not choose a filter";
    EXPECT_FALSE(player_.press({Key::enter}));
    EXPECT_EQ(player_.step(), 1);
}

TEST_F(LectureKeys, OfRemotes) {
    start();
    EXPECT_TRUE(player_.press({Key::f5})) << "remotes send it to begin, which it has";
    EXPECT_EQ(player_.step(), 1);
    EXPECT_TRUE(player_.press({'.'})) << "some remotes send it";
    EXPECT_TRUE(player_.is_black());
    EXPECT_TRUE(above({Key::escape}));
    EXPECT_FALSE(player_.is_black());
    player_.stop();
    EXPECT_FALSE(player_.is_running());
}

class LectureFrames : public DemoFrames {
  protected:
    LectureFrames() : DemoFrames(900, 560) {}
};

TEST_F(LectureFrames, StepsJumpsAndTurnsBlack) {
    const std::string file =
        (std::filesystem::temp_directory_path() / fmt::format("sweep-{}.cues", getpid())).string();
    std::ofstream(file)
        << ("step: One\nstate: --sigma 3 --view wipe\nstep: Two\nstate: --view passes --walk on --filter "
            "sat\n"
            "step: Three\nstate: --filter bspline3\naction: difference\n");
    WindowOptions options;
    options.lecture = file;
    options.engine = EngineKind::cpu;
    start(options);
    std::filesystem::remove(file);
    draw(3);
    EXPECT_EQ(demo_->settings().view, View::wipe);
    EXPECT_EQ(demo_->settings().filter.sigma, 3);
    demo_->press({Key::page_down});
    draw(6);
    EXPECT_TRUE(demo_->teach().view<WalkView>().walk()) << demo_->teach().view<WalkView>().why_not();
    EXPECT_EQ(demo_->settings().engine, EngineKind::cpu)
        << "a step that names no engine keeps the one that runs";
    demo_->press({Key::page_down});
    demo_->press({Key::page_down});
    draw(3);
    EXPECT_EQ(demo_->lecture().step(), 2);
    EXPECT_EQ(demo_->settings().view, View::difference);
    EXPECT_EQ(demo_->settings().filter.kind, FilterKind::bspline3);
    const Boundary boundary = demo_->settings().boundary;
    demo_->press({'b'});
    draw(2);
    EXPECT_TRUE(demo_->lecture().is_black());
    EXPECT_EQ(demo_->settings().boundary, boundary);
    demo_->press({Key::page_up});
    demo_->press({Key::page_up});
    demo_->press({ctrl('J')});
    draw(3);
    EXPECT_FALSE(demo_->lecture().is_black());
    EXPECT_EQ(demo_->lecture().step(), 0);
    EXPECT_EQ(demo_->settings().view, View::wipe);
}

TEST_F(LectureFrames, WhatIsTheLecturersStaysAndTheWindowComesBack) {
    WindowOptions options;
    options.engine = EngineKind::cpu;
    options.filter.sigma = 7;
    start(options);
    draw(2);
    demo_->press({Key::f5});
    draw(2);
    ASSERT_TRUE(demo_->lecture().is_running());
    EXPECT_FALSE(demo_->settings().panels) << "nothing but the picture and what is said of it";
    demo_->press({Key::page_down});
    EXPECT_FALSE(demo_->settings().panels);
    demo_->press({Key::tab});
    demo_->press({ctrl('=')});
    const float scale = demo_->settings().scale;
    demo_->press({Key::page_down});
    EXPECT_TRUE(demo_->settings().panels) << "the lecturer asked for them";
    EXPECT_EQ(demo_->settings().scale, scale);

    const std::string step = demo_->state_line();
    demo_->press({ctrl('Z')});
    EXPECT_EQ(demo_->state_line(), step) << "undo does not go back to another step";
    demo_->run_action("sat");
    demo_->press({ctrl('Z')});
    EXPECT_EQ(demo_->state_line(), step) << "and goes back to the beginning of this one";

    demo_->press({Key::escape});
    draw(2);
    EXPECT_FALSE(demo_->lecture().is_running());
    EXPECT_EQ(demo_->settings().filter.sigma, 7);
    EXPECT_EQ(demo_->settings().view, View::filtered);
    EXPECT_NE(demo_->messages().all().back().text.find("ended at step 3 of"), std::string::npos);
    EXPECT_NE(demo_->messages().all().back().text.find("F5 goes on there"), std::string::npos);

    demo_->press({Key::f5});
    EXPECT_EQ(demo_->lecture().step(), 2) << "whoever pressed Esc by mistake is where they were";
    demo_->press({Key::page_up, true});
    EXPECT_EQ(demo_->lecture().step(), 0);
    demo_->press({Key::escape});
    draw(2);
    EXPECT_EQ(demo_->settings().filter.sigma, 7) << "and the window comes back again";
    demo_->run_action("lecture-resume");
    EXPECT_TRUE(demo_->lecture().is_running());
    demo_->run_action("lecture-end");
    demo_->run_action("lecture-long");
    EXPECT_EQ(demo_->lecture().step(), 0) << "a lecture that is chosen begins";
}

TEST_F(LectureFrames, AVisitorOfABoothDoesNotEndIt) {
    WindowOptions options;
    options.engine = EngineKind::cpu;
    options.lecture = std::string("lecture");
    options.booth = 600;
    start(options);
    draw(2);
    for (const Key key : {Key::escape, Key::f5}) demo_->press({key});
    ASSERT_TRUE(demo_->lecture().is_running());
    EXPECT_EQ(demo_->lecture().lecture().cues.size(), read_lecture("lecture").cues.size());
}

class LectureInALittleWindow : public DemoFrames {
  protected:
    LectureInALittleWindow() : DemoFrames(160, 60) {}
};

TEST_F(LectureInALittleWindow, LeavesHalfOfItToThePicture) {
    WindowOptions options;
    options.engine = EngineKind::cpu;
    options.lecture = std::string("short");
    start(options);
    demo_->run_action("lecture-notes");
    draw(3);
    EXPECT_LE(demo_->lecture().bar_height(width_, height_), height_ / 2);
    for (const Message& message : demo_->messages().all())
        EXPECT_EQ(message.text.find("OpenGL"), std::string::npos) << message.text;
}

TEST_F(LectureFrames, TheStageHasNothingButPictureAndNumbers) {
    WindowOptions options;
    options.engine = EngineKind::cpu;
    start(options);
    draw(1);
    const Area window{0, 0, 1600, 800};
    for (const Lesson lesson :
         {Lesson::passes, Lesson::blocks, Lesson::walk, Lesson::replay, Lesson::table}) {
        TeachSettings teach;
        teach.lesson = lesson;
        const TeachLayout usual = divide_teach(window, teach), stage = divide_teach(window, teach, true);
        EXPECT_GT(usual.transport.height, 0);
        EXPECT_EQ(stage.transport.height, 0) << "no controls";
        EXPECT_GT(stage.stage.height, usual.stage.height);
        EXPECT_GT(stage.panel.width, 0);
        EXPECT_LE(stage.stage.width + stage.panel.width, window.width);
        EXPECT_LE(stage.stage.height + stage.strip.height, window.height);
    }
}

}  // namespace
}  // namespace sweep::app
