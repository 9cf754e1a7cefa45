// Keys and options of looking closely: rows of the tables of app/actions.h and app/view_options.h.
#pragma once

#include "app/actions.h"
#include "app/view_options.h"

#include <vector>

namespace sweep::app {

void add_look_actions(std::vector<Action>& actions, Settings& settings, const Commands& commands);
void add_look_options(std::vector<ViewOption>& rows);

}  // namespace sweep::app
