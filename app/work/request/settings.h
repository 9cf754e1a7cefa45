// The choices of the user, which panels and keys write and the frame reads. Where one is not possible, or a film or a
// lecture goes on, the frame writes what holds instead.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/work/request/compare_settings.h"
#include "app/work/request/film_settings.h"
#include "app/work/request/filter_settings.h"
#include "app/work/request/focus_settings.h"
#include "app/work/request/measure_settings.h"
#include "app/work/request/recent.h"
#include "app/work/request/teach_settings.h"
#include "app/work/request/tune_settings.h"
#include "core/design/kinds.h"

namespace sweep::app {

enum class View { filtered, original, depth_of_field, wipe, side_by_side, difference, passes };

// What stands beside the picture: as at the first start, for a hall, for a lecture, for tuning.
enum class Arrangement { usual, present, teach, tune };
enum class Theme { dark, projector, light };

// The place at which a viewer is to look.
struct Framing {
    float zoom = 0;       // window pixels per picture pixel; 0: the picture fits
    bool centred = true;  // on the middle of the picture; otherwise on the point (x, y)
    float x = 0, y = 0;
};

inline constexpr float most_exposure = 16;  // stops: a 16-bit picture has no more

struct Settings : FilterSettings {
    // the view
    View view = View::filtered;
    FocusSettings focus;
    TeachSettings teach;
    CompareSettings compare;
    MeasureSettings measure;
    Framing framing;                 // of the start; later the Viewer has its own
    float exposure = 0;              // stops
    bool soft_highlights = true;     // values above 0.6 roll off instead of clipping
    bool highlights_chosen = false;  // by the user; otherwise integer files have none, and linear light has
    bool dither = true;
    bool animate = true;
    double scene_seconds = 20;  // of the scene's clock; the walk is prettiest here
    FilmSettings film;

    bool sweep_sigma = false;  // sigma goes slowly up and down

    TuneSettings tune;

    // the window
    float scale = 1;  // of the text, times the scale of the monitor
    Theme theme = Theme::dark;
    Arrangement arrangement = Arrangement::usual;
    bool panels = true;
    bool captions = true;
    bool more = false;    // the less common controls are shown
    bool finer = false;   // order, boundary, stop after and slots are unfolded
    bool drawer = false;  // in a narrow window, the controls lie over the picture
    bool timings = true;
    // Whether the strip of times is unfolded to the table, in each layout.
    std::array<bool, 4> times_table{false, false, true, false};
    bool freeze_times = false;  // the numbers in the strip stay as they are
    bool big_type = false;      // filter, sigma, size and time in large letters
    bool help = false, palette = false, messages = false;
    bool vertical_sync = true;
    bool continuous = false;            // frames are drawn even if nothing changes
    bool watch = false;                 // the picture is read again when its file changes
    std::vector<RecentPicture> recent;  // pictures that were open before, the newest first
};

// Whether the strip of times is unfolded, in the layout of these settings.
inline const bool& has_times_table(const Settings& settings) {
    return settings.times_table[std::size_t(settings.arrangement)];
}
inline bool& has_times_table(Settings& settings) {
    return settings.times_table[std::size_t(settings.arrangement)];
}

// Unfolds the strip of times, or folds it; brings it where there was none.
inline void turn_times(Settings& settings) {
    has_times_table(settings) = !has_times_table(settings) || !settings.timings;
    settings.timings = true;
}

// Whether the picture shows one slot beside the other, or less the other.
inline bool compares_slots(const Settings& settings) {
    const bool halves = settings.view == View::wipe || settings.view == View::side_by_side;
    return (halves && settings.compare.slots) ||
           (settings.view == View::difference && settings.compare.against == CompareTarget::slot);
}

// The filter that sliders and keys change: that of a slot while slots are compared, otherwise that of the controls.
inline FilterSettings& edited_filter(Settings& settings) {
    std::optional<FilterSettings>& slot =
        settings.compare.slot[std::size_t(settings.compare.edited_slot - 1)];
    return compares_slots(settings) && slot ? *slot : settings;
}

// Saves the edge filter and the bilateral filter of the same sigma, range and boundary in the slots,
// and wipes between them.
inline void wipe_edge_and_bilateral(Settings& settings) {
    FilterSettings filter = edited_filter(settings);
    filter.filter.tone_map = 0;
    for (const FilterKind kind : {FilterKind::edge, FilterKind::bilateral}) {
        filter.filter.kind = kind;
        settings.compare.slot[kind == FilterKind::bilateral] = filter;
    }
    settings.compare.slots = true;
    settings.view = View::wipe;
}

// Sets the panels of this arrangement, for keys and command line alike. The one for lectures shows the
// passes.
inline void arrange(Settings& settings, Arrangement arrangement) {
    settings.arrangement = arrangement;
    settings.panels = settings.captions = true;
    settings.more = false;
    settings.big_type = arrangement == Arrangement::present;
    settings.timings = arrangement != Arrangement::present;
    settings.tune.panel = arrangement == Arrangement::tune;
    if (arrangement == Arrangement::teach)
        settings.view = View::passes;
    else if (settings.view == View::passes)
        settings.view = View::filtered;
}

inline constexpr int engine_choices = int(engine_names.size());

// Leaves CUDA out unless `has_cuda`.
inline void next_engine(Settings& settings, bool has_cuda) {
    settings.engine = EngineKind((int(settings.engine) + 1) % engine_choices);
    if (settings.engine == EngineKind::cuda && !has_cuda) settings.engine = EngineKind::cpu;
}

inline void next_boundary(FilterSettings& settings) {
    Boundary& boundary = settings.boundary;
    settings.boundary_y.reset();
    const auto now = std::find(offered_boundaries.begin(), offered_boundaries.end(), boundary.kind);
    const std::size_t next = std::size_t(now - offered_boundaries.begin() + 1) % offered_boundaries.size();
    boundary = {now == offered_boundaries.end() ? offered_boundaries[0] : offered_boundaries[next], {}};
}

// Changes the band of the filter, and its edges and its order to those that the band has.
inline void choose_band(FilterSpec& filter, Band band) {
    filter.band = band;
    if (!filter.has_two_edges()) {
        filter.cutoff_high = 0;
        return;
    }
    filter.order = std::min(filter.order, max_order / 2);
    if (filter.cutoff_high <= filter.cutoff)
        filter.cutoff_high = std::min(2 * filter.cutoff, 0.25 + filter.cutoff / 2);
}

// Changes the kind of the filter, its order to one that the kind has, and drops an accuracy that it has not.
inline void choose_kind(FilterSpec& filter, FilterKind kind) {
    filter.kind = kind;
    // Something to type over: y = x / 2 + y1 / 2.
    if (kind == FilterKind::iir && filter.causal.empty()) filter.causal = {-0.5};
    if (reads(kind, Parameter::order))
        filter.order = std::clamp(filter.order, info(kind).least_order, info(kind).most_order);
    if (reads(kind, Parameter::band)) choose_band(filter, filter.band);
    if (!reads(kind, Parameter::accuracy)) filter.accuracy = 0;
}

// Whether both passes of a custom filter (iir) let at least half of a constant through.
inline bool keeps_constants(const FilterSpec& filter) {
    using Numbers = std::vector<double>;
    const auto keeps = [](std::optional<double> gain, const Numbers& feedback, const Numbers& feedforward) {
        if (!gain && feedforward.empty()) return true;  // the gain is chosen so that constants stay
        double below = 1, above = feedforward.empty() ? 1 : 0;
        for (const double d : feedback) below += d;
        for (const double b : feedforward) above += b;
        return std::abs(gain.value_or(1) * above) >= 0.5 * std::abs(below);
    };
    // What the anticausal pass lacks is that of the causal one.
    const Numbers &e = filter.anticausal.empty() ? filter.causal : filter.anticausal,
                  &b = filter.anticausal_feedforward.empty() ? filter.feedforward
                                                             : filter.anticausal_feedforward;
    return keeps(filter.causal_gain, filter.causal, filter.feedforward) &&
           keeps(filter.anticausal_gain, e, b);
}

// Whether the result lies around zero: that of a derivative, of a high-pass filter, or of coefficients that
// remove constants.
inline bool is_signed(const FilterSpec& filter) {
    if (reads(filter.kind, Parameter::derivative)) return filter.derivative_x > 0 || filter.derivative_y > 0;
    if (reads(filter.kind, Parameter::band)) return filter.band == Band::high || filter.band == Band::pass;
    return reads(filter.kind, Parameter::coefficients) && !keeps_constants(filter);
}

}  // namespace sweep::app
