// The four passes, shown: the filter as it sweeps down, up, right and left over the real image, slowed down until it can
// be followed; the numbers at the front; what each pass leaves; the response of the whole filter. Or the four stages of
// the block algorithm over the same image.
#pragma once

#include "app/panels.h"
#include "app/read_back.h"
#include "app/settings.h"
#include "app/teach_broken.h"
#include "app/teach_stage.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace sweep::app {

// How the part of the window that is left to pictures is divided; parts for which there is no room are empty.
struct TeachLayout {
    Area stage;    // the picture with a margin around
    Area picture;  // the picture itself
    Area numbers;  // right of it
    Area transport, strip;
    float margin = 0;  // window pixels between picture and stage
};
TeachLayout divide_teach(const Area& area);

// The part of the controls that belongs to this view: what is swept, and how it is shown.
void teach_section(TeachSettings& teach, bool more);

// What is printed in large pixels: the mean of red, green and blue before a pass and after it.
struct PassValues {
    int pass = -1;  // none
    Region region;  // of the picture
    std::array<std::vector<float>, 2> grey;
};

class TeachView {
  public:
    std::string reload() { return stage_.reload(); }
    // The next image is another one, whatever its texture's name: a picture was opened.
    void forget_input() { ++version_; }

    // Moves the front, and computes the images anew when the input or the filter is another one. `light` is GL_RGBA32F;
    // `moment` is what the input's content depends on beside forget_input(), such as the scene's clock.
    // Throws Error as the engine does.
    void update(const Texture& light, double moment, const Problem& problem, Settings& settings,
                double seconds);
    void draw(const TeachLayout& layout, const Viewer& viewer, const Settings& settings, bool encoded,
              GLuint framebuffer, int window_height);
    // Between Gui::begin() and end(): what lies over the picture, and the panels around it.
    void panels(const TeachLayout& layout, const Viewer& viewer, Settings& settings);

    // The column and row whose numbers are shown.
    void look_at(int column, int row) {
        column_ = column;
        row_ = row;
    }

    // Something is on its way that the next frames will show.
    bool is_busy() const {
        return trace_is_old_ || probe_.busy() || values_read_.busy() || alone_.is_busy() ||
               images_.is_measuring();
    }

    const PassImages& images() const { return images_; }
    const PassStage& stage() const { return stage_; }
    // What comes out without the carries, while that is shown.
    const BlocksAlone& alone() const { return alone_; }
    // The line whose numbers are shown, once it has been read.
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
    void watch_line(const Over& over);
    void pointer(const Over& over);
    void front(const Over& over) const;
    void enlarged(const Over& over) const;
    void ask_values(const Over& over);
    void draw_values(const Over& over) const;
    void numbers(const Over& over) const;
    void cells(const Over& over, int sample) const;
    void transport(const Over& over) const;
    void strip(const Over& over) const;
    void response(const Over& over, float width, float height) const;
    // The block algorithm: app/teach_blocks.cpp.
    void draw_blocks(const TeachLayout& layout, const Viewer& viewer, const TeachSettings& teach,
                     const StageLight& light, GLuint framebuffer, int window_height) const;
    void blocks(const Over& over) const;
    void block_numbers(const Over& over) const;
    void without_carries(const Over& over) const;

    PassImages images_;
    PassStage stage_;
    BlocksAlone alone_;
    std::uint64_t version_ = 0;
    std::optional<double> moment_;
    bool thumbnails_are_old_ = true;
    StageLight thumbnail_light_;

    int column_ = -1, row_ = -1;            // the line that is looked at; negative: the middle
    int seen_width_ = 0, seen_height_ = 0;  // of the picture that it is a line of
    LineProbe probe_;
    std::optional<ImageLines> lines_;
    std::optional<LineTrace> trace_;
    std::vector<double> engine_line_;  // what the engine has where trace_ has y, by the picture's index
    int traced_pass_ = -1;
    bool trace_is_old_ = true;
    ReadBack values_read_;
    PassValues values_, asked_values_;
    bool values_are_old_ = false;
    // The response, for the filter that it was computed for.
    struct Curves {
        FilterSpec filter;
        bool columns = true;
        int half = 0;
        std::vector<double> one, both, ideal, error;
        double largest_error = 0, peak = 1;  // the error in parts of the peak
    };
    const Curves& curves(const Over& over) const;
    mutable std::optional<Curves> curves_;
};

}  // namespace sweep::app
