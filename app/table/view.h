// What a summed-area table is for: the sum over any box from four of its numbers, with mean and variance; the two sweeps
// that make it; and where it loses digits, in each kind of numbers that a table can have.
#pragma once

#include <optional>
#include <string>

#include "app/canvas/display.h"
#include "app/gl/subject_read.h"
#include "app/request/settings.h"
#include "app/table/sums.h"
#include "app/ui/player.h"

namespace sweep::app {

// The box of the settings in a picture of this size: what of it lies in the picture, and a pixel at least.
Region table_box(const TeachSettings& teach, int width, int height);

class TableView {
  public:
    // Asks for the pixels, and makes the tables anew when these or the kind of numbers have changed. `input` is
    // GL_RGBA32F and outlives the frame; `version` changes with its contents.
    void update(const Texture& input, std::uint64_t version, TeachSettings& teach, double seconds);
    // The next update() moves the sweep by so many rows or columns.
    void step(double rows) { pending_rows_ += rows; }
    // Draws the picture into `stage`.
    void draw(const Area& stage, const Viewer& viewer, const Settings& settings, bool encoded,
              GLuint framebuffer, int window_height) const;
    // Draws over the picture, and the panels around it; to be called between Gui::begin() and end().
    void panels(const PlayerAreas& areas, const Viewer& viewer, TeachSettings& teach);

    bool is_busy() const;
    // Why there is no table; empty when there is one, or will be.
    const std::string& reason() const { return reason_; }
    const GreyPicture& picture() const { return picture_; }
    const std::optional<BoxTable>& table() const { return table_; }
    // The box in sight, when there is a table.
    const std::optional<BoxSums>& sums() const { return sums_; }
    // The largest error of each of table_precisions, as ErrorMap has it, when it is known.
    const std::array<std::optional<double>, table_precisions.size()>& largest_errors() const {
        return largest_;
    }

  private:
    // All that the tables depend on.
    struct Subject {
        unsigned input = 0;
        std::uint64_t version = 0;
        Precision precision = Precision::f32;
        friend bool operator==(const Subject&, const Subject&) = default;
    };
    // One sample of the sweep that is seen: y_n = x_n + y_{n-1}.
    struct Front {
        SweepPlace place;
        int line = 0;  // the column, or the row, whose samples are shown
    };
    void make_tables();
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

    SubjectRead<Subject> read_;
    std::string reason_;
    const Texture* input_ = nullptr;
    GreyPicture picture_;
    std::optional<BoxTable> table_, exact_;
    std::optional<BoxSums> sums_;
    bool drags_ = false;
    Point pressed_{0, 0};

    // The errors of boxes of this size.
    int error_width_ = 0, error_height_ = 0;
    std::array<std::optional<double>, table_precisions.size()> largest_;
    std::optional<ErrorMap> map_;  // of the chosen precision
    Texture map_colours_;

    // What the sweeps leave, in colour, each number divided by how many pixels it is the sum of.
    bool has_sweeps_ = false;
    Texture down_, whole_;
    double pending_rows_ = 0;
    int column_ = -1, row_ = -1;  // the lines whose numbers are shown; negative: the middle
    Display display_;
};

}  // namespace sweep::app
