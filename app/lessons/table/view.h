// What a summed-area table is for: the sum over any box from four of its numbers, with mean and variance; the two
// sweeps that make it; and where it loses digits, in each kind of numbers that a table can have.
#pragma once

#include <optional>
#include <string>

#include "app/lessons/lesson/host.h"
#include "app/lessons/lesson/info.h"
#include "app/lessons/lesson/sweep_place.h"
#include "app/lessons/table/sums.h"
#include "app/screen/canvas/display.h"

namespace sweep::app {

// The box of the settings in a picture of this size: what of it lies in the picture, and a pixel at least.
Region table_box(const TeachSettings& teach, int width, int height);

class TableView final : public LessonHost {
  public:
    static const LessonInfo lesson;

    TableView() : LessonHost("for the lesson on tables") {}

    // The next update() moves the sweep by so many rows or columns.
    void step(double rows, TeachSettings&) override { pending_rows_ += rows; }
    void draw(const TeachLayout& layout, const Viewer& viewer, const Settings& settings,
              const LessonCanvas& canvas) override;
    void panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) override;
    bool takes_drags(const TeachSettings& teach) const override {
        return teach.table.shows != TableShow::sweep;
    }
    bool is_busy() const override;
    bool moves(const TeachSettings& teach) const override { return teach.table.plays || is_busy(); }
    std::string why_not() const override { return unmeasured_.empty() ? LessonHost::why_not() : unmeasured_; }

    const GreyPicture& picture() const { return picture_; }
    const std::optional<BoxTable>& table() const { return table_; }
    // The box in sight, when there is a table.
    const std::optional<BoxSums>& sums() const { return sums_; }
    // The largest error of each of table_precisions, as ErrorMap has it, when it is known.
    const std::array<std::optional<double>, table_precisions.size()>& largest_errors() const {
        return largest_;
    }

  private:
    // One sample of the sweep that is seen: y_n = x_n + y_{n-1}.
    struct Front {
        SweepPlace place;
        int line = 0;  // the column, or the row, whose samples are shown
    };
    LessonSubject asks(const LessonFrame& frame) const override;
    void make(const LessonFrame& frame, const ConstImageView& pixels) override;
    void forget() override;
    void play(const LessonFrame& frame) override;
    Precision precision() const { return subject().problem.method.precision; }
    void move(TeachSettings& teach, double seconds);
    void make_sweeps();
    void measure_next();
    void colour_errors(const ErrorMap& map);
    void drag_box(const Viewer& viewer, const Area& stage, TeachSettings& teach);
    void draw_box(const Area& stage, const Viewer& viewer, bool says_sum) const;
    void draw_errors(const Area& stage, const Viewer& viewer) const;
    void draw_front(const Area& stage, const Viewer& viewer, const TeachSettings& teach) const;
    void box_panel() const;
    void corner_rows() const;
    void integer_lines() const;
    void error_panel() const;
    void sweep_panel(const TeachSettings& teach) const;
    void transport(const Area& area, TeachSettings& teach) const;
    void mouse_line(const Area& area) const;
    void precisions(const Area& area, TeachSettings& teach) const;
    Front front(const TeachSettings& teach) const;
    double before(const Front& front, int n) const;
    double after(const Front& front, int n) const;

    GreyPicture picture_;
    std::optional<BoxTable> table_, exact_;
    std::optional<BoxSums> sums_;
    bool drags_ = false;
    Point pressed_{0, 0};

    // The errors of boxes of this size.
    int error_width_ = 0, error_height_ = 0;
    std::array<std::optional<double>, table_precisions.size()> largest_;
    std::optional<ErrorMap> map_;  // of the chosen precision
    std::string unmeasured_;       // why there are no more of them
    Texture map_colours_;

    // What the sweeps leave, in colour, each number divided by how many pixels it is the sum of.
    bool has_sweeps_ = false;
    Texture down_, whole_;
    double pending_rows_ = 0;
    int column_ = -1, row_ = -1;  // the lines whose numbers are shown; negative: the middle
    Display display_;
};

}  // namespace sweep::app
