#include "app/ui/plots/plot.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/ui/gui.h"

namespace sweep::app {
namespace {

// The place of a value on the axis: 0 at low, 1 at high.
double fraction(const PlotAxis& axis, double value) {
    if (axis.logarithmic) return std::log(value / axis.low) / std::log(axis.high / axis.low);
    return (value - axis.low) / (axis.high - axis.low);
}

double value_at(const PlotAxis& axis, double part) {
    if (axis.logarithmic) return axis.low * std::pow(axis.high / axis.low, part);
    return axis.low + part * (axis.high - axis.low);
}

bool drawable(const PlotAxis& axis, double value) {
    return std::isfinite(value) && (!axis.logarithmic || value > 0);
}

// `step`: the distance to the next tick, whose text is another one.
std::string tick_text(double value, double step) {
    const double size = std::abs(value);
    if (size >= 1e5 && size < 1e9 && step < 0.1 * std::pow(10, std::floor(std::log10(size))))
        return fmt::format("{:.{}f}", value, std::max(int(std::ceil(-std::log10(step) - 1e-9)), 0));
    if (size != 0 && (size < 1e-3 || size >= 1e5)) {
        const int power = int(std::floor(std::log10(size) + 1e-9));
        const double digits = value / std::pow(10, power);
        return std::abs(digits - 1) < 1e-6 ? fmt::format("1e{}", power)
                                           : fmt::format("{:.2g}e{}", digits, power);
    }
    return fmt::format("{:.6g}", size < 1e-12 ? 0.0 : value);
}

ImU32 packed(ImVec4 colour) {
    return ImGui::GetColorU32(colour);
}

void draw_mark(ImDrawList& list, ImVec2 at, const PlotStyle& style, float radius) {
    const ImU32 colour = packed(style.colour);
    switch (style.mark) {
        case Mark::disc:
            list.AddCircleFilled(at, radius, colour);
            break;
        case Mark::square:
            list.AddRectFilled({at.x - 0.85f * radius, at.y - 0.85f * radius},
                               {at.x + 0.85f * radius, at.y + 0.85f * radius}, colour);
            break;
        case Mark::diamond:
            list.AddNgonFilled(at, 1.2f * radius, colour, 4);
            break;
        case Mark::cross: {
            const float r = 0.9f * radius, width = 0.5f * radius;
            list.AddLine({at.x - r, at.y - r}, {at.x + r, at.y + r}, colour, width);
            list.AddLine({at.x - r, at.y + r}, {at.x + r, at.y - r}, colour, width);
            break;
        }
    }
}

constexpr double far_away = 1e4;  // pixels by which a line may reach beyond the plot

}  // namespace

std::vector<PlotTick> plot_ticks(const PlotAxis& axis, int most) {
    std::vector<PlotTick> ticks;
    if (!(axis.high > axis.low) || most < 1) return ticks;
    if (axis.logarithmic) {
        const double decades = std::log10(axis.high / axis.low), octaves = decades / std::log10(2.0);
        const bool by_two = octaves <= 1.5 * most;
        const double base = by_two ? 2 : 10, powers = by_two ? octaves : decades;
        const int step = std::max(1, int(std::ceil(powers / most)));
        const int first = int(std::ceil(std::log(axis.low) / std::log(base) - 1e-9));
        for (int k = first; std::pow(base, k) <= axis.high * (1 + 1e-9); ++k)
            if (k % step == 0)
                ticks.push_back({std::pow(base, k), tick_text(std::pow(base, k), std::pow(base, k))});
        return ticks;
    }
    const double rough = (axis.high - axis.low) / most, power = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (double round : {5.0, 2.0, 1.0})
        if (round * power >= rough * (1 - 1e-9)) step = round * power;
    for (double k = std::ceil(axis.low / step - 1e-9); k * step <= axis.high + 1e-9 * step; ++k)
        ticks.push_back({k * step, tick_text(k * step, step)});
    return ticks;
}

Plot::Plot(const char* id, ImVec2 size, const PlotAxis& x, const PlotAxis& y)
    : x_(x), y_(y), corner_(ImGui::GetCursorScreenPos()), size_(size), list_(*ImGui::GetWindowDrawList()) {
    const float em = ImGui::GetFontSize();
    size_ = {std::max(size.x, 4 * em), std::max(size.y, 3 * em)};
    ImGui::InvisibleButton(id, size_);
    hovered_ = ImGui::IsItemHovered();
    clicked_ = ImGui::IsItemClicked();
    axes();
    list_.PushClipRect(low_, high_, true);
}

Plot::~Plot() {
    list_.PopClipRect();
    legend();
}

void Plot::axes() {
    const float em = ImGui::GetFontSize(), small = 0.78f * em;
    ImFont* font = ImGui::GetFont();
    const auto extent = [&](const std::string& text) {
        return font->CalcTextSizeA(small, FLT_MAX, 0, text.c_str()).x;
    };
    const std::vector<PlotTick> vertical = plot_ticks(y_, std::max(2, int((size_.y - 2 * em) / (1.9f * em))));
    float beside = 0;
    for (const PlotTick& tick : vertical) beside = std::max(beside, extent(tick.text));
    low_ = {corner_.x + beside + 0.5f * em, corner_.y + 1.75f * small};
    high_ = {corner_.x + size_.x - 0.4f * em, corner_.y + size_.y - 1.25f * small};
    high_ = {std::max(high_.x, low_.x + 1), std::max(high_.y, low_.y + 1)};
    const std::vector<PlotTick> across = plot_ticks(x_, std::max(2, int((high_.x - low_.x) / (3.2f * em))));

    const ImU32 grid = colours::line(18), faint = packed(colours::faint);
    list_.AddRectFilled(low_, high_, colours::well(), 2);
    for (const PlotTick& tick : vertical) {
        const float place = at(x_.low, tick.value).y;
        list_.AddLine({low_.x, place}, {high_.x, place}, grid);
        list_.AddText(font, small, {low_.x - 0.35f * em - extent(tick.text), place - 0.55f * small}, faint,
                      tick.text.c_str());
    }
    // A tick's text that would touch the name of the axis is left out.
    const float name_begins = high_.x - extent(x_.name);
    for (const PlotTick& tick : across) {
        const float place = at(tick.value, y_.low).x, half = 0.5f * extent(tick.text);
        list_.AddLine({place, low_.y}, {place, high_.y}, grid);
        if (place + half + 0.5f * em > name_begins || place - half < corner_.x) continue;
        list_.AddText(font, small, {place - half, high_.y + 0.1f * small}, faint, tick.text.c_str());
    }
    list_.AddText(font, small, {name_begins, high_.y + 0.1f * small}, packed(colours::text), x_.name);
    list_.AddText(font, small, {corner_.x, corner_.y - 0.05f * small}, packed(colours::text), y_.name);
    list_.AddRect(low_, high_, colours::line(40), 2);
}

// The legend is one line, right of the name of the vertical axis. Entries for which there is no room are left
// out, from the left.
void Plot::legend() {
    const float em = ImGui::GetFontSize(), small = 0.78f * em;
    ImFont* font = ImGui::GetFont();
    float right = high_.x;
    const float left = corner_.x + font->CalcTextSizeA(small, FLT_MAX, 0, y_.name).x + 0.6f * em;
    for (auto entry = legend_.rbegin(); entry != legend_.rend(); ++entry) {
        const float text = font->CalcTextSizeA(small, FLT_MAX, 0, entry->style.name).x;
        const float sample = entry->is_line ? 1.5f * em : 0.7f * em;
        const float begin = right - text - sample - 0.3f * em;
        if (begin < left) return;
        const float middle = corner_.y + 0.5f * small;
        if (entry->is_line) {
            float run = 0;
            segment({begin, middle}, {begin + sample, middle}, entry->style, run);
        } else {
            draw_mark(list_, {begin + 0.5f * sample, middle}, entry->style, 0.24f * em);
        }
        list_.AddText(font, small, {begin + sample + 0.3f * em, corner_.y - 0.05f * small},
                      packed(colours::text), entry->style.name);
        right = begin - 0.9f * em;
    }
}

ImVec2 Plot::at(double x, double y) const {
    const double across = fraction(x_, x), up = fraction(y_, y);
    const double sx = double(low_.x) + across * double(high_.x - low_.x);
    const double sy = double(high_.y) - up * double(high_.y - low_.y);
    return {float(std::clamp(sx, -far_away, far_away)), float(std::clamp(sy, -far_away, far_away))};
}

std::pair<double, double> Plot::values_at(ImVec2 place) const {
    return {value_at(x_, double((place.x - low_.x) / (high_.x - low_.x))),
            value_at(y_, double((high_.y - place.y) / (high_.y - low_.y)))};
}

std::pair<double, double> Plot::pointer() const {
    return values_at(ImGui::GetIO().MousePos);
}

// `run` is the length of the curve so far, so that dashes go on over its corners.
void Plot::segment(ImVec2 from, ImVec2 to, const PlotStyle& style, float& run) {
    const float em = ImGui::GetFontSize(), width = style.width * em / 16;
    const ImU32 colour = packed(style.colour);
    if (style.line == Stroke::solid) {
        list_.AddLine(from, to, colour, width);
        return;
    }
    const float on = style.line == Stroke::dashed ? 0.5f * em : 0.14f * em;
    const float period = style.line == Stroke::dashed ? 0.85f * em : 0.38f * em;
    const float dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
    // A steep curve may be a hundred thousand pixels long: its dashes could not be told apart, and would be
    // too many.
    if (length > 64 * period) {
        list_.AddLine(from, to, colour, width);
        return;
    }
    for (float begin = 0; begin < length;) {
        const float phase = std::fmod(run + begin, period);
        const float rest = std::min((phase < on ? on : period) - phase + 1e-3f, length - begin);
        if (phase < on)
            list_.AddLine({from.x + dx * begin / length, from.y + dy * begin / length},
                          {from.x + dx * (begin + rest) / length, from.y + dy * (begin + rest) / length},
                          colour, width);
        begin += rest;
    }
    run = std::fmod(run + length, period);
}

void Plot::name_in_legend(const PlotStyle& style, bool is_line) {
    if (*style.name) legend_.push_back({style, is_line});
}

void Plot::curve(std::span<const double> x, std::span<const double> y, const PlotStyle& style) {
    float run = 0;
    for (std::size_t i = 1; i < std::min(x.size(), y.size()); ++i)
        if (drawable(y_, y[i - 1]) && drawable(y_, y[i]) && drawable(x_, x[i - 1]) && drawable(x_, x[i]))
            segment(at(x[i - 1], y[i - 1]), at(x[i], y[i]), style, run);
    name_in_legend(style, true);
}

void Plot::curve(double first, double step, std::span<const double> y, const PlotStyle& style) {
    float run = 0;
    for (std::size_t i = 1; i < y.size(); ++i)
        if (drawable(y_, y[i - 1]) && drawable(y_, y[i]))
            segment(at(first + step * double(i - 1), y[i - 1]), at(first + step * double(i), y[i]), style,
                    run);
    name_in_legend(style, true);
}

void Plot::points(std::span<const double> x, std::span<const double> y, const PlotStyle& style) {
    const float radius = 0.2f * ImGui::GetFontSize();
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
        if (drawable(x_, x[i]) && drawable(y_, y[i])) draw_mark(list_, at(x[i], y[i]), style, radius);
    name_in_legend(style, false);
}

void Plot::stems(double first, double step, std::span<const double> y, double base, const PlotStyle& style) {
    const float em = ImGui::GetFontSize();
    for (std::size_t i = 0; i < y.size(); ++i) {
        if (!drawable(y_, y[i])) continue;
        const double x = first + step * double(i);
        list_.AddLine(at(x, base), at(x, y[i]), packed(style.colour), style.width * em / 16);
        draw_mark(list_, at(x, y[i]), style, 0.14f * em);
    }
    name_in_legend(style, false);
}

void Plot::vertical(double x, const PlotStyle& style) {
    float run = 0;
    segment({at(x, y_.low).x, low_.y}, {at(x, y_.low).x, high_.y}, style, run);
    name_in_legend(style, true);
}

void Plot::horizontal(double y, const PlotStyle& style) {
    float run = 0;
    segment({low_.x, at(x_.low, y).y}, {high_.x, at(x_.low, y).y}, style, run);
    name_in_legend(style, true);
}

}  // namespace sweep::app
