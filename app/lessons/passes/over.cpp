// Draws over the picture of the passes: the front with its arrows, the line whose numbers are shown, the
// boundary's name.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/base/number_text.h"
#include "app/lessons/passes/passes.h"
#include "app/lessons/passes/words.h"
#include "app/lessons/walk/view/drawing.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

constexpr ImU32 white = IM_COL32(255, 255, 255, 255);

ImU32 with_alpha(const ImVec4& colour, float alpha) {
    return ImGui::GetColorU32({colour.x, colour.y, colour.z, alpha});
}

// A dashed line with dark edges, which is visible over every picture.
void dotted_line(ImDrawList& list, ImVec2 from, ImVec2 to, float dash) {
    const float dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
    if (length < 1) return;
    for (float at = 0; at < length; at += 2 * dash) {
        const float end = std::min(at + dash, length);
        const ImVec2 a{from.x + dx * at / length, from.y + dy * at / length},
            b{from.x + dx * end / length, from.y + dy * end / length};
        list.AddLine(a, b, IM_COL32(0, 0, 0, 130), thick(3));
        list.AddLine(a, b, IM_COL32(255, 255, 255, 190), thick(1.2f));
    }
}

// Names the extension in the margin on the side from which the pass comes.
const char* extension_words(BoundaryKind kind, bool forward) {
    if (forward || !is_extended(kind) || wraps_around(kind)) return info(kind).label.data();
    return keeps_constants(kind) ? "the previous pass, continued beyond the edge"
                                 : "the previous pass, continued beyond the edge, decays";
}

}  // namespace

void PassesView::front(const Over& over) const {
    const SweepPlace& place = over.place;
    const float em = ImGui::GetFontSize(), zoom = over.viewer.zoom();
    const Point corner = over.viewer.origin();
    const Area& stage = over.layout.stage;
    const float right = corner.x + zoom * float(images_.width()),
                low = corner.y + zoom * float(images_.height());
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect({float(stage.x), float(stage.y)},
                      {float(stage.x + stage.width), float(stage.y + stage.height)});

    // `start` and `at` are the first edge and the front, in the direction of the pass; `way` is its sign.
    const bool columns = place.columns(), forward = place.forward();
    const float way = forward ? 1.0f : -1.0f;
    const float start = forward ? (columns ? corner.y : corner.x) : (columns ? low : right);
    const float at = start + way * float(place.lines) * zoom;
    const float from = columns ? corner.x : corner.y, to = columns ? right : low;
    const auto point = [&](float along, float across) {
        return columns ? ImVec2{across, along} : ImVec2{along, across};
    };
    const auto box = [&](float along0, float along1, float across0, float across1, ImU32 colour) {
        const ImVec2 a = point(std::min(along0, along1), across0),
                     b = point(std::max(along0, along1), across1);
        list.AddRectFilled(a, b, colour);
    };

    // The feedback window is the last r lines that the front has passed.
    const float window = float(std::min(images_.design().order(), place.lines)) * zoom;
    if (zoom >= 3) {
        box(at, at - way * window, from, to, with_alpha(colours::amber, 0.20f));
        for (int k = 1; k <= std::min(images_.design().order(), place.lines); ++k) {
            const float edge = at - way * float(k) * zoom;
            list.AddLine(point(edge, from), point(edge, to), with_alpha(colours::amber, 0.55f));
        }
    } else {
        box(at, at - way * std::max(window, 3.0f), from, to, with_alpha(colours::amber, 0.60f));
    }
    // The front glows on the side to which it moves.
    for (int k = 1; k <= 5; ++k)
        box(at, at + way * float(k) * 0.14f * em, from, to, with_alpha({1, 0.93f, 0.75f, 1}, 0.10f));
    list.AddLine(point(at, from), point(at, to), white, std::max(2.0f, 0.13f * em));
    const float size = 0.42f * em;
    const int arrows = std::max(int((to - from) / (5 * em)), 1);
    for (int k = 0; k < arrows; ++k) {
        const float across = from + (to - from) * (float(k) + 0.5f) / float(arrows);
        const ImVec2 tip = point(at + way * 1.25f * size, across);
        const ImVec2 left = point(at + way * 0.2f * size, across - size),
                     other = point(at + way * 0.2f * size, across + size);
        list.AddTriangleFilled(tip, left, other, white);
        list.AddTriangle(tip, left, other, IM_COL32(0, 0, 0, 150), 1);
    }

    // The line whose numbers are shown, and where it meets the front.
    const float line = (columns ? corner.x : corner.y) + (float(columns ? column_ : row_) + 0.5f) * zoom;
    if (column_ >= 0 || row_ >= 0) {
        dotted_line(list, point(forward ? start : at, line), point(forward ? at : start, line), 0.25f * em);
        const float ring = 0.36f * em;
        list.AddCircle(point(at - way * 0.5f * zoom, line), ring, IM_COL32(0, 0, 0, 200), 0, thick(4));
        list.AddCircle(point(at - way * 0.5f * zoom, line), ring, ImGui::GetColorU32(colours::amber), 0,
                       thick(2));
    }

    // The boundary, beside the edge from which the pass comes.
    const char* words = extension_words(
        (columns ? images_.problem().boundary_of_columns() : images_.problem().boundary).kind, forward);
    const ImVec2 text = ImGui::CalcTextSize(words);
    if (columns && over.layout.margin > text.y + 4) {
        const float y = start - way * 0.5f * over.layout.margin - 0.5f * text.y;
        list.AddRectFilled({corner.x + 0.4f * em, y - 2}, {corner.x + text.x + 1.2f * em, y + text.y + 2},
                           ImGui::GetColorU32(colours::plate), 4);
        list.AddText({corner.x + 0.8f * em, y}, ImGui::GetColorU32(colours::text), words);
    } else if (!columns) {
        const float y = corner.y - 0.5f * over.layout.margin - 0.5f * text.y;
        const float x =
            forward ? corner.x - 0.6f * over.layout.margin : right - text.x + 0.4f * over.layout.margin;
        if (y > float(stage.y)) list.AddText({x, y}, ImGui::GetColorU32(colours::faint), words);
    }
    // Where there is no panel of numbers, a label names the pass, at the edge without the boundary's name.
    const float upper = float(stage.y) + 0.5f * em, lower = float(stage.y + stage.height) - 2.0f * em;
    if (over.layout.panel.width == 0)
        plate(list, {float(stage.x) + 0.5f * em, columns && !forward ? upper : lower}, pass_title(place.pass),
              colours::text);
    list.PopClipRect();
}

// Along the line what has made the kept pixel, and what it makes, as far as the front has come.
void PassesView::lineage(const Over& over) const {
    const SweepPlace& place = over.place;
    if (!trace_ || traced_pass_ != place.pass) return;
    const int sample = shown_sample(place);
    const LineLineage all = lineage_at(*trace_, sample);
    const float em = ImGui::GetFontSize(), zoom = over.viewer.zoom(), least = std::max(0.6f * em, zoom);
    const Point corner = over.viewer.origin();
    const Area& stage = over.layout.stage;
    const bool columns = place.columns();
    const float line = (columns ? corner.x : corner.y) + (float(columns ? column_ : row_) + 0.5f) * zoom,
                from = columns ? corner.y : corner.x;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect({float(stage.x), float(stage.y)},
                      {float(stage.x + stage.width), float(stage.y + stage.height)});
    const auto pixel = [&](int i) {
        const float at = from + float(trace_->index(i)) * zoom;
        return columns ? std::pair{ImVec2{line - 0.5f * least, at}, ImVec2{line + 0.5f * least, at + zoom}}
                       : std::pair{ImVec2{at, line - 0.5f * least}, ImVec2{at + zoom, line + 0.5f * least}};
    };
    // Along a wide filter every share is small: the largest is drawn in full.
    const auto mark = [&](const std::vector<double>& shares, int way, int first) {
        const double most = *std::max_element(shares.begin(), shares.end());
        for (int j = first; j < int(shares.size()); ++j) {
            const auto [a, b] = pixel(sample + way * j);
            const double share = most > 0 ? shares[std::size_t(j)] / most : 0;
            list.AddRectFilled(a, b, lineage_ink(way > 0, 0.85f * lineage_strength(share)));
        }
    };
    mark(all.made_of, -1, 0);
    mark(all.makes, 1, 1);
    const auto [a, b] = pixel(sample);
    for (const auto& [colour, wide] : {std::pair{IM_COL32(0, 0, 0, 255), 5.0f}, {white, 2.0f}})
        outline(list, {a.x - 2, a.y - 2}, {b.x + 2, b.y + 2}, colour, 2, thick(wide));
    list.PopClipRect();
}

void PassesView::enlarged(const Over& over) const {
    const float em = ImGui::GetFontSize();
    const int k = over.settings.teach.enlarged;
    const Area& stage = over.layout.stage;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    std::string text = fmt::format("{}: {}", pass_letters[std::size_t(k)], image_words(k));
    if (images_.gain(k) != 1)
        text += fmt::format(", shown {} times brighter", plain_number(double(images_.gain(k))));
    plate(list, {float(stage.x) + 0.6f * em, float(stage.y) + 0.4f * em}, text.c_str(), colours::text);
}

}  // namespace sweep::app
