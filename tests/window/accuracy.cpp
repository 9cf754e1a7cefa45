// The badge of the controls: the result on the screen against the same in double.
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "app/command_line/window_request.h"
#include "files/image_file.h"
#include "tests/support/demo_frames.h"
#include "tests/support/scratch.h"

namespace sweep::app {
namespace {

using State = AccuracyReport::State;

class AccuracyBadge : public DemoFrames {
  protected:
    AccuracyBadge() : DemoFrames(640, 480) {}

    void start(Sample sample, const std::vector<std::string>& arguments, int channels = 3) {
        const std::string name = path(sample == Sample::u8 ? "noise.png" : "noise.npy");
        save_image(name, test::noise({300, 200, channels}, sample).view());
        std::vector<std::string> all{"--engine=cpu"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        WindowOptions options;
        static_cast<Settings&>(options) = settings_of(parse_options(all));
        options.image = name;
        DemoFrames::start(options, {}, 3);
    }
    // Draws frames until the badge has that state.
    void expect(State state) {
        draw(2);  // until then the badge is about something else
        EXPECT_TRUE(draw_until([&] { return demo_->accuracy().state == state; })) << demo_->accuracy().text;
    }
    // Draws frames until the window rests.
    void expect_rest() {
        EXPECT_TRUE(draw_until([&] { return demo_->seconds_of_rest() > 10; }))
            << "an answer is waited for that nobody asked for";
    }
};

TEST_F(AccuracyBadge, IsGreenWhereTheEngineIsRightAndRedWhereItIsWrong) {
    start(Sample::f32, {"--sigma=300"});
    expect(State::right);
    EXPECT_LT(demo_->accuracy().error, 1e-6);
    EXPECT_NE(demo_->accuracy().text.find("float32 error "), std::string::npos);
    demo_->set("realisation", "direct");
    expect(State::wrong);
    EXPECT_GT(demo_->accuracy().error, 1e-5);
    demo_->set("realisation", "delta");
    expect(State::right);
    demo_->set("view", "original");
    draw(2);
    EXPECT_EQ(demo_->accuracy().state, State::idle) << "nothing is filtered";
}

TEST_F(AccuracyBadge, RestsWhenNothingChanges) {
    start(Sample::u8, {"--sigma=5"});
    expect(State::right);
    expect_rest();
    demo_->run_action("scene");
    demo_->set("animate", "off");
    draw(2);
    EXPECT_LT(demo_->seconds_of_rest(), 10) << "the scene is another picture";
    expect(State::right);
    expect_rest();
}

// The window rests between the frames that look for an answer, and such a rest comes to its end without an event.
TEST_F(AccuracyBadge, AFrameLooksForTheAnswerThatIsWaitedFor) {
    start(Sample::u8, {"--sigma=5"});
    expect(State::right);
    expect_rest();
    demo_->set("sigma", "7");
    draw(Pace::settling_frames + 1);
    std::this_thread::sleep_for(std::chrono::duration<double>(Pace::settling_seconds + 0.2));
    EXPECT_EQ(demo_->seconds_of_rest(), 0);
    expect_rest();
}

TEST_F(AccuracyBadge, KnowsThatGreyIsOneChannel) {
    start(Sample::f32, {"--sigma=5", "--boundary=constant:0.5"}, 1);
    expect(State::right);
    demo_->set("filter", "sat");
    demo_->set("precision", "float-mean");
    expect(State::right);
    EXPECT_LT(demo_->accuracy().error, 1e-5);
}

TEST_F(AccuracyBadge, ComparesIntegersOfTablesToTheLastBit) {
    start(Sample::u8, {"--filter=sat"});
    expect(State::right);
    EXPECT_EQ(demo_->accuracy().text, "integers exact");
}

}  // namespace
}  // namespace sweep::app
