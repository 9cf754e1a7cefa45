// The actions that choose what is derived from the filtered picture: for keys, menu, palette and scripts.
#pragma once

#include <vector>

#include "app/ui/actions.h"
#include "app/work/request/settings.h"

namespace sweep::app {

void add_derived_actions(std::vector<Action>& actions, Settings& settings);

}  // namespace sweep::app
