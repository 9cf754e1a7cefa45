#include "app/derived/panel.h"

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
};

void value_slider(const DerivedValue& value, Derived& derived) {
    for (const Slider& row : sliders) {
        if (row.member != value.member) continue;
        auto shown = float(derived.*row.member);
        const std::string name(value.name);
        if (slider(name.c_str(), shown, row.least, row.most, row.format, row.logarithmic))
            derived.*row.member = std::round(double(shown) * 1e4) / 1e4;
        hint(row.text);
    }
}

}  // namespace

void derived_section(Settings& settings) {
    Derived& derived = settings.derived;
    if (!settings.more && derived.is_none()) return;
    heading("DERIVED");
    constexpr std::array<ChoiceEntry, 6> kinds{{{"Nothing", "derive-nothing"},
                                                {"Unsharp", "unsharp-mask"},
                                                {"High-pass", "high-pass"},
                                                {"DoG", "difference-of-gaussians"},
                                                {"LoG", "laplacian-of-gaussian"},
                                                {"Gradient", "gradient-magnitude"}}};
    if (const int clicked = choice("derived", kinds, int(derived.kind), 3); clicked >= 0) {
        derived.kind = DerivedKind(clicked);
        if (settings.view == View::original) settings.view = View::filtered;
    }
    for (const DerivedValue& value : info(derived.kind).values) value_slider(value, derived);
}

}  // namespace sweep::app
