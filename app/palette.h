// Every action by its name, and pictures that were open: the command palette.
#pragma once

#include "app/actions.h"
#include "app/settings.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sweep::app {

// How well the letters of `query` are found in `text` in this order, whatever their case: more for beginnings of words
// and for neighbours; nothing when they are not. An empty query is found in everything.
std::optional<int> fuzzy_score(std::string_view query, std::string_view text);

// Those that the query finds, the best first; among equals the recently used first, then the order of the table.
std::vector<const Action*> found_actions(const std::vector<Action>& actions, std::string_view query,
                                         const std::vector<std::string>& used);

class Palette {
  public:
    // Draws it while settings.palette is on. Returns the action that was chosen, for the caller to run before the next
    // frame; null: none.
    const Action* draw(Settings& settings, const std::vector<Action>& actions);
    // Enter, up or down, from the window's own events: ImGui 1.86 does not see a key that is released before its next
    // frame.
    void press(Key key);

  private:
    char query_[64] = "";
    int chosen_ = 0, steps_ = 0;
    bool entered_ = false;
    bool open_ = false;
    void offer(Settings& settings, const std::vector<Action>& actions);

    std::vector<std::string> used_;   // names of actions, the newest first
    std::vector<Action> offered_;     // since it was opened
    std::vector<std::string> words_;  // of those of them that the table does not have
};

}  // namespace sweep::app
