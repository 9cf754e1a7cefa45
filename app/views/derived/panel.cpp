#include "app/views/derived/panel.h"

#include <array>
#include <cmath>
#include <string>

#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

// What a slider of a value shows; the command line may go beyond.
struct Slider {
    double Derived::*member;
    float least, most;
    const char *format, *text;
    bool logarithmic;
    double steps = 1e4;  // in 1
};
constexpr std::array sliders{
    Slider{&Derived::amount, 0, 8, "%.2f",
           "How much of the difference from the blur is added. Edges overshoot.", false},
    Slider{&Derived::threshold, 0, 0.25f, "%.4f",
           "Differences from the blur up to this stay as they are: noise is not sharpened.", false},
    Slider{&Derived::ratio, 1, 16, "%.2f",
           "Of the sigma of the second Gaussian to that of the first. 1.6 is near the Laplacian.", true},
    Slider{&Derived::gamma, 0, 2, "%.2f",
           "The Laplacian is times sigma^(2 gamma): 1 normalises it to scale, 0 leaves it as it is.", false},
    Slider{&Derived::least, 0, 0.25f, "%.4f",
           "The difference from the mean is divided by the deviation, and by no less than this.", false},
    Slider{&Derived::t, 0, 0.5f, "%.3f", "White is what is more than this share below the mean, or brighter.",
           false},
    Slider{&Derived::niblack_k, -2, 2, "%.2f",
           "White is what is brighter than the mean less so many deviations.", false},
    Slider{&Derived::sauvola_k, 0, 1, "%.2f",
           "How far the threshold is below the mean where little deviates.", false},
    Slider{&Derived::sauvola_r, 0.01f, 1, "%.3f",
           "The deviation at which the threshold is the mean: 0.5 is the largest from 0 to 1.", true},
    Slider{&Derived::eps, 1e-6f, 1, "%.6f",
           "Variances well below this are smoothed, well above it they stay.", true, 1e7},
};

void value_slider(const DerivedValue& value, Derived& derived) {
    for (const Slider& row : sliders) {
        if (row.member != value.member) continue;
        auto shown = float(derived.*row.member);
        const std::string name(value.name);
        if (slider(name.c_str(), shown, row.least, row.most, row.format, row.logarithmic))
            derived.*row.member = std::round(double(shown) * row.steps) / row.steps;
        hint(row.text);
    }
}

}  // namespace

void derived_section(Settings& settings) {
    Derived& derived = settings.derived;
    if (!settings.more && derived.is_none()) return;
    heading("DERIVED");
    constexpr std::array<ChoiceEntry, 12> kinds{{{"Nothing", "derive-nothing"},
                                                 {"Unsharp", "unsharp-mask"},
                                                 {"High-pass", "high-pass"},
                                                 {"DoG", "difference-of-gaussians"},
                                                 {"LoG", "laplacian-of-gaussian"},
                                                 {"Gradient", "gradient-magnitude"},
                                                 {"Deviation", "local-deviation"},
                                                 {"Normalize", "local-normalisation"},
                                                 {"Bradley", "bradley-threshold"},
                                                 {"Niblack", "niblack-threshold"},
                                                 {"Sauvola", "sauvola-threshold"},
                                                 {"Guided", "guided-filter"}}};
    if (const int clicked = choice("derived", kinds, int(derived.kind), 3); clicked >= 0) {
        derived.kind = DerivedKind(clicked);
        if (settings.view == View::original) settings.view = View::filtered;
    }
    for (const DerivedValue& value : info(derived.kind).values) value_slider(value, derived);
}

}  // namespace sweep::app
