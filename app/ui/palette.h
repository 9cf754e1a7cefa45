// The command palette: every action by its name, and recent pictures.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/actions.h"
#include "app/work/request/requests.h"
#include "app/work/request/settings.h"

namespace sweep::app {

// How well the letters of `query` are found in `text`, in this order and in any case. Letters that begin a
// word or follow each other count more. Returns nothing if they are not all found; an empty query is found in
// every text.
std::optional<int> fuzzy_score(std::string_view query, std::string_view text);

// The actions that the query finds, the best first. Among equals the recently used come first, then the order
// of the table holds.
std::vector<const Action*> found_actions(const std::vector<Action>& actions, std::string_view query,
                                         const std::vector<std::string>& used);

class Palette {
  public:
    // Draws the palette while settings.palette is on, and requests the entry that is chosen.
    void draw(Settings& settings, const std::vector<Action>& actions, Requests& requests);
    // Passes on Enter, up or down from the window's own events, because ImGui 1.86 does not see a key that is
    // released before its next frame.
    void press(Key key);

  private:
    char query_[64] = "";
    int chosen_ = 0, steps_ = 0;
    bool entered_ = false;
    bool open_ = false;
    void offer(const std::vector<RecentPicture>& recent, const std::vector<Action>& actions);

    std::vector<std::string> used_;      // names of actions, the last used first
    std::vector<Action> offered_;        // when it was opened: the table, then recent pictures
    std::vector<RecentPicture> recent_;  // the recent pictures
    std::vector<std::string> words_;     // their names
};

}  // namespace sweep::app
