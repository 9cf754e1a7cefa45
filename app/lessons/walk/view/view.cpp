#include "app/lessons/walk/view/view.h"

#include <algorithm>
#include <array>
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
    lineage_.reset();
    marked_.reset();
    marks_ = {};
    pointed_.reset();
    walk_ = make_walk(problem, X, teach.walk.block);
    traffic_ = traffic_of(problem);
    whole_.reset();
    if (is_recursive(problem.filter.kind) && problem.method.algorithm != Algorithm::rt) {
        problem.method.algorithm = Algorithm::rt;
        whole_ = make_walk(problem, X, teach.walk.block);
    }
    usual_.reset();
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

// The number whose sum is shown while the mouse points at none: of those that the step makes, the one whose sum has the
// most terms that are seen, since the step is about these.
WalkPick WalkView::usual_pick(std::size_t number) {
    if (usual_ && usual_->first == number) return usual_->second;
    const WalkStep& step = walk_->steps[number];
    const WalkPick first = first_pick(step);
    const auto seen_terms = [&](const WalkPick& pick) {
        constexpr double least_seen = 5e-4;  // of four digits
        const std::vector<WalkTerm> terms = sum_of(*walk_, step, pick).terms;
        return std::count_if(terms.begin(), terms.end(),
                             [](const WalkTerm& term) { return std::abs(term.product()) >= least_seen; });
    };
    WalkPick best = first;
    auto most = seen_terms(first);
    const auto consider = [&](const WalkPick& pick) {
        if (const auto terms = seen_terms(pick); terms > most) most = terms, best = pick;
    };
    if (first.is_state) {
        const BorderStates& s = walk_->states[std::size_t(first.border)];
        const int b = walk_->block, rows = walk_->block_rows(), columns = walk_->block_columns();
        for (int m = rows - 1; m >= 0; --m)
            for (int n = columns - 1; n >= 0; --n) {
                const int from = (first.border < Border::P_rows ? n : m) * b;
                for (int lane = from; lane < std::min(from + b, s.lanes); ++lane)
                    consider({true, false, 0, 0, first.border, m, n, lane, 0});
            }
    } else if (step.reach == 0) {
        for (int y = std::min(first.y, walk_->height - 1); y < walk_->height; ++y)
            for (int x = std::min(first.x, walk_->width - 1); x < walk_->width; ++x)
                consider({false, false, x, y, Border::P, 0, 0, 0, 0});
    }
    usual_ = {number, best};
    return best;
}

// Inside the second block, where something comes in.
WalkPick WalkView::first_pick(const WalkStep& step) const {
    const Walk& w = *walk_;
    const int m = w.block_rows() > 1 ? 1 : 0, n = w.block_columns() > 1 ? 1 : 0, b = w.block;
    const int x = std::min(n * b + 1, w.width - 1), y = std::min(m * b + 1, w.height - 1);
    if (step.reach > 0)  // where there is something to add
        return {false,
                false,
                step.pass == 2 ? std::min(step.reach + 1, w.width - 1) : x,
                step.pass == 2 ? y : std::min(step.reach + 1, w.height - 1),
                Border::P,
                0,
                0,
                0,
                0};
    if (step.forgotten && step.border < 0) {
        // The border that was stored or completed last.
        int i = borders - 1;
        while (i > 0 && walk_->states[std::size_t(i)].blocks == 0) --i;
        return {true, false, 0, 0, Border(i), m, n, i < 2 ? x : y, 0};
    }
    if (step.border < 0) {
        // A line of one block begins with nothing: its second number has something to take up.
        const int px = step.pass >= 2 && n > 0 ? n * b : x, py = step.pass >= 2 || m == 0 ? y : m * b;
        return {false, false, step.transposed ? py : px, step.transposed ? px : py, Border::P, m, n, 0, 0};
    }
    const bool last = step.border % 2 == 1;  // what comes from behind reaches the first block
    return {true,
            false,
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
    if (part_side_ != walk_->width || part_room_ != stage.width) part_.zoomed = false;
    if (!part_.zoomed) part_.zoom = 0;
    part_step_ = step, part_side_ = walk_->width, part_room_ = stage.width;
    if (io.WantCaptureMouse || !stage.contains(io.MousePos.x, io.MousePos.y)) return;
    if (io.MouseWheel != 0) {
        part_.zoom = std::max(part_.zoom, 1.0f) * std::pow(1.2f, io.MouseWheel);
        part_.zoomed = true;
    }
    if (ImGui::IsMouseDragging(0, 2) && part_.hides) {
        part_.moved = true;
        part_.x -= io.MouseDelta.x / std::max(part_.width, 1.0f);
        part_.y -= io.MouseDelta.y / std::max(part_.height, 1.0f);
    }
}

void WalkView::panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) {
    if (const int before = std::exchange(fits_, viewer.fits()); before != fits_) {
        part_ = {};
        if (before > 0) part_.zoom = 1, part_.zoomed = true;  // asked for, not only by opening a picture
    }
    TeachSettings& teach = settings.teach;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float em = ImGui::GetFontSize();
    // The strip has room for a row of steps alone, and the player for its buttons; the rest belongs to the picture.
    const int less = std::max(layout.strip.height - int(5.2f * em), 0);
    PlayerAreas areas = layout;
    areas.strip.y += less, areas.strip.height -= less;
    const int shorter = std::max(areas.transport.height - int(3.2f * em), 0);
    areas.transport.y += less + shorter, areas.transport.height -= shorter;
    areas.stage.height += less + shorter, areas.panel.height += less + shorter;
    if (layout.on_stage && walk_ && areas.panel.width > 0) {
        // The more samples a state has, the more room the numbers need.
        constexpr std::array<float, most_walk_order> parts{0.42f, 0.37f, 0.33f};
        const int all = areas.stage.width + areas.panel.width,
                  panel =
                      int(parts[std::size_t(std::clamp(walk_->order, 1, most_walk_order) - 1)] * float(all));
        areas.panel.x += areas.panel.width - panel;
        areas.panel.width = panel, areas.stage.width = all - panel;
    }
    const Area& stage = areas.stage;
    list.AddRectFilled({float(stage.x), float(stage.y)},
                       {float(stage.x + stage.width), float(stage.y + stage.height)},
                       ImGui::GetColorU32(colours::stage));
    if (!walk_) return say_why_not(stage);
    const auto number = std::size_t(std::clamp(int(teach.walk.step), 0, int(walk_->steps.size()) - 1));
    const WalkStep& step = walk_->steps[number];
    const int air = int(0.5f * em);
    const Area inside{stage.x + air, stage.y + air, std::max(stage.width - 2 * air, 1),
                      std::max(stage.height - 2 * air, 1)};
    const ImGuiIO& io = ImGui::GetIO();
    const std::optional<WalkPick> usual = usual_pick(number);
    if (part_.on_stage != layout.on_stage) part_.zoomed = false;  // nothing of a lecture is cropped
    part_.on_stage = layout.on_stage;
    move_part(stage, *usual, number);
    const bool moved = io.MousePos.x != mouse_x_ || io.MousePos.y != mouse_y_;
    keep_to(number);
    mark(number);
    const bool is_own = !is_hidden() && hovered_;
    WalkLook look{is_own ? *hovered_ : kept_ ? *kept_ : *usual, is_hidden(), marks_};
    if (pointed_ && kept_) look.named = lineage().place(*pointed_);
    if (look.named && step.transposed) std::swap(look.named->x, look.named->y);
    const auto under = draw_walk(list, *walk_, step, inside, look,
                                 io.WantCaptureMouse ? ImVec2{-1, -1} : io.MousePos, part_);
    if (moved && stage.contains(io.MousePos.x, io.MousePos.y)) hovered_ = under;
    if (moved && !stage.contains(io.MousePos.x, io.MousePos.y)) hovered_.reset();
    mouse_x_ = io.MousePos.x, mouse_y_ = io.MousePos.y;
    take_click(stage, under);
    if (areas.panel.width > 0 && layout.on_stage) stage_panel(areas.panel, step, number);
    if (areas.panel.width > 0 && !layout.on_stage) panel(areas.panel, step, teach);
    if (areas.panel.width <= 0 && question_) say_answer(inside);
    if (areas.transport.height > 0) transport(areas.transport, teach);
    if (areas.strip.height > 0) strip(areas.strip, teach);
}

}  // namespace sweep::app
