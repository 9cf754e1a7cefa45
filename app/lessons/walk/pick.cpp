#include "app/lessons/walk/pick.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "app/work/options/option_values.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

constexpr std::array<std::pair<std::string_view, Border>, borders> border_words{
    {{"P", Border::P}, {"E", Border::E}, {"P^T", Border::P_rows}, {"E^T", Border::E_rows}}};

}  // namespace

WalkPick pick_of(std::string_view text) {
    const auto refuse = [&] {
        throw Error(ExitCode::usage,
                    fmt::format("'{}' is no number of a walk: write a pixel like 5,2, or a border with its "
                                "block and column like P 1,0,2",
                                text.substr(0, 40)));
    };
    const std::size_t space = text.find(' ');
    const std::string_view word = space == std::string_view::npos ? "" : text.substr(0, space);
    WalkPick pick;
    const auto row = std::find_if(border_words.begin(), border_words.end(),
                                  [&](const auto& w) { return w.first == word; });
    if (row != border_words.end()) pick.is_state = true, pick.border = row->second;
    if (!pick.is_state && !word.empty()) refuse();
    std::array<int, 4> at{};
    std::size_t count = 0;
    for (const std::string_view part : split(text.substr(word.empty() ? 0 : space + 1))) {
        if (count == at.size() || part.empty() || part.size() > 2 ||
            !std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; }))
            refuse();
        at[count++] = std::stoi(std::string(part));
    }
    if (pick.is_state ? count < 3 : count != 2) refuse();
    if (pick.is_state)
        pick.m = at[0], pick.n = at[1], pick.lane = at[2], pick.k = at[3];
    else
        pick.x = at[0], pick.y = at[1];
    return pick;
}

bool is_shown(const Walk& walk, const WalkStep& step, const WalkPick& pick) {
    const auto within = [](int i, int count) { return i >= 0 && i < count; };
    if (!pick.is_state)
        return !step.forgotten && within(pick.x, step.transposed ? walk.height : walk.width) &&
               within(pick.y, step.transposed ? walk.width : walk.height);
    const BorderStates& s = walk.states[std::size_t(pick.border)];
    const bool rows = pick.border >= Border::P_rows;
    return s.blocks > 0 && step.known[std::size_t(pick.border)] != Known::no &&
           within(pick.m, walk.block_rows()) && within(pick.n, walk.block_columns()) &&
           within(pick.lane, s.lanes) && within(pick.k, s.order) &&
           pick.lane / walk.block == (rows ? pick.m : pick.n);
}

WalkSum sum_of(const Walk& walk, const WalkStep& step, const WalkPick& pick) {
    if (pick.enters) return sum_of_entering(walk, pick.border, pick.lane, pick.k);
    return pick.is_state ? sum_of_state(walk, step, pick.border, pick.m, pick.n, pick.lane, pick.k)
                         : sum_of_pixel(walk, step, pick.x, pick.y);
}

}  // namespace sweep::app
