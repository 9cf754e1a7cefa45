#include "app/ui/tips.h"

#include <imgui_internal.h>

namespace sweep::app {
namespace {

constexpr double longest = 8;  // seconds

// The item under the pointer: its name, or the corner of what has none. The presenter's window has a context of its
// own, and the pointer is in one window.
struct Pointed {
    const ImGuiContext* context = nullptr;
    ImGuiID name = 0;
    ImVec2 corner;
    int frame = 0;            // the last one in which it was
    double shown_since = -1;  // negative: not yet
    bool dismissed = false;

    bool is_same(const Pointed& other) const {
        return context == other.context && name == other.name && corner.x == other.corner.x &&
               corner.y == other.corner.y;
    }
} pointed;

}  // namespace

bool shows_tip(bool hovered, bool rests) {
    if (!hovered) return false;
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    Pointed now{&context, context.HoveredId, {}, context.FrameCount};
    if (!now.name) now.corner = ImGui::GetItemRectMin();
    // Who comes back to an item asks again.
    if (!pointed.is_same(now) || pointed.frame + 1 < now.frame) pointed = now;
    pointed.frame = now.frame;
    if (ImGui::IsAnyMouseDown()) pointed.dismissed = true;
    if (pointed.dismissed || !rests) return false;
    if (pointed.shown_since < 0) pointed.shown_since = context.Time;
    return context.Time - pointed.shown_since < longest;
}

void dismiss_tip() {
    pointed.dismissed = true;
}

double seconds_of_tip() {
    const ImGuiContext* const context = ImGui::GetCurrentContext();
    const bool shown = context && pointed.context == context && pointed.frame == context->FrameCount &&
                       pointed.shown_since >= 0 && !pointed.dismissed;
    const double left = shown ? longest - (context->Time - pointed.shown_since) : 0;
    return left > 0 ? left : -1;
}

}  // namespace sweep::app
