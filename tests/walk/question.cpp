// What is said of an answer to a hidden number: right within the rounding of what is shown,
// and otherwise what is wrong.
#include "app/lessons/walk/question.h"

#include <gtest/gtest.h>

namespace sweep::app {
namespace {

// 0.5 x 3 + -0.25 x 2 + 1.25 = 2.25
WalkSum three_terms() {
    WalkSum sum;
    sum.name = "E";
    sum.terms = {{"x", 0.5, 3, {}}, {"y_{i+1}", -0.25, 2, {}}, {"H P, from above", 1, 1.25, {}}};
    sum.value = sum.sum();
    return sum;
}

TEST(Question, TakesWhatIsRightWithinRounding) {
    for (const double right : {2.25, 2.2501, 2.23, 2.27})
        EXPECT_TRUE(verdict_on(three_terms(), right).is_right);
    for (const double wrong : {2.2, 2.3, 0.0, -2.25}) EXPECT_FALSE(verdict_on(three_terms(), wrong).is_right);
    EXPECT_EQ(verdict_on(three_terms(), 2.26).words, "Right: 2.2500");
    WalkSum small;
    small.terms = {{"x", 1, 0.012, {}}};
    small.value = 0.012;
    EXPECT_TRUE(verdict_on(small, 0.01).is_right) << "right to two digits";
    EXPECT_FALSE(verdict_on(small, 0.02).is_right);
}

TEST(Question, SaysWhatIsWrong) {
    const auto said = [](double given) { return verdict_on(three_terms(), given).words; };
    EXPECT_EQ(said(1), "Not yet: H P, from above, is missing");
    EXPECT_EQ(said(2.75), "Not yet: y_{i+1} is missing");
    EXPECT_EQ(said(3.25), "Not yet: y_{i+1} has the other sign");
    EXPECT_EQ(said(3.75), "Not yet: x lacks its factor");
    EXPECT_EQ(said(-2.25), "Not yet: the whole sum has the other sign");
    EXPECT_EQ(said(2.0), "Not yet: 0.25 too small");
    EXPECT_EQ(said(12.25), "Not yet: 10 too large");
}

TEST(Question, TakesTheKeysOfANumber) {
    WalkQuestion question;
    for (const char key : std::string("-0,2x5.1-")) question.type(key);
    EXPECT_EQ(question.typed(), "-0.251") << "one sign, one point, which may be a comma";
    EXPECT_FALSE(question.type('x'));
    question.take_back();
    EXPECT_EQ(question.typed(), "-0.25");
    question.answer(three_terms());
    EXPECT_TRUE(question.hides());
    ASSERT_TRUE(question.verdict());
    question.type('2');
    EXPECT_EQ(question.typed(), "2") << "another try begins anew";
    EXPECT_FALSE(question.verdict());
    question.type('.'), question.type('2'), question.type('5');
    question.answer(three_terms());
    EXPECT_FALSE(question.hides());
    EXPECT_TRUE(question.verdict()->is_right);
}

TEST(Question, WithoutAnAnswerShowsTheNumber) {
    WalkQuestion question;
    question.type('-');
    question.answer(three_terms());
    EXPECT_TRUE(question.hides()) << "a sign is no number";
    question.take_back();
    question.answer(three_terms());
    EXPECT_FALSE(question.hides());
    EXPECT_EQ(question.verdict()->words, "It is 2.2500");
    EXPECT_FALSE(question.verdict()->is_right);
}

}  // namespace
}  // namespace sweep::app
