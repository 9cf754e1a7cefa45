// A short way to write the rows of the table of actions: one call a row, followed by what is special about
// it.
#pragma once

#include <initializer_list>
#include <utility>

#include "app/ui/actions.h"

namespace sweep::app {

class ActionRows {
  public:
    class Row {
      public:
        explicit Row(Action* action) : action_(action) {}
        // The action is a switch; `is_on` tells whether it is on.
        Row& marked(std::function<bool()> is_on) {
            if (action_) action_->is_on = std::move(is_on);
            return *this;
        }
        Row& marked(const bool& flag) {
            return marked([&flag] { return flag; });
        }
        // The action is not always available. `needs`: what it needs, for who looks for it in vain.
        Row& when(std::function<bool()> is_available, std::string_view needs = {}) {
            if (action_) {
                action_->is_available = std::move(is_available);
                action_->needs = needs;
            }
            return *this;
        }
        // Neighbouring actions with the same text share a line on the page of keys.
        Row& shares(std::string_view line) {
            if (action_) action_->line = line;
            return *this;
        }

      private:
        Action* action_;
    };

    ActionRows(std::vector<Action>& actions, std::string_view group) : actions_(actions), group_(group) {}

    // An action without a function cannot be done here, and is left out.
    Row operator()(std::string_view name, std::string_view what, std::vector<Chord> chords,
                   std::function<void()> run) {
        if (!run) return Row(nullptr);
        Action action{name, group_, what, std::move(chords), std::move(run)};
        return Row(&actions_.emplace_back(std::move(action)));
    }
    Row operator()(std::string_view name, std::string_view what, std::vector<Chord> chords, bool& flag) {
        return (*this)(name, what, std::move(chords), [&flag] { flag = !flag; }).marked(flag);
    }

  private:
    std::vector<Action>& actions_;
    std::string_view group_;
};

}  // namespace sweep::app
