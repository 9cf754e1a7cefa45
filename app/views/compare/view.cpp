// Computes comparisons: what is compared, when it is requested, and when the answer arrives.
// app/views/compare/draw.cpp draws over the picture.
#include "app/views/compare/view.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <imgui.h>

#include "core/base/error.h"

namespace sweep::app {
namespace {

constexpr double seconds_between_questions = 0.25;
constexpr std::size_t most_for_statistics = std::size_t(4) << 20;  // pixels

bool is_table(const ShownImage& image) {
    return image.content == Content::float_table || image.content == Content::integer_table;
}

Region around(Pixel at) {
    return {at.x, at.y, 1, 1};
}

}  // namespace

bool CompareView::pointer(Settings& settings, const Viewer& viewer) {
    const ImGuiIO& io = ImGui::GetIO();
    CompareSettings& compare = settings.compare;
    const auto [px, py] = pointer_over(settings.view, viewer);
    hovered_.reset();
    const bool over = !io.WantCaptureMouse && viewer.area().contains(px, py);
    if (over) {
        const Point at = viewer.picture_at(px, py);
        hovered_ = Pixel{int(std::floor(at.x)), int(std::floor(at.y))};
    }
    if (!ImGui::IsMouseDown(0)) grab_ = Grab::none;
    if (over && settings.view == View::difference && io.KeyAlt && io.MouseWheel != 0) {
        compare.fit_gain = false;
        compare.gain_steps =
            std::clamp(compare.gain_steps + (io.MouseWheel > 0 ? 1 : -1), 0, most_gain_steps);
        return true;
    }
    if (over && compare.magnifier && io.KeyShift && io.MouseWheel != 0) {
        compare.magnifier_zoom =
            std::clamp(io.MouseWheel > 0 ? compare.magnifier_zoom * 2 : compare.magnifier_zoom / 2,
                       least_magnifier_zoom, most_magnifier_zoom);
        return true;
    }
    if (settings.view != View::wipe || box_.width <= 0 || box_.height <= 0) return false;

    Wipe& wipe = compare.wipe;
    Wipe straight = wipe;
    straight.swapped = false;
    const HalfPlane line = after_side(straight, box_);
    const float distance = line.x * px + line.y * py - line.offset;
    const float middle_x = box_.x + box_.width / 2, middle_y = box_.y + box_.height / 2;
    const auto put_through = [&](float x, float y) {
        Wipe centred = straight;
        centred.angle = wipe.angle;
        centred.position = 0.5f;
        const HalfPlane half = after_side(centred, box_);
        const float extent = std::abs(half.x) * box_.width + std::abs(half.y) * box_.height;
        wipe.position = std::clamp(0.5f + (half.x * x + half.y * y - half.offset) / extent, 0.0f, 1.0f);
    };
    const bool near_line = over && std::abs(distance) < 0.6f * ImGui::GetFontSize();
    if (near_line || grab_ != Grab::none)
        ImGui::SetMouseCursor(std::abs(line.x) > 0.9f   ? ImGuiMouseCursor_ResizeEW
                              : std::abs(line.y) > 0.9f ? ImGuiMouseCursor_ResizeNS
                                                        : ImGuiMouseCursor_ResizeAll);
    if (near_line && ImGui::IsMouseClicked(0)) {
        if (io.KeyShift) {
            wipe.swapped = !wipe.swapped;
            return true;
        }
        grab_ = io.KeyCtrl ? Grab::turn : Grab::move;
        grab_offset_ = distance;
        // The line turns about its point nearest to the middle of the picture.
        const float away = line.x * middle_x + line.y * middle_y - line.offset;
        pivot_x_ = middle_x - away * line.x;
        pivot_y_ = middle_y - away * line.y;
    }
    if (grab_ == Grab::move) put_through(px - grab_offset_ * line.x, py - grab_offset_ * line.y);
    if (grab_ == Grab::turn) {
        const float dx = px - pivot_x_, dy = py - pivot_y_;
        if (dx * dx + dy * dy > ImGui::GetFontSize() * ImGui::GetFontSize()) {
            // The line runs from the pivot to the pointer, and its normal stays on its side.
            float angle = std::atan2(-dx, dy) * 180 / std::numbers::pi_v<float>;
            angle += 180 * std::round((wipe.angle - angle) / 180);
            if (const float straightest = 45 * std::round(angle / 45); std::abs(angle - straightest) < 3)
                angle = straightest;
            wipe.angle = std::remainder(angle, 360.0f);
            put_through(pivot_x_, pivot_y_);
        }
    }
    return grab_ != Grab::none;
}

void CompareView::pin_at_pointer(CompareSettings& settings) const {
    if (!hovered_) return;
    const auto there = std::find(settings.pins.begin(), settings.pins.end(), *hovered_);
    if (there != settings.pins.end())
        settings.pins.erase(there);
    else
        settings.pins.push_back(*hovered_);
}

void CompareView::update(const ShownImages& shown, CompareSettings& settings, const Viewer& viewer,
                         double now) {
    const Texture& picture = *shown.before.texture;
    box_ = picture_in_sight(viewer, picture.width(), picture.height());
    if (hovered_ && !whole(picture).contains(hovered_->x, hovered_->y)) hovered_.reset();
    for (Pixel& pin : settings.pins) pin = nearest_in(whole(picture), pin);
    place_magnifiers(shown, settings, viewer);
    if (shown.changed) ++input_;
    take_answer(settings);
    if (snapshot_.arrived()) start_job();
    shown_difference_ = nullptr;
    computing_ = false;
    settled_ = !shown.is_preview();
    if (shown.view == View::difference && shown.after.texture) {
        compare(shown, settings, now);
    } else {
        made_.reset();
        statistics_.reset();
        note_.clear();
    }
    take_values();
    if (!shown.is_preview()) ask_values(shown, settings, viewer);
}

void CompareView::compare(const ShownImages& shown, CompareSettings& settings, double now) {
    if (is_table(shown.after) || is_table(shown.before)) {
        note_ = "tables are not compared";
        made_.reset();
        statistics_.reset();
        return;
    }
    const CompareTarget against = settings.against;
    const bool is_truth = against == CompareTarget::reference || against == CompareTarget::gaussian;
    if (is_truth && !shown.has_truth) {
        note_ = "the truth of this picture is in sweep filter --check";
        made_.reset();
        statistics_.reset();
        return;
    }
    const ComparisonKey now_made{
        against,       *shown.problem,      shown.other_problem ? *shown.other_problem : Problem{},
        shown.derived, shown.other_derived, input_};
    const bool same_kind =
        made_ && made_->against == against && made_->problem.shape == now_made.problem.shape;
    if (!same_kind) {
        statistics_.reset();
        note_.clear();
    }
    if (!is_truth) {
        compare_textures(shown);
        shown_difference_ = &difference_;
        region_ = whole(difference_);
    } else if (same_kind && truth_ && note_.empty()) {
        shown_difference_ = &truth_;
        region_ = truth_region_;
    }
    const bool up_to_date = made_ == now_made;
    ComparisonKey moved = now_made;
    if (made_) moved.input = made_->input;
    const bool only_moved = same_kind && made_ == moved;
    computing_ = is_truth && !(up_to_date || (only_moved && shown.changed));
    settled_ = up_to_date || (only_moved && shown.changed);
    if (up_to_date || comparer_.busy() || snapshot_.busy() || snapshot_is_out_ || now < next_question_)
        return;
    next_question_ = now + seconds_between_questions;
    if (is_truth)
        ask_truth(shown, now_made, against == CompareTarget::gaussian ? Truth::gaussian : Truth::reference);
    else
        ask_statistics(now_made);
}

void CompareView::compare_textures(const ShownImages& shown) {
    const Texture& result = *shown.after.texture;
    if (!difference_.is(result.width(), result.height())) {
        Texture fresh(result.width(), result.height(), GL_RGBA32F);
        difference_target_ = Framebuffer({&fresh}, nullptr);
        difference_ = std::move(fresh);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, difference_target_.name());
    glViewport(0, 0, result.width(), result.height());
    difference_program_.use();
    difference_program_.set("result", 0);
    difference_program_.set("other", 1);
    result.bind(0);
    shown.before.texture->bind(1);
    draw_fullscreen();
}

void CompareView::ask_statistics(const ComparisonKey& now_made) {
    const Region region = middle_of({difference_.width(), difference_.height(), 4}, most_for_statistics);
    const ReadBack::Part parts[] = {{&difference_, region}};
    region_of_statistics_ = region;
    asked_ = now_made;
    snapshot_.ask(parts);
}

void CompareView::ask_truth(const ShownImages& shown, const ComparisonKey& now_made, Truth truth) {
    try {
        asked_regions_ = derived_truth_regions(shown.derived, *shown.problem, truth);
    } catch (const Error& error) {
        note_ = error.what();
        statistics_.reset();
        made_ = now_made;
        return;
    }
    truth_kind_ = truth;
    asked_ = now_made;
    const ReadBack::Part parts[] = {{shown.source, asked_regions_.needed},
                                    {shown.after.texture, asked_regions_.compared}};
    snapshot_.ask(parts);
}

// The snapshot has arrived, and stays until the answer does.
void CompareView::start_job() {
    if (comparer_.busy()) return;
    snapshot_is_out_ = true;
    const std::vector<ConstImageView> parts = snapshot_.parts();
    const CompareTarget against = asked_->against;
    if (against == CompareTarget::reference || against == CompareTarget::gaussian) {
        comparer_.start([parts, truth = truth_kind_, regions = asked_regions_, problem = asked_->problem,
                         derived = asked_->derived] {
            Compared answer;
            answer.region = regions.compared;
            answer.difference =
                difference_from(parts[1], derived_truth_of(derived, problem, truth, regions, parts[0]));
            answer.statistics = statistics_of(std::as_const(answer.difference).view());
            return answer;
        });
    } else {
        comparer_.start([parts, region = region_of_statistics_] {
            Compared answer;
            answer.region = region;
            answer.statistics = statistics_of(parts[0]);
            return answer;
        });
    }
}

void CompareView::take_answer(CompareSettings& settings) {
    std::optional<Compared> answer = comparer_.take();
    if (!answer) return;
    snapshot_is_out_ = false;
    made_.reset();  // until the whole answer is taken
    note_ = answer->note;
    if (!note_.empty()) {
        made_ = asked_;
        statistics_.reset();
        return;
    }
    statistics_ = answer->statistics;
    statistics_->at.x += answer->region.x;
    statistics_->at.y += answer->region.y;
    statistics_region_ = answer->region;
    if (settings.fit_gain) settings.gain_steps = fitting_gain_steps(statistics_->largest);
    if (!answer->difference.empty()) {
        const Shape& shape = answer->difference.shape();
        if (!truth_.is(shape.width, shape.height)) truth_ = Texture(shape.width, shape.height, GL_RGBA32F);
        truth_.upload(GL_RGBA, GL_FLOAT, answer->difference.data<void>());
        truth_region_ = answer->region;
    }
    made_ = asked_;
}

// One question is asked at a time, and answered one or two frames later.
void CompareView::ask_values(const ShownImages& shown, const CompareSettings& settings,
                             const Viewer& viewer) {
    if (values_read_.busy()) return;
    Question question;
    for (const Pixel& pin : settings.pins) question.pins.push_back({pin, false, false, {}, {}, {}});
    question.hovered = hovered_ ? hovered_ : magnified_;
    if (settings.numbers && viewer.zoom() >= smallest_zoom_for_numbers())
        question.numbers = viewer.in_sight();
    else if (settings.numbers && !magnifiers_.empty() &&
             magnifiers_[0].in_window.viewer.zoom() >= smallest_zoom_for_numbers())
        question.numbers = magnifiers_[0].in_window.viewer.in_sight();
    question.has_after = shown.after.texture != nullptr;
    if (question.pins.empty() && !question.hovered && question.numbers.empty()) {
        pins_.clear();
        hovered_values_.reset();
        numbers_ = {};
        return;
    }
    std::vector<ReadBack::Part> parts;
    const bool in_difference = shown_difference_ != nullptr;
    const auto ask = [&](const Region& region) {
        parts.push_back({shown.before.texture, region});
        if (question.has_after) parts.push_back({shown.after.texture, region});
        if (!in_difference) return;
        Region part = intersection(region, region_);
        part.x -= region_.x;
        part.y -= region_.y;
        parts.push_back({shown_difference_, part});
    };
    question.has_difference = in_difference;
    question.region = in_difference ? region_ : Region{};
    for (const PixelValues& pin : question.pins) ask(around(pin.at));
    if (question.hovered) ask(around(*question.hovered));
    if (!question.numbers.empty()) ask(question.numbers);
    question_ = std::move(question);
    values_read_.ask(parts);
}

void CompareView::take_values() {
    if (!values_read_.arrived()) return;
    const Question& q = question_;
    std::size_t next = 0;
    const auto take = [&](Pixel at) {
        PixelValues pixel{at, true, q.has_after, {}, {}, {}};
        pixel.before = channels_at(values_read_.parts()[next++], 0, 0);
        pixel.after = q.has_after ? channels_at(values_read_.parts()[next++], 0, 0) : pixel.before;
        for (std::size_t c = 0; c < 4; ++c) pixel.difference[c] = pixel.after[c] - pixel.before[c];
        if (q.has_difference) {
            const ConstImageView& part = values_read_.parts()[next++];
            if (part.data) {
                // The other image may be the truth, which is no texture of the window: then `before` is
                // computed from the difference.
                pixel.difference = channels_at(part, 0, 0);
                for (std::size_t c = 0; c < 3; ++c) pixel.before[c] = pixel.after[c] - pixel.difference[c];
            }
        }
        return pixel;
    };
    pins_ = q.pins;
    for (PixelValues& pin : pins_) pin = take(pin.at);
    hovered_values_.reset();
    if (q.hovered) hovered_values_ = take(*q.hovered);
    numbers_ = q.numbers;
    if (numbers_.empty()) return;
    const auto copy = [&](std::vector<std::array<float, 4>>& to, const ConstImageView& from) {
        to.clear();
        for (int y = 0; y < from.shape.height; ++y)
            for (int x = 0; x < from.shape.width; ++x) {
                const std::array<double, 4> v = channels_at(from, x, y);
                to.push_back({float(v[0]), float(v[1]), float(v[2]), float(v[3])});
            }
    };
    copy(numbers_before_, values_read_.parts()[next++]);
    numbers_after_.clear();
    if (q.has_after) copy(numbers_after_, values_read_.parts()[next++]);
    numbers_difference_.clear();
    if (q.has_difference) {
        copy(numbers_difference_, values_read_.parts()[next++]);
        difference_numbers_ = intersection(numbers_, q.region);
    }
}

void CompareView::draw(const Display& display, const ShownImages& shown, const CompareSettings& settings,
                       const Presentation& how, const Viewer& viewer, Canvas& canvas) const {
    for (const Pane& pane : panes_of(shown.view, settings, viewer, box_))
        draw_pane(display, shown, settings, how, pane, canvas);
}

void CompareView::draw_pane(const Display& display, const ShownImages& shown, const CompareSettings& settings,
                            const Presentation& how, const Pane& pane, Canvas& canvas) const {
    const auto show = [&](const ShownImage& image, const Presentation& as) {
        Presentation p = image.shown_as(as);
        p.encoded = image.content == Content::integer_table ? shown.encoded_tables : shown.encoded;
        p.nearest = settings.nearest && image.reduction == 1;
        p.has_mipmaps = image.has_mipmaps;
        p.not_finite = settings.not_finite;
        p.clipping = settings.clipping;
        const float r = float(image.reduction);
        const Viewer& v = pane.viewer;
        const Viewer reduced = v.moved_to(v.area(), v.zoom() * r, {v.centre().x / r, v.centre().y / r});
        display.draw(*image.texture, image.content, reduced, p, canvas);
    };
    Presentation one = how, other = how;
    if (!shown.after.texture || pane.shows == Shows::before) {
        show(shown.before, one);
    } else if (shown.view == View::wipe) {
        one.side = pane.after_side;
        other.side = one.side.other();
        // Positions on the line belong to one side only.
        other.side.offset = std::nextafter(other.side.offset, INFINITY);
        show(shown.after, one);
        show(shown.before, other);
    } else if (shown.view == View::difference) {
        other.dimmed = 0.3f;
        const Texture& picture = *shown.before.texture;
        if (!shown_difference_ || region_ != whole(picture)) show(shown.after, other);
        if (!shown_difference_) return;
        one.gain = settings.gain();
        one.offset_x = float(region_.x);
        one.offset_y = float(region_.y);
        show({shown_difference_, Content::comparison, {}, false}, one);
    } else {
        show(shown.after, one);
    }
}

}  // namespace sweep::app
