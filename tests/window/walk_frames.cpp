// The walk in the window as it is asked: a number that is pointed at, kept and unfolded, and one that is hidden until
// somebody types it.
#include <cmath>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <unistd.h>

#include "tests/support/teach_frames.h"

namespace sweep::app {
namespace {

using namespace sweep::test;

constexpr const char* carries =
    "--view passes --walk on --filter iir --causal=-0.5 --gain 0.5 --boundary zero "
    "--walk-numbers 16,0,8,8/0,16,8,8/8,8,16,0/8,8,0,16 --walk-block 2 "
    "--algorithm 5 --walk-step 12";

class WalkFrames : public TeachFrames {
  protected:
    WalkFrames() : TeachFrames(1280, 720) {}

    WalkView& walk() { return demo_->teach().view<WalkView>(); }
    // A lecture of one step that says this of a number.
    void lecture(const std::string& says) {
        const auto file = std::filesystem::temp_directory_path() / fmt::format("sweep-{}.cues", getpid());
        std::ofstream(file) << "step: one\nstate: " << carries << "\n"
                            << says << "\nstep: two\nstate: " << carries;
        WindowOptions options;
        options.lecture = file.string();
        options.engine = EngineKind::cpu;
        DemoFrames::start(options);
        settle();
        std::filesystem::remove(file);
    }
    void numbers() {
        WindowOptions options;
        options.teach.lesson = Lesson::walk;
        options.teach.walk.step = 2;
        options.filter.kind = FilterKind::bspline3;
        options.method.algorithm = Algorithm::alg5;
        start(options);
        settle();
    }
    void type(const std::string& text) {
        for (const char c : text) demo_->press({c});
        frames(1);
    }
};

TEST_F(WalkFrames, KeepsAndUnfoldsANumberByKey) {
    numbers();
    EXPECT_TRUE(walk().marks().marks.empty()) << "nobody has asked";
    const Screen before = frame();
    demo_->press({Key::enter});
    frames(2);
    ASSERT_TRUE(walk().kept());
    EXPECT_EQ(walk().levels(), 1);
    EXPECT_FALSE(walk().marks().marks.empty());
    EXPECT_FALSE(walk().marks().arrows.empty());
    const Screen once = frame();
    EXPECT_GT(differing(before, once), 500);
    demo_->run_action("unfold");
    frames(2);
    EXPECT_EQ(walk().levels(), 2);
    EXPECT_GT(differing(once, frame()), 100) << "more terms";
    demo_->press({Key::escape});
    frames(2);
    EXPECT_FALSE(walk().kept());
    EXPECT_EQ(differing(before, frame()), 0);
}

TEST_F(WalkFrames, AClickKeepsAndOneBesideLetsGo) {
    numbers();
    // Some pixel of the upper left block.
    float x = 0;
    for (x = 120; x < 400 && !walk().kept(); x += 20) click(x, 160);
    ASSERT_TRUE(walk().kept());
    EXPECT_EQ(walk().levels(), 1);
    x -= 20;
    click(x, 160);
    EXPECT_EQ(walk().levels(), 2);
    demo_->press({'.'});  // another step has other numbers
    frames(2);
    EXPECT_FALSE(walk().kept());
    click(x, 160);
    ASSERT_TRUE(walk().kept());
    click(3, 3);
    EXPECT_FALSE(walk().kept());
}

TEST_F(WalkFrames, ALectureAsksAndTakesTheAnswer) {
    lecture("hidden: P 1,0,0");
    ASSERT_TRUE(walk().question());
    const WalkSum sum = sum_of(*walk().walk(), walk().walk()->steps[11], *walk().kept());
    ASSERT_EQ(sum.terms.size(), 2u);
    for (const WalkArrow& arrow : walk().marks().arrows) EXPECT_FALSE(arrow.is_ahead) << "it is not made yet";
    EXPECT_FALSE(walk().marks().arrows.empty());
    const Screen asked = frame();
    type(fmt::format("{:.3f}", sum.terms[0].product()));
    EXPECT_EQ(demo_->lecture().step(), 0) << "digits are the answer's, and not the number of a step";
    demo_->press({Key::enter});
    frames(2);
    ASSERT_TRUE(walk().question()->verdict());
    EXPECT_NE(walk().question()->verdict()->words.find("from above, is missing"), std::string::npos);
    EXPECT_TRUE(walk().question()->hides());
    type(fmt::format("{:.2f}", sum.value));
    demo_->press({Key::enter});
    frames(2);
    EXPECT_FALSE(walk().question()->hides());
    EXPECT_GT(differing(asked, frame()), 100);
    for (const WalkArrow& arrow : walk().marks().arrows)
        EXPECT_FALSE(arrow.is_ahead) << "what it will make is shown to who points at it";
    demo_->press({ctrl('J')});
    type("2");
    demo_->press({Key::enter});
    EXPECT_EQ(demo_->lecture().step(), 1) << "in the list they are a step's";
    settle();
    EXPECT_FALSE(walk().question());
    EXPECT_FALSE(walk().kept());
}

TEST_F(WalkFrames, ARoomSeesItsBarsWithTheAnswer) {
    lecture("hidden: P 1,0,0");
    const auto asked = walk().asked_number();
    ASSERT_TRUE(asked);
    EXPECT_TRUE(asked->is_hidden);
    const Screen alone = frame();
    walk().invite("http://192.168.0.2:8000/abcdefgh/", {21, std::vector<bool>(21 * 21, true)});
    frames(2);
    const Screen invited = frame();
    EXPECT_GT(differing(alone, invited), 2000) << "the address and its code";
    const double right = asked->sum.value;
    walk().hear({right, right, right + 3, 1e300, -2});
    frames(2);
    const Screen answered = frame();
    EXPECT_GT(differing(invited, answered), 0) << "how many have answered";
    walk().hear({1, 2, 3, 4, 5});
    frames(2);
    EXPECT_EQ(differing(answered, frame()), 0) << "and not what, so that nobody copies";
    walk().hear({right, right, right + 3, 1e300, -2});
    walk().reveal();
    frames(2);
    EXPECT_FALSE(walk().asked_number()->is_hidden);
    EXPECT_EQ(walk().asked_number()->id, asked->id) << "it is the same question";
    EXPECT_GT(differing(answered, frame()), 300) << "the bars";
    demo_->lecture().go(0);
    settle();
    ASSERT_TRUE(walk().asked_number());
    EXPECT_GT(walk().asked_number()->id, asked->id);
    EXPECT_TRUE(walk().asked_number()->is_hidden);
}

TEST_F(WalkFrames, AHiddenNumberIsShownNowhere) {
    lecture("hidden: P 1,0,0");
    const Screen asked = frame();
    mouse(400, 300);  // pointing at another number would show it as a term
    frames(3);
    EXPECT_EQ(differing(asked, frame(), 0, 500), 0);
    demo_->press({Key::escape});
    EXPECT_FALSE(demo_->lecture().is_running()) << "Escape does what it does in every step";
}

TEST_F(WalkFrames, ALectureKeepsANumber) {
    lecture("number: P 1,0,0");
    ASSERT_TRUE(walk().kept());
    EXPECT_EQ(walk().kept()->border, Border::P);
    EXPECT_FALSE(walk().question());
    EXPECT_FALSE(walk().marks().arrows.empty());
}

TEST_F(WalkFrames, ANumberThatTheStepLacksIsSaid) {
    lecture("hidden: E^T 7,0,0");
    EXPECT_FALSE(walk().question());
    EXPECT_EQ(demo_->teach().shown().why_not(), "step 12 of the walk shows no number E^T 7,0,0");
}

// Of a question that a lecture asks, every term can be missed: the window then says which.
TEST_F(WalkFrames, QuestionsOfTheLecturesHaveTermsThatMatter) {
    for (const auto& [name, questions] : {std::pair{"short", 4}, {"lecture", 10}}) {
        WindowOptions options;
        options.lecture = name;
        options.engine = EngineKind::cpu;
        DemoFrames::start(options);
        const std::vector<Cue> cues = demo_->lecture().lecture().cues;
        int asked = 0;
        for (int i = 0; i < int(cues.size()); ++i) {
            if (cues[std::size_t(i)].hidden.empty()) continue;
            SCOPED_TRACE(cues[std::size_t(i)].name);
            demo_->lecture().go(i);
            settle();
            ASSERT_TRUE(walk().question()) << walk().why_not();
            const WalkStep& step = walk().walk()->steps[std::size_t(demo_->settings().teach.walk.step)];
            const WalkSum sum = sum_of(*walk().walk(), step, *walk().kept());
            EXPECT_GE(sum.terms.size(), 2u);
            EXPECT_TRUE(verdict_on(sum, sum.sum()).is_right);
            EXPECT_TRUE(!is_recursive(walk().walk()->problem.filter.kind) || sum.terms.back().factor != 1)
                << "the factor is asked, and not the product given";
            for (const WalkTerm& term : sum.terms) {
                for (const double number : {term.value, term.product()}) {
                    EXPECT_NEAR(4 * number, std::round(4 * number), 1e-9) << "no head adds " << number;
                    EXPECT_LE(std::abs(number), 50);
                }
                const std::string words = verdict_on(sum, sum.value - term.product()).words;
                EXPECT_NE(words.find(" is missing"), std::string::npos) << term.what << ": " << words;
            }
            ++asked;
        }
        EXPECT_EQ(asked, questions) << name;
    }
}

TEST_F(WalkFrames, AnyNumberCanBeHidden) {
    numbers();
    demo_->run_action("your-turn");
    frames(2);
    ASSERT_TRUE(walk().question());
    EXPECT_TRUE(walk().question()->hides());
    demo_->press({Key::escape});
    EXPECT_FALSE(walk().question());
}

}  // namespace
}  // namespace sweep::app
