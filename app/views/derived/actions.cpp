#include "app/views/derived/actions.h"

#include <tuple>

#include "app/ui/action_rows.h"

namespace sweep::app {

void add_derived_actions(std::vector<Action>& actions, Settings& settings) {
    ActionRows row(actions, group::filter);
    Settings* const s = &settings;
    const auto choose = [s](DerivedKind kind) {
        s->derived.kind = kind;
        if (s->view == View::original) s->view = View::filtered;
    };
    row("derive", "Next derived picture: unsharp mask, high-pass, ..", {'U'},
        [=] { choose(DerivedKind((int(s->derived.kind) + 1) % int(derived_kinds().size()))); });
    for (const auto& [name, what, kind] :
         {std::tuple{"derive-nothing", "The filtered picture, and nothing derived from it",
                     DerivedKind::none},
          {"unsharp-mask", "Unsharp mask: sharpens by the difference from the blur", DerivedKind::unsharp},
          {"high-pass", "High-pass: the picture less the blurred one", DerivedKind::high_pass},
          {"difference-of-gaussians", "Difference of Gaussians (DoG)", DerivedKind::dog},
          {"laplacian-of-gaussian", "Laplacian of Gaussian (LoG)", DerivedKind::log},
          {"gradient-magnitude", "Gradient magnitude of the Gaussian", DerivedKind::gradient},
          {"local-deviation", "Local standard deviation of a blur's window", DerivedKind::deviation},
          {"local-normalisation", "Local contrast: less the mean, by the deviation", DerivedKind::normalize},
          {"bradley-threshold", "Threshold of Bradley and Roth: a share below the mean",
           DerivedKind::bradley},
          {"niblack-threshold", "Threshold of Niblack: deviations below the mean", DerivedKind::niblack},
          {"sauvola-threshold", "Threshold of Sauvola: lower where little deviates", DerivedKind::sauvola},
          {"guided-filter", "Guided filter: smooths, and keeps edges", DerivedKind::guided}})
        row(name, what, {}, [choose, kind = kind] { choose(kind); }).marked([s, kind = kind] {
            return s->derived.kind == kind;
        });
}

}  // namespace sweep::app
