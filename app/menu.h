// The menu: the table of actions by its groups, and pictures to open again.
#pragma once

#include "app/actions.h"
#include "app/panels.h"

#include <vector>

namespace sweep::app {

class Menu {
  public:
    // The button in the corner of the controls, and the same menu at the pointer after a click with the right button
    // on the picture: so it is there when the controls are hidden. Returns what was chosen, for the caller to run;
    // null: nothing. A picture to open again goes into settings.open_next.
    const Action* draw(const Layout& layout, Settings& settings, const std::vector<Action>& actions);

  private:
    const Action* items(Settings& settings, const std::vector<Action>& actions);
    void recent_items(Settings& settings);

    std::vector<bool> there_;  // of settings.recent, when the list was opened
};

}  // namespace sweep::app
