// Poles and zeros as handles that can be dragged, and the filter that they make: none of ImGui.
#pragma once

#include <complex>
#include <optional>
#include <vector>

#include "core/filter_spec.h"

namespace sweep::app {

// A pole or a zero on the real axis, or one above it with its conjugate below.
struct Root {
    std::complex<double> place;
    bool pair = false;
    int count() const { return pair ? 2 : 1; }
    friend bool operator==(const Root&, const Root&) = default;
};

// One pass of a filter whose two passes are the same, in the z-plane.
struct PoleZero {
    std::vector<Root> poles, zeros;
    int delay = 0;  // zeros at infinity: b_0 is 0
    int pole_count() const;
    int zero_count() const;
    bool feeds_forward() const { return !zeros.empty() || delay > 0; }
};

inline constexpr double safe_radius = 0.9995;                // where poles are kept
inline constexpr double largest_radius_of_poles = 0.999999;  // what the override allows
inline constexpr double largest_zero = 4;                    // how far out zeros go
inline constexpr int most_poles = 8;                         // what every algorithm takes

// Of the causal pass. Derivatives are left out: they belong to one axis each.
// Throws Error(usage) as design() does.
PoleZero pole_zero_of(FilterSpec filter);

// Moves a pole to `place`: one of a pair takes its conjugate with it and stays above the axis, one on the real axis
// stays there; none leaves the disc of `most` radius.
void drag_pole(Root& pole, std::complex<double> place, double most = safe_radius);
void drag_zero(Root& zero, std::complex<double> place);

// One pole pair more, near those that there are; false when there is no room.
bool add_pair(PoleZero& all);
// One less: of the poles `index`, or the last. The last pole of all stays.
bool remove_pole(PoleZero& all, std::optional<std::size_t> index = {});

// What keeps its size when the gain is put right: a constant, or the finest stripes.
enum class Unit { constant, alternation, peak };

// The filter iir with these poles and zeros in both passes. Its gain makes the response to a constant 1; where stripes
// of one pixel come through better than a constant, the response to them; where neither does, the largest.
FilterSpec filter_of(const PoleZero& all);
Unit unit_of(const PoleZero& all);

// The largest magnitude of a pole.
double radius_of(const PoleZero& all);

// Keeps the handles of a filter from frame to frame, and what it was before it was edited.
class PoleEditor {
  public:
    // Those that made `filter`, or those of its design. Throws Error(usage) as design() does.
    const PoleZero& handles(const FilterSpec& filter);
    // The filter becomes the one of these handles, in both passes; its other parameters stay, for the next kind.
    void change(FilterSpec& filter, const PoleZero& all);
    // What an edited filter was before; null for one that was not edited here.
    const FilterSpec* design_of(const FilterSpec& filter) const;
    void reset(FilterSpec& filter) const;

  private:
    PoleZero all_;
    std::optional<FilterSpec> shown_;   // whose handles these are
    std::optional<FilterSpec> design_;  // what it was; empty: it is not edited
};

}  // namespace sweep::app
