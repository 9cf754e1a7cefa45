// The keys and options of the view of the passes, as rows of the tables of app/ui/actions.h and
// app/work/options/view_option.h.
#pragma once

#include <vector>

#include "app/ui/actions.h"
#include "app/work/options/view_option.h"

namespace sweep::app {

void add_teach_actions(std::vector<Action>& actions, Settings& settings, const Commands& commands);
void add_teach_options(std::vector<ViewOption>& rows);

}  // namespace sweep::app
