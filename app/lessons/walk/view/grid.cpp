#include "app/lessons/walk/view/grid.h"

#include <algorithm>
#include <vector>

#include "core/design/design.h"

namespace sweep::app {
namespace {

constexpr float widest = 1.5f;           // a cell, as a multiple of its height
constexpr float character_width = 0.6f;  // the width of one, as a multiple of its size
constexpr int few = 4, many = 5;         // characters of a number
constexpr float most_zoom = 6;

// Letters that can be read, and the least with which all of the walk is better than a part of it.
float readable() {
    return std::max(12.0f, 0.72f * ImGui::GetFontSize());
}
constexpr float least_of_all = 7.5f;

}  // namespace

bool shows_entering(const Walk& walk, const WalkStep& step, int pass) {
    const std::vector<double>& states = walk.states[std::size_t(pass)].entering;
    return is_recursive(walk.problem.filter.kind) &&
           (step.entered[std::size_t(pass)] ||
            std::all_of(states.begin(), states.end(), [](double v) { return v == 0; }));
}

WalkGrid::WalkGrid(const Walk& walk, const Area& area, WalkPart& part, const WalkStep* step) : walk_(walk) {
    for (int i = 0; i < borders; ++i) {
        has_states_[std::size_t(i)] = !step || step->known[std::size_t(i)] != Known::no;
        enters_[std::size_t(i)] = !step || shows_entering(walk, *step, i);
    }
    const float w = x_of(walk.width - 1) + 1 + wide(2) + outer(outside(3)),
                h = y_of(walk.height - 1) + 1 + high(0) + outer(outside(1));
    cell.y = std::min(float(area.height) / h, float(area.width) / w);
    cell.x = std::min(float(area.width) / w, widest * cell.y);
    const float needed = std::max(readable() / letters(few), 1.0f);
    if (part.zoom <= 0) part.zoom = part.on_stage || letters(few) >= least_of_all ? 1 : needed;
    part.zoom = std::clamp(part.zoom, 1.0f, std::max(needed, most_zoom));
    cell.x *= part.zoom, cell.y *= part.zoom;
    is_small_ = letters(many) < readable();
    const auto begin = [](float from, float size, float all, float& middle) {
        if (all <= size) return from + 0.5f * (size - all);
        middle = std::clamp(middle, 0.5f * size / all, 1 - 0.5f * size / all);
        return from + 0.5f * size - middle * all;
    };
    if (!part.moved) {
        part.x = (x_of(std::min(part.look_x, walk.width - 1)) + 0.5f) / w;
        part.y = (y_of(std::min(part.look_y, walk.height - 1)) + 0.5f) / h;
    }
    corner = {begin(float(area.x), float(area.width), w * cell.x, part.x),
              begin(float(area.y), float(area.height), h * cell.y, part.y)};
    part.width = w * cell.x, part.height = h * cell.y;
    part.hides = part.width > float(area.width) + 1 || part.height > float(area.height) + 1;
}

WalkGrid::Rectangle WalkGrid::state(Border border, int m, int n, int lane, int k) const {
    const int b = walk_.block, end_x = std::min((n + 1) * b, walk_.width) - 1,
              end_y = std::min((m + 1) * b, walk_.height) - 1;
    const int from_edge = walk_.order - 1 - k;
    float x = 0, y = 0, w = 1, h = state_height;
    switch (border) {
        case Border::P:
            x = x_of(lane), y = y_of(end_y) + 1 + float(from_edge) * state_height;
            break;
        case Border::E:
            x = x_of(lane), y = y_of(m * b) - float(from_edge + 1) * state_height;
            break;
        case Border::P_rows:
            x = x_of(end_x) + 1 + float(from_edge) * state_width, y = y_of(lane);
            w = state_width, h = 1;
            break;
        case Border::E_rows:
            x = x_of(n * b) - float(from_edge + 1) * state_width, y = y_of(lane);
            w = state_width, h = 1;
            break;
    }
    return {at(x, y), at(x + w, y + h)};
}

WalkGrid::Rectangle WalkGrid::entering(int pass, int lane, int k) const {
    const float far_x = x_of(walk_.width - 1) + 1 + wide(2) + 0.5f * gap,
                far_y = y_of(walk_.height - 1) + 1 + high(0) + 0.5f * gap;
    float x = 0, y = 0, w = 1, h = state_height;
    switch (pass) {
        case 0:
            x = x_of(lane), y = outside(0) - float(k + 1) * state_height;
            break;
        case 1:
            x = x_of(lane), y = far_y + float(k) * state_height;
            break;
        case 2:
            x = outside(2) - float(k + 1) * state_width, y = y_of(lane);
            w = state_width, h = 1;
            break;
        default:
            x = far_x + float(k) * state_width, y = y_of(lane);
            w = state_width, h = 1;
    }
    return {at(x, y), at(x + w, y + h)};
}

WalkGrid::Rectangle WalkGrid::of(const WalkPick& pick) const {
    if (pick.enters) return entering(int(pick.border), pick.lane, pick.k);
    if (pick.is_state) return state(pick.border, pick.m, pick.n, pick.lane, pick.k);
    const float left = x_of(pick.x), top = y_of(pick.y);
    return {at(left, top), at(left + 1, top + 1)};
}

bool WalkGrid::has_room(const WalkPick& pick) const {
    const auto i = std::size_t(pick.border);
    return pick.enters ? enters_[i] : !pick.is_state || has_states_[i];
}

std::optional<ImVec2> WalkGrid::free_corner(int m, int n) const {
    if (wide(2) == 0 || high(0) == 0) return {};
    const int end_x = std::min((n + 1) * walk_.block, walk_.width) - 1,
              end_y = std::min((m + 1) * walk_.block, walk_.height) - 1;
    return at(x_of(end_x) + 1 + 0.5f * wide(2), y_of(end_y) + 1 + 0.5f * high(0));
}

float WalkGrid::letters(int characters) const {
    return std::min({0.62f * cell.y, 0.9f * state_height * cell.y,
                     cell.x / (character_width * (float(std::max(characters, 3)) + 0.7f))});
}

}  // namespace sweep::app
