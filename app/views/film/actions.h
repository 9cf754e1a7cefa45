// What can be done with a film: keys, menu, palette and scripts.
#pragma once

#include <vector>

#include "app/ui/actions.h"
#include "app/work/request/settings.h"

namespace sweep::app {

void add_film_actions(std::vector<Action>& actions, Settings& settings, const Commands& commands);

}  // namespace sweep::app
