// The menu: the table of actions by its groups, and pictures to open again.
#pragma once

#include <vector>

#include "app/ui/actions.h"
#include "app/ui/layout.h"
#include "app/work/request/requests.h"

namespace sweep::app {

// What its buttons cover of the first line of the controls, from their right edge.
float menu_width(const Layout& layout);

class Menu {
  public:
    // Draws the button in the corner of the controls. The same menu opens at the pointer after a right click
    // on the picture, so it can be reached while the controls are hidden.
    void draw(const Layout& layout, const std::vector<RecentPicture>& recent,
              const std::vector<Action>& actions, Requests& requests);

    // Opens it at its button, or at the pointer while the controls are hidden.
    void open() { opens_ = true; }

  private:
    void items(const std::vector<RecentPicture>& recent, const std::vector<Action>& actions,
               Requests& requests);
    void recent_items(const std::vector<RecentPicture>& recent, Requests& requests);

    bool opens_ = false;
    std::vector<bool> there_;  // whether each recent picture existed when the list was opened
};

}  // namespace sweep::app
