// What the user chose. Panels and keys write it, the frame reads it; nothing else is shared between them.
#pragma once

#include "app/filter_settings.h"
#include "app/focus_settings.h"
#include "app/look_settings.h"
#include "app/recent.h"
#include "app/teach_settings.h"
#include "app/tune_settings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace sweep::app {

enum class View { filtered, original, depth_of_field, wipe, side_by_side, difference, passes };

// What is shown beside the picture: as at the first start, for a hall, for a lecture, for work.
enum class Arrangement { usual, present, teach, tune };
enum class Theme { dark, projector };

// Where a viewer is to look, when it is told to.
struct Framing {
    float zoom = 0;       // window pixels per picture pixel; 0: the picture fits
    bool centred = true;  // on the middle of the picture; otherwise on this point of it
    float x = 0, y = 0;
};

struct Settings : FilterSettings {
    bool cuda_is_here = false;  // found out at the start; without it CUDA cannot be chosen
    bool is_encoded =
        true;  // what is open says so, and is filtered in linear light where `linear` says nothing

    // what is seen
    View view = View::filtered;
    bool hold_original = false;  // while the key is down
    FocusSettings focus;
    TeachSettings teach;
    LookSettings look;
    Framing framing;                 // at the start; then Viewer has it
    float exposure = 0;              // stops
    bool soft_highlights = true;     // roll off above 0.6 instead of clipping
    bool highlights_chosen = false;  // by the user; otherwise a file has none, and light has
    bool dither = true;
    bool animate = true;
    double scene_seconds = 20;  // of its clock; here the walk is prettiest

    bool sweep_sigma = false;  // slowly up and down

    TuneSettings tune;

    // the window
    float scale = 1;  // of the letters, beside what the monitor asks for
    Theme theme = Theme::dark;
    Arrangement arrangement = Arrangement::usual;
    bool panels = true;
    bool captions = true;
    bool more = false;    // the controls that not everybody needs
    bool drawer = false;  // in a narrow window: the controls lie over the picture
    bool timings = true;
    bool freeze_times = false;  // the numbers of the strip stay as they are
    bool big_type = false;      // filter, sigma, size and time for the last row
    bool help = false, palette = false, messages = false;
    bool vertical_sync = true;
    bool continuous = false;                 // draws even when nothing changes
    bool watch = false;                      // the picture is read again when its file changes
    std::vector<RecentPicture> recent;       // the newest first
    std::optional<RecentPicture> open_next;  // chosen from them
    std::string asked;                       // by a button: an action of the table, run behind the panels
};

inline bool in_linear_light(const Settings& settings) {
    return settings.linear.value_or(settings.is_encoded);
}

// Panels as this arrangement has them, for keys and command line alike. Who teaches sees the passes.
inline void arrange(Settings& settings, Arrangement arrangement) {
    settings.arrangement = arrangement;
    settings.panels = settings.captions = true;
    settings.more = false;
    settings.big_type = arrangement == Arrangement::present;
    settings.timings = arrangement == Arrangement::usual || arrangement == Arrangement::tune;
    settings.tune.panel = arrangement == Arrangement::tune;
    if (arrangement == Arrangement::teach)
        settings.view = View::passes;
    else if (settings.view == View::passes)
        settings.view = View::filtered;
}

// What the controls offer. The command line may ask for more; keys and sliders leave that alone.
inline constexpr double smallest_sigma = 0.3, largest_sigma = 512;
inline constexpr int largest_radius = 256;
inline constexpr double smallest_cutoff = 0.002, largest_cutoff = 0.48, smallest_alpha = 0.005;
inline constexpr int engine_choices = 4;

inline void next_engine(Settings& settings) {
    settings.engine = EngineChoice((int(settings.engine) + 1) % engine_choices);
    if (settings.engine == EngineChoice::cuda && !settings.cuda_is_here) settings.engine = EngineChoice::cpu;
}

// What the panel and the keys offer; `constant:V` comes from the command line.
inline constexpr std::array<BoundaryKind, 5> offered_boundaries{
    BoundaryKind::clamp, BoundaryKind::mirror, BoundaryKind::repeat, BoundaryKind::zero, BoundaryKind::none};

inline void next_boundary(Boundary& boundary) {
    const auto now = std::find(offered_boundaries.begin(), offered_boundaries.end(), boundary.kind);
    const std::size_t next = std::size_t(now - offered_boundaries.begin() + 1) % offered_boundaries.size();
    boundary = {now == offered_boundaries.end() ? offered_boundaries[0] : offered_boundaries[next], {}};
}

// Another kind of filter, with an order that it has.
inline void choose_kind(FilterSpec& filter, FilterKind kind) {
    filter.kind = kind;
    if (kind == FilterKind::gaussian) filter.order = std::clamp(filter.order, 3, 5);
}

// Whether at least half of a constant comes through each pass of coefficients of one's own.
inline bool keeps_constants(const FilterSpec& filter) {
    if (!filter.causal_gain && filter.feedforward.empty()) return true;
    double below = 1, above = filter.feedforward.empty() ? 1 : 0;
    for (double d : filter.causal) below += d;
    for (double b : filter.feedforward) above += b;
    return std::abs(filter.causal_gain.value_or(1) * above) >= 0.5 * std::abs(below);
}

// Whether what comes out is a difference, around zero: derivatives, and what is left of low frequencies.
inline bool is_signed(const FilterSpec& filter) {
    switch (filter.kind) {
        case FilterKind::gaussian:
            return filter.derivative_x > 0 || filter.derivative_y > 0;
        case FilterKind::butterworth:
        case FilterKind::chebyshev1:
        case FilterKind::chebyshev2:
        case FilterKind::elliptic:
            return filter.band == Band::high;
        case FilterKind::iir:
            return !keeps_constants(filter);
        default:
            return false;
    }
}

}  // namespace sweep::app
