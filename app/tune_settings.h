// What the user chose of tuning: pages, plots, and what is to be measured next.
#pragma once

#include "app/tune_poles.h"

#include <string>

namespace sweep::app {

enum class TunePage { filter, times };
enum class PlaneView { circle, poles };

struct TuneSettings {
    bool panel = false;  // the large one over the picture
    TunePage page = TunePage::filter;
    bool decibels = true;             // of the frequency response
    bool logarithmic_impulse = true;  // of the impulse response
    PlaneView plane = PlaneView::circle;
    bool near_circle = false;  // poles may come nearer to the unit circle than is safe

    PoleEditor editor;
    // The root that is held or was touched last, of poles or of zeros.
    struct Chosen {
        bool zero = false;
        int index = -1;
    } chosen, held;
    // The part of the plane that is in sight.
    struct Seen {
        std::complex<double> centre;
        double half = 1.16;
    } seen;

    // What is asked for; whoever does it says so by false.
    bool measure_convolution = false, measure_sizes = false, stop_measuring = false, clear_times = false;
    std::string said;  // by the last copy, for the panel
};

}  // namespace sweep::app
