// What lies over the picture in the lesson on tables: the box with its corners, the errors, the front of a sweep.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/lessons/table/view.h"
#include "app/lessons/table/words.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

constexpr ImU32 white = IM_COL32(255, 255, 255, 255);

ImU32 with_alpha(const ImVec4& colour, float alpha) {
    return ImGui::GetColorU32({colour.x, colour.y, colour.z, alpha});
}

// The window's place of a point of the picture.
ImVec2 place_of_point(const Viewer& viewer, double x, double y) {
    const Point corner = viewer.origin();
    return {corner.x + float(x) * viewer.zoom(), corner.y + float(y) * viewer.zoom()};
}

// A letter with its sign on a plate that lies in the stage, beside the corner on the side away from the box.
void corner_mark(ImDrawList& list, ImVec2 at, int k, const std::string& number, const Area& stage) {
    if (!stage.contains(at.x, at.y)) return;
    const float em = ImGui::GetFontSize();
    const ImVec4& colour = corner_signs[std::size_t(k)] > 0 ? colours::good : colours::accent;
    const std::string text = fmt::format("{} {}  {}", corner_signs[std::size_t(k)] > 0 ? "+" : "-",
                                         corner_letters[std::size_t(k)], number);
    push_face(Face::mono);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const bool right = k == 0 || k == 2, low = k < 2;
    ImVec2 a{right ? at.x + 0.7f * em : at.x - 0.7f * em - size.x,
             low ? at.y + 0.5f * em : at.y - 0.5f * em - size.y};
    a.x = std::clamp(a.x, float(stage.x) + 0.6f * em,
                     std::max(float(stage.x + stage.width) - size.x - 0.6f * em, float(stage.x)));
    a.y = std::clamp(a.y, float(stage.y) + 0.4f * em,
                     std::max(float(stage.y + stage.height) - size.y - 0.4f * em, float(stage.y)));
    list.AddRectFilled({a.x - 0.35f * em, a.y - 0.15f * em},
                       {a.x + size.x + 0.35f * em, a.y + size.y + 0.15f * em},
                       ImGui::GetColorU32(colours::plate), 0.25f * em);
    list.AddText(a, ImGui::GetColorU32(colour), text.c_str());
    pop_face();
    list.AddCircleFilled(at, 0.36f * em, ImGui::GetColorU32(colours::plate));
    list.AddCircleFilled(at, 0.26f * em, ImGui::GetColorU32(colour));
}

}  // namespace

void TableView::drag_box(const Viewer& viewer, const Area& stage, TeachSettings& teach) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool inside = !io.WantCaptureMouse && stage.contains(io.MousePos.x, io.MousePos.y);
    const Point at = viewer.picture_at(io.MousePos.x, io.MousePos.y);
    if (teach.table.shows == TableShow::sweep) {
        drags_ = false;
        const bool moved = io.MouseDelta.x != 0 || io.MouseDelta.y != 0;
        if (inside && moved) column_ = std::max(int(at.x), 0), row_ = std::max(int(at.y), 0);
        return;
    }
    if (inside && ImGui::IsMouseClicked(0) && !io.KeyShift) {
        drags_ = true;
        pressed_ = at;
    }
    if (!ImGui::IsMouseDown(0)) drags_ = false;
    // A click alone leaves the box as it is.
    if (!drags_ || !ImGui::IsMouseDragging(0, 2)) return;
    // The pixels of both ends belong to the box, and what lies outside of the picture is cut off.
    const auto side = [](float a, float b, int all, double& from, double& to) {
        const double first = std::clamp(std::floor(double(std::min(a, b))), 0.0, double(all - 1)),
                     last = std::clamp(std::ceil(double(std::max(a, b))), first + 1, double(all));
        from = first / all;
        to = last / all;
    };
    side(pressed_.x, at.x, picture_.width, teach.table.box[0], teach.table.box[2]);
    side(pressed_.y, at.y, picture_.height, teach.table.box[1], teach.table.box[3]);
}

// The rectangle of A is all that is coloured and the box; B is the part at the left, C the part above, and D belongs to
// both.
void TableView::draw_box(const Area& stage, const Viewer& viewer, bool says_sum) const {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const Region& box = sums_->box;
    const ImVec2 zero = place_of_point(viewer, 0, 0), a = place_of_point(viewer, box.x, box.y),
                 b = place_of_point(viewer, box.x + box.width, box.y + box.height),
                 end = place_of_point(viewer, picture_.width, picture_.height);
    const ImU32 removed = with_alpha(colours::amber, 0.20f), beyond = IM_COL32(0, 0, 0, 110);
    list.AddRectFilled(zero, {a.x, b.y}, removed);
    list.AddRectFilled(zero, {b.x, a.y}, removed);
    list.AddRectFilled({b.x, zero.y}, {end.x, b.y}, beyond);
    list.AddRectFilled({zero.x, b.y}, end, beyond);
    const auto line = [&](ImVec2 from, ImVec2 to) {
        list.AddLine(from, to, with_alpha(colours::amber, 0.75f), thick(1.5f));
    };
    line({zero.x, a.y}, a);
    line({zero.x, b.y}, {a.x, b.y});
    line({a.x, zero.y}, a);
    line({b.x, zero.y}, {b.x, a.y});
    outline(list, {a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, IM_COL32(0, 0, 0, 180), 0, thick(4));
    outline(list, a, b, white, 0, thick(2));
    const std::array<ImVec2, 4> corners{b, {a.x, b.y}, {b.x, a.y}, a};
    // What is pointed at is the sum of all that lies above it and left of it.
    const ImGuiIO& io = ImGui::GetIO();
    for (std::size_t k = 0; k < corners.size() && !io.WantCaptureMouse && !ImGui::IsMouseDown(0); ++k)
        if (std::hypot(io.MousePos.x - corners[k].x, io.MousePos.y - corners[k].y) < ImGui::GetFontSize()) {
            const ImVec4& colour = corner_signs[k] > 0 ? colours::good : colours::accent;
            list.AddRectFilled(zero, corners[k], with_alpha(colour, 0.35f));
            outline(list, zero, corners[k], ImGui::GetColorU32(colour), 0, thick(3));
            break;
        }
    for (int k = 3; k >= 0; --k)
        corner_mark(list, corners[std::size_t(k)], k, entry_text(*table_, sums_->entries[std::size_t(k)]),
                    stage);
    if (!says_sum) return;
    const float em = ImGui::GetFontSize();
    plate(list, {float(stage.x) + 0.5f * em, float(stage.y) + 0.4f * em},
          fmt::format("s = A - B - C + D = {:.7g}, the mean {:.5g}", sums_->sum, sums_->mean).c_str(),
          colours::text);
}

void TableView::draw_errors(const Area& stage, const Viewer& viewer) const {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    if (!map_) return;
    // An error stands in the middle of its box.
    const double x = 0.5 * (error_width_ - 1), y = 0.5 * (error_height_ - 1);
    const ImVec2 a = place_of_point(viewer, x, y),
                 b = place_of_point(viewer, x + map_->width, y + map_->height);
    list.AddImage(texture_id(map_colours_.name()), a, b);
    if (map_->largest == 0) return;
    const ImVec2 p = place_of_point(viewer, map_->x, map_->y),
                 q = place_of_point(viewer, map_->x + error_width_, map_->y + error_height_);
    outline(list, {p.x - 1, p.y - 1}, {q.x + 1, q.y + 1}, IM_COL32(0, 0, 0, 180), 0, thick(4));
    outline(list, p, q, ImGui::GetColorU32(colours::teal), 0, thick(2));
    const float em = ImGui::GetFontSize();
    const std::string words = "the worst box: " + error_text(map_->largest);
    const float wide = ImGui::CalcTextSize(words.c_str()).x + em;
    const float left =
        std::clamp(p.x, float(stage.x), std::max(float(stage.x + stage.width) - wide, float(stage.x)));
    plate(list, {left, q.y + 2.2f * em < float(stage.y + stage.height) ? q.y + 0.4f * em : p.y - 1.9f * em},
          words.c_str(), colours::good);
}

void TableView::draw_front(const Area& stage, const Viewer& viewer, const TeachSettings& teach) const {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float em = ImGui::GetFontSize();
    const Front now = front(teach);
    const bool columns = now.place.columns();
    const auto point = [&](double along, double across) {
        return columns ? place_of_point(viewer, across, along) : place_of_point(viewer, along, across);
    };
    const int across = columns ? picture_.width : picture_.height;
    const ImVec2 a = point(now.place.lines, 0), b = point(now.place.lines, across);
    list.AddLine(a, b, with_alpha(colours::amber, 0.35f), 0.9f * em);
    list.AddLine(a, b, white, std::max(2.0f, 0.13f * em));
    const float size = 0.42f * em;
    const int arrows = std::max(int(std::hypot(b.x - a.x, b.y - a.y) / (5 * em)), 1);
    for (int k = 0; k < arrows; ++k) {
        const ImVec2 at = point(now.place.lines, across * (k + 0.5) / arrows);
        const auto off = [&](float along, float beside) {
            return columns ? ImVec2{at.x + beside, at.y + along} : ImVec2{at.x + along, at.y + beside};
        };
        list.AddTriangleFilled(off(1.3f * size, 0), off(0.2f * size, size), off(0.2f * size, -size), white);
    }
    const ImVec2 first = point(0, now.line + 0.5), last = point(now.place.lines, now.line + 0.5);
    list.AddLine(first, last, IM_COL32(0, 0, 0, 150), thick(3));
    list.AddLine(first, last, with_alpha(colours::amber, 0.9f), thick(1.3f));
    list.AddCircle(point(std::max(now.place.lines - 0.5, 0.0), now.line + 0.5), 0.36f * em,
                   ImGui::GetColorU32(colours::amber), 0, thick(2));
    plate(list, {float(stage.x) + 0.6f * em, float(stage.y + stage.height) - 1.9f * em},
          "each sum is shown as a mean", colours::faint);
}

}  // namespace sweep::app
