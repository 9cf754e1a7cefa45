// The actions of measuring for the table of actions, and its options for the command line, scripts and `copy state`.
#pragma once

#include <vector>

#include "app/request/view_option.h"
#include "app/ui/actions.h"

namespace sweep::app {

void add_measure_actions(std::vector<Action>& actions, Settings& settings, const Commands& commands);
void add_measure_options(std::vector<ViewOption>& rows);

}  // namespace sweep::app
