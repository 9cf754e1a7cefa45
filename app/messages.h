// What the program has said: errors, saved files. The newest is on the screen for a while, all of them are in a list.
#pragma once

#include "app/settings.h"

#include <deque>
#include <string>
#include <string_view>

namespace sweep::app {

struct Message {
    std::string time, text;  // "14:03:22"
    bool trouble = false;    // it says what went wrong
    int count = 1;           // so often in a row
};

class Messages {
  public:
    // What is on the screen already is said once, however often it is added: frames fail sixty times a second.
    // `time`: of day; `now`: of wall_seconds().
    void add(std::string text, bool trouble, double for_seconds, double now, std::string time);
    // What was added before goes on: it stays on the screen for so long, and comes back where nothing else is there.
    void keep(const std::string& text, double for_seconds, double now);
    // What is on the screen; null: nothing.
    const Message* shown(double now) const;
    double shown_until() const { return until_; }
    // Off the screen, not out of the list.
    void dismiss() { until_ = 0; }
    // The newest last.
    const std::deque<Message>& all() const { return all_; }

  private:
    static constexpr std::size_t most = 300;
    std::deque<Message> all_;
    double until_ = 0;
};

std::string time_of_day();

// Lines of those in which every word of the filter is found, whatever its case: "14:03:22  saved as a.png".
std::string lines_of(const Messages& messages, std::string_view filter);
bool is_found(const Message& message, std::string_view filter);

// The list, over the picture, while settings.messages is on.
class MessagePanel {
  public:
    void draw(Settings& settings, const Messages& messages);

  private:
    char filter_[64] = "";
    bool open_ = false;
    int copied_ = 0;  // lines, since the panel or the filter changed
};

}  // namespace sweep::app
