// Keys and buttons that come between two frames.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/screen/input/input_queue.h"
#include "app/window/pace.h"

namespace sweep::app {
namespace {

using Kind = InputEvent::Kind;
constexpr int released = 0, pressed = 1, repeated = 2;

InputEvent key(Kind kind, int code, int action) {
    return {.kind = kind, .code = code, .action = action};
}
InputEvent letter(char c) {
    return {.kind = Kind::character, .code = c};
}
InputEvent button(int action) {
    return {.kind = Kind::button, .code = 0, .action = action};
}
InputEvent pointer(double x) {
    return {.kind = Kind::pointer, .x = x};
}

// How many events each frame gets, until none is left.
std::vector<int> frames_of(InputQueue& queue) {
    std::vector<int> counts;
    while (!queue.empty() && counts.size() < 100) {
        queue.begin_frame();
        counts.push_back(0);
        while (queue.next()) ++counts.back();
    }
    return counts;
}

std::vector<int> frames_of(const std::vector<InputEvent>& events) {
    InputQueue queue;
    for (const InputEvent& event : events) queue.add(event);
    return frames_of(queue);
}

using Counts = std::vector<int>;

TEST(InputQueue, AKeyThatIsPressedAndReleasedBetweenTwoFramesIsSeen) {
    EXPECT_EQ(frames_of({key(Kind::named, 257, pressed), key(Kind::named, 257, released)}), (Counts{1, 1}));
    // A key that repeats changes nothing that ImGui looks at.
    EXPECT_EQ(frames_of({key(Kind::named, 264, repeated), key(Kind::named, 264, repeated)}), Counts{2});
}

TEST(InputQueue, EachOfTwoClicksIsSeen) {
    EXPECT_EQ(frames_of({button(pressed), button(released), button(pressed), button(released)}),
              (Counts{1, 1, 1, 1}));
}

TEST(InputQueue, AClickIsWhereThePointerWas) {
    EXPECT_EQ(frames_of({pointer(10), button(pressed), button(released), pointer(90)}), (Counts{2, 1, 1}));
    EXPECT_EQ(frames_of({{.kind = Kind::pointer_enters, .code = 1}, pointer(10), button(pressed)}),
              (Counts{2, 1}));
    InputQueue queue;
    queue.add(pointer(10));
    queue.add(pointer(20));
    queue.begin_frame();
    EXPECT_EQ(queue.next()->x, 20) << "of a way that nobody saw its end is kept";
    EXPECT_FALSE(queue.next());
}

TEST(InputQueue, LettersAfterAClickWaitForTheFieldThatItOpens) {
    EXPECT_EQ(frames_of({button(pressed), letter('1')}), (Counts{1, 1}));
    // Letters come together, and Enter with them: ImGui takes letters first.
    EXPECT_EQ(frames_of({letter('1'), letter('2'), key(Kind::named, 257, pressed)}), Counts{3});
    // After Enter the field is closed, and the next letter is a command.
    EXPECT_EQ(frames_of({key(Kind::named, 257, pressed), letter('b')}), (Counts{1, 1}));
}

TEST(InputQueue, LettersAfterACommandWaitUntilItsFieldHasTheKeyboard) {
    const Counts counts = frames_of({key(Kind::control, 'P', pressed), letter('q'), letter('u')});
    EXPECT_EQ(counts, (Counts{1, 0, 0, 2}));
}

TEST(InputQueue, NothingIsLostOrTurnedRound) {
    InputQueue queue;
    std::string sent, got;
    for (int i = 0; i < 200; ++i) {
        const char c = char('a' + i % 26);
        queue.add(key(Kind::printing, c, pressed));
        queue.add(letter(c));
        queue.add(key(Kind::printing, c, released));
        if (i % 7 == 0) queue.add(button(i % 2 ? pressed : released));
        if (i % 11 == 0) queue.add(key(Kind::named, 263, i % 2 ? pressed : released));
        sent += c;
    }
    for (int frame = 0; frame < 1000 && !queue.empty(); ++frame) {
        queue.begin_frame();
        while (const auto event = queue.next())
            if (event->kind == Kind::character) got += char(event->code);
    }
    EXPECT_EQ(got, sent);
}

// On a slow machine a frame takes longer than the time for which frames are drawn after a change.
TEST(Pace, DrawsWhatImGuiNeedsHoweverLongAFrameTakes) {
    Pace pace;
    EXPECT_FALSE(pace.is_settling());
    pace.keep_drawing(0);
    for (int frame = 0; frame < Pace::settling_frames; ++frame) {
        EXPECT_TRUE(pace.is_settling()) << "before frame " << frame;
        pace.begin_frame(frame, frame);
    }
    EXPECT_FALSE(pace.is_settling());
}

TEST(Pace, WhatAWorkerHasBroughtIsDrawn) {
    Pace pace;
    pace.note_awaited(false);
    EXPECT_FALSE(pace.is_settling()) << "none was awaited";
    pace.note_awaited(true);
    EXPECT_FALSE(pace.is_settling());
    pace.note_awaited(false);
    EXPECT_TRUE(pace.is_settling());
}

}  // namespace
}  // namespace sweep::app
