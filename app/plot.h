// Plots in a panel: axes, curves and points, drawn with ImGui's draw lists.
//
//     Plot plot("response", {width, height}, {0, 0.5, false, "cycles per pixel"}, {-80, 5, false, "dB"});
//     plot.curve(frequencies, decibels, {"this filter", colours::accent});
//     plot.curve(frequencies, gaussian, {"Gaussian", colours::faint, Line::dashed});
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sweep::app {

struct PlotAxis {
    double low = 0, high = 1;
    bool logarithmic = false;  // low must be positive then
    const char* name = "";     // with its unit
};

// How a curve looks; both matter, because colour alone does not tell curves apart for everybody.
enum class Line { solid, dashed, dotted };
enum class Mark { disc, square, diamond, cross };

struct PlotStyle {
    const char* name = "";  // in the legend; empty: not there
    ImVec4 colour{1, 1, 1, 1};
    Line line = Line::solid;
    Mark mark = Mark::disc;
    float width = 1.6f;  // of the line in pixels at scale 1
};

// Where a tick stands on the axis, and what is written there.
struct PlotTick {
    double value;
    std::string text;
};
// Round numbers from low to high, `most` of them at most: 1, 2, 5 times powers of ten; on a logarithmic axis powers of
// ten, of two where there are few of those.
std::vector<PlotTick> plot_ticks(const PlotAxis& axis, int most);

// Lives while its curves are drawn; takes its place in the panel when it is made. What lies outside is cut off.
class Plot {
  public:
    Plot(const char* id, ImVec2 size, const PlotAxis& x, const PlotAxis& y);
    ~Plot();
    Plot(const Plot&) = delete;
    Plot& operator=(const Plot&) = delete;

    // Where a pair of values is on the screen; where it would be, when it is outside.
    ImVec2 at(double x, double y) const;
    // x and y of a place on the screen.
    std::pair<double, double> values_at(ImVec2 place) const;

    // Values that are not finite, or not positive on a logarithmic axis, leave a gap.
    void curve(std::span<const double> x, std::span<const double> y, const PlotStyle& style);
    // The same from `first` on in steps of `step`.
    void curve(double first, double step, std::span<const double> y, const PlotStyle& style);
    void points(std::span<const double> x, std::span<const double> y, const PlotStyle& style);
    // From `base` to each value, as samples of a signal are drawn.
    void stems(double first, double step, std::span<const double> y, double base, const PlotStyle& style);
    void vertical(double x, const PlotStyle& style);
    void horizontal(double y, const PlotStyle& style);

    // The pointer is over the plot; its x (and y).
    bool hovered() const { return hovered_; }
    std::pair<double, double> pointer() const;
    bool clicked() const { return clicked_; }
    // Of the inner part.
    ImVec2 low() const { return low_; }
    ImVec2 high() const { return high_; }
    ImDrawList& list() const { return list_; }

  private:
    void axes();
    void legend();
    void segment(ImVec2 from, ImVec2 to, const PlotStyle& style, float& run);
    void name_in_legend(const PlotStyle& style, bool is_line);

    PlotAxis x_, y_;
    ImVec2 corner_, size_, low_, high_;  // on the screen; low_ is the upper left of the inner part
    ImDrawList& list_;
    bool hovered_ = false, clicked_ = false;
    struct Entry {
        PlotStyle style;
        bool is_line;
    };
    std::vector<Entry> legend_;
};

}  // namespace sweep::app
