#include "app/walk/view.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/ui/gui.h"
#include "core/families/algorithms.h"
#include "core/plan/offers.h"
#include "core/plan/planner.h"

namespace sweep::app {
namespace {

constexpr double seconds_a_step = 1.6;

// The problem of the cut: the algorithm that runs on the whole picture, on one channel in double.
Problem cut_problem(Problem problem) {
    if (problem.method.algorithm == Algorithm::automatic)
        problem = resolved(problem, engines().front()->engine);
    problem.input = Sample::f64;
    problem.method.memory = Memory::linear;
    problem.method.half_result = false;
    problem.method.precision = Precision::automatic;
    for (Boundary* boundary : {&problem.boundary, problem.boundary_y ? &*problem.boundary_y : nullptr})
        if (boundary && boundary->value.size() > 1) {
            // One channel, the mean of red, green and blue.
            std::vector<double>& v = boundary->value;
            v.assign(1, v.size() < 3 ? v[0] : (v[0] + v[1] + v[2]) / 3);
        }
    return problem;
}

Image image_of(const std::vector<std::vector<double>>& numbers) {
    Image X({int(numbers.front().size()), int(numbers.size()), 1}, Sample::f64);
    double* to = X.data<double>();
    for (const std::vector<double>& row : numbers) to = std::copy(row.begin(), row.end(), to);
    return X;
}

Image grey_of(const ConstImageView& part) {
    Image X({part.shape.width, part.shape.height, 1}, Sample::f64);
    for (int y = 0; y < part.shape.height; ++y)
        for (int x = 0; x < part.shape.width; ++x) {
            const std::array<double, 4> v = channels_at(part, x, y);
            X.view().row<double>(y)[x] = (v[0] + v[1] + v[2]) / 3;
        }
    return X;
}

Region cut_of(const Texture& input, const TeachSettings& teach) {
    const int w = std::min(teach.walk.size, input.width()), h = std::min(teach.walk.size, input.height());
    const auto from = [](float at, int size, int all) {
        return std::clamp(int(std::lround(at * float(all))) - size / 2, 0, all - size);
    };
    return {from(teach.impulse_x, w, input.width()), from(teach.impulse_y, h, input.height()), w, h};
}

}  // namespace

LessonSubject WalkView::asks(const LessonFrame& frame) const {
    const TeachSettings& teach = frame.settings.teach;
    LessonSubject subject =
        subject_of(frame, fmt::format("{} {}", teach.walk.block, numbers_text(teach.walk)));
    if (teach.walk.numbers.empty())
        subject.part = cut_of(frame.light, teach);
    else
        subject.input = 0, subject.version = 0, subject.part = {};
    return subject;
}

std::string WalkView::refusal() const {
    return why_no_walk(cut_problem(subject().problem));
}

void WalkView::make(const LessonFrame& frame, const ConstImageView& pixels) {
    const TeachSettings& teach = frame.settings.teach;
    const Image X = teach.walk.numbers.empty() ? grey_of(pixels) : image_of(teach.walk.numbers);
    Problem problem = cut_problem(subject().problem);
    problem.shape = X.shape();
    walk_ = make_walk(problem, X, teach.walk.block);
}

void WalkView::play(const LessonFrame& frame) {
    if (!walk_) return;
    TeachSettings& teach = frame.settings.teach;
    const double last = double(walk_->steps.size()) - 1;
    if (teach.walk.plays) teach.walk.step += frame.seconds / seconds_a_step;
    if (teach.walk.plays && teach.walk.step >= last + 1) {
        teach.walk.plays = teach.loop;
        teach.walk.step = teach.loop ? 0 : last;
    }
    teach.walk.step = std::clamp(teach.walk.step, 0.0, teach.walk.plays ? last + 1 : last);
}

// The number whose sum is shown while the mouse points at none: inside the second block, where something comes in.
WalkPick WalkView::usual_pick(const WalkStep& step) const {
    const Walk& w = *walk_;
    const int m = w.block_rows() > 1 ? 1 : 0, n = w.block_columns() > 1 ? 1 : 0, b = w.block;
    const int x = std::min(n * b + 1, w.width - 1), y = std::min(m * b + 1, w.height - 1);
    if (step.reach > 0)  // where there is something to add
        return {false,
                step.pass == 2 ? std::min(step.reach + 1, w.width - 1) : x,
                step.pass == 2 ? y : std::min(step.reach + 1, w.height - 1),
                Border::P,
                0,
                0,
                0,
                0};
    if (step.border < 0) {
        // A line of one block begins with nothing: its second number has something to take up.
        const int px = step.pass >= 2 && n > 0 ? n * b : x, py = step.pass >= 2 || m == 0 ? y : m * b;
        return {false, step.transposed ? py : px, step.transposed ? px : py, Border::P, m, n, 0, 0};
    }
    const bool last = step.border % 2 == 1;  // what comes from behind reaches the first block
    return {true,
            0,
            0,
            Border(step.border),
            last && step.border == 1 ? 0 : m,
            last && step.border == 3 ? 0 : n,
            step.border < 2 ? x : y,
            0};
}

// The wheel shows less or more, dragging another part; the next step has its number in sight again.
void WalkView::move_part(const Area& stage, const WalkPick& pick, std::size_t step) {
    const ImGuiIO& io = ImGui::GetIO();
    const int b = walk_->block;
    part_.look_x = pick.is_state
                       ? (pick.border == Border::P || pick.border == Border::E ? pick.lane : pick.n * b)
                       : pick.x;
    part_.look_y = pick.is_state
                       ? (pick.border == Border::P || pick.border == Border::E ? pick.m * b : pick.lane)
                       : pick.y;
    if (part_step_ != step || part_side_ != walk_->width) part_.moved = false;
    if (part_side_ != walk_->width || part_room_ != stage.width) part_.zoom = 0;
    part_step_ = step, part_side_ = walk_->width, part_room_ = stage.width;
    if (io.WantCaptureMouse || !stage.contains(io.MousePos.x, io.MousePos.y)) return;
    if (io.MouseWheel != 0) part_.zoom *= std::pow(1.2f, io.MouseWheel);
    if (ImGui::IsMouseDragging(0, 2) && part_.hides) {
        part_.moved = true;
        part_.x -= io.MouseDelta.x / std::max(part_.width, 1.0f);
        part_.y -= io.MouseDelta.y / std::max(part_.height, 1.0f);
    }
}

void WalkView::panels(const TeachLayout& layout, const Viewer&, Settings& settings) {
    TeachSettings& teach = settings.teach;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float em = ImGui::GetFontSize();
    // The strip has room for a row of steps alone, the rest of it belongs to the picture.
    const int less = std::max(layout.strip.height - int(5.2f * em), 0);
    PlayerAreas areas = layout;
    areas.stage.height += less, areas.panel.height += less, areas.transport.y += less;
    areas.strip.y += less, areas.strip.height -= less;
    const Area& stage = areas.stage;
    list.AddRectFilled({float(stage.x), float(stage.y)},
                       {float(stage.x + stage.width), float(stage.y + stage.height)},
                       IM_COL32(12, 13, 16, 255));
    if (!walk_) return say_why_not(stage);
    const auto number = std::size_t(std::clamp(int(teach.walk.step), 0, int(walk_->steps.size()) - 1));
    const WalkStep& step = walk_->steps[number];
    const int air = int(0.5f * em);
    const Area inside{stage.x + air, stage.y + air, std::max(stage.width - 2 * air, 1),
                      std::max(stage.height - 2 * air, 1)};
    const ImGuiIO& io = ImGui::GetIO();
    const std::optional<WalkPick> usual = usual_pick(step);
    move_part(stage, *usual, number);
    const bool moved = io.MousePos.x != mouse_x_ || io.MousePos.y != mouse_y_;
    const std::optional<WalkPick> picked = hovered_ ? *hovered_ : usual;
    const auto under = draw_walk(list, *walk_, step, inside, picked,
                                 io.WantCaptureMouse ? ImVec2{-1, -1} : io.MousePos, part_);
    if (moved && stage.contains(io.MousePos.x, io.MousePos.y)) hovered_ = under;
    if (moved && !stage.contains(io.MousePos.x, io.MousePos.y)) hovered_.reset();
    mouse_x_ = io.MousePos.x, mouse_y_ = io.MousePos.y;
    if (areas.panel.width > 0) panel(areas.panel, step, teach);
    if (areas.transport.height > 0) transport(areas.transport, teach);
    if (areas.strip.height > 0) strip(areas.strip, teach);
}

}  // namespace sweep::app
