// The requests of panels, menu and palette. They add them while they are drawn, and the frame serves them
// afterwards.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/work/request/recent.h"

namespace sweep::app {

struct Requests {
    std::vector<std::string> actions;      // names in the table of actions (app/ui/actions.h), in order
    std::optional<RecentPicture> picture;  // to be opened
    std::optional<double> film_time;       // to be shown, in seconds
    std::optional<int> page;               // of the open file, to be shown

    bool empty() const { return actions.empty() && !picture && !film_time && !page; }
};

}  // namespace sweep::app
