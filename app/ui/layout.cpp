#include "app/ui/layout.h"

#include <algorithm>
#include <cmath>

#include <imgui.h>

#include "app/ui/gui.h"

namespace sweep::app {
namespace {

// The line of big letters lies below the picture, so that it hides nothing of it.
void take_big_type(Layout& layout, int height) {
    const int tall = std::min(int(0.115f * float(height)), layout.captions.height / 2);
    layout.picture.height -= tall;
    layout.captions.height -= tall;
    layout.big_type = layout.captions;
    layout.big_type.y += layout.captions.height;
    layout.big_type.height = tall;
}

// The large panel of tuning stands below the controls where a column of its own would leave less than two thirds of a
// window to the picture: there the controls have room down to sigma. It takes such a column in a large window, and
// where the controls are not seen. If there is no room for that either, it lies over the picture; if there is no room
// at all, it is left out.
void take_tune(Layout& layout) {
    const float em = ImGui::GetFontSize();
    Area& picture = layout.picture;
    const Area window{0, 0, picture.width + layout.controls.width, picture.height};
    const int column = int((float(window.width) < 90 * em ? 21.8f : 27.0f) * em);
    if (!layout.narrow && window.width < 110 * em && float(window.height) >= 40 * em) {
        const int upper = int(std::max(0.42f * float(window.height), 21.5f * em));
        layout.controls = {window.width - column, 0, column, upper};
        layout.tune = {window.width - column, upper, column, window.height - upper};
        picture.width = window.width - column;
        return;
    }
    const float least = 31 * em, most = 44 * em, beside = 10 * em;
    const int width = std::min(int(std::clamp(0.5f * float(picture.width), least, most)), picture.width);
    if (float(width) < 24 * em || float(picture.height) < 20 * em) return;
    layout.tune = {picture.x + picture.width - width, picture.y, width, picture.height};
    if (float(picture.width - width) >= beside) picture.width -= width;
}

// A line below the picture, or a table of at most `most` pixels. They are left out where not even the line has room.
void take_times(Layout& layout, int height, bool table, int most) {
    const float em = ImGui::GetFontSize(), padding = 2 * ImGui::GetStyle().WindowPadding.y;
    push_face(Face::mono);
    const float line = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
    pop_face();
    // There is always room for the longest list, so that the picture keeps its size whatever is shown. No
    // line is cut.
    constexpr float most_lines = 13;
    const float lines = std::min(std::floor((float(most) - padding) / line), most_lines);
    layout.times_table = table && lines >= 2;  // the titles and one stage
    if (!layout.times_table && (float(layout.picture.width) < 16 * em || float(height) < 14 * em)) return;
    const int tall = int(std::ceil(layout.times_table ? line * lines + padding : 2.5f * em));
    const int below = std::min(tall, most);
    layout.times = {0, height - below, layout.picture.width, below};
    layout.picture.height = height - below;
}

}  // namespace

Layout divide(int width, int height, const Settings& settings) {
    Layout layout;
    layout.picture = layout.captions = {0, 0, width, height};
    if (!settings.panels) {
        if (settings.big_type && settings.captions) take_big_type(layout, height);
        return layout;
    }
    const float em = ImGui::GetFontSize();
    const int side = std::min(int(21.0f * em), width);
    // Lessons have a panel of their own, and the numbers of a walk need what is left.
    const bool teaches = settings.view == View::passes,
               walks = teaches && settings.teach.lesson == Lesson::walk;
    layout.narrow = float(width) < (walks ? 100.0f : teaches ? 64.0f : 45.0f) * em;
    if (!layout.narrow || settings.drawer) layout.controls = {width - side, 0, side, height};
    if (!layout.narrow) layout.picture.width = width - side;
    if (settings.tune.panel) take_tune(layout);
    const bool shares =
        layout.tune.width > 1 && layout.tune.x == layout.controls.x;  // the picture is low then
    const bool tune_lies_over =
        layout.tune.width > 1 && layout.tune.x < layout.picture.x + layout.picture.width;
    if (settings.timings && settings.view != View::passes && !tune_lies_over)
        take_times(layout, height, has_times_table(settings), height * (shares ? 14 : 40) / 100);
    layout.captions = layout.picture;
    if (layout.narrow && settings.drawer) layout.captions.width = layout.times.width = width - side;
    if (tune_lies_over) layout.captions.width = layout.tune.x - layout.captions.x;
    if (settings.big_type && settings.captions) take_big_type(layout, height);
    return layout;
}

void take_below(Layout& layout) {
    const float em = ImGui::GetFontSize();
    const int tall = int(2.9f * em);
    Area& captions = layout.captions;
    if (float(captions.width) < 22 * em || float(captions.height) < 14 * em) return;
    layout.picture.height -= tall;
    captions.height -= tall;
    layout.below = {captions.x, captions.y + captions.height, captions.width, tall};
}

}  // namespace sweep::app
