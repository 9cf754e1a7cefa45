// The magnifier beside the pointer. It shows the pixels of any view as squares, large enough to count and to
// read.
#include <algorithm>
#include <cstdint>

#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "app/views/compare/view.h"

namespace sweep::app {
namespace {

// The room below the square: lines of values, and the name of the input at the lower edge of the picture.
constexpr float text_lines = 3, below_em = 1.2f * text_lines + 2.6f;

}  // namespace

void CompareView::place_magnifiers(const ShownImages& shown, CompareSettings& settings,
                                   const Viewer& viewer) {
    magnifiers_.clear();
    magnified_.reset();
    if (!settings.magnifier) return;
    const Region picture = whole(*shown.before.texture);
    // The magnifier stays where the pointer was last, so that the controls can be used while it is open.
    if (hovered_) settings.magnifier_at = hovered_;
    if (settings.magnifier_at) settings.magnifier_at = nearest_in(picture, *settings.magnifier_at);
    magnified_ = settings.magnifier_at.value_or(Pixel{picture.width / 2, picture.height / 2});
    for (const Pane& pane : panes_of(shown.view, settings, viewer, box_))
        if (auto magnifier = magnifier_over(pane, *magnified_, float(settings.magnifier_zoom),
                                            below_em * ImGui::GetFontSize()))
            magnifiers_.push_back(*magnifier);
}

void CompareView::draw_magnifiers(const Display& display, const ShownImages& shown,
                                  const CompareSettings& settings, const Presentation& how) {
    CompareSettings sharp = settings;
    sharp.nearest = true;
    for (std::size_t i = 0; i < magnifiers_.size(); ++i) {
        const Pane& pane = magnifiers_[i].in_texture;
        const int side = pane.viewer.area().width;
        Square& square = squares_[i];
        if (!square.texture.is(side, side)) {
            Texture fresh(side, side, GL_RGBA8);
            square.target = Framebuffer({&fresh}, nullptr);
            square.texture = std::move(fresh);
        }
        Canvas canvas{square.target.name(), side, side};
        glBindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
        glClearColor(background[0], background[1], background[2], 1);
        glClear(GL_COLOR_BUFFER_BIT);
        draw_pane(display, shown, sharp, how, pane, canvas);
    }
}

void CompareView::magnifier_overlay(const ShownImages& shown, const Settings& settings,
                                    const Presentation& how) const {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float em = ImGui::GetFontSize();
    const ImU32 black = IM_COL32(0, 0, 0, 200), accent = ImGui::GetColorU32(colours::amber);
    const auto frame = [&](ImVec2 a, ImVec2 b, float thick) {
        outline(list, a, b, black, 0, 3 * thick);
        outline(list, a, b, accent, 0, thick);
    };
    for (std::size_t i = 0; i < magnifiers_.size(); ++i) {
        const Magnifier& magnifier = magnifiers_[i];
        const Viewer& inside = magnifier.in_window.viewer;
        const Area& area = inside.area();
        const ImVec2 a{float(area.x), float(area.y)},
            b{float(area.x + area.width), float(area.y + area.height)};
        // The frame of the part that is magnified; the square does not cover it.
        const float reach = std::max(magnifier.reach, 0.25f * em);
        const Point at = magnifier.at;
        frame({at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}, 0.08f * em);

        list.AddImage(texture_id(squares_[i].texture.name()), a, b, {0, 1}, {1, 0});
        list.PushClipRect(a, b, true);
        draw_numbers(list, shown, settings.compare, how, magnifier.in_window);
        if (shown.after.texture && shown.view == View::wipe)
            if (const auto line =
                    line_across(magnifier.in_window.after_side, {a.x, a.y, b.x - a.x, b.y - a.y})) {
                const auto place = [&](float t) {
                    return ImVec2{line->x + t * line->dx, line->y + t * line->dy};
                };
                list.AddLine(place(line->from), place(line->to), black, 0.25f * em);
                list.AddLine(place(line->from), place(line->to), IM_COL32_WHITE, 0.1f * em);
            }
        const float half = 0.5f * inside.zoom();
        const ImVec2 middle{0.5f * (a.x + b.x), 0.5f * (a.y + b.y)};
        list.AddRect({middle.x - half - 1, middle.y - half - 1}, {middle.x + half + 1, middle.y + half + 1},
                     black);
        outline(list, {middle.x - half, middle.y - half}, {middle.x + half, middle.y + half}, accent, 0,
                1.5f);
        list.PopClipRect();
        frame(a, b, 0.12f * em);

        if (!settings.captions) continue;
        push_face(Face::mono);
        std::string text = magnifier_text(shown, magnifier.in_window, false);
        const auto width_of = [](const std::string& lines) {
            return ImGui::CalcTextSize(lines.c_str()).x + 1.2f * ImGui::GetFontSize();
        };
        if (width_of(text) > float(magnifier.around.width))
            text = magnifier_text(shown, magnifier.in_window, true);
        const float width = width_of(text);
        const float left = float(magnifier.around.x), right = left + float(magnifier.around.width) - width;
        const float x = std::clamp(a.x, left, std::max(left, right));
        plate(list, {x, b.y + 0.2f * em}, text.c_str(), colours::text);
        pop_face();
    }
}

}  // namespace sweep::app
