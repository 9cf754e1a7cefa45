// The actions of tuning, for the table of actions.
#pragma once

#include <vector>

#include "app/ui/actions.h"
#include "app/views/tune/view.h"

namespace sweep::app {

void add_tune_actions(std::vector<Action>& actions, Settings& settings, TuneView& tuning);

// Resets sigma, radius, cutoff or alpha to its default, or a filter whose poles were moved to its design.
void reset_size(Settings& settings, const PoleEditor& editor);

// Scales sigma, or the filter's radius, cutoff or alpha, by 1.1^steps; `steps` are those of the wheel.
void scale_size(Settings& settings, float steps);

}  // namespace sweep::app
