// How many of a room are near which number.
#include "app/lessons/room/tally.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "app/lessons/walk/question.h"

namespace sweep::app {
namespace {

int all_in(const RoomTally& tally) {
    int count = tally.others;
    for (const RoomBar& bar : tally.bars) count += bar.count;
    return count;
}

// 0.5 x 3 + 1.25 = 2.75
RightAnswer right() {
    static WalkSum sum;
    sum.terms = {{"x", 0.5, 3, {}}, {"P", 1, 1.25, {}}};
    sum.value = 2.75;
    return {sum.value, [](double given) { return verdict_on(sum, given).is_right; },
            [](double given) { return remark_on(sum, given); }};
}

TEST(Tally, PutsWhatIsNearIntoOneBar) {
    const std::vector<double> answers{1.5, 0.251, 0.25, -3, 0.249, 1.5};
    const RoomTally tally = tally_of(answers, 9);
    ASSERT_EQ(tally.bars.size(), 3u);
    EXPECT_EQ(tally.bars[0].value, -3);
    EXPECT_EQ(tally.bars[1].value, 0.25);
    EXPECT_EQ(tally.bars[1].count, 3);
    EXPECT_EQ(tally.bars[2].count, 2);
    for (const RoomBar& bar : tally.bars) {
        EXPECT_FALSE(bar.is_right) << "nobody knows yet";
        EXPECT_TRUE(bar.remark.empty());
    }
    EXPECT_TRUE(tally_of({}, 9).bars.empty());
}

TEST(Tally, MarksTheRightOneWhenItIsKnown) {
    const std::vector<double> answers{1.25, 2.75, 2.74, 1.25, 2.76, 4.25, 99};
    const RoomTally tally = tally_of(answers, 9, right());
    ASSERT_EQ(tally.bars.size(), 4u);
    EXPECT_EQ(tally.bars[0].remark, "x is missing");
    EXPECT_TRUE(tally.bars[1].is_right);
    EXPECT_EQ(tally.bars[1].value, 2.75);
    EXPECT_EQ(tally.bars[1].count, 3);
    EXPECT_EQ(tally.bars[2].remark, "x lacks its factor");
    EXPECT_TRUE(tally.bars[3].remark.empty());
    const RoomTally nobody = tally_of(std::vector<double>{1}, 9, right());
    ASSERT_EQ(nobody.bars.size(), 2u) << "the right one has a bar though nobody gave it";
    EXPECT_EQ(nobody.bars[1].count, 0);
}

TEST(Tally, LosesNoAnswerHoweverWildAndHasRoomForTheMost) {
    std::vector<double> answers{1e308, -1e308, std::numeric_limits<double>::denorm_min(), 0};
    for (int i = 0; i < 50; ++i) answers.push_back(i);
    for (int i = 0; i < 5; ++i) answers.push_back(17);
    for (const std::size_t most : {1, 2, 9, 100})
        for (const auto& known : {std::optional<RightAnswer>(), std::optional(right())}) {
            const RoomTally tally = tally_of(answers, most, known);
            EXPECT_LE(tally.bars.size(), most);
            EXPECT_EQ(all_in(tally), int(answers.size()));
            for (std::size_t i = 1; i < tally.bars.size(); ++i)
                EXPECT_LE(tally.bars[i - 1].value, tally.bars[i].value);
        }
    EXPECT_EQ(tally_of(answers, 1).bars[0].value, 17) << "most have said so";
}

}  // namespace
}  // namespace sweep::app
