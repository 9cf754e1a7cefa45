// Undo and redo, and the words for two filters that are seen beside each other.
#include "app/command_line/history.h"

#include <gtest/gtest.h>

#include "app/command_line/picture_state.h"
#include "app/command_line/script.h"
#include "app/window/sigma_sweep.h"
#include "app/work/options/describe.h"

namespace sweep::app {
namespace {

TEST(History, UndoesAndRedoesStepByStep) {
    SettingsHistory history;
    Settings now;
    double time = 0;
    const auto act = [&](const auto& change) {
        history.note(now, time += 10);
        change(now);
    };
    EXPECT_FALSE(history.can_undo());
    act([](Settings& s) { s.filter.sigma = 12; });
    act([](Settings& s) { s.boundary.kind = BoundaryKind::mirror; });
    act([](Settings& s) { s.view = View::difference; });
    history.note(now, time += 10);
    ASSERT_TRUE(history.can_undo());
    EXPECT_EQ(history.undo(now), "undone: view, now filtered");
    EXPECT_EQ(now.view, View::filtered);
    EXPECT_EQ(history.undo(now), "undone: boundary, now clamp");
    EXPECT_EQ(history.undo(now), "undone: sigma, now 5");
    EXPECT_FALSE(history.can_undo());
    EXPECT_EQ(history.undo(now), "") << "there is nothing before the first state";
    EXPECT_EQ(history.redo(now), "redone: sigma, now 12");
    EXPECT_EQ(now.filter.sigma, 12);
    EXPECT_EQ(now.boundary.kind, BoundaryKind::clamp);
    // Another change takes what was undone away.
    act([](Settings& s) { s.filter.order = 4; });
    history.note(now, time += 10);
    EXPECT_FALSE(history.can_redo());
    EXPECT_EQ(history.undo(now), "undone: order, now 3");
    EXPECT_EQ(now.filter.sigma, 12);
}

TEST(History, EveryOptionOfTheViewComesBack) {
    for (const char* option :
         {"--layout=tune", "--exposure=2", "--view=wipe", "--wipe=0.25,30", "--theme=projector",
          "--scale=1.5", "--focus=7", "--input=ramp", "--slot1=sigma=12 order=4", "--boundary=mirror",
          "--algorithm=5", "--filter=butterworth", "--passes=down,up", "--pin=3,4"}) {
        const std::string text(option);
        const std::size_t equal = text.find('=');
        const std::string name = text.substr(2, equal - 2), value = text.substr(equal + 1);
        SettingsHistory history;
        const Settings before;
        Settings now = before;
        history.note(now, 0);
        now = with_option(now, name, value);
        const auto said = state_arguments(now);
        EXPECT_NE(said, state_arguments(before)) << option;
        history.note(now, 1);
        EXPECT_FALSE(history.undo(now).empty()) << option;
        EXPECT_EQ(state_arguments(now), state_arguments(before)) << option;
        EXPECT_FALSE(history.redo(now).empty()) << option;
        EXPECT_EQ(state_arguments(now), said) << option;
    }
}

TEST(History, QuickChangesOfOneSettingAreOneStep) {
    SettingsHistory history;
    Settings now;
    for (int i = 0; i < 10; ++i) {
        history.note(now, 100 + 0.1 * i);
        now.filter.sigma += 1;
    }
    history.note(now, 200);
    now.filter.sigma = 40;
    history.note(now, 201);
    EXPECT_EQ(history.undo(now), "undone: sigma, now 15");
    EXPECT_EQ(history.undo(now), "undone: sigma, now 5");
}

TEST(History, LeavesThePlaceAndWhatPlaysAlone) {
    SettingsHistory history;
    Settings now;
    history.note(now, 0);
    now.filter.sigma = 9;
    history.note(now, 10);
    now.scene_seconds = 77;
    now.teach.progress = 2.5;
    now.recent = {{"/a.png", ""}};
    now.palette = true;
    history.note(now, 20);
    EXPECT_EQ(history.undo(now), "undone: sigma, now 5");
    EXPECT_EQ(now.scene_seconds, 77);
    EXPECT_EQ(now.teach.progress, 2.5);
    EXPECT_EQ(now.recent.size(), 1u);
    EXPECT_TRUE(now.palette);
}

TEST(SigmaSweep, ThatWaitsForTheUserLeavesSigmaAsItWas) {
    SigmaSweep sweep;
    Settings settings;
    settings.filter.sigma = 7.25;
    sweep.start_until_touched(settings);
    for (int i = 0; i < 100; ++i) sweep.step(settings, 0.05);
    EXPECT_GT(std::abs(settings.filter.sigma - 7.25), 0.1);
    sweep.touched(settings);
    EXPECT_EQ(settings.filter.sigma, 7.25);
    EXPECT_FALSE(settings.sweep_sigma);
    settings.filter.sigma = 3;
    sweep.touched(settings);
    EXPECT_EQ(settings.filter.sigma, 3) << "it ended before";
}

TEST(Sides, SayWhatDiffers) {
    FilterSettings a, b;
    EXPECT_EQ(beside_text(a, b), "");
    b.boundary.kind = BoundaryKind::zero;
    EXPECT_EQ(beside_text(a, b), "boundary clamp");
    EXPECT_EQ(beside_text(b, a), "boundary zero");
    b = a;
    b.method.algorithm = Algorithm::alg5;
    EXPECT_EQ(beside_text(b, a), "algorithm 5");
    EXPECT_NE(beside_text(a, b), beside_text(b, a));
    b = a;
    b.filter.sigma = 40;
    b.filter.order = 5;
    EXPECT_EQ(beside_text(b, a), "sigma 40, order 5");
    b = a;
    b.filter.kind = FilterKind::box;
    EXPECT_EQ(beside_text(b, a), "box, radius 4");
    EXPECT_NE(beside_text(a, b), "");
    // One engine filters both sides.
    b = a;
    b.engine = EngineKind::reference;
    EXPECT_EQ(beside_text(a, b), "");
}

}  // namespace
}  // namespace sweep::app
