// Keys and options of the four passes: rows of the tables of app/actions.h and app/view_options.h.
#pragma once

#include "app/actions.h"
#include "app/view_options.h"

#include <vector>

namespace sweep::app {

void add_teach_actions(std::vector<Action>& actions, Settings& settings);
void add_teach_options(std::vector<ViewOption>& rows);

}  // namespace sweep::app
