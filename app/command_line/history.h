// Undo and redo of the settings. A step is what changed between two moments at which nothing was held, so that a drag
// is one; so is a key that is held, or one wheel turned on.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "app/work/request/settings.h"

namespace sweep::app {

class SettingsHistory {
  public:
    // To be called before whatever may change the settings, while no button is held. `now`, in seconds of any clock,
    // joins quick changes of the same settings to one step. Where pictures are looked at, and how far something has
    // played, are no settings.
    void note(const Settings& settings, double now);

    bool can_undo() const { return place_ > 0; }
    bool can_redo() const { return place_ + 1 < states_.size(); }
    // Changes the settings to those before the last step, or after the next one, and returns a line that says what
    // changed: "undone: sigma, now 5". Returns an empty line, and changes nothing, where there is no such step.
    std::string undo(Settings& settings);
    std::string redo(Settings& settings);

  private:
    static constexpr std::size_t most = 200;  // states
    struct State {
        Settings settings;
        std::vector<std::string> texts;  // of the options in the order of rows()
    };
    std::string restore(Settings& settings, std::size_t place, const char* what);

    std::deque<State> states_;
    std::size_t place_ = 0;  // of the state that is seen
    std::vector<std::size_t>
        last_changed_;  // the options of the newest step; empty: the next change is another step
    double changed_at_ = 0, noted_at_ = 0;
};

}  // namespace sweep::app
