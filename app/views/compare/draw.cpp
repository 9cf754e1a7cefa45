// What a comparison draws over the picture: the line of the wipe and the names of its sides, values in the
// pixels, pins, the scale of differences.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "app/views/compare/text.h"
#include "app/views/compare/view.h"

namespace sweep::app {
namespace {

constexpr ImU32 black = IM_COL32(0, 0, 0, 255), white = IM_COL32(255, 255, 255, 255);
constexpr float margin = 0.8f;  // em

using Rgb = std::array<float, 3>;

Rgb mix(const Rgb& a, const Rgb& b, float t) {
    return {std::lerp(a[0], b[0], t), std::lerp(a[1], b[1], t), std::lerp(a[2], b[2], t)};
}

// The colours of differences, as in shaders/canvas/display.glsl.
Rgb signed_map(float v) {
    v = std::clamp(v, -1.0f, 1.0f);
    const Rgb half_way = v < 0 ? Rgb{0.20f, 0.40f, 0.78f} : Rgb{0.95f, 0.62f, 0.25f};
    const Rgb end = v < 0 ? Rgb{0.02f, 0.10f, 0.50f} : Rgb{1.00f, 0.90f, 0.62f};
    const float t = 2 * std::abs(v);
    return t < 1 ? mix({0.5f, 0.5f, 0.5f}, half_way, t) : mix(half_way, end, t - 1);
}

ImU32 colour_of(const Rgb& c) {
    return ImGui::ColorConvertFloat4ToU32({c[0], c[1], c[2], 1});
}

// Black or white, whichever can be read on a pixel of this encoded brightness, 0 to 1.
ImU32 readable_on(float brightness) {
    return brightness > 0.48f ? IM_COL32(0, 0, 0, 235) : IM_COL32(255, 255, 255, 235);
}

float brightness(const Rgb& encoded) {
    return 0.25f * encoded[0] + 0.65f * encoded[1] + 0.10f * encoded[2];
}

// Draws a name on a plate with its centre at (x, y), but inside the area. One that would have to go further
// than `most` is left out: it would stand on what it does not name.
void side_name(ImDrawList& list, const Area& area, float x, float y, const std::string& text,
               float most = FLT_MAX) {
    const ImVec2 wanted{x, y};
    const float em = ImGui::GetFontSize();
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float width = size.x + 1.2f * em, height = size.y + 0.5f * em;
    x = std::clamp(x - width / 2, float(area.x) + 0.2f * em,
                   std::max(float(area.x + area.width) - width - 0.2f * em, float(area.x)));
    y = std::clamp(y - height / 2, float(area.y) + 0.2f * em,
                   std::max(float(area.y + area.height) - height - 0.2f * em, float(area.y)));
    if (std::abs(x + width / 2 - wanted.x) > most || std::abs(y + height / 2 - wanted.y) > most) return;
    plate(list, {x, y}, text.c_str(), colours::text);
}

// How high a name may stand without touching the title, which large letters make as high as a third of the
// window.
float highest_name(const Area& captions) {
    const float below_title = 6.5f * ImGui::GetFontSize();
    return float(captions.y) + std::max(0.3f * float(captions.height), below_title);
}

// Of the scale of colours.
float width_of_scale(const Area& captions) {
    const float em = ImGui::GetFontSize();
    return std::min(16 * em, float(captions.width) - 4 * em);
}

}  // namespace

float smallest_zoom_for_numbers() {
    return std::max(40.0f, 2.4f * ImGui::GetFontSize());
}

void CompareView::overlay(const ShownImages& shown, const Area& captions, CompareSettings& settings,
                          const Presentation& how, Viewer& viewer) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const Area& area = viewer.area();
    const std::vector<Pane> panes = panes_of(shown.view, settings, viewer, box_);
    for (const Pane& pane : panes) {
        const Area& own = pane.viewer.area();
        list.PushClipRect({float(own.x), float(own.y)},
                          {float(own.x + own.width), float(own.y + own.height)});
        draw_numbers(list, shown, settings, how, pane);
        draw_parts(list, shown, pane);
        draw_pins(list, pane.viewer);
        if (shown.after.texture && shown.view == View::wipe) draw_line(list, shown, settings, captions);
        list.PopClipRect();
    }
    if (panes.size() > 1) {
        draw_crosshair(list, panes);
        draw_names(list, shown, panes, captions);
    }
    where_window(area, viewer, settings);
    const float em = ImGui::GetFontSize();
    if (float(captions.width) < 8 * em || float(captions.height) < 8 * em) return;
    if (shown_difference_) draw_scale(list, shown, settings, captions);
    const std::string status = status_of(shown, settings, viewer);
    if (!status.empty() && magnifiers_.empty()) {  // the magnifier shows the values itself
        push_face(Face::mono);
        const std::string text = cut(status, float(captions.width) - 3 * em);
        const float of_scale = width_of_scale(captions) + 6 * em;
        const bool meets_scale =
            shown_difference_ && ImGui::CalcTextSize(text.c_str()).x > float(captions.width) - of_scale;
        const float above = meets_scale ? 5.8f : 4.3f;  // the lower edge, in em
        plate(list, {float(captions.x) + margin * em, float(captions.y + captions.height) - above * em},
              text.c_str(), colours::text);
        pop_face();
    }
    pin_list(shown, captions, settings);
}

bool CompareView::shows_before(const ShownImages& shown, const Pane& pane, float x, float y) const {
    if (!shown.after.texture || pane.shows == Shows::before) return true;
    return shown.view == View::wipe && !pane.after_side.contains(x, y);
}

// The outline of what is filtered, where that is not all. A wipe has it on both sides:
// within it they are to be compared.
void CompareView::draw_parts(ImDrawList& list, const ShownImages& shown, const Pane& pane) const {
    const bool is_wipe = shown.view == View::wipe;
    for (const ShownImage* image : {&shown.before, &shown.after}) {
        const bool is_seen = is_wipe || (image == &shown.before) == shows_before(shown, pane, 0, 0);
        if (!image->part || image->part->empty() || !is_seen) continue;
        const Point origin = pane.viewer.origin();
        const float zoom = pane.viewer.zoom();
        const ImVec2 from{std::round(origin.x + zoom * float(image->part->x)),
                          std::round(origin.y + zoom * float(image->part->y))},
            to{std::round(origin.x + zoom * float(image->part->x + image->part->width)),
               std::round(origin.y + zoom * float(image->part->y + image->part->height))};
        list.AddRect({from.x - 1, from.y - 1}, {to.x + 1, to.y + 1}, black, 0, 0, 3);
        list.AddRect({from.x - 1, from.y - 1}, {to.x + 1, to.y + 1}, white);
    }
}

// Side by side, the names stand beside the line between the halves, at the height of those of a wipe.
void CompareView::draw_names(ImDrawList& list, const ShownImages& shown, const std::vector<Pane>& panes,
                             const Area& captions) const {
    const float em = ImGui::GetFontSize();
    if (float(captions.width) < 8 * em || float(captions.height) < 8 * em) return;
    const float y = highest_name(captions);
    for (const Pane& pane : panes) {
        const bool before = !shown.after.texture || pane.shows == Shows::before;
        const Area& area = pane.viewer.area();
        const std::string text =
            cut(before ? shown.before.name : shown.after.name, float(area.width) - 2 * em);
        const float half = ImGui::CalcTextSize(text.c_str()).x / 2 + 1.1f * em;
        const bool first = &pane == &panes.front();
        side_name(list, area, first ? float(area.x + area.width) - half : float(area.x) + half, y, text);
    }
}

// Marks the pixel under the pointer in the other half, too.
void CompareView::draw_crosshair(ImDrawList& list, const std::vector<Pane>& panes) const {
    if (!hovered_) return;
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    for (const Pane& pane : panes) {
        const Area& area = pane.viewer.area();
        if (area.contains(pointer.x, pointer.y)) continue;
        const float em = ImGui::GetFontSize(), zoom = pane.viewer.zoom();
        const Point corner = pane.viewer.origin();
        const float x = corner.x + (float(hovered_->x) + 0.5f) * zoom,
                    y = corner.y + (float(hovered_->y) + 0.5f) * zoom;
        if (!area.contains(x, y)) continue;
        // The lines leave the pixel itself free.
        const float from = std::max(0.5f * zoom, 0.3f * em), to = from + 0.9f * em;
        for (const auto& [colour, width] : {std::pair{black, 0.24f * em}, {white, 0.1f * em}})
            for (const float way : {-1.0f, 1.0f}) {
                list.AddLine({x + way * from, y}, {x + way * to, y}, colour, width);
                list.AddLine({x, y + way * from}, {x, y + way * to}, colour, width);
            }
    }
}

void CompareView::draw_line(ImDrawList& list, const ShownImages& shown, const CompareSettings& settings,
                            const Area& captions) const {
    if (box_.width <= 0 || box_.height <= 0) return;
    const float em = ImGui::GetFontSize();
    const HalfPlane side = after_side(settings.wipe, box_);
    const std::optional<LineAcross> line = line_across(side, box_);
    if (!line) return;
    const auto [x, y, dx, dy, from, to] = *line;
    const ImVec2 first{x + from * dx, y + from * dy}, last{x + to * dx, y + to * dy};
    list.AddLine(first, last, IM_COL32(0, 0, 0, 160), 0.25f * em);
    list.AddLine(first, last, white, 0.1f * em);

    const float along = std::clamp(0.0f, from, to);
    const ImVec2 grip{x + along * dx, y + along * dy};
    list.AddCircleFilled(grip, 0.62f * em, IM_COL32(14, 16, 20, 232), 24);
    list.AddCircle(grip, 0.62f * em, white, 24, 0.1f * em);
    for (const float sign : {-1.0f, 1.0f}) {  // an arrow to each side of the line
        // dx and dy are copied, because clang 14 cannot capture structured bindings.
        const auto at = [&, dx = dx, dy = dy](float across, float beside) {
            return ImVec2{grip.x + (sign * across * side.x + beside * dx) * em,
                          grip.y + (sign * across * side.y + beside * dy) * em};
        };
        list.AddTriangleFilled(at(0.44f, 0), at(0.16f, 0.24f), at(0.16f, -0.24f), white);
    }
    if (float(captions.width) < 8 * em || float(captions.height) < 8 * em) return;
    // The names stand beside the upper part of the line, where the list of pins does not cover them.
    float quarter = std::lerp(from, to, dy >= 0 ? 0.3f : 0.7f);
    if (std::abs(dy) > 0.7f) quarter += std::max(highest_name(captions) - (y + quarter * dy), 0.0f) / dy;
    for (const bool after : {false, true}) {
        const std::string& name = after ? shown.after.name : shown.before.name;
        const std::string text = cut(name, 0.45f * float(captions.width));
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        const float reach = std::abs(side.x) * (size.x / 2 + 0.6f * em) +
                            std::abs(side.y) * (size.y / 2 + 0.25f * em) + 0.5f * em;
        const float across = after ? reach : -reach;
        side_name(list, captions, x + quarter * dx + across * side.x, y + quarter * dy + across * side.y,
                  text, em);
    }
}

void CompareView::draw_numbers(ImDrawList& list, const ShownImages& shown, const CompareSettings& settings,
                               const Presentation& how, const Pane& pane) const {
    const Viewer& viewer = pane.viewer;
    const float zoom = viewer.zoom(), least = smallest_zoom_for_numbers();
    const Region seen = viewer.in_sight();
    const Point corner = viewer.origin();
    if (settings.grid && zoom >= 0.4f * least) {
        // The lines fade in with the zoom.
        const float strength = std::clamp((zoom / least - 0.4f) / 0.6f, 0.0f, 1.0f);
        const ImU32 colour = IM_COL32(128, 128, 128, int(110 * strength));
        const float left = corner.x + float(seen.x) * zoom, top = corner.y + float(seen.y) * zoom;
        const float right = left + float(seen.width) * zoom, bottom = top + float(seen.height) * zoom;
        for (int i = 0; i <= seen.width; ++i)
            list.AddLine({left + float(i) * zoom, top}, {left + float(i) * zoom, bottom}, colour);
        for (int i = 0; i <= seen.height; ++i)
            list.AddLine({left, top + float(i) * zoom}, {right, top + float(i) * zoom}, colour);
    }
    if (!settings.numbers || zoom < least || numbers_.empty()) return;

    push_face(Face::mono);
    ImFont* font = ImGui::GetFont();
    const float letter = font->CalcTextSizeA(100, 1e9f, 0, "0").x / 100;
    const bool difference = shown_difference_ != nullptr;
    Presentation seen_as = how;
    seen_as.encoded = shown.encoded;
    for (int y = seen.y; y < seen.y + seen.height; ++y)
        for (int x = seen.x; x < seen.x + seen.width; ++x) {
            const Region& region = difference ? difference_numbers_ : numbers_;
            if (!region.contains(x, y)) continue;
            const std::size_t i =
                std::size_t(y - region.y) * std::size_t(region.width) + std::size_t(x - region.x);
            const float left = corner.x + float(x) * zoom, top = corner.y + float(y) * zoom;
            const bool before =
                numbers_after_.empty() || shows_before(shown, pane, left + 0.5f * zoom, top + 0.5f * zoom);
            const auto& values = difference ? numbers_difference_ : before ? numbers_before_ : numbers_after_;
            if (i >= values.size()) continue;
            const std::array<float, 4>& v = values[i];
            const Presentation of_side = (before ? shown.before : shown.after).shown_as(seen_as);
            const ValueKind kind = difference ? shown.difference_kind()
                                   : before   ? shown.before.kind()
                                              : shown.after.kind();
            const int lines = are_alike(v) ? 1 : 3;
            std::array<std::string, 3> text;
            std::size_t longest = 1;
            for (int c = 0; c < lines; ++c) {
                text[std::size_t(c)] = short_number(double(v[std::size_t(c)]), kind);
                longest = std::max(longest, text[std::size_t(c)].size());
            }
            const float size = std::floor(std::min(
                {0.88f * zoom / (letter * float(longest)), 0.86f * zoom / 3, 1.2f * ImGui::GetFontSize()}));
            const Rgb behind = difference ? signed_map(settings.gain() * largest_of(v))
                                          : on_screen(v, kind.content, of_side);
            const ImU32 colour = readable_on(brightness(behind));
            const float height = size * float(lines);
            for (int c = 0; c < lines; ++c) {
                const std::string& line = text[std::size_t(c)];
                const float width = letter * size * float(line.size());
                list.AddText(font, size,
                             {std::round(left + 0.5f * (zoom - width)),
                              std::round(top + 0.5f * (zoom - height) + size * float(c))},
                             colour, line.c_str());
            }
        }
    pop_face();
}

void CompareView::draw_pins(ImDrawList& list, const Viewer& viewer) const {
    const float em = ImGui::GetFontSize(), zoom = viewer.zoom();
    const Point corner = viewer.origin();
    for (std::size_t i = 0; i < pins_.size(); ++i) {
        const float x = corner.x + (float(pins_[i].at.x) + 0.5f) * zoom,
                    y = corner.y + (float(pins_[i].at.y) + 0.5f) * zoom;
        const float half = std::max(zoom / 2, 0.35f * em);
        outline(list, {x - half - 1, y - half - 1}, {x + half + 1, y + half + 1}, black, 0, 3);
        outline(list, {x - half, y - half}, {x + half, y + half}, ImGui::GetColorU32(colours::amber), 0,
                1.5f);
        const std::string name = fmt::format("{}", i + 1);
        const ImVec2 size = ImGui::CalcTextSize(name.c_str());
        const ImVec2 at{x + half + 0.2f * em, y - half - 0.3f * em};
        list.AddRectFilled(at, {at.x + size.x + 0.5f * em, at.y + size.y + 0.1f * em},
                           ImGui::GetColorU32(colours::plate), 0.25f * em);
        list.AddText({at.x + 0.25f * em, at.y + 0.05f * em}, ImGui::GetColorU32(colours::accent),
                     name.c_str());
    }
}

void CompareView::draw_scale(ImDrawList& list, const ShownImages& shown, const CompareSettings& settings,
                             const Area& captions) const {
    const float em = ImGui::GetFontSize();
    const float width = width_of_scale(captions), height = 0.8f * em;
    const ImVec2 at{float(captions.x + captions.width) - width - 2.2f * em,
                    float(captions.y + captions.height) - 3.3f * em};
    list.AddRectFilled({at.x - 1.4f * em, at.y - 0.5f * em},
                       {at.x + width + 1.4f * em, at.y + height + 1.7f * em},
                       ImGui::GetColorU32(colours::plate), 0.4f * em);
    constexpr int steps = 32;
    for (int i = 0; i < steps; ++i) {
        const auto v = [](int step) { return colour_of(signed_map(2 * float(step) / steps - 1)); };
        const float x = at.x + width * float(i) / steps;
        list.AddRectFilledMultiColor({x, at.y}, {x + width / steps + 0.5f, at.y + height}, v(i), v(i + 1),
                                     v(i + 1), v(i));
    }
    push_face(Face::mono);
    const double end = shown.difference_kind().of(1 / double(settings.gain()));
    const std::pair<float, std::string> marks[] = {
        {0, fmt::format("-{:.3g}", end)}, {0.5f, "0"}, {1, fmt::format("+{:.3g}", end)}};
    for (const auto& [where, text] : marks) {
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        const float x = at.x + where * width;
        list.AddLine({x, at.y + height}, {x, at.y + height + 0.25f * em}, ImGui::GetColorU32(colours::text));
        const float left = std::clamp(x - size.x / 2, at.x - 1.1f * em, at.x + width + 1.1f * em - size.x);
        list.AddText({left, at.y + height + 0.3f * em}, ImGui::GetColorU32(colours::text), text.c_str());
    }
    pop_face();
}

}  // namespace sweep::app
