// Which number of the walk is looked at: the one that is pointed at or kept, its lineage, its sum unfolded, and the
// number that is hidden until somebody types it.
#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "app/lessons/walk/view/view.h"
#include "core/base/error.h"

namespace sweep::app {

RightAnswer right_answer(const WalkSum& sum) {
    return {sum.value, [sum](double given) { return verdict_on(sum, given).is_right; },
            [sum](double given) { return remark_on(sum, given); }};
}

void WalkView::let_go() {
    kept_.reset();
    question_.reset();
    pointed_.reset();
    unknown_.clear();
    is_of_lecture_ = false;
    levels_ = 0;
}

void WalkView::keep(const std::string& name, bool hides, const TeachSettings& teach) {
    let_go();
    asked_.reset();
    hovered_.reset();
    if (!name.empty()) asked_ = {pick_of(name), hides, name, std::size_t(std::max(teach.walk.step, 0.0))};
}

// What a lecture names is known to be there when the walk is. A number is kept as long as the step is seen.
void WalkView::keep_to(std::size_t number) {
    if (is_busy()) return;
    const auto is_there = [&](const WalkPick& pick) {
        return pick.enters || is_shown(*walk_, walk_->steps[number], pick);
    };
    if (step_ != number || (kept_ && !is_there(*kept_))) let_go();
    step_ = number;
    const std::optional<Asked> asked = std::exchange(asked_, {});
    if (!asked) return;
    if (asked->step != number || !is_there(asked->pick)) {
        unknown_ = fmt::format("step {} of the walk shows no number {}", asked->step + 1, asked->name);
        return;
    }
    kept_ = asked->pick;
    if (asked->hides) ask();
    is_of_lecture_ = asked->hides;
}

std::string WalkView::why_not() const {
    return unknown_.empty() || is_busy() ? LessonHost::why_not() : unknown_;
}

const WalkLineage& WalkView::lineage() {
    if (!lineage_) lineage_.emplace(*walk_);
    return *lineage_;
}

// The lineage of the number that is pointed at, or kept; that of the usual number would be over every picture. What is
// made of a number, in later steps, is shown while it is pointed at; otherwise what it is made of.
void WalkView::mark(std::size_t number) {
    const bool is_pointed_at = hovered_ && !is_hidden();
    const std::optional<WalkPick> of = is_pointed_at ? hovered_ : kept_;
    const auto wanted = of ? std::optional(std::tuple{number, *of, is_pointed_at}) : std::nullopt;
    if (marked_ == wanted) return;
    marked_ = wanted;
    marks_ = of ? marks_of(lineage(), *walk_, int(number), *of) : WalkMarks{};
    if (is_pointed_at) return;
    std::erase_if(marks_.marks, [](const WalkMark& m) { return m.kinship == Kinship::is_made_of_it; });
    std::erase_if(marks_.arrows, [](const WalkArrow& arrow) { return arrow.is_ahead; });
}

// A click keeps the number, and another one unfolds its sum once more; one beside the numbers lets it go.
void WalkView::take_click(const Area& stage, const std::optional<WalkPick>& under) {
    const ImGuiIO& io = ImGui::GetIO();
    constexpr float still = 4;  // pixels: what goes further is a drag
    const ImVec2 from = io.MouseClickedPos[0];
    const bool clicked = ImGui::IsMouseReleased(0) && io.MouseDragMaxDistanceSqr[0] < still * still &&
                         stage.contains(from.x, from.y) && !io.WantCaptureMouse;
    if (!clicked || is_hidden()) return;
    if (under && kept_ == under) return unfold();
    let_go();
    if (!under) return;
    kept_ = under;
    levels_ = 1;
}

void WalkView::unfold() {
    if (!walk_ || is_hidden()) return;
    constexpr int most_levels = 12;
    if (!kept_) kept_ = shown_pick(walk_->steps[step_]);
    levels_ = std::min(levels_ + 1, most_levels);
}

void WalkView::hide() {
    if (!walk_ || is_of_lecture_) return;
    const bool asks = !question_;
    const WalkPick pick = shown_pick(walk_->steps[step_]);
    let_go();
    if (!asks || sum_of(*walk_, walk_->steps[step_], pick).terms.size() < 2) return;
    kept_ = pick;
    ask();
}

std::optional<WalkView::AskedNumber> WalkView::asked_number() const {
    if (!question_ || !walk_ || !kept_) return {};
    return AskedNumber{questions_, is_hidden(), sum_of(*walk_, walk_->steps[step_], *kept_)};
}

void WalkView::reveal() {
    if (!is_hidden() || !walk_ || !kept_) return;
    question_->clear();
    question_->answer(sum_of(*walk_, walk_->steps[step_], *kept_));
}

bool WalkView::press(Chord chord, TeachSettings&) {
    const bool escapes = chord == Chord(Key::escape);
    if (!is_hidden() || !walk_) {
        if (!escapes || !kept_) return false;
        let_go();
        return true;
    }
    if (!chord.control && chord.key < int(Key::tab) && question_->type(char(chord.key))) return true;
    if (chord == Chord(Key::backspace)) {
        question_->take_back();
    } else if (chord == Chord(Key::enter)) {
        question_->answer(sum_of(*walk_, walk_->steps[step_], *kept_));
    } else if (escapes && !question_->typed().empty()) {
        question_->clear();
    } else if (escapes && !is_of_lecture_) {
        let_go();
    } else {
        return false;
    }
    return true;
}

}  // namespace sweep::app
