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
    std::complex<double> grip;  // from the pointer to the root that is held
    // The part of the plane that is in sight.
    struct Seen {
        std::complex<double> centre;
        double half = 1.16;
    } seen;
    float plane_x = 0, plane_y = 0, plane_side = 0;  // on the screen, in the last frame

    // What is asked for; whoever does it says so by false.
    bool measure_convolution = false, measure_sizes = false, stop_measuring = false, clear_times = false;
    std::string said;  // by the last copy, for the panel
};

}  // namespace sweep::app
