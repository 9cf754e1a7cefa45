// Looking closely: the picture before and after on two sides of a line, their difference, the truth's, and the values
// of single pixels. The window's frame calls update(), draw() and overlay() in this order.
#pragma once

#include "app/comparer.h"
#include "app/display.h"
#include "app/look_panes.h"
#include "app/read_back.h"
#include "app/settings.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

struct ImVec2;
struct ImDrawList;

namespace sweep::app {

// A texture of the picture's size, and what it is called.
struct Sight {
    const Texture* texture = nullptr;
    Content content = Content::light;
    std::string name;
    bool has_mipmaps = false;  // made already
};

// What one frame has to show. `after` is null when nothing is filtered: only `before` is shown then.
struct Sights {
    Sight before, after;
    const Texture* source = nullptr;   // what the engine read
    const Problem* problem = nullptr;  // what it was asked for, and for the other slot
    const Problem* other_problem = nullptr;
    bool changed = false;                          // other input pixels than in the last frame
    bool encoded = false, encoded_tables = false;  // values are sRGB, not light
    View view = View::filtered;
};

// A picture pixel and its values on both sides, as soon as they are known.
struct Spot {
    Pixel at;
    bool known = false, has_after = false;  // nothing is filtered: there is no `after`, and no difference
    std::array<double, 4> before{}, after{}, difference{};
};

// What the panels say about it.
struct LookReport {
    std::string caption;  // of the view; empty: it has no words of its own
    std::string status;   // of the pixel under the pointer
    std::string note;     // why there is nothing to see
    bool computing = false;
    std::vector<Spot> pins;
};

// Window pixels per picture pixel from which on values are printed in the pixels: three lines can be read there.
float smallest_zoom_for_numbers();

class Look {
  public:
    // Before update(): what the mouse does to the line and to the gain. True: nobody else may have it.
    bool pointer(Settings& settings, const Viewer& viewer);
    // Keys.
    void pin_at_pointer(LookSettings& settings) const;
    void ask_where() { asks_where_ = true; }

    void update(const Sights& sights, LookSettings& settings, const Viewer& viewer, double now);
    void draw(const Display& display, const Sights& sights, const LookSettings& settings,
              const Presentation& how, const Viewer& viewer, Canvas& canvas) const;
    // What magnifier_overlay() is going to show, before that is drawn.
    void draw_magnifiers(const Display& display, const Sights& sights, const LookSettings& settings,
                         const Presentation& how);
    // Lines, labels, numbers and marks, through ImGui.
    void overlay(const Sights& sights, const Area& captions, LookSettings& settings, float exposure,
                 Viewer& viewer);
    // Over all of that, and over the captions.
    void magnifier_overlay(const Sights& sights, const Settings& settings) const;

    LookReport report(const Sights& sights, const LookSettings& settings, const Viewer& viewer) const;
    // Nothing more will come unless something changes: for pictures of the window.
    bool settled() const { return settled_; }
    std::string reload() { return compare_.reload(); }
    const std::vector<Spot>& pins() const { return pins_; }
    const std::vector<Magnifier>& magnifiers() const { return magnifiers_; }
    const std::optional<Statistics>& statistics() const { return statistics_; }

  private:
    // What a comparison was made of; it is made again when this changes.
    struct Made {
        Against against = Against::original;
        Problem problem, other;
        int input = 0;
        friend bool operator==(const Made&, const Made&) = default;
    };
    struct Question {
        std::vector<Spot> pins;
        std::optional<Pixel> hovered;
        Region numbers;
        bool has_after = false, has_difference = false;
        Region region;  // of the picture, of the difference
    };

    void compare(const Sights& sights, LookSettings& settings, double now);
    void compare_textures(const Sights& sights);
    void ask_statistics(const Made& now_made);
    void ask_truth(const Sights& sights, const Made& now_made, Truth truth);
    void start_job();
    void take_answer(LookSettings& settings);
    void ask_spots(const Sights& sights, const LookSettings& settings, const Viewer& viewer);
    void take_spots();
    std::string status_of(const Sights& sights, const LookSettings& settings, const Viewer& viewer) const;
    std::string caption_of(const Sights& sights, const LookSettings& settings) const;

    void draw_pane(const Display& display, const Sights& sights, const LookSettings& settings,
                   const Presentation& how, const Pane& pane, Canvas& canvas) const;
    void place_magnifiers(const Sights& sights, LookSettings& settings, const Viewer& viewer);
    std::string magnifier_text(const Sights& sights, const Pane& pane, bool brief) const;
    // What is seen at a place of this pane.
    bool shows_before(const Sights& sights, const Pane& pane, float x, float y) const;
    void draw_names(ImDrawList& list, const Sights& sights, const std::vector<Pane>& panes,
                    const Area& captions) const;
    void draw_crosshair(ImDrawList& list, const std::vector<Pane>& panes) const;
    void draw_line(ImDrawList& list, const Sights& sights, const LookSettings& settings,
                   const Area& captions) const;
    void draw_numbers(ImDrawList& list, const Sights& sights, const LookSettings& settings, float exposure,
                      const Pane& pane) const;
    void draw_pins(ImDrawList& list, const Viewer& viewer) const;
    void draw_scale(ImDrawList& list, const LookSettings& settings, const Area& captions) const;
    void pin_list(const Area& captions, LookSettings& settings);
    void where_window(const Area& area, Viewer& viewer, LookSettings& settings);

    Program compare_{{"fullscreen.vert", "compare.frag"}};
    Box box_;                     // of the last update()
    Texture difference_, truth_;  // of the whole picture; of a region of it
    Framebuffer difference_target_;
    Region region_;  // of the picture, of what the difference view shows
    const Texture* shown_difference_ = nullptr;

    ReadBack snapshot_;  // what the comparer reads: not asked again while that is busy
    Comparer comparer_;  // behind it: a job under way is waited for while what it reads is still there
    bool snapshot_is_out_ = false;
    std::optional<Made> asked_, made_;
    TruthRegions asked_regions_;
    Region truth_region_, region_of_statistics_, statistics_region_;  // of what is shown, asked, answered
    Truth truth_kind_ = Truth::reference;
    std::optional<Statistics> statistics_;
    std::string note_;
    double next_question_ = 0;
    int input_ = 0;
    bool computing_ = false, settled_ = true;

    ReadBack spots_;
    Question question_;
    std::vector<Spot> pins_;
    std::optional<Spot> hovered_spot_;
    Region numbers_, difference_numbers_;  // pixels whose values these are:
    std::vector<std::array<float, 4>> numbers_before_, numbers_after_, numbers_difference_;

    std::optional<Pixel> hovered_, magnified_;
    struct Square {
        Texture texture;
        Framebuffer target;
    };
    std::vector<Magnifier> magnifiers_;  // of the last update()
    std::array<Square, 2> squares_;      // of theirs
    bool asks_where_ = false;
    std::array<char, 32> where_{};  // typed
    enum class Grab { none, move, turn } grab_ = Grab::none;
    float grab_offset_ = 0, pivot_x_ = 0, pivot_y_ = 0;
};

}  // namespace sweep::app
