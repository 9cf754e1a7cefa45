// Plots in a panel: axes, curves and points, drawn with ImGui's draw lists.
//
//     Plot plot("response", {width, height}, {0, 0.5, false, "cycles per pixel"}, {-80, 5, false, "dB"});
//     plot.curve(frequencies, decibels, {"this filter", colours::accent});
//     plot.curve(frequencies, gaussian, {"Gaussian", colours::faint, Stroke::dashed});
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include <imgui.h>

namespace sweep::app {

struct PlotAxis {
    double low = 0, high = 1;
    bool logarithmic = false;  // then low must be positive
    const char* name = "";     // with its unit
};

// The look of a curve. Both are needed, because not everybody can tell curves apart by colour alone.
enum class Stroke { solid, dashed, dotted };
enum class Mark { disc, square, diamond, cross };

struct PlotStyle {
    const char* name = "";  // in the legend; empty: not listed
    ImVec4 colour{1, 1, 1, 1};
    Stroke line = Stroke::solid;
    Mark mark = Mark::disc;
    float width = 1.6f;  // of the line, in pixels at scale 1
};

// A tick's place on the axis, and its text.
struct PlotTick {
    double value;
    std::string text;
};
// At most `most` round numbers from low to high: 1, 2 or 5 times powers of ten. On a logarithmic axis they
// are powers of ten, or of two if the axis is short.
std::vector<PlotTick> plot_ticks(const PlotAxis& axis, int most);

// A plot takes its place in the panel when it is made, and exists while its curves are drawn. What lies
// outside of it is cut off.
class Plot {
  public:
    Plot(const char* id, ImVec2 size, const PlotAxis& x, const PlotAxis& y);
    ~Plot();
    Plot(const Plot&) = delete;
    Plot& operator=(const Plot&) = delete;

    // The place of a pair of values on the screen, which may be outside of the plot.
    ImVec2 at(double x, double y) const;
    // The values x and y of a place on the screen.
    std::pair<double, double> values_at(ImVec2 place) const;

    // Values that are not finite, or not positive on a logarithmic axis, leave a gap.
    void curve(std::span<const double> x, std::span<const double> y, const PlotStyle& style);
    // Draws a curve whose x begin at `first` and go on in steps of `step`.
    void curve(double first, double step, std::span<const double> y, const PlotStyle& style);
    void points(std::span<const double> x, std::span<const double> y, const PlotStyle& style);
    // Draws a line from `base` to each value, as is usual for the samples of a signal.
    void stems(double first, double step, std::span<const double> y, double base, const PlotStyle& style);
    void vertical(double x, const PlotStyle& style);
    void horizontal(double y, const PlotStyle& style);

    // Whether the pointer is over the plot; and the values x and y at the pointer.
    bool hovered() const { return hovered_; }
    std::pair<double, double> pointer() const;
    bool clicked() const { return clicked_; }
    // The upper left and the lower right corner of the inner part, on the screen.
    ImVec2 low() const { return low_; }
    ImVec2 high() const { return high_; }
    ImDrawList& list() const { return list_; }

  private:
    void axes();
    void legend();
    void segment(ImVec2 from, ImVec2 to, const PlotStyle& style, float& run);
    void name_in_legend(const PlotStyle& style, bool is_line);

    PlotAxis x_, y_;
    ImVec2 corner_, size_, low_, high_;  // on the screen; low_ is the upper left corner of the inner part
    ImDrawList& list_;
    bool hovered_ = false, clicked_ = false;
    struct Entry {
        PlotStyle style;
        bool is_line;
    };
    std::vector<Entry> legend_;
};

}  // namespace sweep::app
