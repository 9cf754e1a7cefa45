// What a room has answered, counted: how many near which number.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sweep::app {

// The sum that was asked for.
struct RightAnswer {
    double value = 0;
    // Whether an answer is taken for it, and what is to be said of one that is not, in a formula's letters.
    std::function<bool(double)> takes;
    std::function<std::string(double)> remark;
};

struct RoomBar {
    double value = 0;  // the one in the middle of those that it counts; the right one itself
    int count = 0;
    bool is_right = false;
    std::string remark{};  // empty: none, or nobody knows yet
};

struct RoomTally {
    std::vector<RoomBar> bars;  // from the least number to the largest
    int others = 0;             // answers that are in no bar
};

// At most `most` bars, the longest ones, and that of the right answer wherever it is known. Answers are finite. Those
// that two who add up the same rounded numbers may get stand in one bar.
RoomTally tally_of(std::span<const double> answers, std::size_t most,
                   const std::optional<RightAnswer>& right = {});

}  // namespace sweep::app
