// The four passes as they run down, up, right and left over the image, slowed down so that they can be followed, with
// the numbers at the front, the output of each pass and the response of the whole filter; or the four stages of the
// block algorithm over the same image, with a block under the glass. What is broken on purpose takes their place.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/broken/view.h"
#include "app/lessons/glass/view.h"
#include "app/lessons/lesson/lesson.h"
#include "app/lessons/lesson/sweep_place.h"
#include "app/lessons/lesson/traffic.h"
#include "app/lessons/passes/stage.h"
#include "app/lessons/walk/view/sum_table.h"
#include "app/screen/gl/read_back.h"

namespace sweep::app {

// The values that are printed in large pixels: the mean of red, green and blue before a pass and after it.
struct PassValues {
    int pass = -1;  // none
    Region region;  // of the picture
    std::array<std::vector<float>, 2> grey;
};

class PassesView final : public LessonView {
  public:
    explicit PassesView(PassStage& stage) : stage_(stage), broken_(stage.thumbnails()) {}

    // Moves the front, and computes the images anew when the input or the filter has changed.
    void update(const LessonFrame& frame) override;
    void rest() override { broken_.rest(); }
    // The next update() moves the front by so many rows or columns.
    void step(double rows, TeachSettings&) override { pending_rows_ += rows; }
    void draw(const TeachLayout& layout, const Viewer& viewer, const Settings& settings,
              const LessonCanvas& canvas) override;
    void panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings) override;

    // Sets the column and the row whose numbers are shown; negative: the middle.
    void look_at(int column, int row) {
        column_ = column;
        row_ = row;
    }

    bool press(Chord chord, TeachSettings& teach) override;
    void unfold() override;
    // The finished pixel whose sum is kept in sight, and how many times it is unfolded.
    const std::optional<std::pair<int, int>>& kept() const { return kept_; }
    int levels() const { return levels_; }
    // The sum of a sample of the line whose numbers are shown, unfolded so many times; there is a trace().
    std::vector<SumLine> unfolded(int sample) const {
        std::vector<SumLine> lines;
        unfold_sample(lines, *trace_, traced_pass_, sample, 0);
        return lines;
    }

    bool is_ready() const override {
        return !no_passes_.empty() || table_ || images_.ready() || (breaks_ && broken_.stands_alone());
    }
    bool is_busy() const override;
    bool moves(const TeachSettings& teach) const override {
        return teach.playing || is_busy() || (breaks_ && !teach.fault.stays);
    }
    bool computes() const override { return breaks_ && broken_.computes(); }
    std::string why_not() const override {
        return breaks_ ? broken_.why_not() : has_glass_ && no_passes_.empty() ? glass_.why_not() : no_passes_;
    }

    const GlassView& glass() const { return glass_; }
    const BrokenView& broken() const { return broken_; }
    // Why the chosen filter has no passes to show, and what to look at instead; empty where it has.
    const std::string& no_passes() const { return no_passes_; }
    const PassImages& images() const { return images_; }
    // The line whose numbers are shown, when it has been read.
    const std::optional<LineTrace>& trace() const { return trace_; }
    const std::vector<double>& engine_line() const { return engine_line_; }
    int traced_pass() const { return traced_pass_; }
    // Its column or row.
    int traced_index() const { return lines_ ? lines_->index : -1; }
    const PassValues& values() const { return values_; }

  private:
    struct Over {
        const TeachLayout& layout;
        const Viewer& viewer;
        Settings& settings;
        SweepPlace place;
    };
    void move(TeachSettings& teach, double seconds);
    void without_passes(const TeachLayout& layout, Settings& settings) const;
    void watch_line(const Over& over);
    void pointer(const Over& over);
    void take_block(const Viewer& viewer, const Area& stage, TeachSettings& teach) const;
    void front(const Over& over) const;
    void lineage(const Over& over) const;
    int shown_sample(const SweepPlace& place) const;
    void keep(const SweepPlace& place, int x, int y);
    void enlarged(const Over& over) const;
    void ask_values(const Over& over);
    void draw_values(const Over& over) const;
    void numbers(const Over& over) const;
    void numbers_on_stage(const Over& over, int sample) const;
    void kept_sum(int sample) const;
    WalkSum sum_of(int sample) const;
    void unfold_sample(std::vector<SumLine>& lines, const LineTrace& trace, int pass, int sample,
                       int depth) const;
    void cells(const Over& over, int sample) const;
    void transport(const Over& over);
    void strip(const Over& over) const;
    void response(const Over& over, float width, float height) const;
    // The block algorithm: app/lessons/passes/blocks.cpp.
    void draw_blocks(const TeachLayout& layout, const Viewer& viewer, const TeachSettings& teach,
                     const StageLight& light, const LessonCanvas& canvas) const;
    void draw_broken(const TeachLayout& layout, const Viewer& viewer, const TeachSettings& teach,
                     const StageLight& light, const LessonCanvas& canvas);
    void blocks(const Over& over) const;
    void block_numbers(const Over& over) const;

    PassStage& stage_;
    PassImages images_;
    std::vector<TrafficRow> traffic_;
    BrokenView broken_;
    GlassView glass_;
    // As the last update() was asked.
    bool has_glass_ = false, breaks_ = false;
    bool table_ = false;  // a block of a table is under the glass: there are no passes
    std::string no_passes_;
    bool thumbnails_are_old_ = true;
    StageLight thumbnail_light_;

    double pending_rows_ = 0;                  // asked for since the last update()
    std::optional<std::pair<int, int>> kept_;  // a pixel of the picture
    int levels_ = 0;
    SweepPlace last_place_;                 // in the last frame
    int column_ = -1, row_ = -1;            // the lines whose numbers are shown; negative: the middle
    int seen_width_ = 0, seen_height_ = 0;  // the size of the last picture
    LineProbe probe_;
    std::optional<ImageLines> lines_;
    std::optional<LineTrace> trace_;
    std::optional<LineTrace> before_;  // of the first pass along the line, where trace_ is of the second
    std::vector<double> engine_line_;  // the engine's y for the line of trace_, by the picture's index
    int traced_pass_ = -1;
    bool trace_is_old_ = true;
    unsigned seen_input_ = 0;  // the texture
    ReadBack values_read_;
    PassValues values_, asked_values_;
    bool values_are_old_ = false;
    // The responses of one filter.
    struct Curves {
        FilterSpec filter;
        bool columns = true;
        int half = 0;
        std::vector<double> one, both, ideal, error;
        double largest_error = 0, peak = 1;  // the error is relative to the peak
    };
    const Curves& curves(const Over& over) const;
    mutable std::optional<Curves> curves_;
    // Along the columns and the rows, after none, one and both of their passes, in the cells of a small square; the
    // largest magnitude is 1.
    struct Insets {
        FilterSpec filter;
        std::array<std::vector<double>, 3> columns, rows;
    };
    const Insets& insets() const;
    void draw_inset(float x, float y, float side, int passes) const;
    mutable std::optional<Insets> insets_;
};

}  // namespace sweep::app
