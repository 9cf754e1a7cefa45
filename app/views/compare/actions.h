// The actions and options of comparing: rows for the tables of app/ui/actions.h and
// app/work/options/view_option.h.
#pragma once

#include <array>
#include <vector>

#include "app/ui/actions.h"
#include "app/work/options/view_option.h"

namespace sweep::app {

void add_compare_actions(std::vector<Action>& actions, Settings& settings, const Commands& commands);
// `slots`: the two options for the filters in the slots.
void add_compare_options(std::vector<ViewOption>& rows, const std::array<ViewOption, 2>& slots);

}  // namespace sweep::app
