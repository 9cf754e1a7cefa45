// The actions of measuring for the table of actions, and its options for the command line, scripts and `copy state`.
#pragma once

#include <vector>

#include "app/ui/actions.h"
#include "app/work/options/view_option.h"

namespace sweep::app {

void add_measure_actions(std::vector<Action>& actions, Settings& settings, const Commands& commands);
void add_measure_options(std::vector<ViewOption>& rows);

}  // namespace sweep::app
