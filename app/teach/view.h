// The view of the four passes: the filter as it runs down, up, right and left over the real image, slowed
// down so that it can be followed; the numbers at the front; the output of each pass; the response of the
// whole filter. Or the four stages of the block algorithm over the same image.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/broken/view.h"
#include "app/canvas/viewer.h"
#include "app/figures/view.h"
#include "app/gl/read_back.h"
#include "app/glass/view.h"
#include "app/replay/view.h"
#include "app/request/settings.h"
#include "app/table/view.h"
#include "app/teach/stage.h"
#include "app/ui/layout.h"
#include "app/walk/view.h"

namespace sweep::app {

// The division of the window's part for pictures; areas for which there is no room are empty.
struct TeachLayout {
    Area stage;    // the picture with a margin around it
    Area picture;  // the picture itself
    Area numbers;  // right of the stage
    Area transport, strip;
    float margin = 0;  // window pixels between picture and stage
};
// The charts of real runs need more room in the strip, a block under the glass more beside the picture.
TeachLayout divide_teach(const Area& area, const TeachSettings& teach);

// Draws the controls of this view: the input, and how the passes are shown.
void teach_section(TeachSettings& teach, bool more);

// The values that are printed in large pixels: the mean of red, green and blue before a pass and after it.
struct PassValues {
    int pass = -1;  // none
    Region region;  // of the picture
    std::array<std::vector<float>, 2> grey;
};

class TeachView {
  public:
    std::string reload() { return stage_.reload(); }
    // The next update() moves the front by so many rows or columns.
    void step(double rows) { pending_rows_ += rows; }
    // To be called when a picture was opened: the next input is another one, even if its texture has the same
    // name.
    void forget_input() { ++version_; }

    // Moves the front, and computes the images anew when the input or the filter has changed. `light` is
    // GL_RGBA32F; `moment` changes with the input's content, as the scene's clock does. Throws Error as the
    // engine does.
    void update(const Texture& light, double moment, const Problem& problem, Settings& settings,
                double seconds);
    void draw(const TeachLayout& layout, const Viewer& viewer, const Settings& settings, bool encoded,
              GLuint framebuffer, int window_height);
    // Draws over the picture, and the panels around it; to be called between Gui::begin() and end().
    void panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings);

    // Sets the column and the row whose numbers are shown; negative: the middle.
    void look_at(int column, int row) {
        column_ = column;
        row_ = row;
    }

    // True when there is something to draw in place of the picture.
    bool is_ready(const TeachSettings& teach) const {
        const bool needs_passes = teach.lesson == Lesson::passes || teach.lesson == Lesson::blocks;
        return !needs_passes || !no_passes_.empty() || table_light_ || images_.ready() ||
               (breaks_ && broken_.stands_alone());
    }
    // True when work is under way whose result later frames will show.
    bool is_busy() const {
        if (lesson_ == Lesson::walk) return walk_.is_busy();
        if (lesson_ == Lesson::table) return table_.is_busy();
        if (lesson_ == Lesson::replay) return replay_.is_busy();
        if (lesson_ == Lesson::figure) return figures_.is_busy();
        if (table_light_) return glass_.is_busy();
        // Where a fault is shown, nothing watches a line.
        if (breaks_) return broken_.is_busy() || (!broken_.stands_alone() && images_.is_measuring());
        if (has_glass_ && glass_.is_busy()) return true;
        return trace_is_old_ || probe_.busy() || values_read_.busy() || images_.is_measuring();
    }
    // True when frames have to follow each other: something plays, is about to arrive, or will be mended by itself. A figure
    // is computed slowly, and a few frames show its progress.
    bool moves(const TeachSettings& teach) const {
        return teach.lesson != Lesson::figure &&
               (plays(teach) || is_busy() || (breaks_ && !teach.broken_stays));
    }
    // True while something is computed that a saved picture should wait for.
    bool computes() const {
        return (lesson_ == Lesson::figure && figures_.is_busy()) || (breaks_ && broken_.is_busy());
    }

    const WalkView& walk() const { return walk_; }
    const FigureView& figures() const { return figures_; }
    const ReplayView& replay() const { return replay_; }
    const GlassView& glass() const { return glass_; }
    const TableView& table() const { return table_; }
    // Why the chosen filter has no passes to show, and what to look at instead; empty where it has.
    const std::string& no_passes() const { return no_passes_; }
    const PassImages& images() const { return images_; }
    const PassStage& stage() const { return stage_; }
    const BrokenView& broken() const { return broken_; }
    // The line whose numbers are shown, when it has been read.
    const std::optional<LineTrace>& trace() const { return trace_; }
    const std::vector<double>& engine_line() const { return engine_line_; }
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
    void enlarged(const Over& over) const;
    void ask_values(const Over& over);
    void draw_values(const Over& over) const;
    void numbers(const Over& over) const;
    void cells(const Over& over, int sample) const;
    void transport(const Over& over);
    void strip(const Over& over) const;
    void response(const Over& over, float width, float height) const;
    // The block algorithm: app/teach/blocks.cpp.
    void draw_blocks(const TeachLayout& layout, const Viewer& viewer, const TeachSettings& teach,
                     const StageLight& light, GLuint framebuffer, int window_height) const;
    void draw_broken(const TeachLayout& layout, const Viewer& viewer, const TeachSettings& teach,
                     const StageLight& light, GLuint framebuffer, int window_height);
    void blocks(const Over& over) const;
    void block_numbers(const Over& over) const;

    PassImages images_;
    PassStage stage_;
    BrokenView broken_;
    WalkView walk_;
    ReplayView replay_;
    GlassView glass_;
    TableView table_;
    FigureView figures_;
    // As the last update() was asked.
    Lesson lesson_ = Lesson::passes;
    const Texture* table_light_ = nullptr;  // what is added up, where a block of a table is under the glass
    bool has_glass_ = false, breaks_ = false;
    bool encoded_ = false;               // the input is not light
    const Texture* replayed_ = nullptr;  // the input of the last update()
    std::string no_passes_;
    std::uint64_t version_ = 0;
    std::optional<double> moment_;
    bool thumbnails_are_old_ = true;
    StageLight thumbnail_light_;

    double pending_rows_ = 0;               // asked for since the last update()
    int column_ = -1, row_ = -1;            // the lines whose numbers are shown; negative: the middle
    int seen_width_ = 0, seen_height_ = 0;  // the size of the last picture
    LineProbe probe_;
    std::optional<ImageLines> lines_;
    std::optional<LineTrace> trace_;
    std::vector<double> engine_line_;  // the engine's y for the line of trace_, by the picture's index
    int traced_pass_ = -1;
    bool trace_is_old_ = true;
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
};

}  // namespace sweep::app
