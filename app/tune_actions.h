// What of tuning is in the table of actions.
#pragma once

#include <vector>

#include "app/actions.h"

namespace sweep::app {

void add_tune_actions(std::vector<Action>& actions, Settings& settings);

// Sigma, radius, cutoff or alpha as it is at the start; a filter whose poles were moved as it was designed.
void reset_size(Settings& settings);

// A turn of the wheel: sigma, or what the filter has instead, by a part of itself.
void scale_size(Settings& settings, float steps);

}  // namespace sweep::app
