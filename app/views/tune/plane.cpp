#include "app/views/tune/plane.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "app/ui/gui.h"

namespace sweep::app {
namespace {

using Complex = std::complex<double>;

// The visible part of the plane: a square around `centre`.
struct Window {
    Complex centre;
    double half;
    ImVec2 corner;
    float side;

    ImVec2 at(Complex z) const {
        const Complex d = (z - centre) / half;
        const double most = 1e4;  // pixels; far away precision does not matter
        return {float(std::clamp(corner.x + side * (0.5 + 0.5 * d.real()), -most, most)),
                float(std::clamp(corner.y + side * (0.5 - 0.5 * d.imag()), -most, most))};
    }
    Complex place(ImVec2 at) const {
        return centre + half * Complex(2 * double((at.x - corner.x) / side) - 1,
                                       1 - 2 * double((at.y - corner.y) / side));
    }
};

// The centre and half the side of the visible part: the whole unit circle, or the surroundings of the poles.
std::pair<Complex, double> seen_part(const PoleZero& all, PlaneView view) {
    if (view == PlaneView::circle) return {0, 1.16};
    double left = 1e9, right = -1e9, high = 0;
    for (const Root& pole : all.poles) {
        left = std::min(left, pole.place.real());
        right = std::max(right, pole.place.real());
        high = std::max(high, pole.place.imag());
    }
    // The unit circle stays visible at 1, or at -1 where the poles lie on the left.
    (left + right < 0 ? left : right) = left + right < 0 ? -1 : 1;
    const double half = std::clamp(0.75 * std::max(right - left, 2 * high), 0.002, 1.16);
    return {Complex(0.5 * (left + right), 0), half};
}

void draw_plane(ImDrawList& list, const Window& window) {
    const float em = ImGui::GetFontSize(), small = 0.78f * em;
    const ImVec2 high{window.corner.x + window.side, window.corner.y + window.side};
    list.AddRectFilled(window.corner, high, colours::well(), 2);
    const ImU32 grid = colours::line(26);
    const ImVec2 zero = window.at(0);
    list.AddLine({window.corner.x, zero.y}, {high.x, zero.y}, grid);
    list.AddLine({zero.x, window.corner.y}, {zero.x, high.y}, grid);
    // Only the arc that may be visible is drawn, so that it is smooth at every magnification.
    const auto circle = [&](double radius, ImU32 colour, float width) {
        constexpr int corners = 256;
        const double span = std::min(std::numbers::pi, 4 * window.half / radius + 0.1);
        ImVec2 before = window.at(std::polar(radius, -span));
        for (int i = 1; i <= corners; ++i) {
            const ImVec2 next = window.at(std::polar(radius, -span + 2 * span * i / corners));
            list.AddLine(before, next, colour, width);
            before = next;
        }
    };
    if (window.half > 0.6) circle(0.5, grid, 1);
    circle(1, ImGui::GetColorU32(colours::faint), 0.1f * em);
    list.AddText(ImGui::GetFont(), small, {window.corner.x + 0.4f * em, window.corner.y + 0.2f * em},
                 ImGui::GetColorU32(colours::text), "z");
    const ImVec2 one = window.at(1);
    if (one.x < high.x - 0.6f * em && one.x > window.corner.x)
        list.AddText(ImGui::GetFont(), small, {one.x + 0.2f * em, one.y + 0.1f * em},
                     ImGui::GetColorU32(colours::faint), "1");
    if (window.half < 0.5) {
        char text[48];
        std::snprintf(text, sizeof text, "%.3g wide", 2 * window.half);
        list.AddText(ImGui::GetFont(), small, {window.corner.x + 0.4f * em, high.y - 1.2f * small},
                     ImGui::GetColorU32(colours::faint), text);
    }
}

// Poles are crosses and zeros are rings, as in textbooks.
void draw_root(ImDrawList& list, ImVec2 at, bool zero, bool chosen, bool unsafe) {
    const float em = ImGui::GetFontSize(), r = 0.34f * em;
    const ImVec4& red = colours::bad;
    const ImU32 colour = ImGui::GetColorU32(unsafe ? red : zero ? colours::good : colours::accent);
    if (chosen) list.AddCircleFilled(at, 1.9f * r, colours::line(36));
    if (zero) {
        list.AddCircle(at, r, colour, 24, 0.14f * em);
        return;
    }
    list.AddLine({at.x - r, at.y - r}, {at.x + r, at.y + r}, colour, 0.16f * em);
    list.AddLine({at.x - r, at.y + r}, {at.x + r, at.y - r}, colour, 0.16f * em);
}

// The nearest root within reach of the pointer; index -1: none.
PoleState::Chosen under_pointer(const PoleZero& all, const Window& window, ImVec2 pointer) {
    PoleState::Chosen nearest;
    float least = 1.1f * ImGui::GetFontSize();
    for (const bool zero : {false, true}) {
        const std::vector<Root>& roots = zero ? all.zeros : all.poles;
        for (int i = 0; i < int(roots.size()); ++i)
            for (const Complex z : {roots[std::size_t(i)].place, std::conj(roots[std::size_t(i)].place)}) {
                const ImVec2 at = window.at(z);
                const float distance = std::hypot(at.x - pointer.x, at.y - pointer.y);
                if (distance >= least) continue;
                least = distance;
                nearest = {zero, i};
            }
    }
    return nearest;
}

}  // namespace

void pole_plane(Settings& settings, PoleState& poles, float side) {
    const TuneSettings& tune = settings.tune;
    PoleZero all = poles.editor.handles(settings.filter);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("plane", {side, side});
    poles.plane_x = corner.x;
    poles.plane_y = corner.y;
    poles.plane_side = side;
    const bool held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
    // The visible part does not change while a root is dragged.
    if (!held) {
        const auto [centre, half] = seen_part(all, tune.plane);
        poles.seen = {centre, half};
    }
    const Window window{poles.seen.centre, poles.seen.half, corner, side};
    const ImVec2 pointer = ImGui::GetIO().MousePos;

    const ImVec2 delta = ImGui::GetIO().MouseDelta;
    const bool moved = delta.x != 0 || delta.y != 0;
    const PoleState::Chosen near = under_pointer(all, window, pointer);
    if (ImGui::IsItemActivated()) {
        poles.held = near;
        if (near.index >= 0) {
            poles.chosen = near;
            const Complex place = (near.zero ? all.zeros : all.poles)[std::size_t(near.index)].place;
            const Complex pressed = window.place(pointer);
            poles.grip = (pressed.imag() < 0 ? std::conj(place) : place) - pressed;
        }
    }
    if (held && poles.held.index >= 0 && moved) {
        std::vector<Root>& roots = poles.held.zero ? all.zeros : all.poles;
        if (poles.held.index < int(roots.size())) {
            Root& root = roots[std::size_t(poles.held.index)];
            const Root before = root;
            if (poles.held.zero)
                drag_zero(root, window.place(pointer) + poles.grip);
            else
                drag_pole(root, window.place(pointer) + poles.grip,
                          tune.near_circle ? largest_radius_of_poles : safe_radius);
            if (root != before) poles.editor.change(settings.filter, all);
        }
    }

    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(corner, {corner.x + side, corner.y + side}, true);
    draw_plane(list, window);
    for (const bool zero : {true, false}) {
        const std::vector<Root>& roots = zero ? all.zeros : all.poles;
        for (int i = 0; i < int(roots.size()); ++i) {
            const Root& root = roots[std::size_t(i)];
            const bool chosen = poles.chosen.index == i && poles.chosen.zero == zero;
            const bool lit = chosen || (hovered && near.index == i && near.zero == zero);
            const bool unsafe = !zero && std::abs(root.place) > safe_radius + 1e-9;
            draw_root(list, window.at(root.place), zero, lit, unsafe);
            if (root.pair) draw_root(list, window.at(std::conj(root.place)), zero, lit, unsafe);
        }
    }
    list.AddRect(corner, {corner.x + side, corner.y + side}, colours::line(40), 2);
    list.PopClipRect();
    if (hovered && near.index >= 0 && !held) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
}

}  // namespace sweep::app
