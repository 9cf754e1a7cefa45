#include "app/views/measure/view.h"

#include <algorithm>
#include <cmath>
#include <exception>

#include <imgui.h>

#include "app/ui/gui.h"
#include "app/ui/plots/plot.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

constexpr double seconds_between_questions = 0.25;
constexpr std::size_t most_pixels = std::size_t(1) << 24;
constexpr ImU32 black = IM_COL32(0, 0, 0, 200);

// The images that a range is to suit: those that the view shows.
bool shows_before(const ShownImages& shown) {
    return !shown.after.texture || shown.view == View::wipe || shown.view == View::side_by_side;
}

// The pixel under the pointer, inside the picture.
Pixel pixel_at(const Viewer& viewer, const Point& window, const Region& picture) {
    const Point at = viewer.picture_at(window.x, window.y);
    return nearest_in(picture, {int(std::floor(at.x)), int(std::floor(at.y))});
}

}  // namespace

void present(Presentation& how, const MeasureSettings& settings, const ValueUnit& unit) {
    if (settings.range) {
        how.has_range = true;
        how.black = unit.value_of(settings.range->black);
        how.white = unit.value_of(settings.range->white);
    }
    if (unit.one_channel) how.map = settings.map;
    // Numbers that are no light have their place in a colour map as they are.
    how.even_map = unit.is_data || (unit.is_whole() && unit.is_even());
}

ValueRange shown_range(const MeasureSettings& settings, const ValueKind& kind) {
    if (settings.range) return *settings.range;
    return kind.content == Content::differences ? ValueRange{kind.of(-0.5), kind.of(0.5)}
                                                : ValueRange{kind.unit.of(0), kind.unit.of(1)};
}

bool shows_scale(const Settings& settings, bool is_grey) {
    const MeasureSettings& measure = settings.measure;
    return settings.captions && settings.view != View::difference && settings.view != View::passes &&
           (measure.range || measure.fit_range || (is_grey && measure.map != ColourMap::grey));
}

bool MeasureView::pointer(Settings& settings, const Viewer& viewer) {
    MeasureSettings& measure = settings.measure;
    const ImGuiIO& io = ImGui::GetIO();
    if (!ImGui::IsMouseDown(0)) draws_ = false;
    if (measure.tool == MeasureTool::off || !measure.panel || settings.view == View::passes) return false;
    const Point at = pointer_over(settings.view, viewer);
    auto& ends = measure.tool == MeasureTool::line ? measure.line : measure.box;
    if (!io.WantCaptureMouse && viewer.area().contains(at.x, at.y)) {
        if (ImGui::IsMouseClicked(0) && !io.KeyCtrl && !io.KeyShift && !io.KeyAlt) {
            draws_ = true;
            const Pixel from = pixel_at(viewer, at, picture_);
            ends = {from, from};
        }
    }
    if (draws_) (*ends)[1] = pixel_at(viewer, at, picture_);
    return draws_;
}

void MeasureView::update(const ShownImages& shown, bool source_changed, Settings& settings, double now) {
    MeasureSettings& measure = settings.measure;
    if (source_changed || shown.is_other_result) ++input_;
    const bool moves = source_changed && moved_before_;
    if (source_changed && !moves) ++pictures_;
    moved_before_ = source_changed;
    picture_ = whole(*shown.before.texture);
    names_ = {"original", "filtered"};
    if (shown.other_problem) names_ = {"slot 1", "slot 2"};
    settled_ = true;
    if (task_.running()) {
        try {
            if (auto done = task_.take()) measured_ = std::move(done);
        } catch (const std::exception& error) {
            trouble_ = error.what();
            measured_.reset();
        }
        if (!task_.running()) made_ = asked_;
    }
    if (read_.arrived()) {
        trouble_.clear();
        task_.start([parts = read_.parts(), region = region_, channel = channel_, before = kind_before_,
                     after = kind_after_](const std::stop_token&) {
            Measured m;
            m.region = region;
            m.before = plane_of(parts[0], region, before, channel);
            m.table_before = table_of(m.before);
            if (parts.size() < 2) return m;
            m.after = plane_of(parts[1], region, after, channel);
            m.table_after = table_of(m.after);
            return m;
        });
    }
    if (shown.is_preview()) {
        settled_ = false;
        return;
    }
    const bool is_needed = (measure.panel || measure.fit_range) && shown.view != View::passes;
    if (!is_needed) {
        made_.reset();
        measured_.reset();
        return;
    }
    const Subject subject{input_,
                          measure.channel,
                          shown.after.texture != nullptr,
                          shown.problem && shown.after.texture ? *shown.problem : Problem{},
                          shown.other_problem ? *shown.other_problem : Problem{},
                          shown.derived,
                          shown.other_derived,
                          shown.before.unit,
                          shown.before.content,
                          shown.after.content};
    const bool is_current = made_ == subject;
    // Of pictures that move, the values are those of a moment ago.
    Subject made_now = subject;
    if (made_) made_now.input = made_->input;
    settled_ = is_current || (moves && made_ == made_now);
    // Whoever compares two views or two filters sees them in one range: it holds until it is asked for again.
    const Fitted fits{pictures_, (shown.after.texture ? shown.after : shown.before).content,
                      shown.before.unit};
    if (settled_ && measured_ && measure.fit_range && (!measure.range || fitted_ != fits)) {
        fit(shown, measure);
        fitted_ = fits;
    }
    if (!is_current && !read_.busy() && !task_.running() && now >= next_question_) {
        next_question_ = now + seconds_between_questions;
        channel_ = measure.channel;
        ask(shown);
        asked_ = subject;
    }
}

void MeasureView::ask(const ShownImages& shown) {
    const Texture& picture = *shown.before.texture;
    region_ = middle_of({picture.width(), picture.height(), 4}, most_pixels);
    kind_before_ = shown.before.kind();
    kind_after_ = shown.after.kind();
    std::vector<ReadBack::Part> parts{{&picture, region_}};
    if (shown.after.texture) parts.push_back({shown.after.texture, region_});
    read_.ask(parts);
}

void MeasureView::fit(const ShownImages& shown, MeasureSettings& settings) const {
    const Measured& m = *measured_;
    const bool after = shown.after.texture && !m.after.values.empty(), before = !after || shows_before(shown);
    double low = double(before ? m.before.low : m.after.low),
           high = double(before ? m.before.high : m.after.high);
    if (after && before) {
        low = std::min(low, double(m.after.low));
        high = std::max(high, double(m.after.high));
    }
    // A constant picture is black.
    if (!(high > low)) high = low + std::max(std::abs(low) * 1e-3, shown.before.unit.is_whole() ? 1.0 : 1e-6);
    settings.range = {low, high};
}

void MeasureView::overlay(const ShownImages& shown, const Settings& settings, const Presentation& how,
                          const Viewer& viewer, const Area& below) const {
    const MeasureSettings& measure = settings.measure;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float em = ImGui::GetFontSize(), zoom = viewer.zoom();
    const ImU32 accent = ImGui::GetColorU32(colours::amber);
    const auto on_window = [&](const Pane& pane, double x, double y) {
        const Point corner = pane.viewer.origin();
        return ImVec2{corner.x + float(x) * zoom, corner.y + float(y) * zoom};
    };
    if (measure.panel)
        for (const Pane& pane : panes_of(
                 shown.view, settings.compare, viewer,
                 picture_in_sight(viewer, shown.before.texture->width(), shown.before.texture->height()))) {
            const Area& own = pane.viewer.area();
            list.PushClipRect({float(own.x), float(own.y)},
                              {float(own.x + own.width), float(own.y + own.height)});
            if (measure.line) {
                const auto [from, to] = *measure.line;
                const ImVec2 a = on_window(pane, from.x + 0.5, from.y + 0.5),
                             b = on_window(pane, to.x + 0.5, to.y + 0.5);
                list.AddLine(a, b, black, 0.3f * em);
                list.AddLine(a, b, accent, 0.12f * em);
                list.AddCircleFilled(a, 0.3f * em, accent);  // where the profile begins
                list.AddCircle(b, 0.3f * em, accent, 0, 0.12f * em);
            }
            if (measure.box) {
                const Region box = box_between(*measure.box);
                const ImVec2 a = on_window(pane, box.x, box.y),
                             b = on_window(pane, box.x + box.width, box.y + box.height);
                outline(list, {a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, black, 0, 3);
                outline(list, a, b, accent, 0, 1.5f);
            }
            list.PopClipRect();
        }
    if (!(measure.range || how.map != ColourMap::grey) || shown.view == View::difference || below.width <= 1)
        return;
    const ShownImage& image = shown.after.texture ? shown.after : shown.before;
    const ValueRange range = shown_range(measure, image.kind());
    const float width = 16 * em, height = 0.8f * em;
    const ImVec2 at{float(below.x + below.width) - width - 2.2f * em, float(below.y) + 0.5f * em};
    Presentation seen_as = image.shown_as(how);
    seen_as.encoded = shown.encoded;
    constexpr int steps = 64;
    const auto colour = [&](int i) {
        const double value = range.black + (range.white - range.black) * i / steps;
        const float v = float(image.kind().unit.value_of(value));
        const std::array<float, 3> c = on_screen({v, v, v, 1}, image.content, seen_as);
        return ImGui::ColorConvertFloat4ToU32({c[0], c[1], c[2], 1});
    };
    for (int i = 0; i < steps; ++i) {
        const float x = at.x + width * float(i) / steps;
        list.AddRectFilledMultiColor({x, at.y}, {x + width / steps + 0.5f, at.y + height}, colour(i),
                                     colour(i + 1), colour(i + 1), colour(i));
    }
    push_face(Face::mono);
    for (const PlotTick& tick : plot_ticks({range.black, range.white}, 5)) {
        const float t = float((tick.value - range.black) / (range.white - range.black));
        if (!(t >= 0 && t <= 1)) continue;
        const ImVec2 size = ImGui::CalcTextSize(tick.text.c_str());
        const float x = at.x + t * width;
        list.AddLine({x, at.y + height}, {x, at.y + height + 0.25f * em}, ImGui::GetColorU32(colours::text));
        const float left = std::clamp(x - size.x / 2, at.x - 1.1f * em, at.x + width + 1.1f * em - size.x);
        list.AddText({left, at.y + height + 0.3f * em}, ImGui::GetColorU32(colours::text), tick.text.c_str());
    }
    pop_face();
}

}  // namespace sweep::app
