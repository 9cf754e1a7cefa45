// The panel of tuning in the window, and the mouse on it.
#include <complex>
#include <map>
#include <string>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/views/tune/filter_code.h"
#include "app/views/tune/poles.h"
#include "core/design/design.h"
#include "core/design/transfer.h"
#include "core/plan/usual_accuracy.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

using Complex = std::complex<double>;

class TunePanel : public DemoFrames {
  protected:
    TunePanel() : DemoFrames(900, 560) {}

    void SetUp() override {
        DemoFrames::SetUp();
        if (IsSkipped()) return;
        WindowOptions options;
        options.keys = " tq";  // the scene stands still, no times, the panel
        start(options, {}, 3);
    }
};

TEST_F(TunePanel, PoleIsDraggedWithTheMouse) {
    ASSERT_TRUE(demo_->settings().tune.panel);
    const PoleState& poles = demo_->tuning().poles();
    ASSERT_GT(poles.plane_side, 50);
    const FilterSpec before = demo_->settings().filter;
    const Complex pole = pole_zero_of(before).poles[0].place;
    const auto move = [&](Complex z) {
        const Complex d = (z - poles.seen.centre) / poles.seen.half;
        mouse(poles.plane_x + poles.plane_side * float(0.5 + 0.5 * d.real()),
              poles.plane_y + poles.plane_side * float(0.5 - 0.5 * d.imag()), mouse_.down);
    };
    move(pole);
    frame();
    mouse_.down = true;
    frame();
    EXPECT_EQ(demo_->settings().filter, before) << "a click alone changes the filter";
    const Screen first = frame();
    for (int i = 1; i <= 4; ++i) {
        move(pole + 0.08 * i * Complex(0, 1));
        frame();
    }
    const Screen last = frame();
    mouse_.down = false;
    frame();
    const FilterSpec& after = demo_->settings().filter;
    ASSERT_EQ(after.kind, FilterKind::iir);
    const Complex moved = pole_zero_of(after).poles[0].place;
    EXPECT_NEAR(std::abs(moved - (pole + Complex(0, 0.32))), 0, 0.03);
    EXPECT_NEAR(std::abs(transfer(design(after).rows.causal, 0)), 1, 1e-9);
    const Region picture{0, height_ - 200, 250, 1};
    EXPECT_FALSE(first.part(picture) == last.part(picture)) << "the picture does not follow";
    demo_->press(Chord(Key::backspace));
    EXPECT_EQ(demo_->settings().filter, before);
}

TEST_F(TunePanel, EveryCopyIsInTheClipboard) {
    const std::map<std::string_view, const char*> begins{
        {"copy-cpp", "// Gaussian"},  {"copy-numpy", "# Gaussian"}, {"copy-matlab", "% Gaussian"},
        {"copy-glsl", "// Gaussian"}, {"copy-json", "{"},           {"copy-options", "--filter iir"}};
    ASSERT_EQ(begins.size(), code_languages.size());
    for (const auto& [name, begin] : begins) {
        const Action* action = find_action(demo_->actions(), name);
        ASSERT_NE(action, nullptr) << name;
        EXPECT_TRUE(action->available());
        action->run();
        EXPECT_TRUE(std::string(ImGui::GetClipboardText()).starts_with(begin)) << ImGui::GetClipboardText();
    }
    frame();
    find_action(demo_->actions(), "box")->run();
    EXPECT_FALSE(find_action(demo_->actions(), "copy-cpp")->available()) << "a box has no poles";
    EXPECT_NO_THROW(frame());
}

TEST_F(TunePanel, EveryFilterAndPageIsDrawn) {
    for (const char* keys : {"1", "3", "5", "6", "8", "9", "Q"})
        for (const char* key = keys; *key; ++key) {
            demo_->press({*key});
            EXPECT_NO_THROW(frame()) << key;
        }
}

// Where neither order nor accuracy is said, the window filters as `sweep filter` does.
TEST_F(TunePanel, TheGaussianOfTheWindowIsThatOfTheCommandFilter) {
    const auto accuracy = [&] { return demo_->settings().filter.accuracy; };
    const auto run = [&](const char* action) {
        find_action(demo_->actions(), action)->run();
        draw(1);
    };
    EXPECT_EQ(accuracy(), 0) << "a picture of the window, and a lecture, have what their state says";
    demo_->take_usual_accuracy();
    draw(1);
    EXPECT_EQ(accuracy(), usual_accuracy);
    run("passes");
    EXPECT_EQ(accuracy(), 0) << "the lessons have the papers' filters";
    EXPECT_NE(demo_->state_line().find(" --order=3"), std::string::npos) << demo_->state_line();
    run("filtered");
    EXPECT_EQ(accuracy(), usual_accuracy);
    demo_->set("algorithm", "5");
    draw(1);
    EXPECT_EQ(accuracy(), 0) << "algorithm 5 takes no zeros";
    demo_->set("algorithm", "auto");
    run("box");
    run("accuracy-fine");
    EXPECT_EQ(accuracy(), 6e-6);
    run("gaussian-3");
    EXPECT_EQ(accuracy(), 0) << "it was chosen";
    run("accuracy-usual");
    EXPECT_EQ(accuracy(), usual_accuracy);
}

TEST_F(TunePanel, TheLayoutOfTuningHasAFilterToTune) {
    for (const char* before : {"depth-of-field", "sat", "no-filter"}) {
        find_action(demo_->actions(), before)->run();
        draw(1);
        find_action(demo_->actions(), "tune")->run();
        EXPECT_EQ(demo_->settings().view, View::filtered) << before;
        EXPECT_TRUE(is_recursive(demo_->settings().filter.kind)) << before;
        EXPECT_NO_THROW(frame());
    }
}

TEST_F(TunePanel, SigmaIsTranslated) {
    find_action(demo_->actions(), "sigma-translated")->run();
    draw(2);
    const ImGuiWindow* window = ImGui::FindWindowByName("Sigma, translated");
    ASSERT_NE(window, nullptr);
    EXPECT_TRUE(window->WasActive);
    find_action(demo_->actions(), "box")->run();
    EXPECT_NO_THROW(draw(1));
}

}  // namespace
}  // namespace sweep::app
