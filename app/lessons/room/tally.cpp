#include "app/lessons/room/tally.h"

#include <algorithm>
#include <cmath>

namespace sweep::app {
namespace {

// Twice as wide as what is taken for the same number (app/lessons/walk/question.h).
double width_at(double value) {
    return std::max(0.02 * std::abs(value), 0.01);
}

}  // namespace

RoomTally tally_of(std::span<const double> answers, std::size_t most,
                   const std::optional<RightAnswer>& right) {
    RoomTally tally;
    std::vector<double> wrong;
    RoomBar taken{right ? right->value : 0, 0, true};
    for (const double answer : answers)
        if (right && right->takes(answer))
            ++taken.count;
        else
            wrong.push_back(answer);
    std::sort(wrong.begin(), wrong.end());
    for (std::size_t from = 0, to = 0; from < wrong.size(); from = to) {
        while (to < wrong.size() && wrong[to] - wrong[from] <= width_at(wrong[from])) ++to;
        const double middle = wrong[from + (to - from) / 2];
        tally.bars.push_back({middle, int(to - from), false, right ? right->remark(middle) : std::string()});
    }
    if (const std::size_t room = most - std::min<std::size_t>(most, right ? 1 : 0);
        tally.bars.size() > room) {
        std::stable_sort(tally.bars.begin(), tally.bars.end(),
                         [](const RoomBar& a, const RoomBar& b) { return a.count > b.count; });
        for (std::size_t i = room; i < tally.bars.size(); ++i) tally.others += tally.bars[i].count;
        tally.bars.resize(room);
    }
    if (right) tally.bars.push_back(taken);
    std::stable_sort(tally.bars.begin(), tally.bars.end(),
                     [](const RoomBar& a, const RoomBar& b) { return a.value < b.value; });
    return tally;
}

}  // namespace sweep::app
