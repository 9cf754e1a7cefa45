// The first minute: how much there is to click on, what the card says, when tips go, and the times as a line.
#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/command_line/window_request.h"
#include "app/commands/window.h"
#include "app/screen/gl/glfw.h"
#include "app/ui/menu.h"
#include "app/ui/overlays.h"
#include "app/ui/tips.h"
#include "app/ui/widgets.h"
#include "app/window/panels/panels.h"
#include "app/work/user/user_settings.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

const ImGuiWindow* shown(const char* name) {
    const ImGuiWindow* window = ImGui::FindWindowByName(name);
    return window && window->Active ? window : nullptr;
}

// ---- the panels alone, of which nothing is drawn

class StartPanels : public Offscreen {
  protected:
    void SetUp() override {
        Offscreen::SetUp();
        if (!context_) return;
        gui_.emplace(nullptr, 1.0f);
        gui_->point(&mouse_);
        settings_.view = View::wipe;
        report_.badge = "CPU";
        report_.engine = EngineKind::cpu;
        report_.is_scene = report_.shows_card = true;
        report_.width = 1264, report_.height = 860;
        report_.times.engine_ms = 40.4, report_.times.frame_ms = 16.7;
        for (const char* stage : {"perimeters", "columns", "rows", "filter"})
            report_.times.rows.push_back({stage, "7.1", 8, 10.1, 10.1, 10.1, 10.1, 10.1, 9, Part::filter});
    }

    // Builds a frame; returns what the pointer is on.
    ImGuiID frame(int width, int height) {
        gui_->begin(width, height, 0.02);
        const Layout layout = divide(width, height, settings_);
        Requests requests;
        Viewer viewer;
        caption_overlay(layout, settings_, report_, viewer, requests);
        controls_panel(layout, settings_, report_, requests);
        timing_panel(layout, settings_, report_, requests);
        menu_.draw(layout, {}, all_actions(), requests);
        const ImGuiID id = ImGui::GetCurrentContext()->HoveredId;
        ImGui::EndFrame();
        return id;
    }

    // What can be clicked anywhere in the window.
    std::size_t controls(int width, int height) {
        std::set<ImGuiID> seen;
        const auto look = [&](const Area& area) {
            for (int y = area.y; y < area.y + area.height; y += 12)
                for (int x = area.x; x < area.x + area.width; x += 22) {
                    mouse_.x = float(x), mouse_.y = float(y);
                    Settings untouched = settings_;
                    if (const ImGuiID id = frame(width, height)) seen.insert(id);
                    settings_ = untouched;
                }
        };
        frame(width, height);
        gui_->begin(width, height, 0.02);
        const Layout layout = divide(width, height, settings_);
        ImGui::EndFrame();
        look(layout.controls);
        look(layout.times);
        look({layout.captions.x, layout.captions.y, layout.captions.width, 140});
        return seen.size();
    }

    // Points at the slider of sigma, above `most`: where the value changes under the button.
    bool point_at_sigma(int width, int height, float most) {
        gui_->begin(width, height, 0.02);
        const Layout layout = divide(width, height, settings_);
        ImGui::EndFrame();
        mouse_.x = float(layout.controls.x) + 0.5f * float(layout.controls.width);
        const double before = settings_.filter.sigma;
        for (mouse_.y = 150; mouse_.y < most; mouse_.y += 8) {
            const Settings untouched = settings_;
            for (const bool down : {false, true, true}) mouse_.down = down, frame(width, height);
            const double now = settings_.filter.sigma;
            mouse_.down = false, frame(width, height);
            settings_ = untouched;
            if (now != before) return true;
        }
        return false;
    }

    std::optional<Gui> gui_;
    ScriptedMouse mouse_;
    Settings settings_;
    Report report_;
    Menu menu_;
};

TEST_F(StartPanels, HaveAtMostTwentyFiveControls) {
    for (const auto& [width, height] : {std::pair{1600, 900}, {1280, 720}}) {
        const std::size_t count = controls(width, height);
        EXPECT_LE(count, 25u) << width;
        EXPECT_GE(count, 20u) << width << ": they are not counted";
    }
}

TEST_F(StartPanels, FoldAwayWhatIsNotNeededAtOnce) {
    const std::size_t folded = controls(1600, 900);
    settings_.finer = true;
    EXPECT_GE(controls(1600, 900), folded + 3 + 6 + 2 + 2) << "orders, boundaries, sides, slots";
    settings_.compare.slot[1] = settings_;
    settings_.filter.order = 5;
    settings_.boundary = {BoundaryKind::mirror, {}};
    settings_.passes = 2;
    EXPECT_EQ(folded_text(settings_), "order 5, mirror, stops after up, slot 2 saved");
    settings_.arrangement = Arrangement::tune;
    EXPECT_FALSE(folds_away(settings_)) << "who tunes wants all of it";
}

TEST_F(StartPanels, TheTimesAreALineThatIsOneControl) {
    gui_->begin(1600, 900, 0.02);
    const float em = ImGui::GetFontSize();
    const Layout line = divide(1600, 900, settings_);
    turn_times(settings_);
    const Layout table = divide(1600, 900, settings_);
    ImGui::EndFrame();
    EXPECT_FALSE(line.times_table);
    EXPECT_LE(float(line.times.height), 3 * em);
    EXPECT_TRUE(table.times_table);
    EXPECT_GT(table.times.height, 4 * line.times.height);
    EXPECT_EQ(table.picture.height + table.times.height, line.picture.height + line.times.height);
    const std::vector<StageLabel> labels = stage_labels(report_.times);
    ASSERT_EQ(labels.size(), 4u);
    EXPECT_EQ(labels[0].name + " " + labels[0].ms, "perimeters 10.1");
}

TEST_F(StartPanels, WhereATableIsIsOfTheLayout) {
    Settings settings;
    EXPECT_FALSE(has_times_table(settings));
    arrange(settings, Arrangement::teach);
    EXPECT_TRUE(settings.timings && has_times_table(settings));
    turn_times(settings);
    EXPECT_FALSE(has_times_table(settings));
    arrange(settings, Arrangement::tune);
    EXPECT_FALSE(has_times_table(settings)) << "its picture has the room";
    turn_times(settings);
    EXPECT_TRUE(has_times_table(settings));
    arrange(settings, Arrangement::teach);
    EXPECT_FALSE(has_times_table(settings)) << "it was folded here";
    arrange(settings, Arrangement::present);
    turn_times(settings);
    EXPECT_TRUE(settings.timings && has_times_table(settings)) << "the key brings it where there was none";
}

TEST_F(StartPanels, TuningKeepsSigmaInSight) {
    arrange(settings_, Arrangement::tune);
    for (const auto& [width, height] : {std::pair{1280, 720}, {1366, 768}, {1600, 900}}) {
        gui_->begin(width, height, 0.02);
        const Layout layout = divide(width, height, settings_);
        const float tall = ImGui::GetFrameHeight();
        ImGui::EndFrame();
        EXPECT_TRUE(point_at_sigma(width, height, float(layout.controls.height) - 0.7f * tall)) << width;
    }
}

// ---- tips

TEST_F(StartPanels, ATipGoesAtAClickAKeyOrAfterSomeSeconds) {
    const auto rest_on_slider = [&](bool down) {
        mouse_.down = down;
        for (int i = 0; i < 60; ++i) frame(1600, 900);  // more than a second
        return shown("##Tooltip_00") != nullptr;
    };
    ASSERT_TRUE(point_at_sigma(1600, 900, 500));
    const auto leave = [&] {
        const float y = mouse_.y;
        mouse_.y = 5;
        rest_on_slider(false);
        mouse_.y = y;
    };
    leave();
    EXPECT_TRUE(rest_on_slider(false));
    EXPECT_GT(seconds_of_tip(), 0);
    EXPECT_FALSE(rest_on_slider(true)) << "it covers the picture while the slider is dragged";
    EXPECT_FALSE(rest_on_slider(false)) << "it comes back after the click";
    leave();
    EXPECT_TRUE(rest_on_slider(false));
    dismiss_tip();
    EXPECT_FALSE(rest_on_slider(false)) << "a key was pressed";
    EXPECT_LT(seconds_of_tip(), 0);
    leave();
    EXPECT_TRUE(rest_on_slider(false));
    for (int i = 0; i < 400; ++i) frame(1600, 900);
    EXPECT_FALSE(shown("##Tooltip_00")) << "8 seconds are enough";
}

// ---- the small ones

TEST_F(StartPanels, TheButtonsInTheCornerLieOverNothing) {
    settings_.more = true;
    for (int i = 0; i < 3; ++i) frame(1280, 720);
    EXPECT_LT(shown("menu")->Size.x, 200);
    ImGui::SetScrollY(ImGui::FindWindowByName("controls"), 100);
    for (int i = 0; i < 3; ++i) frame(1280, 720);
    ASSERT_GT(shown("controls")->Scroll.y, 50);
    EXPECT_GT(shown("menu")->Size.x, 300) << "what is scrolled under them shines through";
}

TEST_F(StartPanels, ThePageOfKeysFitsLargeText) {
    for (const float scale : {1.0f, 2.0f, 3.0f}) {
        gui_->set_scale(scale);
        KeyPage page;
        settings_.help = true;
        for (int i = 0; i < 3; ++i) {
            gui_->begin(1280, 720, 0.02);
            page.draw(settings_, all_actions());
            ImGui::EndFrame();
        }
        const ImGuiWindow* lines = nullptr;
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (std::string(window->Name).find("key page/lines") == 0) lines = window;
        ASSERT_TRUE(lines);
        EXPECT_LE(lines->ContentSize.x, lines->InnerRect.GetWidth()) << scale;
    }
}

TEST_F(StartPanels, FactsBehindANameStayWhole) {
    gui_->begin(1280, 720, 0.02);
    const std::string name = "a-long-name-of-a-film-from-the-summer.mp4",
                      facts = "   3.8 of 12.0 s, 2 frames dropped   1920 x 1080   100 %";
    const float room = ImGui::CalcTextSize(facts.c_str()).x;
    EXPECT_EQ(with_facts(name, facts, 4 * room), name + facts);
    const std::string less = with_facts(name, facts, 1.4f * room);
    EXPECT_NE(less.find(" ... "), std::string::npos);
    EXPECT_TRUE(less.ends_with(facts)) << less;
    EXPECT_EQ(with_facts(name, facts, room + 1), facts.substr(3)) << "the name has no room";
    EXPECT_TRUE(with_facts(name, facts, 0.75f * room).ends_with("3.8 of 12.0 s, 2 frames dropped .."));
    ImGui::EndFrame();
}

TEST(FirstMinute, EnterPressesTheButtonThatHasTheKeyboard) {
    for (const int enter : {GLFW_KEY_ENTER, GLFW_KEY_KP_ENTER}) {
        EXPECT_EQ(key_of_panels(enter, true), GLFW_KEY_SPACE);
        EXPECT_EQ(key_of_panels(enter, false), enter) << "it ends what is typed";
    }
    EXPECT_EQ(key_of_panels(GLFW_KEY_UP, true), GLFW_KEY_UP);
}

TEST(FirstMinute, AnOptionThatIsGivenWinsOverTheSetting) {
    const UserSettings kept{1.5f, Arrangement::teach,      Theme::projector, false, {},
                            "",   {true, true, true, true}};
    const auto begun = [&](const std::vector<std::string>& arguments) {
        const WindowRequest request = parse_options(arguments);
        WindowOptions options;
        static_cast<WindowStart&>(options) = request;
        static_cast<Settings&>(options) = settings_of(request);
        take_kept(options, kept);
        return options;
    };
    const WindowOptions usual =
        begun({"--scale=1", "--theme=dark", "--vertical-sync=on", "--layout=usual", "--times-table=off"});
    EXPECT_EQ(usual.scale, 1);
    EXPECT_EQ(usual.theme, Theme::dark);
    EXPECT_TRUE(usual.vertical_sync);
    EXPECT_EQ(usual.arrangement, Arrangement::usual);
    EXPECT_FALSE(has_times_table(usual));
    const WindowOptions silent = begun({});
    EXPECT_EQ(silent.scale, 1.5f);
    EXPECT_EQ(silent.theme, Theme::projector);
    EXPECT_EQ(silent.view, View::passes) << "that of the layout";
    EXPECT_TRUE(silent.asks_nothing);
    const WindowOptions view = begun({"--view=filtered"});
    EXPECT_EQ(view.arrangement, Arrangement::teach);
    EXPECT_EQ(view.view, View::filtered);
    EXPECT_FALSE(view.asks_nothing);
}

// ---- the card, in the program

class StartCard : public DemoFrames {
  protected:
    StartCard() : DemoFrames(1280, 720) {}
};

TEST_F(StartCard, IsThereOnlyWhereNothingWasAskedAndGoesAtTheFirstTouch) {
    start({}, {}, 2);
    EXPECT_FALSE(shown("card")) << "shots have none";
    EXPECT_TRUE(shown("drop"));
    demo_->introduce();
    draw(3);
    EXPECT_TRUE(shown("card"));
    EXPECT_FALSE(shown("drop")) << "the card says so";
    demo_->touched();
    draw(2);
    EXPECT_FALSE(shown("card"));
    draw(4);
    EXPECT_FALSE(shown("card")) << "it comes back";
    demo_->introduce();
    demo_->run_action("lecture-short");
    draw(2);
    EXPECT_FALSE(shown("card")) << "over a lecture";
}

TEST_F(StartCard, DoesWhatIsClicked) {
    start({}, {}, 2);
    demo_->introduce();
    draw(2);
    const ImGuiWindow* card = shown("card");
    ASSERT_TRUE(card);
    const float em = ImGui::GetFontSize(), y = card->Pos.y + 0.5f * card->Size.y;
    mouse(card->Pos.x + 2 * em, y);
    draw(2);
    demo_->touched();  // as the press does in a window
    mouse(card->Pos.x + 2 * em, y, true);
    draw(2);
    EXPECT_TRUE(demo_->lecture().is_running());
}

TEST_F(StartCard, IsOnThePageOfKeysAfterwards) {
    start({}, {}, 1);
    const std::string text = intro_line(demo_->actions());
    for (const char* part : {"Sweep " SWEEP_VERSION, "any width", "F5: explained in ten minutes",
                             "Y: the four passes", "drop a picture"})
        EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST_F(StartCard, ALectureLeavesTheSizeOfTheTextAsItWas) {
    write("large.cues", "title: large\nstep: one\nstate: --scale 1.5 --theme projector\n");
    start({}, {}, 1);
    WindowOptions options;
    options.lecture = path("large.cues");
    start(options, {}, 2);
    EXPECT_EQ(demo_->settings().scale, 1.5f);
    demo_->run_action("lecture-end");
    EXPECT_EQ(demo_->settings().scale, 1);
    EXPECT_EQ(demo_->settings().theme, Theme::dark);
}

}  // namespace
}  // namespace sweep::app
