// Poles and zeros as handles that can be dragged, and the filter that they make; without ImGui.
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "core/filter/spec.h"

namespace sweep::app {

// A pole or zero on the real axis; or a pair, given by the one above the axis, with its conjugate below.
struct Root {
    std::complex<double> place;
    bool pair = false;
    int count() const { return pair ? 2 : 1; }
    friend bool operator==(const Root&, const Root&) = default;
};

// The poles and zeros of one pass of a filter whose two passes are the same.
struct PoleZero {
    std::vector<Root> poles, zeros;
    int delay = 0;  // zeros at infinity: b_0 is 0
    int pole_count() const;
    int zero_count() const;
    bool feeds_forward() const { return !zeros.empty() || delay > 0; }
};

inline constexpr double safe_radius = 0.9995;                // the usual bound of the poles' radius
inline constexpr double largest_radius_of_poles = 0.999999;  // the bound with TuneSettings::near_circle
inline constexpr double largest_zero = 4;                    // the bound of the zeros' radius
inline constexpr int most_poles = 8;                         // of a pass in this editor

// The poles and zeros of the causal pass along the rows, without the filter's derivatives.
// Throws Error(usage) as design() does.
PoleZero pole_zero_of(FilterSpec filter);

// Moves a pole to `place`. One of a pair moves with its conjugate and stays above the axis; one on the real
// axis stays there; none leaves the disc of radius `most`.
void drag_pole(Root& pole, std::complex<double> place, double most = safe_radius);
void drag_zero(Root& zero, std::complex<double> place);

// Adds a pair of poles near the others; false when there would be more than most_poles.
bool add_pair(PoleZero& all);
// Removes the pole or pair `index`, otherwise the last one of the list; false when it is the only one.
bool remove_pole(PoleZero& all, std::optional<std::size_t> index = {});

// The signal whose response is normalized to 1: a constant, stripes of one pixel, or the frequency of the
// largest response.
enum class Unit { constant, alternation, peak };

// The filter iir with these poles and zeros in both passes. Its gain makes 1 of the response to a constant,
// or to stripes of one pixel where that is larger, or of the largest response where both are far below it.
FilterSpec filter_of(const PoleZero& all);
Unit unit_of(const PoleZero& all);

// The largest magnitude of a pole.
double radius_of(const PoleZero& all);

// Keeps the handles of a filter from frame to frame, and the filter as it was before it was edited.
class PoleEditor {
  public:
    // The handles that made `filter`, otherwise those of its design. Throws Error(usage) as design() does.
    const PoleZero& handles(const FilterSpec& filter);
    // Makes `filter` the one of these handles, in both passes; parameters of other kinds of filter are kept.
    void change(FilterSpec& filter, const PoleZero& all);
    // The filter before it was edited; null for one that was not edited here.
    const FilterSpec* design_of(const FilterSpec& filter) const;
    void reset(FilterSpec& filter) const;

  private:
    PoleZero all_;
    std::optional<FilterSpec> shown_;   // the filter of these handles
    std::optional<FilterSpec> design_;  // that filter before it was edited; nothing: it is not edited
};

// The state of the panel of poles from frame to frame.
struct PoleState {
    PoleEditor editor;
    // `chosen` is the root that was touched last, `held` the one that is dragged; -1: none.
    struct Chosen {
        bool zero = false;
        int index = -1;
    } chosen, held;
    std::complex<double> grip;  // from the pointer to the root that is held
    // The visible part of the plane.
    struct Seen {
        std::complex<double> centre;
        double half = 1.16;
    } seen;
    float plane_x = 0, plane_y = 0, plane_side = 0;  // on the screen, in the last frame
    std::string said;                                // the message of the last copy
};

}  // namespace sweep::app
