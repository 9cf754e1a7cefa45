// The figures of the papers, computed from the filter and the picture that are in the window. A figure is computed
// beside the frames, in words, numbers and small pictures; drawing.h draws all of them in the same way.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/area.h"
#include "app/work/request/teach_settings.h"
#include "core/base/image.h"
#include "core/problem/problem.h"

namespace sweep::app {

// What a figure is computed from.
struct FigureSubject {
    Problem problem;  // of four channels of float32, all passes
    EngineKind engine = EngineKind::automatic;
    std::shared_ptr<const Image>
        picture;  // of the problem's shape and input; null where the figure needs none
};

// A small picture with a line above it and one below.
struct FigureTile {
    std::string title, text;
    std::shared_ptr<const Image> picture;  // float32, four channels, as light; alpha 0 where nothing is
    Region frame;                          // what is outlined in it; empty: nothing
};

// Tiles side by side, with a line above all of them.
struct FigureRow {
    std::string title;
    std::vector<FigureTile> tiles;
};

struct FigureCurve {
    std::string name;
    std::vector<double> x, y;
    bool is_line = false;  // a line across the plot at the height y, to compare with
};

struct FigureAxis {
    double low = 0, high = 1;
    bool logarithmic = false;
    std::string name;  // with its unit
};

struct FigurePlot {
    FigureAxis x, y;
    std::vector<FigureCurve> curves;
};

struct FigureMatrix {
    std::string name;  // with subscripts: "A_{FB}"
    int rows = 0, columns = 0;
    std::vector<double> values;  // by rows
    double at(int i, int j) const { return values[std::size_t(i * columns + j)]; }
};

// A sum of products of matrices with what they are applied to.
struct FigureEquation {
    std::string title, result;  // "P_{m}(y)"
    struct Term {
        FigureMatrix matrix;
        std::string vector;
    };
    std::vector<Term> terms;
};

// Numbers of the panel. A row with a curve has that curve's colour.
struct FigureTable {
    struct Column {
        std::string title, format;  // "{:.2f} dB"
    };
    struct Row {
        std::string name;
        std::vector<double> values;  // one for each column; NaN: none
        int curve = -1;
    };
    std::string title;  // of the rows' names
    std::vector<Column> columns;
    std::vector<Row> rows;
};

// What there is of a figure. Empty parts are not drawn.
struct FigureContent {
    std::string why_not;  // why there is no figure, in one line that says what to choose
    std::vector<FigureRow> pictures;
    std::vector<FigurePlot> plots;
    std::vector<FigureEquation> equations;
    // In letters for the last row, and two lines below them; the lines alone as long as the headline is not known.
    std::string headline, below;
    FigureTable table;
    std::string note;  // what computed it, and under which conditions
};

// Takes what there is of a figure from the thread that computes it, again and again.
class FigureSink {
  public:
    void publish(FigureContent content) {
        const std::lock_guard lock(mutex_);
        newest_ = std::make_shared<const FigureContent>(std::move(content));
    }
    // Null until there is something.
    std::shared_ptr<const FigureContent> newest() const {
        const std::lock_guard lock(mutex_);
        return newest_;
    }

  private:
    mutable std::mutex mutex_;
    std::shared_ptr<const FigureContent> newest_;
};

struct FigureInfo {
    Figure figure;
    std::string_view title, source;  // "[N16] fig. 2"
    std::string_view text;           // two or three sentences: what to look at
    bool needs_picture, needs_sigma;
    // Computes the figure, and publishes what there is of it; returns early when it is asked to stop. Throws Error.
    void (*make)(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop);
};

// All figures, in the order of Figure.
std::span<const FigureInfo> figures();
const FigureInfo& info(Figure figure);

// The makers, a file each.
void make_boundaries(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop);
void make_seam(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop);
void make_headline(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop);
void make_throughput(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop);
void make_padding(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop);
void make_resampling(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop);
void make_matrices(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop);
void make_costs(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop);
void make_steps(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop);

}  // namespace sweep::app
