// Comparing images: the picture before and after filtering on two sides of a line, their difference, the
// difference to the truth, and the values of single pixels. The window's frame calls update(), draw() and
// overlay() in this order.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/screen/canvas/display.h"
#include "app/screen/gl/read_back.h"
#include "app/views/compare/panes.h"
#include "app/views/compare/text.h"
#include "app/work/checks/comparer.h"
#include "app/work/request/settings.h"

struct ImVec2;
struct ImDrawList;

namespace sweep::app {

// A texture of the picture, and its name.
struct ShownImage {
    const Texture* texture = nullptr;
    Content content = Content::light;
    std::string name;
    bool has_mipmaps = false;  // they are made already
    ValueUnit unit{};
    bool is_whole = false;  // it has the file's own integers
    float stops =
        0;  // of exposure, beside those of the user, that bring its values into the range of a screen
    int reduction = 1;             // one of its pixels stands for so many of the picture, along a side
    std::optional<Region> part{};  // of it that is filtered; none: all

    ValueKind kind() const { return {content, unit, is_whole}; }
    // A range that the user has set holds as it is.
    Presentation shown_as(Presentation how) const {
        if (!how.has_range) how.exposure += stops;
        return how;
    }
};

// The images that one frame has to show. `after` is null if nothing is filtered; then only `before` is shown.
struct ShownImages {
    ShownImage before, after;
    const Texture* source = nullptr;               // what the engine has read
    const Problem* problem = nullptr;              // what it has solved; null: nothing
    bool has_truth = true;                         // false: the problem says not all of what has made `after`
    const Problem* other_problem = nullptr;        // that of the other slot; null: none
    Derived derived, other_derived;                // what is made of their results
    bool changed = false;                          // the pixels differ from those of the last frame
    bool is_other_result = false;                  // those of the result do, of the same problem
    bool encoded = false, encoded_tables = false;  // the values are sRGB, not light
    View view = View::filtered;

    // Its values are those of a preview, and are not asked for.
    bool is_preview() const { return after.reduction > 1; }
    ValueKind difference_kind() const { return {Content::comparison, before.unit, false}; }
};

// A pixel of the picture and its values on both sides, as soon as they are known.
struct PixelValues {
    Pixel at;
    bool known = false, has_after = false;  // without a filter there is no `after`, and no difference
    std::array<double, 4> before{}, after{}, difference{};
};

// What the panels say about the comparison.
struct CompareReport {
    std::string caption;  // of the view; empty: it has none of its own
    std::string status;   // values of the pixel under the pointer
    std::string note;     // why there is nothing to show
    bool computing = false;
    std::vector<PixelValues> pins;
};

// The zoom, in window pixels per picture pixel, from which on values are printed in the pixels: it has room
// for three lines.
float smallest_zoom_for_numbers();

class CompareView {
  public:
    // To be called before update(): moves the line and changes the gain by the mouse. True: the mouse is used
    // here, and nowhere else.
    bool pointer(Settings& settings, const Viewer& viewer);
    // These two are for keys.
    void pin_at_pointer(CompareSettings& settings) const;
    void ask_where() { asks_where_ = true; }

    void update(const ShownImages& shown, CompareSettings& settings, const Viewer& viewer, double now);
    void draw(const Display& display, const ShownImages& shown, const CompareSettings& settings,
              const Presentation& how, const Viewer& viewer, Canvas& canvas) const;
    // Draws into the textures that magnifier_overlay() shows later.
    void draw_magnifiers(const Display& display, const ShownImages& shown, const CompareSettings& settings,
                         const Presentation& how);
    // Draws lines, labels, numbers and marks with ImGui.
    void overlay(const ShownImages& shown, const Area& captions, CompareSettings& settings,
                 const Presentation& how, Viewer& viewer);
    // Draws the magnifiers over all of that, and over the captions.
    void magnifier_overlay(const ShownImages& shown, const Settings& settings, const Presentation& how) const;

    CompareReport report(const ShownImages& shown, const CompareSettings& settings,
                         const Viewer& viewer) const;
    // Nothing is being computed: the comparison stays as it is unless something changes. Saved pictures of
    // the window wait for it.
    bool settled() const { return settled_; }
    std::string reload() { return difference_program_.reload(); }
    const std::vector<PixelValues>& pins() const { return pins_; }
    const std::vector<Magnifier>& magnifiers() const { return magnifiers_; }
    const std::optional<Statistics>& statistics() const { return statistics_; }

  private:
    // What a comparison is made of. It is made again when this changes.
    struct ComparisonKey {
        CompareTarget against = CompareTarget::original;
        Problem problem, other;
        Derived derived, other_derived;
        int input = 0;
        friend bool operator==(const ComparisonKey&, const ComparisonKey&) = default;
    };
    struct Question {
        std::vector<PixelValues> pins;
        std::optional<Pixel> hovered;
        Region numbers;
        bool has_after = false, has_difference = false;
        Region region;  // the part of the picture that the difference covers
    };

    void compare(const ShownImages& shown, CompareSettings& settings, double now);
    void compare_textures(const ShownImages& shown);
    void ask_statistics(const ComparisonKey& now_made);
    void ask_truth(const ShownImages& shown, const ComparisonKey& now_made, Truth truth);
    void start_job();
    void take_answer(CompareSettings& settings);
    void ask_values(const ShownImages& shown, const CompareSettings& settings, const Viewer& viewer);
    void take_values();
    std::string status_of(const ShownImages& shown, const CompareSettings& settings,
                          const Viewer& viewer) const;
    std::string caption_of(const ShownImages& shown, const CompareSettings& settings) const;

    void draw_pane(const Display& display, const ShownImages& shown, const CompareSettings& settings,
                   const Presentation& how, const Pane& pane, Canvas& canvas) const;
    void place_magnifiers(const ShownImages& shown, CompareSettings& settings, const Viewer& viewer);
    std::string magnifier_text(const ShownImages& shown, const Pane& pane, bool brief) const;
    // Whether `before` is shown at a place of this pane.
    bool shows_before(const ShownImages& shown, const Pane& pane, float x, float y) const;
    void draw_names(ImDrawList& list, const ShownImages& shown, const std::vector<Pane>& panes,
                    const Area& captions) const;
    void draw_crosshair(ImDrawList& list, const std::vector<Pane>& panes) const;
    void draw_line(ImDrawList& list, const ShownImages& shown, const CompareSettings& settings,
                   const Area& captions) const;
    void draw_numbers(ImDrawList& list, const ShownImages& shown, const CompareSettings& settings,
                      const Presentation& how, const Pane& pane) const;
    void draw_parts(ImDrawList& list, const ShownImages& shown, const Pane& pane) const;
    void draw_pins(ImDrawList& list, const Viewer& viewer) const;
    void draw_scale(ImDrawList& list, const ShownImages& shown, const CompareSettings& settings,
                    const Area& captions) const;
    void pin_list(const ShownImages& shown, const Area& captions, CompareSettings& settings);
    void where_window(const Area& area, Viewer& viewer, CompareSettings& settings);

    Program difference_program_{{"fullscreen.vert", "compare/compare.frag"}};
    Box box_;                     // the picture in the window, at the last update()
    Texture difference_, truth_;  // of the whole picture; of the region truth_region_
    Framebuffer difference_target_;
    Region region_;  // the part of the picture that the difference view shows
    const Texture* shown_difference_ = nullptr;

    ReadBack snapshot_;  // the pixels that the comparer reads; not requested again while it is busy
    Comparer comparer_;  // destroyed before the snapshot, so that a running job can read it to its end
    bool snapshot_is_out_ = false;
    std::optional<ComparisonKey> asked_, made_;
    TruthRegions asked_regions_;
    Region truth_region_, region_of_statistics_, statistics_region_;  // of what is shown, requested, answered
    Truth truth_kind_ = Truth::reference;
    std::optional<Statistics> statistics_;
    std::string note_;
    double next_question_ = 0;
    int input_ = 0;
    bool computing_ = false, settled_ = true;

    ReadBack values_read_;
    Question question_;
    std::vector<PixelValues> pins_;
    std::optional<PixelValues> hovered_values_;
    Region numbers_, difference_numbers_;  // the pixels whose values follow
    std::vector<std::array<float, 4>> numbers_before_, numbers_after_, numbers_difference_;

    std::optional<Pixel> hovered_, magnified_;
    struct Square {
        Texture texture;
        Framebuffer target;
    };
    std::vector<Magnifier> magnifiers_;  // at the last update()
    std::array<Square, 2> squares_;      // for their pixels
    bool asks_where_ = false;
    std::array<char, 32> where_{};  // what is typed
    enum class Grab { none, move, turn } grab_ = Grab::none;
    float grab_offset_ = 0, pivot_x_ = 0, pivot_y_ = 0;
};

}  // namespace sweep::app
