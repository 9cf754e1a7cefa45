// The user's choices for tuning: pages and plots.
#pragma once

namespace sweep::app {

enum class TunePage { filter, times };
enum class PlaneView { circle, poles };

struct TuneSettings {
    bool panel = false;  // the large panel is open
    TunePage page = TunePage::filter;
    bool impulse = false;             // where there is room for one plot, it is the impulse response
    bool decibels = true;             // for the frequency response
    bool logarithmic_impulse = true;  // for the impulse response
    PlaneView plane = PlaneView::circle;
    bool near_circle = false;  // poles may come nearer to the unit circle than is safe
};

}  // namespace sweep::app
