// Measuring in the picture: which values are black and white, histogram, profile along a line, statistics of a box. All
// values are in the unit of the file. The window's frame calls pointer(), update(),
// overlay() and panel() in this order.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/base/task.h"
#include "app/screen/gl/read_back.h"
#include "app/ui/layout.h"
#include "app/views/compare/view.h"
#include "app/views/measure/values.h"
#include "app/work/request/requests.h"
#include "app/work/request/settings.h"

namespace sweep::app {

// Sets what of the range and of the colour map is seen of values in this unit.
void present(Presentation& how, const MeasureSettings& settings, const ValueUnit& unit);

// Gives the panel its place, below the picture and where the times are; none: it is closed, or there is no room.
void take_measure_panel(Layout& layout, const Settings& settings);
// Whether the scale of values is shown, of a picture of one channel or not.
bool shows_scale(const Settings& settings, bool is_grey);

class MeasureView {
  public:
    // Draws the line or the box by the left button. True: the mouse is used here, and nowhere else.
    bool pointer(Settings& settings, const Viewer& viewer);
    // Asks for the values that are to be measured, takes them, and fits the range to them.
    // `source_changed`: the pixels of the input differ from those of the last frame.
    void update(const ShownImages& shown, bool source_changed, Settings& settings, double now);
    // Draws line and box over the picture, and the scale of its values `below` it.
    void overlay(const ShownImages& shown, const Settings& settings, const Presentation& how,
                 const Viewer& viewer, const Area& below) const;
    // In the area of take_measure_panel(); if that is empty, a line says why.
    void panel(const ShownImages& shown, const Area& area, Settings& settings, Requests& requests);

    // The values belong to what is shown, or to a moment ago where that moves. Saved pictures of the window wait
    // for that.
    bool settled() const { return settled_; }
    // What was measured last; null: nothing yet.
    struct Measured {
        Region region;
        ValuePlane before, after;  // `after` is empty if nothing is filtered
        std::optional<ValueTable> table_before, table_after;
    };
    // Tables of what is measured, each with its name: "profile", "histogram", "statistics", "pins". CSV, with a line
    // of titles; values are in the unit of the file.
    std::vector<std::pair<std::string, std::string>> tables(const MeasureSettings& settings,
                                                            const ShownImages& shown,
                                                            const std::vector<PixelValues>& pins) const;
    const Measured* measured() const { return measured_ ? &*measured_ : nullptr; }

  private:
    // All that the values depend on. They are asked for again when it changes.
    struct Subject {
        int input = 0;
        MeasuredChannel channel = MeasuredChannel::mean;
        bool is_filtered = false;
        Problem problem, other;
        Derived derived, other_derived;
        ValueUnit unit;
        Content before = Content::light, after = Content::light;
        friend bool operator==(const Subject&, const Subject&) = default;
    };
    void ask(const ShownImages& shown);
    void fit(const ShownImages& shown, MeasureSettings& settings) const;
    void histogram(const ShownImages& shown, Settings& settings);
    void range_fields(const ShownImages& shown, MeasureSettings& settings);
    void values(const ShownImages& shown, Settings& settings, Requests& requests);
    void tools(const ShownImages& shown, MeasureSettings& settings, bool all) const;
    void profile(const MeasureSettings& settings) const;
    void statistics(const MeasureSettings& settings, const ValueKind& kind) const;

    ReadBack read_;
    Task<Measured> task_;  // destroyed before read_, whose memory its job reads
    std::optional<Subject> asked_, made_;
    Region picture_;                                   // whole
    Region region_;                                    // of it, that is measured
    MeasuredChannel channel_ = MeasuredChannel::mean;  // that is measured
    ValueKind kind_before_, kind_after_;
    std::array<std::string, 2> names_;  // of the two sides, in a word or two
    std::optional<Measured> measured_;
    std::string trouble_;
    double next_question_ = 0;
    int input_ = 0;
    // A range that is fitted holds for one picture and what its values are.
    struct Fitted {
        int picture = 0;
        Content content = Content::light;
        ValueUnit unit;
        friend bool operator==(const Fitted&, const Fitted&) = default;
    };
    Fitted fitted_;
    int pictures_ = 0;  // counts those that do not move
    bool settled_ = true;
    bool moved_before_ = false;  // the picture was another one in the last frame, too
    bool draws_ = false;         // the button is down, and draws
    int held_ = -1;              // the handle of the histogram that is dragged: 0 black, 1 white; -1: none
};

// The values that are black and white now, in the unit of the file.
ValueRange shown_range(const MeasureSettings& settings, const ValueKind& kind);

}  // namespace sweep::app
