// The buttons of a player: play, pause, a step back or forward, to the first and to the last.
#pragma once

#include <string_view>

namespace sweep::app {

enum class Icon { play, pause, back, forward, first, last };

// A button that does what an action of the table does; its tooltip names it. True when it was clicked.
bool icon_button(const char* id, Icon icon, std::string_view action);

}  // namespace sweep::app
